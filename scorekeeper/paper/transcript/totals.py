"""The totals that stand on the paper, written and read."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.paper.models import WrittenTotal
from scorekeeper.play.models import Access, Session
from scorekeeper.play.refusals import Closed, Locked, of_panel, require_scorer

END = 0
"""What is written after the last hand stands under this number."""

Written = Mapping[int, Mapping[int, int]]
"""By the number of the hand and the place of the player."""


@transaction.atomic(durable=True)
def write(session: Session, *, access: Access, number: int, totals: Mapping[int, int]) -> None:
    """All that the paper has after a hand, by place, in place of what was written there before."""
    require_scorer(session, access)
    held = Session.objects.select_for_update().only("locked_at", "closed_at").get(pk=session.pk)
    if held.locked_at is not None and not of_panel(access):
        raise Locked
    if held.closed_at is not None:
        raise Closed
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
    """All that is written of a session."""
    found: dict[int, dict[int, int]] = {}
    rows = WrittenTotal.objects.filter(session=session)
    for number, place, total in rows.values_list("hand_number", "place", "total"):
        found.setdefault(number, {})[place] = total
    return found
