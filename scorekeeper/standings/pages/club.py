"""The first page of a club, and the list of its people with how often each has played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import phones
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.clubs.phones import for_its_phones
from scorekeeper.clubs.queries import Phone
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play import queries
from scorekeeper.standings.standings import Terms
from scorekeeper.web import cookies


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


def member_lists(club: Club) -> MemberLists:
    """Return the people of a club, with tables on paper among their sessions; merged records are left out."""
    terms = Terms(club=club)
    results = terms.results().order_by().values("seat__player")
    sums = results.annotate(count=Count("pk"), played=Sum("hands"), last=Max("session__started_at"))
    rows = {
        player: (count, hands, last)
        for player, count, hands, last in sums.values_list("seat__player", "count", "played", "last")
    }
    for table in terms.on_paper().tables:
        for result in table.results:
            count, hands, last = rows.get(result.player.pk, (0, 0, table.started_at))
            rows[result.player.pk] = (count + 1, hands + (result.hands or 0), max(last, table.started_at))
    everybody = [
        _person(player, *rows.get(player.pk, (0, 0, None))) for player in club.players.filter(merged_into=None)
    ]
    everybody.sort(key=lambda member: (name_order(member.name), member.player.pk))
    return MemberLists(
        members=[member for member in everybody if not (member.player.guest or member.player.retired_at)],
        guests=[member for member in everybody if member.player.guest and not member.player.retired_at],
        retired=[member for member in everybody if member.player.retired_at],
    )


def _person(player: Player, sessions: int, hands: int, last: datetime | None) -> Person:
    return Person(player=player, sessions=sessions, hands=hands, last=last)


@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show the tables in play, and links to everything else."""
    device = cookies.device_id(request)
    phone = phones.phone_of(request)
    if phone is None:
        return redirect("home")
    context = {
        "club": phone.club,
        "me": phone.holder,
        "organiser": phone.organiser,
        "my_clubs": clubs_of(request.user).order_by("name", "pk"),
        "tonight": evening_tonight(phone.club),
        "tables": queries.tables_of(phone.club, device),
    }
    return render(request, "standings/club.html", context)


@for_its_phones
def people(request: HttpRequest, phone: Phone) -> HttpResponse:
    """List members, guests and, separately, retired players."""
    return render(request, "standings/members.html", {"club": phone.club, "people": member_lists(phone.club)})
