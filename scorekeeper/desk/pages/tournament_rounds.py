"""The list of a tournament's rounds, where the next one is drafted; `round_page` has the page of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import Code, RuleError
from games.scoring.text import message
from scorekeeper.desk import tournament_rounds
from scorekeeper.desk.document.terms import FIXED
from scorekeeper.desk.pages.desk_request import DeskRequest, find_run_tournament, find_tournament, tournament_context
from scorekeeper.desk.pages.seat_explanation import short_teams
from scorekeeper.desk.terms_in_words import SEATING_WORDS
from scorekeeper.evenings.models import Round
from scorekeeper.play.formatting import in_words
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.request_params import number_of

LONGEST_PLAN = 20_000
"""The most characters of a typed plan; 400 start numbers take two thousand."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, evening: str) -> HttpResponse:
    """List the rounds; a POST request drafts the `next` one, which the page named, `anyway` if lists are missing."""
    if request.method != "POST":
        return index_page(request, find_tournament(request, evening))
    desk_request = find_run_tournament(request, evening)
    before = tournament_rounds.drawn_before(desk_request.tournament, _next_of(request.POST))
    if before is not None and desk_request.may_write:
        return redirect("round", evening, before.number)  # a second tap, or somebody else was faster
    if tournament_rounds.waits_for_lists(desk_request.tournament) and "anyway" not in request.POST:
        return index_page(request, desk_request, status=UNPROCESSABLE)
    try:
        drafted = _draft(desk_request, request.POST)
    except RuleError as error:
        return index_page(request, desk_request, problem=in_words(error.message), status=UNPROCESSABLE)
    return redirect("round", evening, drafted.number)


def _draft(desk_request: DeskRequest, posted: QueryDict) -> Round:
    number = _next_of(posted)
    if tournament_rounds.next_seating(desk_request.tournament) == FIXED:
        plan = read_plan(posted.get("plan", "")[:LONGEST_PLAN])
        return tournament_rounds.draft_fixed(desk_request.tournament, plan, number=number, by=desk_request.by)
    return tournament_rounds.draft_next(desk_request.tournament, number=number, by=desk_request.by)


def _next_of(posted: QueryDict) -> int:
    return number_of(posted.get("next", ""))


def read_plan(text: str) -> list[list[int]]:
    r"""Return the start numbers of a typed plan, one line for each table; raise `RuleError` at `plan`.

    >>> read_plan("1 5, 9 13\n\n2-6-10")
    [[1, 5, 9, 13], [2, 6, 10]]
    """
    tables = [
        [number_of(word) for word in re.split(r"[\s,;-]+", line.strip())] for line in text.splitlines() if line.strip()
    ]
    if not tables:
        raise RuleError(Code.REQUIRED, "plan", message("Enter the plan: a line of start numbers for each table."))
    for number, table in enumerate(tables, 1):
        if min(table) < 0:
            words = message("Line {number} may contain start numbers only.", number=number)
            raise RuleError(Code.INVALID, "plan", words)
    return tables


def index_page(
    request: HttpRequest, desk_request: DeskRequest, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """Return the list, with what was refused on it."""
    tournament, total = desk_request.tournament, desk_request.tournament.terms["rounds"]
    listed = list(
        desk_request.rounds.annotate(
            tables=Count("seats__table", distinct=True),
            confirmed=Count("lists__table", filter=Q(lists__confirmed_at__isnull=False), distinct=True),
        )
    )
    published = sum(round_.published_at is not None for round_ in listed)
    may_draft = desk_request.may_change and published == len(listed) and published < total
    next_seating = tournament_rounds.next_seating(tournament) if may_draft else ""
    context = {
        **tournament_context(desk_request),
        "rounds": [(round_, SEATING_WORDS.get(round_.seating, "")) for round_ in listed],
        "total": total,
        "next": published + 1 if may_draft else None,
        "next_seating": SEATING_WORDS.get(next_seating, ""),
        "is_fixed": next_seating == FIXED,
        "plan": request.POST.get("plan", "")[:LONGEST_PLAN],
        "missing": by_round(tournament_rounds.waits_for_lists(tournament)) if may_draft else [],
        "short_teams": short_teams(tournament),
        "problem": problem,
    }
    return render(request, "desk/rounds.html", context, status=status)


def by_round(tables: Sequence[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    """Return the tables of each round.

    >>> by_round([(1, 2), (1, 5), (2, 1)])
    [(1, [2, 5]), (2, [1])]
    """
    return [(number, [table for _number, table in group]) for number, group in groupby(tables, key=itemgetter(0))]
