"""Score sheet of Skat: a list as German clubs keep it, or each player's payments if hands are paid one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from games.scoring.tariffs import Figures
from games.scoring.text import Amount, SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts, SeatNumber, Table
from games.skat import page
from games.skat.game_value import foster_class, isko_value, reached
from games.skat.hand import SIGNS, Outcome
from games.skat.rules import PARAGRAPHS, on_sheet, premium
from games.skat.tariff import (
    CALL_NAMES,
    EVERY_TRICK,
    GAME_NAMES,
    GRANDS,
    NULL_NAMES,
    NULLO,
    NULLOS,
    NULLS,
    OTHERS,
    OWN,
    POINTS,
    RAMSCH,
    SEEGER,
    TIMES,
    UNITS,
    Call,
    Level,
    unit_of,
)
from games.skat.tariff import CONTRA as SAID
from games.ui.page import TariffTable, printed_tables
from games.ui.sheet import (
    NUMBER,
    TICK,
    WHAT,
    CardPart,
    ScoreSheet,
    SheetBox,
    SheetColumn,
    SheetHand,
    SheetRow,
    Value,
    total,
)

BASE, CLASS, MATADORS, CONTRA, GAIN, LOSS = "base", "class", "matadors", "contra", "gain", "loss"

_BASE = SheetColumn(name=BASE, head=_("Base value"), share=0.9)
_MATADORS = SheetColumn(name=MATADORS, head=_("Matadors"), share=0.8)


HANDS, HANDS_ON_SMALL_PAPER = {3: 36, 4: 48}, {3: 18, 4: 20}
"""Rows of a blank sheet: a list of twelve rounds (ISkO), or as many as fit on a small page."""


_LOST: Mapping[str, Text] = {
    "foster": PARAGRAPHS["foster-loss"].sentence,
    "gucki_solo": _("Every loss counts double."),
    "isko": _("Every loss counts double, hand games included."),
}
"""What the scorer must know about lost games, by rule set."""

_BY_EACH = _("The declarer settles with every other player at the table, including the one sitting out.")
_ON_SHEET = _("Only the declarer’s own figure is written.")
_MOST = _("The player with the most card points loses.")


def _step(name: str, head: Text | str, group: Text | str = "", *, share: float = 0.62) -> SheetColumn:
    return SheetColumn(name=name, head=head, share=share, group=group, ticks=True)


_STEPS = (
    _step("schneider", "", _("Schneider")),
    _step("schneider-announced", _("ann."), _("Schneider")),
    _step("schwarz", "", _("Schwarz")),
    _step("schwarz-announced", _("ann."), _("Schwarz")),
)

_OF_GAME: Mapping[str, tuple[SheetColumn, ...]] = {
    "foster": (
        SheetColumn(name=WHAT, head=_("The game"), share=3, words=True),
        _BASE,
        SheetColumn(name=CLASS, head=_("Class"), share=0.75),
        _MATADORS,
    ),
    "gucki_solo": (SheetColumn(name=WHAT, head=_("The game"), share=2.2, words=True), _BASE, _MATADORS, *_STEPS),
    "isko": (
        SheetColumn(name=WHAT, head=_("The game"), share=2, words=True),
        _BASE,
        _MATADORS,
        _step("hand", _("Hand game")),
        *_STEPS,
        _step("ouvert", _("Ouvert"), share=0.75),
    ),
}
"""The columns for the value of a game and its derivation, by rule set."""


@dataclass(frozen=True)
class ListFigures:
    """A player's figures on a list: the points, and the games won and lost as declarer.

    `own` and `others` are the Seeger-Fabian points for his own games, and for those that the others lost.
    """

    points: int = 0
    won: int = 0
    lost: int = 0
    own: int = 0
    others: int = 0

    def cells(self, seat: int) -> dict[str, Value]:
        return {total(seat): Amount(self.points), _won(seat): self.won, _lost(seat): self.lost}

    def after(self, table: Table, hand: SheetHand, seat: SeatNumber) -> ListFigures:
        """Return a player's figures after a hand; Seeger-Fabian points are kept apart until the foot."""
        scored = hand.scored
        points = self.points + sum(line.amounts[seat] for line in scored.entry.lines if line.rule != "seeger-fabian")
        declarer = getattr(scored.hand.outcome, "declarer", None)
        if declarer is None:
            return replace(self, points=points)
        made = _entry(table, hand) > 0
        added = premium(table, declarer, won=made)[seat]
        if declarer != seat:
            return replace(self, points=points, others=self.others + added)
        return ListFigures(points, self.won + made, self.lost + (not made), self.own + added, self.others)


