"""Score sheet of Cayenne: what each side made in a hand, its marker, and below the rows the sheet of each rubber."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.cayenne.hand import TRUMP_WORDS, Outcome
from games.cayenne.marker import GAME_WON, NULLO, SLAM_TO_GAME, CayenneHand, work
from games.cayenne.tariff import ALL_HONOURS, SLAM_WORDS, Trump, multiplier_of
from games.families.whist import marker as steps
from games.families.whist.rubber import NONE, WON, RubberState, Values, Won
from games.families.whist.rubber import POINTS as WORTH
from games.families.whist.sheet import (
    GAMES,
    HONOURS,
    MARKER,
    POINTS,
    REMARKS,
    TRICKS,
    SidesSheet,
    side_cells,
    side_columns,
)
from games.scoring.sides import SEAT_LETTERS, SIDE_LETTERS, Side, partners
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts
from games.ui.sheet import NUMBER, WHAT, CardPart, SheetBox, SheetColumn, SheetHand, SheetRow, Value

CAYENNE, TRUMP, TIMES = "cayenne", "trump", "times"

RUBBERS = range(2, 5)
"""How many rubbers a blank sheet can have; a longer session needs another sheet."""

SIGNS: Mapping[Trump, Value] = {
    **TRUMP_WORDS,
    Trump.HEARTS: "♥",
    Trump.DIAMONDS: "♦",
    Trump.CLUBS: "♣",
    Trump.SPADES: "♠",
}

_SHARES: Mapping[str, float] = {TRICKS: 0.9, HONOURS: 0.9, POINTS: 1, MARKER: 1, GAMES: 1.3}
_SUMS, _SUM = "\N{EM SPACE}" * 12, "\N{EM SPACE}" * 3
"""Blank space for writing by hand."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rubber:
    """A rubber on the score sheet: each side's games and slam points, and the result if it has ended."""

    number: int
    games: Mapping[Side, Values]
    slams: Mapping[Side, int]
    last: Won | None = None


