"""Storing and loading the totals written on the paper.

A total is *off* by the amount that the paper has more than the app. If that amount is new, paper and app *part* at this
row, which is the one to check. If it is the same as before, the row only *follows*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction

from games.scoring.types import Amounts
from scorekeeper.play.errors import (
    SessionClosedError,
    SessionDeletedError,
    SessionLockedError,
    is_panel_access,
    require_scorer,
)
from scorekeeper.play.models import Access, Session
from scorekeeper.reading.models import WrittenTotal

END = 0
"""The hand number of the totals at the end of the list."""

Written = Mapping[int, Mapping[int, int]]
"""Totals by hand number and seat."""


@transaction.atomic(durable=True)
def write(session: Session, *, access: Access, number: int, totals: Mapping[int, int]) -> None:
    """Replace all totals on the paper after a hand, given by seat.

    Lock the session's row. Raise `PermissionDenied` or `AccessRevokedError` if the access may not write,
    `SessionClosedError` if the session is closed, `SessionDeletedError` if it is deleted, and `SessionLockedError` if
    it is locked and the access is not from the organisers' panel.
    """
    require_scorer(session, access)
    held = (
        Session.objects.select_for_update().only("public_id", "locked_at", "closed_at", "deleted_at").get(pk=session.pk)
    )
    if held.locked_at is not None and not is_panel_access(access):
        raise SessionLockedError
    if held.deleted_at is not None:
        raise SessionDeletedError(held)
    if held.closed_at is not None:
        raise SessionClosedError(held)
    after = WrittenTotal.objects.filter(session=session, hand_number=number)
    after.exclude(place__in=totals).delete()
    WrittenTotal.objects.bulk_create(
        [
            WrittenTotal(session=session, hand_number=number, place=int(place), total=total)
            for place, total in totals.items()
        ],
        update_conflicts=True,
        unique_fields=["session", "hand_number", "place"],
        update_fields=["total"],
    )


def written_totals(session: Session) -> Written:
    """Return all totals on the paper for a session."""
    totals: dict[int, dict[int, int]] = {}
    rows = WrittenTotal.objects.filter(session=session)
    for number, place, total in rows.values_list("hand_number", "place", "total"):
        totals.setdefault(number, {})[place] = total
    return totals


class Check(NamedTuple):
    """A total on the paper (`written`) and the app's (`computed`).

    `before` is by how much the player's previous total was off. `since` is the first row that was off by the present
    amount. `agreed` is the last row before at which the totals agreed.
    """

    number: int
    place: int
    written: int
    computed: int
    before: int
    since: int | None
    agreed: int | None

    @property
    def off(self) -> int:
        return self.written - self.computed

    @property
    def parts(self) -> bool:
        """Whether paper and app part at this row, so that this is the row to check."""
        return self.off not in (0, self.before)

    @property
    def follows(self) -> bool:
        return self.off == self.before != 0


def compare(rows: Iterable[tuple[int, Amounts]], written: Mapping[int, Mapping[int, int]]) -> list[Check]:
    """Check every total on the paper, in the order of the rows and seats.

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


def _checked(number: int, place: int, written: int, computed: int, last: Check | None) -> Check:
    off, before = written - computed, last.off if last else 0
    agreed = last.agreed if last and last.off else last.number if last else None
    since = None if not off else last.since if last and off == before else number
    return Check(number, place, written, computed, before, since, agreed)
