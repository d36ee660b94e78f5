"""Every read of clubs and their people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Max, Q, QuerySet

from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.clubs.names import display_name, folded, name_order


def club_of(device: str | None) -> Club | None:
    """Return the club that a browser belongs to, or None."""
    return Club.objects.filter(devices__device=device).first() if device else None


def any_clubs() -> bool:
    """Return whether this installation has clubs, not only the home table."""
    return Club.objects.exists()


@dataclass(frozen=True, kw_only=True)
class SignedInMember:
    """Who is signed in on a phone: the account, and its player record after any merges."""

    user: User
    player: Player

    @property
    def name(self) -> str:
        """The name used at the table."""
        return display_name(self.player)


@dataclass(frozen=True, kw_only=True)
class Phone:
    """A phone of a club and who is signed in on it; with `organiser`, an organiser's browser that only reads."""

    club: Club
    holder: SignedInMember | None
    organiser: bool = False


def phone_of(device: str | None) -> Phone | None:
    """Return what a browser is to a club, in one query; a deactivated account doesn't count as signed in."""
    phone = club_phone(device)
    return Phone(club=phone.club, holder=holder_on(phone)) if phone else None


def club_phone(device: str | None) -> ClubDevice | None:
    """Return the phone of a club that a browser is, or None."""
    if not device:
        return None
    phones = ClubDevice.objects.select_related("club", "player__user", "player__merged_into")
    return phones.filter(device=device).first()


def holder_on(phone: ClubDevice) -> SignedInMember | None:
    """Return who is signed in on a phone of a club; a deactivated account doesn't count."""
    player = phone.player
    if player is None or player.user is None or not player.user.is_active:
        return None
    return SignedInMember(user=player.user, player=now_part_of(player))


def journal_name(phone: ClubDevice) -> str:
    """Return the name for a phone's actions in the journal: whoever is signed in on it or else the phone."""
    holder = holder_on(phone)
    return holder.name if holder and holder.player.club_id == phone.club_id else phone.label


def holder_of(device: str | None) -> SignedInMember | None:
    """Return who is signed in on a browser, or None."""
    phone = phone_of(device)
    return phone.holder if phone else None


def now_part_of(player: Player) -> Player:
    """Return the record into which this one was merged, directly or indirectly, or the record itself."""
    while player.merged_into is not None:
        player = player.merged_into
    return player


def with_merged(players: Iterable[int]) -> dict[int, int]:
    """Return the keys of these records and of those merged into them, at any depth, each with the one it is part of."""
    latest = {key: key for key in players}
    kept = dict(latest)
    while latest:
        merged = Player.objects.filter(merged_into__in=latest).values_list("pk", "merged_into")
        latest = {key: kept[into] for key, into in merged if into is not None}
        kept |= latest
    return kept


def categories(clubs: QuerySet[Club]) -> list[str]:
    """Return the categories that members of these clubs have, by name."""
    members = Player.objects.filter(club__in=clubs, merged_into=None).exclude(category="")
    return sorted(members.values_list("category", flat=True).distinct(), key=name_order)


def signed_in_as(device: str | None, club: int | None) -> str:
    """Return the name of the person signed in on a phone of this club, or an empty string."""
    holder = holder_of(device) if club else None
    return holder.name if holder and holder.player.club_id == club else ""


def is_called(club: Club, name: str, *, but: int | None = None) -> bool:
    """Return whether another active member has this name at the table."""
    others = club.players.filter(guest=False, retired_at=None, merged_into=None)
    return any(folded(display_name(other)) == folded(name) for other in others if other.pk != but)


@dataclass(frozen=True, kw_only=True)
class KnownPeople:
    """The people a club knows: active members and guests by their names at the table, everybody by all folded names."""

    club: Club
    members: tuple[str, ...]
    guests: tuple[str, ...]
    by_name: dict[str, Player]

    def is_guest(self, name: str) -> bool:
        """Return whether somebody with this name would sit down as a guest."""
        player = self.by_name.get(folded(name))
        return player is None or player.guest


def people(club: Club) -> KnownPeople:
    """Return members and guests, those who played most recently first.

    A name leads to the player shown under it at the table before one only registered under it, then to members before
    guests, active before retired, and older records first. Names of a merged record lead to the one that was kept,
    unless they belong to somebody else.
    """
    with_last_seen = club.players.annotate(
        seen=Max("seats__stretch__session__started_at", filter=Q(seats__stretch__session__deleted_at=None))
    )
    everybody = sorted(with_last_seen, key=lambda player: (name_order(player.name), player.pk))
    everybody.sort(key=lambda player: player.seen.timestamp() if player.seen else 0, reverse=True)
    unmerged = [player for player in everybody if player.merged_into_id is None]
    by_key = {player.pk: player for player in everybody}
    by_name: dict[str, Player] = {}
    likeliest = sorted(unmerged, key=lambda player: (player.guest, player.retired_at is not None, player.pk))
    merged = sorted((player for player in everybody if player.merged_into_id is not None), key=lambda player: player.pk)
    for players in (likeliest, merged):
        for name_of in (display_name, str):
            for player in players:
                by_name.setdefault(folded(name_of(player)), _kept(player, by_key))
    current = [player for player in unmerged if player.retired_at is None]
    return KnownPeople(
        club=club,
        members=tuple(dict.fromkeys(display_name(player) for player in current if not player.guest)),
        guests=tuple(dict.fromkeys(display_name(player) for player in current if player.guest)),
        by_name=by_name,
    )


def _kept(player: Player, by_key: Mapping[int, Player]) -> Player:
    """Return the record into which this one was merged, directly or indirectly."""
    while player.merged_into_id is not None:
        player = by_key[player.merged_into_id]
    return player