class CayenneSheet(SidesSheet):
    """A sheet with a row for each hand: cayenne, trump and what each side made; totals only where a rubber ends."""

    @property
    def hands(self) -> int:  # type: ignore[override] # a rubber usually takes five hands, and hardly ever twelve
        return 4 + 8 * len(self._to_be_played)

    @property
    def _to_be_played(self) -> range:
        """The numbers of the rubbers on a blank sheet."""
        return range(1, max(RUBBERS.start, min(self._rubbers, RUBBERS.stop - 1)) + 1)

    @property
    def _rubbers(self) -> int:
        return int(self.table.options["rubbers"])

    @property
    def _slams_on_sheet(self) -> bool:
        return self.table.options["slam_to_game"] is not True

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        return [
            SheetColumn(name=NUMBER, share=0.65),
            REMARKS,
            SheetColumn(name=CAYENNE, head=_("Cay."), share=0.75, ticks=True),
            SheetColumn(name=TRUMP, head=_("Trump"), share=1, ticks=True),
            SheetColumn(name=TIMES, head="×", share=0.6, ticks=True),
            *(column for side in Side for column in side_columns(side, _lettered(side), _SHARES)),
            *self.total_columns(SEAT_LETTERS, share=1.1),
        ]

    def explained(self) -> Sequence[Text]:
        return (
            _("The ring marks who deals."),
            self._multiplied(),
            _RANKED,
            _("Points: tricks above six and honours, multiplied."),
            _(
                "Games: their worth depends on the losers’ marker: quadruple at 0, triple at 1 to 3, double at 4 to 6, "
                "single at 7 to 9."
            ),
            _("Rubbers: the games of a side, {rubber} for the winners, and slams.", rubber=self._won)
            if self._slams_on_sheet
            else _("Rubbers: the games of a side, and {rubber} for the winners.", rubber=self._won),
        )

    def _multiplied(self) -> Text:
        grand, nullo = (multiplier_of(self.table.figures, None, trump) for trump in (Trump.GRAND, Trump.NULLO))
        if grand == nullo:
            return _(
                "Cay.: cayenne, the suit of the card turned; ×: the trump’s multiplier with it, {times} at grand "
                "and nullo.",
                times=grand,
            )
        return _(
            "Cay.: cayenne, the suit of the card turned; ×: the trump’s multiplier with it, {grand} at grand, "
            "{nullo} at nullo.",
            grand=grand,
            nullo=nullo,
        )

    @property
    def _won(self) -> int:
        """The points for winning a rubber."""
        return self.table.figures[WON, WON, WORTH]

    # The rows

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        """Return the rows of a session; if several rubbers are played, the heavier lines separate them."""
        rows = [self.row(hand) for hand in hands]
        if self._rubbers == 1:
            return rows
        begins = [False, *(self.settles(hand) for hand in hands)]
        return [replace(row, begins=line) for row, line in zip(rows, begins, strict=False)]

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        """Return the totals only: the gain is the value of the rubber, which is in the box below."""
        return super().amounts((), totals)

    def played_cells(self, hand: SheetHand, outcome: Any) -> Mapping[str, Value]:
        worked = self._worked(hand, outcome)
        cells: dict[str, Value] = {WHAT: joined([*_slams(worked), *self.revokes(outcome)]), TIMES: worked.multiplier}
        cells |= {TRUMP: SIGNS[outcome.trump]} | ({CAYENNE: SIGNS[outcome.cayenne]} if outcome.cayenne else {})
        if outcome.honours is not None:
            cells |= side_cells(HONOURS, {Side.AB: outcome.honours, Side.YZ: ALL_HONOURS - outcome.honours})
        if not self.settles(hand):
            cells |= side_cells(MARKER, worked.marker)
        for side in Side:
            steps_of_side = [step for step in worked.steps if step.side is side]
            if points := [_SIGN[step.kind] * step.points for step in steps_of_side if step.kind in _SIGN]:
                cells |= side_cells(POINTS, {side: Amount(sum(points))})
            if won := [str(step.points) for step in steps_of_side if step.kind == GAME_WON]:
                cells |= side_cells(GAMES, {side: " ".join(won)})
        return cells | side_cells(TRICKS, steps.tricks_of(Side.AB, outcome.tricks))

    def _worked(self, hand: SheetHand, outcome: Outcome) -> CayenneHand:
        """Return the hand as the rules score it."""
        assert isinstance(hand.before, RubberState)
        return work(self.table.figures, hand.before, outcome, slam_to_game=not self._slams_on_sheet)

    # The rubbers

    def boxes(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetBox]:
        """Return the sheet of all rubbers; on a blank sheet, with space for writing."""
        rows: list[tuple[Value, ...]]
        if hands is None:
            rows = [(str(number), _SUMS, _SUM, _SUMS, _SUM, _SUM) for number in self._to_be_played]
        else:
            rows = [_summed(rubber, self._won) for rubber in self._played(hands)]
        head = (_("Rubber"), SIDE_LETTERS[Side.AB], "=", SIDE_LETTERS[Side.YZ], "=", _("value"))
        return [SheetBox(title=_("Rubbers"), head=head, rows=tuple(rows))]

    def _played(self, hands: Sequence[SheetHand]) -> Iterator[Rubber]:
        """Yield the rubbers that have ended, then the one in progress."""
        for hand in hands:
            outcome, before, after = hand.scored.hand.outcome, hand.before, hand.scored.state
            assert isinstance(before, RubberState)
            assert isinstance(after, RubberState)
            if after.ended and isinstance(outcome, Outcome):
                worked = self._worked(hand, outcome)
                yield Rubber(number=before.number, games=worked.sheet, slams=worked.slams, last=after.ended)
        state = hands[-1].scored.state if hands else None
        if isinstance(state, RubberState) and (state.games != NONE or state.slams != NONE):
            yield Rubber(number=state.number, games=state.sheet, slams=state.slams)

    # The tariff

    def card(self) -> Sequence[CardPart]:
        cayenne = CardPart(title=_("The multiplier of each trump"), sentences=(_TURNED, _RANKED))
        where = _("Here they go on the sheet.") if self._slams_on_sheet else _("Here they go on the marker.")
        slams = CardPart(title=_("Slams at this table"), sentences=(where,))
        return [cayenne, slams, *super().card()]


_TURNED = _("The suit of the card turned up is cayenne; it decides the multiplier of each trump.")
_RANKED = _(
    "The second colour is the other suit of cayenne’s colour; of the two other suits, hearts or clubs is the third "
    "colour, diamonds or spades the fourth."
)

_SIGN: Mapping[str, int] = {
    steps.DEDUCTED: -1,
    steps.ADDED: 1,
    steps.TRICKS: 1,
    NULLO: 1,
    SLAM_TO_GAME: 1,
    steps.HONOURS: 1,
}
"""The steps that move their side's marker, and in which direction."""


def _summed(rubber: Rubber, added: int) -> tuple[Value, ...]:
    """Return a rubber as Foster writes it: each side's points, with their sum and the value once it is over."""
    last, cells = rubber.last, list[Value]()
    for side in Side:
        won = [added] if last and last.winner is side else []
        slams = [rubber.slams[side]] if rubber.slams[side] else []
        cells.append(" + ".join(map(str, [*rubber.games[side], *won, *slams])))
        cells.append(last.totals[side] if last else "")
    return (str(rubber.number), *cells, Amount(last.value) if last else "")


def _slams(worked: CayenneHand) -> Iterator[Text]:
    """Yield each slam with its points, for the remarks."""
    for step in worked.steps:
        if step.rule == "slam":
            yield _("{what}: {value}", what=SLAM_WORDS[step.number], value=step.points)


def _lettered(side: Side) -> Text:
    """Return the letters and names of the players of a side."""
    one, other = partners(side)
    values = {"a": SEAT_LETTERS[one], "b": SEAT_LETTERS[other], "one": SeatName(one), "other": SeatName(other)}
    return Text("{a} {one} – {b} {other}", values)
