"""The score sheets of the whist games: columns of each side, and a row for each hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.families.whist.hand import PLAYED, Revokes
from games.scoring.sides import SIDE_LETTERS
from games.scoring.text import Text
from games.scoring.text import message as _
from games.ui.sheet import WHAT, ScoreSheet, SheetColumn, SheetHand, SheetRow, Value, total

TRICKS, HONOURS, POINTS, MARKER, GAMES, SLAMS = "tricks", "honours", "points", "marker", "games", "slams"
"""The columns of a side."""
_HEADS: Mapping[str, Text] = {
    TRICKS: _("Tricks"),
    HONOURS: _("Hon."),
    POINTS: _("Points"),
    MARKER: _("Marker"),
    GAMES: _("Games"),
    SLAMS: _("Slam"),
}
REMARKS = SheetColumn(name=WHAT, head=_("Remarks"), share=2.2, words=True)


def side_column(column: str, side: str) -> str:
    """Return the name of a column for one side."""
    return f"{column}-{side}"


def side_columns(side: str, group: Text, shares: Mapping[str, float]) -> Iterable[SheetColumn]:
    """Yield these columns of a side, each with its share of the width."""
    for column, share in shares.items():
        yield SheetColumn(name=side_column(column, side), head=_HEADS[column], group=group, share=share)


def side_cells(column: str, numbers: Mapping[Any, Value]) -> dict[str, Value]:
    """Return the cells of a column for these sides."""
    return {side_column(column, side): number for side, number in numbers.items()}


class SidesSheet(ScoreSheet):
    """A sheet of a game between two sides; it shows amounts and totals only where counters move."""

    side_names: ClassVar[Mapping[str, Text | str]] = SIDE_LETTERS
    """The names of the sides in remarks."""

    def total_columns(self, heads: Sequence[Value], *, share: float) -> list[SheetColumn]:
        """Return a column for the total of each player."""
        return [
            SheetColumn(name=total(seat), head=heads[seat], share=share, group=_("Total"), seat=seat, running=True)
            for seat in self.table.seats
        ]

    def settles(self, hand: SheetHand) -> bool:
        after: Any = hand.scored.state
        return after.ended is not None

    def row(self, hand: SheetHand) -> SheetRow:
        outcome: Any = hand.scored.hand.outcome
        return replace(super().row(hand), across=outcome.call != PLAYED)

    def cells(self, hand: SheetHand) -> Mapping[str, Value]:
        outcome: Any = hand.scored.hand.outcome
        if outcome.call != PLAYED:
            return {WHAT: self.rules.hand_at(self.table).names[outcome.call]}
        return self.played_cells(hand, outcome)

    @abstractmethod
    def played_cells(self, hand: SheetHand, outcome: Any) -> Mapping[str, Value]:
        """Return the cells of the game's own columns for a hand that was played."""

    def revokes(self, outcome: Any) -> list[Text]:
        """Return each revoke in a few words, for the remarks."""
        revokes = [revoke._asdict() for revoke in outcome.revokes]
        items = (item for item in self.rules.hand_at(self.table).items if isinstance(item, Revokes))
        return [words for item in items for words in item.in_words(revokes, self.side_names)]
