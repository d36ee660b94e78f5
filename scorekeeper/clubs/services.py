"""Every write of clubs, their people and their phones: one verb, one transaction each."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scorekeeper.clubs.models import Club, ClubDevice, Organiser, Player, make_phones_token
from scorekeeper.clubs.names import tidy


class NameTaken(Exception):  # noqa: N818 - what happened
    """There is a club of this name already."""


@transaction.atomic
def create_club(name: str) -> Club:
    """A new club, still without people; raises `NameTaken`."""
    name = tidy(name)
    if Club.objects.filter(name__iexact=name).exists():
        raise NameTaken
    return Club.objects.create(name=name, slug=free_slug(name))


def free_slug(name: str) -> str:
    """A short name that no club has."""
    short = slugify(name)[:50] or "club"
    taken = set(Club.objects.filter(slug__startswith=short).values_list("slug", flat=True))
    slug, number = short, 1
    while slug in taken:
        number += 1
        slug = f"{short}-{number}"
    return slug


@transaction.atomic
def make_organiser(club: Club, user: User) -> Organiser:
    """Let somebody with an account look after a club."""
    if not user.is_staff:
        user.is_staff = True  # Django's word for whoever may sign in to the panel
        user.save(update_fields=["is_staff"])
    return Organiser.objects.get_or_create(club=club, user=user)[0]


@transaction.atomic
def dismiss_organiser(organiser: Organiser) -> None:
    """Let somebody look after this club no longer; an account that looks after none may not sign in any more."""
    user = organiser.user
    organiser.delete()
    if not user.is_superuser and not Organiser.objects.filter(user=user).exists():
        User.objects.filter(pk=user.pk).update(is_staff=False)


def hold(club: Club) -> None:
    """Let nobody else add people to the club until the transaction ends: a second tap sees what the first one wrote."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@transaction.atomic
def add_members(club: Club, names: Iterable[str]) -> list[Player]:
    """New members of these names."""
    return Player.objects.bulk_create([Player(club=club, name=tidy(name)) for name in names])


def retire(players: Iterable[Player]) -> int:
    """Offer these people at the table no longer; how many that changed."""
    coming = Player.objects.filter(pk__in=[player.pk for player in players], retired_at=None)
    return coming.update(retired_at=timezone.now())


def bring_back(players: Iterable[Player]) -> int:
    """Offer these people at the table again; how many that changed."""
    retired = Player.objects.filter(pk__in=[player.pk for player in players], retired_at__isnull=False)
    return retired.update(retired_at=None)


def let_phone_in(club: Club, device: str) -> None:
    """From now on the browser starts sessions of this club, and of no other.

    What it was let do for another club it was let do there.
    """
    with transaction.atomic():
        ClubDevice.objects.filter(device=device).exclude(club=club).delete()
        ClubDevice.objects.get_or_create(device=device, defaults={"club": club})
        ClubDevice.objects.filter(device=device, by_link=False).update(by_link=True)


@transaction.atomic
def let_phone_run(club: Club, device: str, *, label: str) -> ClubDevice:
    """The browser belongs to this club and runs its evenings; a name that it has stays."""
    let_phone_in(club, device)
    phone = ClubDevice.objects.get(device=device)
    phone.runs, phone.label = True, phone.label or label
    phone.save(update_fields=["runs", "label"])
    return phone


def let_phone_go(device: str) -> None:
    """The browser belongs to no club; it keeps its way to the tables that it has."""
    ClubDevice.objects.filter(device=device).delete()


@transaction.atomic
def renew_phones_link(club: Club, *, let_all_go: bool = False) -> None:
    """Another secret for the link of the club's phones; those that are in stay in, unless all are let go."""
    club.phones_token = make_phones_token()
    club.save(update_fields=["phones_token"])
    if let_all_go:
        club.devices.all().delete()
