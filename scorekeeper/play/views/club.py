"""The first page of a club's phone, and the people of the club."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.queries import Phone
from scorekeeper.play import devices, members, queries, standings
from scorekeeper.play.views.of_club import for_its_phones


@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """The tables at which the club is playing, and the ways to everything else."""
    device = devices.known(request)
    phone = clubs.phone_of(device)
    if phone is None:
        return redirect("home")
    seasons = standings.seasons(phone.club)
    context = {
        "club": phone.club,
        "me": phone.holder,
        "tables": queries.tables_of(phone.club, device),
        "season": standings.current(seasons, timezone.localdate()),
    }
    return render(request, "clubs/club.html", context)


@for_its_phones
def people(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Members and guests, those apart who come no more."""
    return render(request, "clubs/members.html", {"club": phone.club, "people": members.people(phone.club)})
