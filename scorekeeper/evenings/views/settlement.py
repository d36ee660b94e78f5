"""The settlement of an evening: preview, freeze, withdraw."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.money import settlement as settling
from scorekeeper.evenings.views.context import EveningRequest, find_evening, find_run_evening, post_only, refuse_hidden
from scorekeeper.evenings.views.evenings import of_evening
from scorekeeper.evenings.views.payments import of_payments
from scorekeeper.play.errors import ConflictError, EveningSettledError, TablesOpenError
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of

BOX, PEOPLE = "box", "people"
"""How the evening is settled, as the page and its form name it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settlement(request: HttpRequest, evening: str) -> HttpResponse:
    """Show what the evening would be settled at, or was; a POST request settles it."""
    if request.method != "POST":
        evening_request = find_evening(request, evening)
        refuse_hidden(evening_request)
        return _page(request, evening_request)
    evening_request = find_run_evening(request, evening)
    changed, digest = evening_request.evening, request.POST.get("seen", "")
    try:
        settling.settle(changed, digest=digest, through_box=_through_box(request, changed), by=evening_request.by)
    except TablesOpenError:
        evening_request.evening.refresh_from_db()
        return _page(request, evening_request, status=UNPROCESSABLE)
    except (ConflictError, EveningSettledError):
        evening_request.evening.refresh_from_db()
        problem = _("This has changed in the meantime. Check it again.")
        return _page(request, evening_request, problem=problem, status=CONFLICT)
    return redirect("evening_settlement", evening)


@post_only
def withdraw(request: HttpRequest, evening: str) -> HttpResponse:
    """Open the evening again; the settlement is kept as withdrawn."""
    evening_request = find_run_evening(request, evening)
    key = number_of(request.POST.get("settlement", ""))
    settling.withdraw(evening_request.evening, settlement=key, by=evening_request.by)
    return redirect("evening", evening_request.evening.public_id)


def _through_box(request: HttpRequest, evening: Evening) -> bool:
    """Return whether to settle through the cash box: as chosen on the page, or else as last time."""
    way = (request.POST if request.method == "POST" else request.GET).get("through")
    return way == BOX if way in (BOX, PEOPLE) else settling.was_through_box(evening)


def _page(
    request: HttpRequest, evening_request: EveningRequest, *, problem: str = "", status: int = 200
) -> HttpResponse:
    sessions = settling.sessions_of(evening_request.evening)
    tables = settling.tables_of(evening_request.evening, sessions)
    frozen = settling.standing(evening_request.evening)
    if frozen:
        overview = settling.of_frozen(frozen)
    else:
        through_box = _through_box(request, evening_request.evening)
        overview = settling.preview_settlement(evening_request.evening, tables, through_box=through_box)
    if "changed" in request.GET and not problem:
        problem = _("Someone else has changed the settlement in the meantime. These are the payments now.")
    context = {
        **of_evening(evening_request),
        **of_payments(evening_request, overview, frozen),
        "tables": tables,
        "open": [session for session in sessions if session.closed_at is None],
        "problem": problem,
        "withdrawn": evening_request.evening.settlements.filter(withdrawn_at__isnull=False).order_by("-pk"),
    }
    return render(request, "evenings/settlement.html", context, status=status)
