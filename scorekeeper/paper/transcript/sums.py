"""The totals on the paper against ours: where they part, and what only follows from that.

A total is *off* by what the paper has more than we have. Where a player's total is off by something else than it was
before, paper and app *part* at that row; as long as it stays off by the same, the row only *follows*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.scoring.types import Amounts


class Check(NamedTuple):
    """One total on the paper, and ours there; `before` is how far this player's were off until then.

    `since` is the row since when they are off as they are, `agreed` the last one before at which they were not.
    """

    number: int
    place: int
    written: int
    here: int
    before: int
    since: int | None
    agreed: int | None

    @property
    def off(self) -> int:
        return self.written - self.here

    @property
    def parts(self) -> bool:
        """Whether paper and app part at this row, so that this is the row to look at."""
        return self.off not in (0, self.before)

    @property
    def follows(self) -> bool:
        return self.off == self.before != 0


def compare(rows: Iterable[tuple[int, Amounts]], written: Mapping[int, Mapping[int, int]]) -> list[Check]:
    """Every total on the paper, in the order of the rows and of the seats.

    The paper has ten more for the first player from hand 2 on:

    >>> for check in compare([(1, (5, 0)), (2, (7, 0)), (3, (9, 4))], {1: {0: 5}, 2: {0: 17}, 3: {0: 19, 1: 4}}):
    ...     print(check.number, check.place, check.off, check.parts, check.follows, check.since, check.agreed)
    1 0 0 False False None None
    2 0 10 True False 2 1
    3 0 10 False True 2 1
    3 1 0 False False None None
    """
    checks = []
    last: dict[int, Check] = {}
    for number, totals in rows:
        for place, total in sorted(written.get(number, {}).items()):
            if place < len(totals):
                last[place] = _checked(number, place, total, totals[place], last.get(place))
                checks.append(last[place])
    return checks


def _checked(number: int, place: int, written: int, here: int, last: Check | None) -> Check:
    off, before = written - here, last.off if last else 0
    agreed = last.agreed if last and last.off else last.number if last else None
    since = None if not off else last.since if last and off == before else number
    return Check(number, place, written, here, before, since, agreed)
