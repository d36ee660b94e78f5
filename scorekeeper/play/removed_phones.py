"""Removing phones from their club.

A removed phone loses its access to the club's tables. It is then a browser like any other: through a table's own link
it can join that table again, and through the club's phone link the club. Where it was shut out, it stays shut out.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.play import notifications
from scorekeeper.play.models import Access


@transaction.atomic
def remove(phones: Iterable[ClubDevice]) -> None:
    """Remove phones from their clubs, and end their open streams of the clubs' tables at once."""
    for phone in phones:
        lost = Access.objects.of(phone.device).filter(session__club=phone.club_id)
        # They are locked first: a hand that is being recorded adds a line to the journal that refers to one of them.
        tables = list(lost.select_for_update(of=("self",)).values_list("session__public_id", flat=True))
        lost.delete()
        ClubDevice.objects.filter(pk=phone.pk).delete()
        notifications.announce(*tables, notifications.board_of(phone.device))
