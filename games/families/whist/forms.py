"""Base class of the whist games' forms: the odd trick between two sides, revokes with penalties, misdeals.

The side with more than six tricks wins the *odd trick*. The form asks for its tricks; the other side has the rest of
the thirteen. A revoke is a row of two groups: the side that revoked, and the penalty the other side chose.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import SeatNumber
from games.ui.forms import Choices, OutcomeForm, naming_players, whole_number

ALL_TRICKS = 13
BOOK = 6
"""The first six tricks of a side, which don't count."""
PLAYED = ""
"""The posted call of a hand that was played; its outcome has no `call`."""
REVOKES_SHOWN = 2
_REVOKE = re.compile(r"revokes-(0|[1-9][0-9]{0,3})-by")


class WhistForm(OutcomeForm):
    """A hand of whist between two sides, whose outcome has the `tricks` of the first side and `revokes`."""

    side_names: ClassVar[Mapping[str, Text]]
    """The general names of both sides; the outcome has the tricks of the first."""
    penalties: ClassVar[Mapping[str, Text]]
    not_played: ClassVar[Mapping[str, Text]]
    """The calls of a hand that was not played."""
    tricks_penalty: ClassVar[str]
    """The penalty that takes tricks from the side that revoked."""
    kept_tricks: ClassVar[int]
    """The number of tricks of which that penalty takes none."""
    side_look: ClassVar[str] = "two"

    # Groups of chips

    @property
    def played(self) -> bool:
        return self.data.get("call", PLAYED) not in self.not_played

    @property
    def sides(self) -> list[tuple[str, Text]]:
        """Both sides, with their names at this table."""
        return list(self.side_names.items())

    @abstractmethod
    def gain(self, won: int) -> int:
        """Return the gain that the chip for this many tricks shows."""

    @property
    @abstractmethod
    def seats_of_sides(self) -> Mapping[str, tuple[SeatNumber, ...]]:
        """The players of each side."""

    @cached_property
    def side(self) -> Choices:
        group = self.chips("side", _("The odd trick was won by"), self.sides, needed=True, look=self.side_look)
        return naming_players(group, self.seats_of_sides)

    @cached_property
    def tricks(self) -> Choices:
        """The tricks of the side that has more than six."""
        # A slam that is scored separately gains nothing here.
        gains = {won: self.gain(won) for won in range(BOOK + 1, ALL_TRICKS + 1)}
        offered = [(str(won), str(won), f"+{gain}" if gain else "") for won, gain in gains.items()]
        return self.chips("tricks", _("Tricks of that side"), offered, needed=True, look="seven")

    @cached_property
    def call(self) -> Choices:
        offered = [(PLAYED, _("Played")), *self.not_played.items()]
        return self.chips("call", _("The deal"), offered, look="minor")

    @cached_property
    def revokes(self) -> list[tuple[Choices, Choices]]:
        """For each revoke, the groups for its side and its penalty; there is always an empty row."""
        free = self.used_revokes[-1] + 1 if self.used_revokes else 0
        numbers = sorted({*self.used_revokes, free, *range(REVOKES_SHOWN)})
        return [self._revoke(f"revokes-{place}", place + 1) for place in numbers]

    def _revoke(self, name: str, number: int) -> tuple[Choices, Choices]:
        sides = [("", _("no revoke")), *self.sides]
        by = self.chips(
            f"{name}-by", _("Revoke {number} by", number=number), sides, look="line three revoked", silent=True
        )
        by = naming_players(by, self.seats_of_sides)
        penalties = list(self.penalties.items())
        never_with = {self.tricks_penalty: tuple(self.without_tricks(f"{name}-by"))}
        return by, self.chips(
            f"{name}-penalty", _("Penalty"), penalties, look="line three", silent=True, never_with=never_with
        )

    def without_tricks(self, by: str) -> Iterator[str]:
        """Yield the conditions under which the side chosen in this group has no trick that can be taken."""
        first, other = self.side_names
        for winner, loser in ((first, other), (other, first)):
            for won in range(ALL_TRICKS - self.kept_tricks, ALL_TRICKS + 1):
                yield f"side={winner}&tricks={won}&{by}={loser}"

    @cached_property
    def used_revokes(self) -> list[int]:
        """The numbers of the rows with a side chosen; a penalty alone is not a revoke yet."""
        matches = (_REVOKE.fullmatch(name) for name, value in self.data.items() if value)
        return sorted(int(matched[1]) for matched in matches if matched)

    @property
    def revokes_error(self) -> Text | None:
        return self.error_at("revokes")

    @property
    def folded(self) -> tuple[str, ...]:
        return ("revokes",)

    # Conversion between posted data and outcomes

    def group_of(self, field: str) -> str:
        """As for any form, except that errors in `tricks` show at `side` while no side is chosen."""
        return "side" if field == "tricks" and not self._side else super().group_of(field)

    def needed_of_revokes(self) -> Iterable[tuple[str, Text]]:
        for place in self.used_revokes:
            yield f"revokes-{place}-penalty", _("penalty of revoke {number}", number=place + 1)

    @property
    def _side(self) -> str:
        """The chosen side, or empty if none or an unknown one was posted."""
        side = self.data.get("side", "")
        return side if side in self.side_names else ""

    def raw_of_tricks(self) -> dict[str, Any]:
        """Return the fields `tricks` and `revokes` from the posted data."""
        raw: dict[str, Any] = {}
        side, tricks = self._side, self.data.get("tricks")
        if side and tricks:
            won, (_first, other) = whole_number(tricks), self.side_names
            raw["tricks"] = ALL_TRICKS - won if side == other and isinstance(won, int) else won
        if self.used_revokes:
            raw["revokes"] = [self._raw_revoke(f"revokes-{place}") for place in self.used_revokes]
        return raw

    def _raw_revoke(self, name: str) -> dict[str, str]:
        penalty = self.data.get(f"{name}-penalty")
        return {"by": self.data[f"{name}-by"], **({"penalty": penalty} if penalty else {})}

    def values_of_tricks(self, raw: Mapping[str, Any]) -> dict[str, str]:
        """Return what would have been posted for `tricks` and `revokes`: the inverse of `raw_of_tricks`."""
        tricks, (first, other) = int(raw["tricks"]), self.side_names
        side, won = (first, tricks) if tricks > BOOK else (other, ALL_TRICKS - tricks)
        values = {"side": str(side), "tricks": str(won)}
        for place, revoke in enumerate(raw.get("revokes", ())):
            values |= {f"revokes-{place}-{name}": revoke[name] for name in ("by", "penalty")}
        return values

    # In words

    @classmethod
    def describe_revokes(cls, raw: Mapping[str, Any], sides: Mapping[str, Text | str] | None = None) -> list[Text]:
        """Return each revoke of a stored outcome in a few words; `sides` replaces the general names of the sides."""
        names = sides or cls.side_names
        return [
            _("revoke: {side}, {penalty}", side=names[revoke["by"]], penalty=cls.penalties[revoke["penalty"]])
            for revoke in raw.get("revokes", ())
        ]
