"""The pages behind the public link that the desk hands out: the result, at home and on a wall, and the seats."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.desk import evening_overview
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.evening_request import NOTHING_NEW
from scorekeeper.desk.pages.result import polled_part, shown_result
from scorekeeper.desk.pages.rounds import round_context
from scorekeeper.desk.round_seats import seated_round
from scorekeeper.desk.stored_result import version
from scorekeeper.web.links import NoSuchLinkError, get_by_token, secret_link_view
from scorekeeper.web.request_params import HtmxRequest, number_of

ON_A_WALL = 16
"""The entries that fit a wall display in letters that can be read across a room."""
SECONDS = 12


@secret_link_view
@require_safe
def result(request: HtmxRequest, token: str) -> HttpResponse:
    """Show the result to anyone with the link; an open page polls."""
    tournament = _find(request, token)
    seen = version(tournament)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        "tournament": tournament,
        "evening": tournament.evening,
        **shown_result(tournament, seen, is_hidden=tournament.evening.is_sealed, is_public=True),
        "fresh": f"{reverse('public_result', args=[token])}?seen={seen}",
        "token": token,
    }
    if request.htmx:
        return polled_part(request, context)
    return render(request, "desk/public_result.html", context)


@secret_link_view
@require_safe
def wall(request: HttpRequest, token: str) -> HttpResponse:
    """Show the ranking in big letters, a page at a time; the header `Refresh` leads on from page to page."""
    tournament = _find(request, token)
    shown = shown_result(tournament, version(tournament), is_hidden=tournament.evening.is_sealed, is_public=True)
    lines = shown["stored"].day.lines if "stored" in shown else ()
    pages = max(1, -(-len(lines) // ON_A_WALL))
    page = min(max(number_of(request.GET.get("page", "")), 1), pages)
    context = {
        "tournament": tournament,
        "evening": tournament.evening,
        **shown,
        "lines": lines[(page - 1) * ON_A_WALL : page * ON_A_WALL],
        "page": page,
        "pages": pages,
    }
    response = render(request, "desk/wall.html", context)
    response.headers["Refresh"] = f"{SECONDS}; url={reverse('public_wall', args=[token])}?page={page % pages + 1}"
    return response


@secret_link_view
@require_safe
def seats(request: HttpRequest, token: str) -> HttpResponse:
    """Show who sits where in the round that was published last, on a phone or a wall; an open page polls."""
    tournament = _find(request, token)
    evening = tournament.evening
    seen = evening_overview.seats_version(evening)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    round_ = evening.rounds.exclude(published_at=None).last()
    names = dict(tournament.entries.values_list("player", "name"))
    context = {
        "evening": evening,
        **round_context(seated_round(round_, names) if round_ else None, None),
        "version": seen,
        "seats_url": reverse("public_seats", args=[token]),
        "token": token,
    }
    return render(request, "desk/public_seats.html", context)


def _find(request: HttpRequest, token: str) -> Tournament:
    """Return the tournament of a public link; one that is closed leads nowhere, like one that was renewed."""
    tournament = get_by_token(request, Tournament, public_token=token)
    if not tournament.is_public:
        raise NoSuchLinkError
    return tournament
