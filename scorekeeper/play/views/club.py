"""The first page of a club's phone, and the people of the club."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.play import devices, members, queries, standings
from scorekeeper.play.views.of_club import for_its_phones


@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """The tables at which the club is playing, and the ways to everything else."""
    device = devices.known(request)
    found = clubs.club_of(device)
    if found is None:
        return redirect("home")
    seasons = standings.seasons(found)
    context = {
        "club": found,
        "tables": queries.tables_of(found, device),
        "season": standings.current(seasons, timezone.localdate()),
    }
    return render(request, "clubs/club.html", context)


@for_its_phones
def people(request: HttpRequest, club: Club) -> HttpResponse:
    """Members and guests, those apart who come no more."""
    return render(request, "clubs/members.html", {"club": club, "people": members.people(club)})