def _won(seat: int) -> str:
    return f"won-{seat}"


def _lost(seat: int) -> str:
    return f"lost-{seat}"


def _entry(table: Table, hand: SheetHand) -> int:
    """Return the signed value of a game to its declarer, without Seeger-Fabian points.

    If hands are paid, this is what each other player pays.
    """
    outcome = hand.scored.hand.outcome
    assert isinstance(outcome, Outcome)
    assert outcome.declarer is not None
    payer = outcome.declarer if on_sheet(table) else table.after(outcome.declarer)
    amount = sum(line.amounts[payer] for line in hand.scored.entry.lines if line.rule != "seeger-fabian")
    return amount if on_sheet(table) else -amount


class SkatSheet(ScoreSheet):
    """A sheet with a row for each hand: the game and its value, and each player's total and games won and lost."""

    @property
    def hands(self) -> int:  # type: ignore[override] # by the number at the table
        return (HANDS_ON_SMALL_PAPER if self.small else HANDS)[self.table.size]

    @property
    def tournament(self) -> bool:
        """Whether this is a list that Seeger-Fabian can count: by ISkO, without Ramsch and contra."""
        options = self.table.options
        return self.table.rules == "isko" and on_sheet(self.table) and not (options["ramsch"] or options["contra"])

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        contra = [_step(CONTRA, _("Contra"))] if self.table.options.get("contra") else []
        return [
            SheetColumn(name=NUMBER, share=0.7),
            *_OF_GAME[self.table.rules],
            *contra,
            SheetColumn(name=GAIN, head="+", share=1, group=_("Game value")),
            SheetColumn(name=LOSS, head="−", share=1, group=_("Game value")),
            *(self._list_columns() if on_sheet(self.table) else self.seat_columns()),
        ]

    def _list_columns(self) -> list[SheetColumn]:
        columns = []
        for seat in self.table.seats:
            name = SeatName(seat)
            columns += [
                SheetColumn(name=total(seat), head=_("Points"), share=1.5, group=name, seat=seat, running=True),
                SheetColumn(name=_won(seat), head="+", share=0.6, group=name, seat=seat, running=True),
                SheetColumn(name=_lost(seat), head="−", share=0.6, group=name, seat=seat, running=True),
            ]
        return columns

    # The rows

    def blank(self) -> Sequence[SheetRow]:
        return [self._with_all(row) for row in super().blank()]

    def row(self, hand: SheetHand) -> SheetRow:
        return self._with_all(super().row(hand))

    def _with_all(self, row: SheetRow) -> SheetRow:
        """Return the row; if hands are paid, don't strike out the player who sits out, since he is paid as well."""
        return row if on_sheet(self.table) else replace(row, out=None)

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome = hand.scored.hand.outcome
        assert isinstance(outcome, Outcome)
        if outcome.declarer is None:
            return {WHAT: _ramsch(outcome) if outcome.call == Call.RAMSCH else hand.what}
        entry = _entry(self.table, hand)
        value = {GAIN: entry} if entry > 0 else {LOSS: -entry}
        return {**_OWN_CELLS[self.table.rules](self.table.figures, outcome, entry > 0), **value}

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        """As for any sheet, but empty on a list, whose own columns have the totals."""
        return {} if on_sheet(self.table) else super().amounts(amounts, totals)

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        """As for any sheet; on a list, each row has only the figures that changed, and all are carried over."""
        if not on_sheet(self.table):
            return super().filled(hands)
        standings = self.standings(hands)
        return [self._listed(*step) for step in zip(hands, standings[:-1], standings[1:], strict=True)]

    def _listed(self, hand: SheetHand, before: Sequence[ListFigures], after: Sequence[ListFigures]) -> SheetRow:
        plain = super().row(hand)
        return replace(plain, cells={**plain.cells, **_cells(after, before=before)}, carried=_cells(after))

    def standings(self, hands: Sequence[SheetHand]) -> list[tuple[ListFigures, ...]]:
        """Return everybody's figures before the first hand and after each."""
        table = self.table

        def add(standing: tuple[ListFigures, ...], hand: SheetHand) -> tuple[ListFigures, ...]:
            return tuple(
                [figures.after(table, hand, seat) for seat, figures in zip(table.seats, standing, strict=True)]
            )

        return list(accumulate(hands, add, initial=(ListFigures(),) * table.size))

    # Below the rows

    def foot(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetRow]:
        if not on_sheet(self.table):
            return super().foot(hands)
        standing = () if hands is None else self.standings(hands)[-1]
        points = SheetRow(cells={WHAT: _("Points"), **_cells(standing)}, strong=True)
        return [points, *(self._seeger(standing) if self.tournament else self._settled(standing))]

    def _seeger(self, standing: Sequence[ListFigures]) -> list[SheetRow]:
        """Return the Seeger-Fabian rows of a list; if the table doesn't play for them, they are for comparison."""
        own, others = self._seeger_figures()
        counts = self.table.options["seeger"] is True
        name = _("Seeger-Fabian") if counts else _("Seeger-Fabian, for comparison")
        return [
            _sums(_("Games won less games lost, × {times}", times=own), [figures.own for figures in standing]),
            _sums(_("Games lost by the others, × {times}", times=others), [figures.others for figures in standing]),
            _sums(name, [figures.points + figures.own + figures.others for figures in standing], strong=counts),
        ]

    def _seeger_figures(self) -> tuple[int, int]:
        """Return what a game won or lost counts for its declarer, and one that was lost for each of the others."""
        figures = self.table.figures
        return figures[SEEGER, OWN, POINTS], figures[SEEGER, f"{OTHERS}-{self.table.size}", POINTS]

    def _settled(self, standing: Sequence[ListFigures]) -> list[SheetRow]:
        """Return the row with what paying each hand would have come to (L)."""
        points = [figures.points for figures in standing]
        paid = [self.table.size * score - sum(points) for score in points]
        return [_sums(_("The same, paid hand by hand"), paid)]

    def boxes(self, hands: Sequence[SheetHand] | None) -> Sequence[SheetBox]:
        """Return the check of a list that counts by Seeger-Fabian: its sums over all players.

        The game points and the premiums of all games won and lost add up to the players' final totals.
        """
        if not self.tournament or self.table.options["seeger"] is not True:
            return ()
        own, others = self._seeger_figures()
        head = (
            _("Check"),
            _("Points"),
            _("Games won less games lost, × {times}", times=own),
            _("Games lost, × {times}", times=others * (self.table.size - 1)),
            _("Together"),
            _("Seeger-Fabian"),
        )
        return (SheetBox(head=head, rows=((_("All players"), *self._sums_of_all(hands)),)),)

    def _sums_of_all(self, hands: Sequence[SheetHand] | None) -> tuple[Value, ...]:
        if hands is None:
            return ("",) * 5
        standing = self.standings(hands)[-1]
        points, own, others = (
            sum(getattr(figures, figure) for figures in standing) for figure in ("points", "own", "others")
        )
        each = sum(figures.points + figures.own + figures.others for figures in standing)
        return tuple(map(Amount, (points, own, others, points + own + others, each)))

    # The tariff

    @cached_property
    def _printed(self) -> Mapping[str, TariffTable]:
        return printed_tables(self.rules.tariff(self.table.rules))

    def explained(self) -> Sequence[Text]:
        return (_LOST[self.table.rules],)

    def small_print(self) -> Sequence[TariffTable]:
        worth = [self._printed[slug] for slug in (UNITS, GRANDS, NULLOS, NULLS) if slug in self._printed]
        ends = {"foster": [page.classes], "gucki_solo": [page.gucki_announced]}
        contra = [self._printed[SAID]] if self.table.options.get("contra") else []
        return [*worth, *(make() for make in ends.get(self.table.rules, ())), *contra, *self._ramsch]

    @property
    def _ramsch(self) -> tuple[TariffTable, ...]:
        if not self.table.options["ramsch"]:
            return ()
        return tuple(self._printed[slug] for slug in (RAMSCH, EVERY_TRICK) if slug in self._printed)

    def card(self) -> Sequence[CardPart]:
        """Return the whole tariff with the table's options."""
        printed, options = self._printed, self.table.options
        parts = [*_PARTS[self.table.rules](printed)]
        if options.get("contra"):
            parts.append(CardPart.from_paragraph(PARAGRAPHS["contra"], printed[SAID]))
        if options["ramsch"]:
            parts.append(CardPart(title=PARAGRAPHS["ramsch"].title, sentences=(_MOST,), tariffs=self._ramsch))
        if options.get("seeger"):
            parts.append(CardPart.from_paragraph(PARAGRAPHS["seeger-fabian"], printed[SEEGER]))
        pays = _ON_SHEET if on_sheet(self.table) else _BY_EACH
        cards = CardPart(title=_("Cards"), tariffs=(page.cards(),))
        return [*parts, CardPart(title=_("Who pays"), sentences=(pays,)), cards]


