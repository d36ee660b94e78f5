"""Every read of clubs and their people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import F, Max

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import called, folded


def club_of(device: str | None) -> Club | None:
    """The club that a browser starts sessions for."""
    return Club.objects.filter(devices__device=device).first() if device else None


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
