"""The pages of an evening's rounds: the seats of the current one, also for a wall display, and its clock."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.errors import RuleError
from scorekeeper.evenings import queries
from scorekeeper.evenings.rounds.seats import current_round
from scorekeeper.evenings.views.context import find_evening, find_run_evening
from scorekeeper.evenings.views.evenings import NOTHING_NEW, evening_page
from scorekeeper.evenings.views.round_context import of_round, set_clock
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.request_params import number_of


@never_cache
@require_safe
def seats(request: HttpRequest, evening: str) -> HttpResponse:
    """Show who sits where, by table and by name; an open page polls, and gets 204 if nothing has changed."""
    evening_request = find_evening(request, evening)
    version = queries.seats_version(evening_request.evening)
    if request.GET.get("seen") == version:
        return HttpResponse(status=NOTHING_NEW)
    seated = current_round(evening_request.evening)
    context = {
        "evening": evening_request.evening,
        "club": evening_request.phone.club,
        "version": version,
        "seats_url": reverse("evening_seats", args=[evening]),
        **of_round(seated, evening_request.phone),
    }
    return render(request, "evenings/seats.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clock(request: HttpRequest, evening: str, number: int) -> HttpResponse:
    """Start or stop the clock of a round, then return to the evening."""
    if request.method != "POST":
        return redirect("evening", find_evening(request, evening).evening.public_id)
    evening_request = find_run_evening(request, evening)
    round_ = evening_request.evening.rounds.exclude(published_at=None).filter(number=number_of(str(number))).first()
    if round_ is None:
        raise Http404
    round_.evening = evening_request.evening
    try:
        set_clock(round_, request, by=evening_request.by)
    except RuleError as error:
        return evening_page(request, evening_request, problem=in_words(error.message), status=UNPROCESSABLE)
    except ConflictError:
        raise Http404 from None
    return redirect("evening", evening)
