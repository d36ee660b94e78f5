"""Storing and loading the totals written on the paper."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.play.errors import (
    SessionClosedError,
    SessionDeletedError,
    SessionLockedError,
    of_panel,
    require_scorer,
)
from scorekeeper.play.models import Access, Session
from scorekeeper.printing.models import WrittenTotal

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
    if held.locked_at is not None and not of_panel(access):
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


def of(session: Session) -> Written:
    """Return all totals on the paper for a session."""
    totals: dict[int, dict[int, int]] = {}
    rows = WrittenTotal.objects.filter(session=session)
    for number, place, total in rows.values_list("hand_number", "place", "total"):
        totals.setdefault(number, {})[place] = total
    return totals
