"""The first page of the desk: who has entered."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.tournaments.views.context import find_tournament, of_tournament


@never_cache
@require_safe
def entries(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the entries of a tournament."""
    desk_request = find_tournament(request, evening)
    context = {**of_tournament(desk_request), "entries": desk_request.tournament.entries.all()}
    return render(request, "tournaments/entries.html", context)
