"""The cash report of a tournament, for the desk."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.scoring.errors import RuleError
from scorekeeper.desk.cash_report import cash_report
from scorekeeper.desk.pages.desk_request import find_run_tournament, tournament_context
from scorekeeper.desk.stored_result import result_of
from scorekeeper.play.formatting import in_words


@never_cache
@require_safe
def cash(request: HttpRequest, evening: str) -> HttpResponse:
    """Show who still pays what, what is paid out, and that it balances."""
    desk_request = find_run_tournament(request, evening)
    context = tournament_context(desk_request)
    try:
        context["report"] = cash_report(desk_request.tournament, result_of(desk_request.tournament).day)
    except RuleError as error:
        context["fault"] = in_words(error.message)
    return render(request, "desk/cash.html", context)
