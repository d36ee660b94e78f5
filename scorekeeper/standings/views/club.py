"""The first page of a club's phone, and the list of the club's people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import phones
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.clubs.phones import for_its_phones
from scorekeeper.clubs.queries import Phone
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play import queries
from scorekeeper.standings import members, standings
from scorekeeper.web import cookies
from scorekeeper.web.dates import this_evening


@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """Show the tables in play, and links to everything else."""
    device = cookies.device_id(request)
    phone = phones.phone_of(request)
    if phone is None:
        return redirect("home")
    seasons = standings.seasons(phone.club)
    context = {
        "club": phone.club,
        "me": phone.holder,
        "organiser": phone.organiser,
        "my_clubs": clubs_of(request.user).order_by("name", "pk"),
        "tonight": evening_tonight(phone.club),
        "tables": queries.tables_of(phone.club, device),
        "season": standings.current(seasons, this_evening()),
    }
    return render(request, "standings/club.html", context)


@for_its_phones
def people(request: HttpRequest, phone: Phone) -> HttpResponse:
    """List members, guests and, separately, retired players."""
    return render(request, "standings/members.html", {"club": phone.club, "people": members.people(phone.club)})
