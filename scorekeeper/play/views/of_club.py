"""What every page of a club has: only the club's phones see it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play import devices

View = Callable[..., HttpResponse]


def for_its_phones(view: View) -> View:
    """A page to look at, called with the phone that asks where it is a club's; for all others there is none."""

    @wraps(view)
    def seen(request: HttpRequest, **named: Any) -> HttpResponse:
        phone = clubs.phone_of(devices.known(request))
        if phone is None:
            raise Http404
        return view(request, phone, **named)

    return never_cache(require_safe(seen))


def player_of(club: Club, key: int | str) -> Player:
    """Somebody whom the club knows; 404 where there is nobody of that key."""
    try:
        player = club.players.filter(pk=key).first()
    except (ValueError, OverflowError):
        player = None
    if player is None:
        raise Http404
    return player