def _foster(printed: Mapping[str, TariffTable]) -> Iterator[CardPart]:
    worth = (printed[UNITS], printed[GRANDS], page.classes(), page.foster_values())
    yield CardPart.from_paragraph(PARAGRAPHS["foster-value"], *worth)
    yield CardPart.from_paragraph(PARAGRAPHS["foster-loss"], page.foster_losses())
    yield CardPart.from_paragraph(PARAGRAPHS["nullo"], printed[NULLOS])


def _gucki_solo(printed: Mapping[str, TariffTable]) -> Iterator[CardPart]:
    worth = (printed[UNITS], printed[GRANDS], page.gucki_announced())
    yield CardPart.from_paragraph(PARAGRAPHS["gucki-solo-value"], *worth)
    yield CardPart.from_paragraph(PARAGRAPHS["nullo"], printed[NULLOS])
    yield CardPart(title=_("Game values"), tariffs=(page.gucki_values(),))


def _isko(printed: Mapping[str, TariffTable]) -> Iterator[CardPart]:
    worth = (printed[UNITS], printed[GRANDS], page.isko_steps(), page.isko_values())
    yield CardPart.from_paragraph(PARAGRAPHS["isko-value"], *worth)
    yield CardPart.from_paragraph(PARAGRAPHS["overbid"])
    yield CardPart.from_paragraph(PARAGRAPHS["null"], printed[NULLS])
    yield CardPart(title=_("Possible bids"), tariffs=(page.bids(),))


