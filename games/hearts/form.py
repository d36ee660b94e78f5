"""The form of a hand of Hearts: everybody's hearts and the queen of spades, or all of it for a moon.

An ordinary hand of four takes five taps: the queen, the hearts of three players, save. The last player has the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from games.hearts.hand import ALL_POINTS, HEARTS, MOON, POINTS, QUEEN, Outcome, shooter_of, shot_the_moon
from games.hearts.rules import shot_by
from games.scoring.hand import Item
from games.scoring.text import Text, named
from games.scoring.text import message as _
from games.scoring.types import ScoredHand, SeatNumber
from games.ui.forms import Choices, Offered, Says, whole_number
from games.ui.hand_form import Group, HandForm

HEARTS_OF, QUEEN_OF, SHOT_BY = "hearts-{}", "queen", "moon-{}"


@dataclass(frozen=True, slots=True)
class Left:
    """How many hearts are left for the last player."""

    name: ClassVar[str] = "left"
    said: Text


@dataclass(frozen=True, slots=True)
class PointsGroup:
    """For each player the hearts and a chip for the queen of spades and one for all points; the last has no hearts."""

    template: ClassVar[str] = "hearts/_points.html"
    name: str
    legend: Text
    rows: Sequence[tuple[Choices, Choices]]
    last: Choices
    left: Left
    error: Text | None
    together: ClassVar[int] = HEARTS


class HeartsForm(HandForm):
    """The form of Hearts."""

    def group(self, item: Item) -> Group:
        if item is not POINTS:
            return super().group(item)
        *others, last = self.table.seats
        rows = [(self._hearts(seat), self._queen(seat)) for seat in others]
        return PointsGroup(item.name, item.label, rows, self._queen(last), self._left, self.error_at(item.name))

    def _hearts(self, seat: SeatNumber) -> Choices:
        numbers = [(str(number), str(number)) for number in range(HEARTS + 1)]
        return self.chips(HEARTS_OF.format(seat), named(seat), numbers, needed=True, look="hearts keys", silent=True)

    def _queen(self, seat: SeatNumber) -> Choices:
        """Return the chips of a player for the queen and for a moon; only one of all players' can be chosen."""
        offered: list[Offered] = [(str(int(seat)), _("♠Q")), (SHOT_BY.format(seat), str(ALL_POINTS))]
        return self.chips(QUEEN_OF, named(seat), offered, look="queen keys", silent=True)

    @cached_property
    def _given(self) -> dict[str, int | str]:
        """The hearts that were tapped, by seat."""
        posted = {str(int(seat)): self.data.get(HEARTS_OF.format(seat)) for seat in self.table.seats}
        return {seat: whole_number(number) for seat, number in posted.items() if number}

    @property
    def _hearts_left(self) -> int:
        return max(0, HEARTS - sum(number for number in self._given.values() if isinstance(number, int)))

    @property
    def _left(self) -> Left:
        return Left(_("what is left: {left}", left=self._hearts_left))

    @property
    def says(self) -> Sequence[Says]:
        return (self._left,)

    @cached_property
    def _so_far(self) -> dict[str, int | str]:
        """Everybody's points, as far as they are known: what is left of the hearts is the last player's."""
        seats, queen = [str(int(seat)) for seat in self.table.seats], self.data.get(QUEEN_OF, "")
        shot = {SHOT_BY.format(seat): seat for seat in seats}
        if queen in shot:
            return {seat: ALL_POINTS if seat == shot[queen] else 0 for seat in seats}
        if queen not in seats:
            return {}
        points, left = dict(self._given), self._hearts_left
        without = [seat for seat in seats if seat not in points]
        if len(without) == 1 or not left:
            points |= dict.fromkeys(without, left)
        taken = points.get(queen)
        if isinstance(taken, int):
            points[queen] = taken + QUEEN
        return {seat: points[seat] for seat in seats if seat in points}

    # What is missing

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.hand.items)

    def group_of(self, field: str) -> str:
        return field.split(".", maxsplit=1)[0]

    @property
    def _shooter(self) -> int | None:
        return shooter_of({int(seat): number for seat, number in self._so_far.items() if isinstance(number, int)})

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from super().needed()
        if MOON in self.taken and self._shooter is not None:
            yield MOON.name, _("what the moon does")

    # From the screen to an outcome and back

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if item is POINTS:
            return {item.name: self._so_far} if self._so_far else {}
        if item is MOON and self._shooter is None:
            return {}
        return super().raw_of_item(item)

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        """Return what would have been posted: of two players with 13 points, the first then has the queen."""
        if item is not POINTS:
            return super().values_of_item(item, raw)
        points = {int(seat): number for seat, number in raw[item.name].items()}
        if (shooter := shooter_of(points)) is not None:
            return {QUEEN_OF: SHOT_BY.format(shooter)}
        queen = next(seat for seat, number in points.items() if number >= QUEEN)
        points[queen] -= QUEEN
        *others, _last = self.table.seats
        return {QUEEN_OF: str(queen), **{HEARTS_OF.format(seat): str(points[seat]) for seat in others}}

    # In words

    def result(self, scored: ScoredHand) -> Text:
        """Return who has the most of the hand, or who shot the moon."""
        outcome = scored.hand.outcome
        shooter = shot_by(outcome) if isinstance(outcome, Outcome) else None
        return super().result(scored) if shooter is None else shot_the_moon(shooter)
