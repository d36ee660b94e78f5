"""The form of the whist games: the side with the odd trick and its tricks, numbers of both sides, and revokes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from games.families.whist.hand import (
    ALL_TRICKS,
    BOOK,
    OddTrick,
    OfFirstSide,
    Penalty,
    Revokes,
    Sides,
    SideWords,
    Tricks,
)
from games.scoring.hand import Item
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber
from games.ui.forms import Choices, naming_players, whole_number
from games.ui.hand_form import Group, Groups, HandForm

REVOKES_SHOWN = 2
_REVOKE = re.compile(r"revokes-(0|[1-9][0-9]{0,3})-by")


class SidesForm(HandForm):
    """A hand of whist between two sides; a revoke has a group for its side and one for its penalty."""

    side_look: ClassVar[str] = "two"

    @property
    def seats_of_sides(self) -> Mapping[str, tuple[SeatNumber, ...]]:
        """The players of each side."""
        return dict(zip(self.sides, self.position.rules.sides(self.table), strict=True))

    def label_of(self, side: SideWords) -> Text:
        """Return the name of a side at this table."""
        return side.label

    @property
    def _both(self) -> Sides:
        return next(item.sides for item in self.hand.items if isinstance(item, OddTrick))

    @property
    def sides(self) -> tuple[str, str]:
        first, other = self._both
        return first.value.value, other.value.value

    def group(self, item: Item) -> Group:
        match item:
            case OddTrick():
                return self._of_sides(item.name, item.label, needed=True, look=self.side_look)
            case Revokes():
                groups = [group for row in self._rows for group in self._revoke(item, row)]
                return Groups(item.name, item.label, tuple(groups), self.error_at(item.name))
        return super().group(item)

    def _of_sides(self, name: str, legend: Text, *also: tuple[str, Text], needed: bool, look: str) -> Choices:
        sides = [(side.value.value, self.label_of(side)) for side in self._both]
        group = self.chips(name, legend, [*also, *sides], needed=needed, look=look, silent=not needed)
        return naming_players(group, self.seats_of_sides)

    @property
    def _rows(self) -> list[int]:
        """The numbers of the revokes on the form, with a free one at the end."""
        free = self.used_revokes[-1] + 1 if self.used_revokes else 0
        return sorted({*self.used_revokes, free, *range(REVOKES_SHOWN)})

    def _revoke(self, item: Revokes, row: int) -> tuple[Choices, ...]:
        by, penalty = f"{item.name}-{row}-by", f"{item.name}-{row}-penalty"
        legend = _("Revoke {number} by", number=row + 1)
        never_with = {Penalty.TRICKS.value: tuple(item.never_taken(by))}
        offered = list(item.penalties.items())
        sides = self._of_sides(by, legend, ("", _("no revoke")), needed=False, look="line three revoked")
        if not item.has_choice:
            return (sides,)
        return (
            sides,
            self.chips(penalty, _("Penalty"), offered, look="line three", silent=True, never_with=never_with),
        )

    @cached_property
    def used_revokes(self) -> list[int]:
        """The numbers of the rows with a side chosen; a penalty alone is not a revoke yet."""
        matches = (_REVOKE.fullmatch(name) for name, value in self.data.items() if value)
        return sorted(int(matched[1]) for matched in matches if matched)

    def needed(self) -> Iterable[tuple[str, Text]]:
        yield from super().needed()
        if any(isinstance(item, Revokes) and item.has_choice for item in self.taken):
            for row in self.used_revokes:
                yield f"revokes-{row}-penalty", _("penalty of revoke {number}", number=row + 1)

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        match item:
            case OddTrick():
                return {}
            case Revokes():
                revokes = [self._raw_revoke(f"{item.name}-{row}") for row in self.used_revokes]
                return {item.name: revokes} if revokes else {}
        return super().raw_of_item(item)

    def _raw_revoke(self, name: str) -> dict[str, str]:
        penalty = self.data.get(f"{name}-penalty")
        return {"by": self.data[f"{name}-by"], **({"penalty": penalty} if penalty else {})}

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if isinstance(item, Revokes):
            revokes = enumerate(raw.get(item.name, ()))
            return {f"{item.name}-{row}-{name}": revoke[name] for row, revoke in revokes for name in revoke}
        return super().values_of_item(item, raw)


class WhistForm(SidesForm):
    """A hand in which the side with the odd trick is chosen first, then its tricks."""

    def group(self, item: Item) -> Group:
        match item:
            case Tricks():
                gains = {won: item.gain(won) for won in range(BOOK + 1, ALL_TRICKS + 1)}
                offered = [(str(won), str(won), f"+{gain}" if gain else "") for won, gain in gains.items()]
                return self.chips(item.name, item.label, offered, needed=True, look="seven")
            case OfFirstSide():
                numbers = [(str(number), f"{number} – {item.high - number}") for number in range(item.high, -1, -1)]
                return self.chips(item.name, item.label, numbers, needed=True, look=item.name)
        return super().group(item)

    def group_of(self, field: str) -> str:
        """As for any form, except that errors in `tricks` show at `side` while no side is chosen."""
        return "side" if field == "tricks" and not self._side else super().group_of(field)

    @property
    def _side(self) -> str:
        """The chosen side, or empty if none or an unknown one was posted."""
        side = self.data.get("side", "")
        return side if side in self.sides else ""

    def raw_of_item(self, item: Item) -> dict[str, Any]:
        if not isinstance(item, Tricks):
            return super().raw_of_item(item)
        side, tricks = self._side, self.data.get(item.name)
        if not side or not tricks:
            return {}
        won = whole_number(tricks)
        return {item.name: item.high - won if side == self.sides[1] and isinstance(won, int) else won}

    def values_of_item(self, item: Item, raw: Mapping[str, Any]) -> dict[str, str]:
        if not isinstance(item, Tricks):
            return super().values_of_item(item, raw)
        tricks, (first, other) = int(raw[item.name]), self.sides
        side, won = (first, tricks) if tricks > BOOK else (other, item.high - tricks)
        return {"side": side, item.name: str(won)}