_PARTS: Mapping[str, Callable[[Mapping[str, TariffTable]], Iterator[CardPart]]] = {
    "foster": _foster,
    "gucki_solo": _gucki_solo,
    "isko": _isko,
}


def _cells(standing: Sequence[ListFigures], before: Sequence[ListFigures] = ()) -> dict[str, Value]:
    """Return the cells of all players' columns, or with `before`, only of players whose figures have changed."""
    cells: dict[str, Value] = {}
    for seat, listed in enumerate(standing):
        figures = listed.cells(seat)
        if not before or figures != before[seat].cells(seat):
            cells |= figures
    return cells


def _sums(words: Text, sums: Sequence[int], *, strong: bool = False) -> SheetRow:
    return SheetRow(
        cells={WHAT: words, **{total(seat): Amount(amount) for seat, amount in enumerate(sums)}}, strong=strong
    )


def _isko_cells(figures: Figures, outcome: Outcome, _won: bool) -> dict[str, Value]:
    """Return the cells for a game with its base value, matadors and steps; a null has none of these."""
    contra: dict[str, Value] = {CONTRA: f"× {figures[SAID, outcome.contra, TIMES]}"} if outcome.contra else {}
    if outcome.call == Call.NULL:
        return {WHAT: NULL_NAMES[outcome.hand, outcome.ouvert], **contra}
    overbid = isko_value(figures, outcome).value < outcome.bid
    reached_level = max(outcome.level, reached("isko", outcome.card_points, schwarz=outcome.schwarz))
    return {
        WHAT: _overbid(outcome) if overbid else _game(outcome),
        BASE: unit_of(figures, outcome.call, outcome.suit),
        MATADORS: outcome.matadors,
        **_ticks(hand=outcome.hand, ouvert=outcome.ouvert),
        **_step_ticks(outcome.level, reached_level),
        **contra,
    }


