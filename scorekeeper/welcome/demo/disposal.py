"""Throwing the demo away: every row that belongs to its club, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as SignIn
from django.db import transaction
from django.db.models import Q, QuerySet

from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Access, Board, Session
from scorekeeper.welcome.models import FirstAnswer


@transaction.atomic
def throw_away(club: Club) -> None:
    """Delete the demo's club with everything in it; do nothing if that has been done.

    Sessions of the home table stay, even those played by phones that were in the demo.
    """
    if not FirstAnswer.objects.select_for_update().filter(demo=club).exists():
        return
    sessions = Session.objects.filter(club=club)
    people = _keys(Player.objects.filter(Q(club=club) | Q(seats__stretch__session__in=sessions)))
    accounts = _keys(_accounts(club))
    devices = {
        *ClubDevice.objects.filter(club=club).values_list("device", flat=True),
        *Access.objects.filter(session__in=sessions).values_list("device", flat=True),
    }
    sessions.delete()
    Tournament.objects.filter(evening__club=club).delete()
    Evening.objects.filter(club=club).delete()
    _delete_people(people)
    club.delete()  # and the answer
    Board.objects.filter(device__in=devices).exclude(device__in=Access.objects.values("device")).delete()
    _delete_accounts(accounts)


def _keys(rows: QuerySet[Any]) -> list[int]:
    return [*rows.values_list("pk", flat=True)]


def _accounts(club: Club) -> QuerySet[User]:
    """Return the accounts of this club alone; if it is the only club, those that once belonged to it as well.

    A site administrator's account is never one of them.
    """
    accounts, others = User.objects.filter(is_superuser=False), Club.objects.exclude(pk=club.pk)
    if not others.exists():
        return accounts
    of_this = accounts.filter(Q(organises__club=club) | Q(players__club=club))
    return of_this.exclude(organises__club__in=others).exclude(players__club__in=others)


def _delete_people(people: Sequence[int]) -> None:
    """Delete the records of these people. Anyone who also sits at a table that stays becomes a person of that table."""
    Player.objects.filter(pk__in=people).update(club=None, user=None, merged_into=None)
    Player.objects.filter(pk__in=people, seats=None).delete()


def _delete_accounts(accounts: Sequence[int]) -> None:
    """Delete these accounts, and sign them out everywhere."""
    User.objects.filter(pk__in=accounts).delete()
    keys = {str(account) for account in accounts}
    for sign_in in SignIn.objects.all():
        if sign_in.get_decoded().get(SESSION_KEY) in keys:
            sign_in.delete()
