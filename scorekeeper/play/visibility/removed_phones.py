"""Phones that an organiser has removed from a club.

Such a browser loses its access to the club's tables: it can open neither them nor their event streams, and its own
board doesn't show them. Through a table's own link it can join that table again, like anyone else, but it can't start
sessions of the club until it belongs to the club again.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import ClubDevice, RemovedPhone
from scorekeeper.play import notifications
from scorekeeper.play.models import Access, Session


def lost() -> Q:
    """Return the condition of an access that its browser lost when it was removed from the club."""
    removed = RemovedPhone.objects.filter(
        club=OuterRef("session__club"), device=OuterRef("device"), removed_at__gte=OuterRef("granted_at")
    )
    return Q(Exists(removed))


def opens() -> Q:
    """Return the condition of a valid access: neither shut out nor lost."""
    return Q(shut_out_at=None) & ~lost()


def has_lost(access: Access) -> bool:
    return Access.objects.filter(lost(), pk=access.pk).exists()


@transaction.atomic
def remove(phones: Sequence[ClubDevice]) -> None:
    """Remove phones from their clubs, and end their open streams of the clubs' tables at once."""
    clubs.remove_phones(phones)
    devices = [phone.device for phone in phones]
    tables = Session.objects.filter(accesses__device__in=devices, club__in={phone.club_id for phone in phones})
    topics = tables.distinct().values_list("public_id", flat=True)
    notifications.announce(*topics, *map(notifications.board_of, devices))