def _gucki_cells(figures: Figures, outcome: Outcome, won: bool) -> dict[str, Value]:
    """Return the cells for a game with its unit, matadors and steps; a nullo has none of these."""
    if outcome.call in NULLO:
        return {WHAT: _game(outcome)}
    reached_level, level = reached("gucki_solo", outcome.card_points, schwarz=outcome.schwarz), outcome.level
    # If a game with an announcement is lost, nothing else counts.
    made = reached_level if won or not level else Level.GAME
    unit = unit_of(figures, outcome.call, outcome.suit)
    return {WHAT: _game(outcome), BASE: unit, MATADORS: outcome.matadors, **_step_ticks(level, made)}


def _foster_cells(figures: Figures, outcome: Outcome, _won: bool) -> dict[str, Value]:
    """Return the cells for a game with its unit, class and matadors; a nullo has none of these."""
    game = joined([_game(outcome), _("passt mir nicht")]) if outcome.passt_mir_nicht else _game(outcome)
    if outcome.call in NULLO:
        return {WHAT: game}
    unit = unit_of(figures, outcome.call, outcome.suit)
    return {WHAT: game, BASE: unit, CLASS: foster_class(figures, outcome), MATADORS: outcome.matadors}


_OWN_CELLS: Mapping[str, Callable[[Figures, Outcome, bool], dict[str, Value]]] = {
    "foster": _foster_cells,
    "gucki_solo": _gucki_cells,
    "isko": _isko_cells,
}


def _game(outcome: Outcome) -> Text:
    """Return the name of a game; for a suit game, the suit symbol and the name."""
    if outcome.suit is None:
        return GAME_NAMES[outcome.call, None]
    name = GAME_NAMES[outcome.call, outcome.suit] if outcome.call == Call.SUIT else CALL_NAMES[outcome.call]
    return Text("{sign} {name}", {"sign": SIGNS[outcome.suit], "name": name})


def _overbid(outcome: Outcome) -> Text:
    """Return the name of an overbid game; for lack of room, a suit game is only the suit symbol."""
    game = GAME_NAMES[outcome.call, None] if outcome.suit is None else SIGNS[outcome.suit]
    return Text("{what} {overbid}", {"what": game, "overbid": _("overbid")})


def _ticks(**steps: bool) -> dict[str, Value]:
    return {step.replace("_", "-"): TICK for step, counts in steps.items() if counts}


def _step_ticks(announced: Level, made: Level) -> dict[str, Value]:
    return _ticks(
        schneider=made >= Level.SCHNEIDER,
        schneider_announced=announced >= Level.SCHNEIDER,
        schwarz=made >= Level.SCHWARZ,
        schwarz_announced=announced >= Level.SCHWARZ,
    )


def _ramsch(outcome: Outcome) -> Text:
    """Return the name of a Ramsch with the active players' card points, in seat order."""
    card_points = " / ".join(str(points) for points in outcome.points_taken if points is not None)
    return Text("{game} {taken}", {"game": GAME_NAMES[Call.RAMSCH, None], "taken": card_points})
