"""The people of the home table, without a club and without accounts."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.standings import home_table
from scorekeeper.standings.player_stats import career
from scorekeeper.web import cookies


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show who leads over the last evenings, game by game, and list everybody."""
    device = cookies.device_id(request)
    if device is None:
        return redirect("home")
    context = {"lately": list(home_table.lately_played(device)), "everybody": home_table.everybody(device)}
    return render(request, "standings/home_people.html", context)


@never_cache
@require_safe
def person(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the figures of one person: sessions, calls, best and worst hands, with whom and against whom."""
    device = cookies.device_id(request)
    player = home_table.person(device, uid) if device else None
    if device is None or player is None:
        raise Http404
    context = {"name": player.name, "career": career(home_table.terms_of(device), player)}
    return render(request, "standings/home_person.html", context)
