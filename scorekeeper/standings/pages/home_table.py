"""The people of a browser without a club: what each has come to in the sessions that were played here.

These are the players of sessions without a club that the browser has access to, whether it started them or joined by a
link. Nobody else sees them under this browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Standing, Terms, standings
from scorekeeper.web import cookies
from scorekeeper.web.dates import evening_date

LAST_EVENINGS = 5


@dataclass(frozen=True, kw_only=True)
class LatelyPlayed:
    """The standings of one game over its last evenings: how many, and since when."""

    game: str
    evenings: int
    since: date
    ranked: list[Standing]


def terms_of(device: str) -> Terms:
    """Return the terms on which all sessions of the home table count that a browser has access to."""
    return Terms(club=None, device=device, sort="name")


def everybody(device: str) -> list[Standing]:
    """Return everybody who sat at one of these tables, by name."""
    return standings(terms_of(device)).ranked


def lately_played(device: str) -> Iterator[LatelyPlayed]:
    """Yield the standings of each game over its last evenings, the game that was played last first."""
    terms, columns = terms_of(device), ("session", "session__game", "session__started_at")
    days: dict[str, list[date]] = {}
    sessions = terms.results().order_by("-session__started_at").values_list(*columns).distinct()
    for _session, game, started_at in sessions:
        of_game, day = days.setdefault(game, []), evening_date(started_at)
        if day not in of_game and len(of_game) < LAST_EVENINGS:
            of_game.append(day)
    for game, evenings in days.items():
        since = evenings[-1]
        of_these = replace(terms, game=game, season=Season(starts=since), sort="total")
        yield LatelyPlayed(game=game, evenings=len(evenings), since=since, ranked=standings(of_these).ranked)


def seen_person(device: str, uid: str) -> Player | None:
    """Return somebody who sat at one of these tables, or None."""
    seen = Session.objects.open_to(device).not_deleted()
    return Player.objects.filter(club=None, uid=uid, seats__stretch__session__in=seen).first()


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Show who leads over the last evenings, game by game, and list everybody."""
    device = cookies.device_id(request)
    if device is None:
        return redirect("home")
    lately = list(lately_played(device))
    context = {"lately": lately, "games": [game.game for game in lately], "everybody": everybody(device)}
    return render(request, "standings/home_people.html", context)


@never_cache
@require_safe
def person(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the figures of one person: sessions, calls, best and worst hands, with whom and against whom."""
    device = cookies.device_id(request)
    player = seen_person(device, uid) if device else None
    if device is None or player is None:
        raise Http404
    context = {"name": player.name, "career": career(terms_of(device), player)}
    return render(request, "standings/home_person.html", context)
