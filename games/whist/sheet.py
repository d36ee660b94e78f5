"""Score sheet of Whist: what each side made in a hand, its marker, and the games that it won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.families.whist.hand import PLAYED
from games.families.whist.marker import tricks_of
from games.families.whist.sides import SIDE_LETTERS, Side, partners
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts
from games.ui.sheet import NUMBER, WHAT, CardPart, ScoreSheet, SheetColumn, SheetHand, Value, total
from games.whist.hand import AMERICAN_REVOKES, HONOURS, REVOKES, Outcome, hand_of
from games.whist.marker import WhistState, work
from games.whist.rules import PARAGRAPHS, TRUMPS
from games.whist.tariff import ALL_HONOURS

TRICKS, HELD, MARKER, GAMES = "tricks", "honours", "marker", "games"


def _cells(column: str, numbers: Mapping[Side, int]) -> dict[str, Value]:
    return {f"{column}-{side}": number for side, number in numbers.items()}


class WhistSheet(ScoreSheet):
    """A sheet with a row for each hand; totals only where a rubber or an American game ends, in a drive always."""

    @property
    def is_drive(self) -> bool:
        return self.table.rules == "drive"

    @property
    def with_honours(self) -> bool:
        return HONOURS in hand_of(self.table).items

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        first = [
            SheetColumn(name=NUMBER, share=0.65),
            SheetColumn(name=WHAT, head=_("Trumps") if self.is_drive else _("Remarks"), share=2.2, words=True),
        ]
        totals = [
            SheetColumn(name=total(seat), head=SeatName(seat), share=1.3, group=_("Total"), seat=seat, running=True)
            for seat in self.table.seats
        ]
        sides = [*self._side_columns(Side.AB), *self._side_columns(Side.YZ)]
        return [*first, *sides, *(self.seat_columns() if self.is_drive else totals)]

    def _side_columns(self, side: Side) -> list[SheetColumn]:
        one, other = partners(side)
        names = _("{one} and {other}", one=SeatName(one), other=SeatName(other))
        heads = {TRICKS: _("Tricks")}
        if self.with_honours:
            heads[HELD] = _("Hon.")
        if not self.is_drive:
            heads |= {MARKER: _("Marker"), GAMES: _("Games")}
        share = 2 if self.is_drive else 1  # so that the names above fit
        return [
            SheetColumn(name=f"{column}-{side}", head=head, group=names, share=share) for column, head in heads.items()
        ]

    def explained(self) -> Sequence[Text]:
        if self.is_drive:
            return (_("The ring marks who deals."), _("Each player writes down the tricks of his side."))
        written = _("Tricks: those won, before any penalty. Games: what a game is worth.")
        return (_("The ring marks who deals."), written)

    # The rows

    def settles(self, hand: SheetHand) -> bool:
        after = hand.scored.state
        assert isinstance(after, WhistState)
        return self.is_drive or bool(after.settled(self.table))

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        return super().amounts(amounts if self.is_drive else (), totals)

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome, before = hand.scored.hand.outcome, hand.before
        assert isinstance(outcome, Outcome)
        assert isinstance(before, WhistState)
        if outcome.call != PLAYED:
            return {WHAT: hand_of(self.table).names[outcome.call]}
        cells = _cells(TRICKS, tricks_of(Side.AB, outcome.tricks))
        if self.is_drive:
            return {WHAT: [*TRUMPS.values()][before.trump], **cells}
        revokes = AMERICAN_REVOKES if self.table.rules == "american" else REVOKES
        cells[WHAT] = joined(list(revokes.in_words([revoke._asdict() for revoke in outcome.revokes], SIDE_LETTERS)))
        if outcome.honours is not None:
            cells |= _cells(HELD, {Side.AB: outcome.honours, Side.YZ: ALL_HONOURS - outcome.honours})
        worked = work(self.table, before, outcome)
        if worked.won:
            return cells | _cells(GAMES, {worked.won.winner: worked.won.value})
        return cells | _cells(MARKER, worked.marker)

    # The rule card

    def card(self) -> Sequence[CardPart]:
        slugs = {"drive"} if self.is_drive else {"revoke", "tricks", "game-won"}
        if self.with_honours:
            slugs.add("honours")
        if self.table.rules in ("short", "long"):
            slugs.add("rubber")
        titles = [PARAGRAPHS[slug].title for slug in slugs]
        return [part for part in super().card() if part.tariffs or part.title in titles]
