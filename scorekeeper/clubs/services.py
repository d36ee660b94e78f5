"""Every write to clubs, their people and their phones: one verb, one transaction each."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scorekeeper.clubs.models import Club, ClubDevice, Organiser, Player, make_phones_token
from scorekeeper.clubs.names import tidy


class ClubNameTakenError(Exception):
    """A club with this name exists already."""


@transaction.atomic
def create_club(name: str) -> Club:
    """Create a club without people; raises `ClubNameTakenError`."""
    name = tidy(name)
    if Club.objects.filter(name__iexact=name).exists():
        raise ClubNameTakenError
    return Club.objects.create(name=name, slug=free_slug(name))


def free_slug(name: str) -> str:
    """Return a short name that no club has."""
    short = slugify(name)[:50] or "club"
    used = set(Club.objects.filter(slug__startswith=short).values_list("slug", flat=True))
    slug, number = short, 1
    while slug in used:
        number += 1
        slug = f"{short}-{number}"
    return slug


@transaction.atomic
def make_organiser(club: Club, user: User) -> Organiser:
    """Let an account look after a club."""
    if not user.is_staff:
        user.is_staff = True  # lets the account sign in to the panel
        user.save(update_fields=["is_staff"])
    return Organiser.objects.get_or_create(club=club, user=user)[0]


@transaction.atomic
def create_club_with_organiser(name: str, user: User) -> Club:
    """Create a club that this account, a new or existing one, looks after; raises `ClubNameTakenError`."""
    user.save()
    club = create_club(name)
    make_organiser(club, user)
    return club


@transaction.atomic
def dismiss_organiser(organiser: Organiser) -> None:
    """Remove an organiser from this club. An account without any club can no longer sign in to the panel."""
    user = organiser.user
    organiser.delete()
    if not user.is_superuser and not Organiser.objects.filter(user=user).exists():
        User.objects.filter(pk=user.pk).update(is_staff=False)


def lock(club: Club) -> None:
    """Lock the club until the transaction ends, so that a second tap sees the people whom the first one added."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@transaction.atomic
def add_members(club: Club, names: Iterable[str]) -> list[Player]:
    """Create members with these names."""
    return Player.objects.bulk_create([Player(club=club, name=tidy(name)) for name in names])


def retire(players: Iterable[Player]) -> int:
    """Stop offering these people at the table; return how many changed."""
    active = Player.objects.filter(pk__in=[player.pk for player in players], retired_at=None)
    return active.update(retired_at=timezone.now())


def bring_back(players: Iterable[Player]) -> int:
    """Offer these people at the table again; return how many changed."""
    retired = Player.objects.filter(pk__in=[player.pk for player in players], retired_at__isnull=False)
    return retired.update(retired_at=None)


def admit_phone(club: Club, device: str) -> None:
    """Make the browser a phone of this club, and of no other.

    What it was allowed in another club, such as running evenings, does not carry over.
    """
    with transaction.atomic():
        ClubDevice.objects.filter(device=device).exclude(club=club).delete()
        ClubDevice.objects.get_or_create(device=device, defaults={"club": club})
        ClubDevice.objects.filter(device=device, by_link=False).update(by_link=True)


@transaction.atomic
def make_runner(club: Club, device: str, *, label: str) -> ClubDevice:
    """Make the browser a phone that runs this club's evenings; it keeps its name if it has one."""
    admit_phone(club, device)
    phone = ClubDevice.objects.get(device=device)
    phone.runs, phone.label = True, phone.label or label
    phone.save(update_fields=["runs", "label"])
    return phone


def leave_club(device: str) -> None:
    """Remove the browser from its club at its own request; it keeps its access to tables."""
    ClubDevice.objects.filter(device=device).delete()


def renew_phones_link(club: Club) -> None:
    """Replace the secret in the link of the club's phones; phones that have joined stay."""
    club.phones_token = make_phones_token()
    club.save(update_fields=["phones_token"])
