"""The home page, with the sessions of this browser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import registry
from scorekeeper.clubs import organisers
from scorekeeper.clubs import queries as clubs
from scorekeeper.play import queries
from scorekeeper.play.game_picker import game_picker
from scorekeeper.play.models import Role
from scorekeeper.play.pages.shared import new_token
from scorekeeper.web import cookies


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the sessions of this browser: open ones first, finished ones below."""
    device = cookies.device_id(request)
    club = clubs.club_of(device)
    context = {
        "home": queries.home(device),
        "club": club or organisers.club_read_by(request),
        "signs_in": club is None and clubs.any_clubs(),
        "picker": game_picker(request),
        "names": {game.slug: game.name for game in registry.all_games()},
        "scorer": Role.SCORER,
        "new_token": new_token,
    }
    response = render(request, "play/home.html", context)
    if device:
        cookies.remember_device(response, device)
    return response


@never_cache
@require_safe
def phones_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the table that this phone is at, or to the home page if that is not clear.

    The installed app starts here. It has a URL of its own, so that links to the home page still lead there.
    """
    device = cookies.device_id(request)
    session = queries.only_table(device) if device else None
    return redirect("session", session.public_id) if session else redirect("home")
