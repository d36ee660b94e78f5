"""Every read of clubs and their people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import F, Max

from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.clubs.names import called, folded


def club_of(device: str | None) -> Club | None:
    """The club that a browser starts sessions for."""
    return Club.objects.filter(devices__device=device).first() if device else None


def any_clubs() -> bool:
    """Whether there is more here than the home table."""
    return Club.objects.exists()


@dataclass(frozen=True, kw_only=True)
class Holder:
    """Who has signed in on a phone: the account, and the record that the one it was given to is part of by now."""

    user: User
    player: Player

    @property
    def name(self) -> str:
        """What the table calls them."""
        return called(self.player)


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A browser of a club, and who has signed in on it."""

    club: Club
    holder: Holder | None


def phone_of(device: str | None) -> Phone | None:
    """What a browser is to a club, in one statement; nobody holds it whose account was shut down."""
    if not device:
        return None
    known = ClubDevice.objects.select_related("club", "player__user", "player__merged_into")
    found = known.filter(device=device).first()
    if found is None:
        return None
    return Phone(club=found.club, holder=_holder(found))


def _holder(phone: ClubDevice) -> Holder | None:
    player = phone.player
    if player is None or player.user is None or not player.user.is_active:
        return None
    return Holder(user=player.user, player=now_part_of(player))


def journal_name(phone: ClubDevice) -> str:
    """Whom the journal names for what a phone does: whoever has signed in on it, or else the phone."""
    holder = _holder(phone)
    return holder.name if holder and holder.player.club_id == phone.club_id else phone.label


def holder_of(device: str | None) -> Holder | None:
    """Who has signed in on a browser."""
    phone = phone_of(device)
    return phone.holder if phone else None


def now_part_of(player: Player) -> Player:
    """The record that holds what was merged into it, by whatever way: the player's own, where it was not merged."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def signed_in_as(device: str | None, club: int | None) -> str:
    """What the table calls whoever holds a phone of this club; nothing where nobody has signed in on it."""
    holder = holder_of(device) if club else None
    return holder.name if holder and holder.player.club_id == club else ""


def is_called(club: Club, name: str, *, but: int | None = None) -> bool:
    """Whether the table calls another member so, of those who come."""
    others = club.players.filter(guest=False, retired_at=None, merged_into=None)
    return any(folded(called(other)) == folded(name) for other in others if other.pk != but)


@dataclass(frozen=True, kw_only=True)
class People:
    """Whom a club knows: who comes, by what the table calls them, and everybody by all their folded names."""

    club: Club
    members: tuple[str, ...]
    guests: tuple[str, ...]
    by_name: dict[str, Player]

    def is_guest(self, name: str) -> bool:
        """Whether somebody of this name would sit down as a guest."""
        player = self.by_name.get(folded(name))
        return player is None or player.guest


def people(club: Club) -> People:
    """Members and guests, those first who played last.

    A name leads to whom the table calls so before whoever is only registered under it, to a member before a guest, to
    who comes before who is retired, and then to the older record. The names of a record that was merged lead to the one
    that was kept, unless they are somebody else's.
    """
    seen = club.players.annotate(seen=Max("seats__session__started_at"))
    known = list(seen.order_by(F("seen").desc(nulls_last=True), "name", "pk"))
    found = [player for player in known if player.merged_into_id is None]
    by_key = {player.pk: player for player in known}
    by_name: dict[str, Player] = {}
    likeliest = sorted(found, key=lambda one: (one.guest, one.retired_at is not None, one.pk))
    merged = sorted((player for player in known if player.merged_into_id is not None), key=lambda one: one.pk)
    for players in (likeliest, merged):
        for name_of in (called, str):
            for player in players:
                by_name.setdefault(folded(name_of(player)), _kept(player, by_key))
    coming = [player for player in found if player.retired_at is None]
    return People(
        club=club,
        members=tuple(dict.fromkeys(called(player) for player in coming if not player.guest)),
        guests=tuple(dict.fromkeys(called(player) for player in coming if player.guest)),
        by_name=by_name,
    )


def _kept(player: Player, by_key: Mapping[int, Player]) -> Player:
    """The record that holds what was merged into it, by whatever way."""
    while player.merged_into_id is not None:
        player = by_key[player.merged_into_id]
    return player
