"""The settlement of an evening: preview, freeze, withdraw."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.settlement import EXACT_UP_TO
from scorekeeper.evenings import settlement as settling
from scorekeeper.evenings.views.context import (
    CONFLICT,
    UNPROCESSABLE,
    EveningRequest,
    find_evening,
    find_run_evening,
    post_only,
)
from scorekeeper.evenings.views.evenings import of_evening
from scorekeeper.play.errors import ConflictError, EveningSettledError, TablesOpenError
from scorekeeper.web.request_params import number_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settlement(request: HttpRequest, evening: str) -> HttpResponse:
    """Show what the evening would be settled at, or was; a POST request settles it."""
    if request.method != "POST":
        return _page(request, find_evening(request, evening))
    found = find_run_evening(request, evening)
    try:
        settling.settle(found.evening, seen=request.POST.get("seen", ""), by=found.by)
    except TablesOpenError:
        found.evening.refresh_from_db()
        return _page(request, found, status=UNPROCESSABLE)
    except (ConflictError, EveningSettledError):
        found.evening.refresh_from_db()
        problem = _("This has changed in the meantime. Check it again.")
        return _page(request, found, problem=problem, status=CONFLICT)
    return redirect("evening_settlement", evening)


@post_only
def withdraw(request: HttpRequest, evening: str) -> HttpResponse:
    """Open the evening again; the settlement is kept as withdrawn."""
    found = find_run_evening(request, evening)
    key = number_of(request.POST.get("settlement", ""))
    settling.withdraw(found.evening, settlement=key, by=found.by)
    return redirect("evening", found.evening.public_id)


def _page(request: HttpRequest, found: EveningRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    sessions = settling.sessions_of(found.evening)
    tables = settling.tables_of(found.evening, sessions)
    frozen = settling.standing(found.evening)
    shown = settling.of_frozen(frozen) if frozen else settling.preview_settlement(found.evening, tables)
    paying = sum(1 for one in shown.balances if one.amount) + bool(shown.kitty)
    context = {
        **of_evening(found),
        "settling": shown,
        "tables": tables,
        "open": [session for session in sessions if session.closed_at is None],
        "nearly": paying > EXACT_UP_TO,
        "problem": problem,
        "withdrawn": found.evening.settlements.filter(withdrawn_at__isnull=False).order_by("-pk"),
    }
    return render(request, "evenings/settlement.html", context, status=status)
