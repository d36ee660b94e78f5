"""Score sheet of Whist: what each side made in a hand, its marker, and the games that it won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.families.whist.marker import tricks_of
from games.families.whist.rubber import RubberState
from games.families.whist.sheet import GAMES, MARKER, REMARKS, TRICKS, SidesSheet, side_cells, side_columns
from games.families.whist.sheet import HONOURS as HELD
from games.scoring.sides import SIDE_WORDS, Side
from games.scoring.text import SeatName, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Amounts
from games.ui.sheet import NUMBER, WHAT, SheetColumn, SheetHand, Value
from games.whist.hand import HONOURS, hand_of
from games.whist.marker import work
from games.whist.rules import GAME_WON, TRUMPS, trump_of
from games.whist.tariff import ALL_HONOURS, TARGETS


class WhistSheet(SidesSheet):
    """A sheet with a row for each hand; totals only where a rubber or an American game ends, in a drive always."""

    @property
    def is_drive(self) -> bool:
        return self.table.rules == "drive"

    @property
    def with_honours(self) -> bool:
        return HONOURS in hand_of(self.table).items

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        share = 2 if self.is_drive else 1  # so that the names above fit
        honours = (HELD,) if self.with_honours else ()
        shares = dict.fromkeys((TRICKS,) if self.is_drive else (TRICKS, *honours, MARKER, GAMES), share)
        totals = [SeatName(seat) for seat in self.table.seats]
        return [
            SheetColumn(name=NUMBER, share=0.65),
            replace(REMARKS, head=_("Trumps")) if self.is_drive else REMARKS,
            *(column for side in Side for column in side_columns(side, SIDE_WORDS[side], shares)),
            *(self.seat_columns() if self.is_drive else self.total_columns(totals, share=1.3)),
        ]

    def explained(self) -> Sequence[Text]:
        if self.is_drive:
            return (_("The ring marks who deals."), _("Each player writes down the tricks of his side."))
        written = _("Tricks: those won, before any penalty. Games: what a game is worth.")
        return (_("The ring marks who deals."), written)

    # The rows

    def settles(self, hand: SheetHand) -> bool:
        return self.is_drive or super().settles(hand)

    def amounts(self, amounts: Amounts, totals: Amounts) -> dict[str, Value]:
        return super().amounts(amounts if self.is_drive else (), totals)

    def played_cells(self, hand: SheetHand, outcome: Any) -> Mapping[str, Value]:
        before = hand.before
        assert isinstance(before, RubberState)
        cells = side_cells(TRICKS, tricks_of(Side.AB, outcome.tricks))
        if self.is_drive:
            return {WHAT: TRUMPS[trump_of(self.table, before)], **cells}
        cells[WHAT] = joined(self.revokes(outcome))
        if outcome.honours is not None:
            cells |= side_cells(HELD, {Side.AB: outcome.honours, Side.YZ: ALL_HONOURS - outcome.honours})
        worked = work(self.table, before, outcome)
        if worked.won:
            return cells | side_cells(GAMES, {worked.won.winner: worked.won.value})
        return cells | side_cells(MARKER, worked.marker)

    # The rule card

    def on_card(self, slug: str) -> bool:
        if slug == "honours":
            return self.with_honours
        if slug == "rubber":
            return self.table.rules in ("short", "long")
        return slug in ({"drive"} if self.is_drive else {"revoke", "tricks", "game-won"})

    def sentence_on_card(self, slug: str) -> Text:
        if slug == "game-won":
            return Text(GAME_WON.template, {"points": TARGETS[self.table.rules].points})
        if slug == "revoke":
            return _AMERICAN_REVOKE if self.table.rules == "american" else _REVOKE
        return super().sentence_on_card(slug)


_REVOKE = _(
    "For each revoke, the other side takes three points off the offenders’ marker, adds three to its own, or takes "
    "three of their tricks. A side that revoked can’t win the game in that hand."
)
_AMERICAN_REVOKE = _(
    "For each revoke, the other side takes two of the offenders’ tricks. A side that revoked can’t win the game in "
    "that hand."
)
