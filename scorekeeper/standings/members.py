"""The people of a club, with how often they have played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Sum

from scorekeeper.clubs.collation import name_order
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name
from scorekeeper.standings.standings import Terms


@dataclass(frozen=True, kw_only=True)
class Person:
    """A player of a club, with the sessions and hands played so far."""

    player: Player
    sessions: int
    hands: int
    last: datetime | None

    @property
    def name(self) -> str:
        return display_name(self.player)


@dataclass(frozen=True, kw_only=True)
class MemberLists:
    """Members, guests and retired players, each by name."""

    members: list[Person]
    guests: list[Person]
    retired: list[Person]


def people(club: Club) -> MemberLists:
    """Return the people of a club, with tables on paper among their sessions; merged records are left out."""
    terms = Terms(club=club)
    results = terms.results().order_by().values("seat__player")
    sums = results.annotate(count=Count("pk"), played=Sum("hands"), last=Max("session__started_at"))
    rows = {
        player: (count, hands, last)
        for player, count, hands, last in sums.values_list("seat__player", "count", "played", "last")
    }
    for table in terms.on_paper().tables:
        for one in table.results:
            count, hands, last = rows.get(one.player.pk, (0, 0, table.started_at))
            rows[one.player.pk] = (count + 1, hands + (one.hands or 0), max(last, table.started_at))
    everybody = [
        _person(player, *rows.get(player.pk, (0, 0, None))) for player in club.players.filter(merged_into=None)
    ]
    everybody.sort(key=lambda one: (name_order(one.name), one.player.pk))
    return MemberLists(
        members=[one for one in everybody if not (one.player.guest or one.player.retired_at)],
        guests=[one for one in everybody if one.player.guest and not one.player.retired_at],
        retired=[one for one in everybody if one.player.retired_at],
    )


def _person(player: Player, sessions: int, hands: int, last: datetime | None) -> Person:
    return Person(player=player, sessions=sessions, hands=hands, last=last)
