"""The pages of a tournament's rounds: seats drafted, changed by hand and published, and the tables started."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy
from scorekeeper.clubs import queries as clubs
from scorekeeper.desk import rounds, tournament_rounds
from scorekeeper.desk.document.terms import FIXED
from scorekeeper.desk.pages.desk_request import DeskRequest, find_run_tournament, find_tournament, of_tournament
from scorekeeper.desk.pages.rounds import of_clock, set_clock
from scorekeeper.desk.round_seats import SeatedRound, SeatedTable, seated_round
from scorekeeper.desk.rounds import tables_with_list, without_seat
from scorekeeper.desk.table_start import TableRefusedError
from scorekeeper.desk.terms_in_words import SEATING_WORDS
from scorekeeper.evenings.models import Round
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of

LONGEST_PLAN = 20_000
"""The most characters of a typed plan; 400 start numbers take two thousand."""


# All rounds


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest, evening: str) -> HttpResponse:
    """List the rounds; a POST request drafts the `next` one, which the page named, `anyway` if lists are missing."""
    if request.method != "POST":
        return _index(request, find_tournament(request, evening))
    desk_request = find_run_tournament(request, evening)
    before = tournament_rounds.drawn_before(desk_request.tournament, _next_of(request.POST))
    if before is not None and desk_request.may_write:
        return redirect("tournament_round", evening, before.number)  # a second tap, or somebody else was faster
    if tournament_rounds.waits_for_lists(desk_request.tournament) and "anyway" not in request.POST:
        return _index(request, desk_request, status=UNPROCESSABLE)
    try:
        drafted = _draft(desk_request, request.POST)
    except RuleError as error:
        return _index(request, desk_request, problem=in_words(error.message), status=UNPROCESSABLE)
    return redirect("tournament_round", evening, drafted.number)


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
        raise RuleError(Code.REQUIRED, "plan", gettext_lazy("Enter the plan: a line of start numbers for each table."))
    for number, table in enumerate(tables, 1):
        if min(table) < 0:
            message = gettext_lazy("Line {number} may contain start numbers only.", number=number)
            raise RuleError(Code.INVALID, "plan", message)
    return tables


def _index(request: HttpRequest, desk_request: DeskRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    tournament, total = desk_request.tournament, desk_request.tournament.terms["rounds"]
    listed = list(
        _visible(desk_request).annotate(
            tables=Count("seats__table", distinct=True),
            confirmed=Count("lists__table", filter=Q(lists__confirmed_at__isnull=False), distinct=True),
        )
    )
    published = sum(one.published_at is not None for one in listed)
    may_draft = desk_request.may_change and published == len(listed) and published < total
    next_seating = tournament_rounds.next_seating(tournament) if may_draft else ""
    context = {
        **of_tournament(desk_request),
        "rounds": [(one, SEATING_WORDS.get(one.seating, "")) for one in listed],
        "total": total,
        "next": published + 1 if may_draft else None,
        "next_seating": SEATING_WORDS.get(next_seating, ""),
        "is_fixed": next_seating == FIXED,
        "plan": request.POST.get("plan", "")[:LONGEST_PLAN],
        "missing": by_round(tournament_rounds.waits_for_lists(tournament)) if may_draft else [],
        "problem": problem,
    }
    return render(request, "desk/rounds.html", context, status=status)


def by_round(tables: Sequence[tuple[int, int]]) -> list[tuple[int, list[int]]]:
    """Return the tables of each round.

    >>> by_round([(1, 2), (1, 5), (2, 1)])
    [(1, [2, 5]), (2, [1])]
    """
    return [(number, [table for _number, table in group]) for number, group in groupby(tables, key=itemgetter(0))]


def _visible(desk_request: DeskRequest) -> Any:
    """Return the rounds that this phone may see: drafts are for those that run the evenings."""
    rows = desk_request.evening.rounds.order_by("number")
    return rows if desk_request.phone.runs else rows.exclude(published_at=None)


# One round


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_(request: HttpRequest, evening: str, number: int) -> HttpResponse:
    """Show the tables of a round; a POST request does one of `ACTIONS`."""
    is_write = request.method == "POST"
    desk_request = (find_run_tournament if is_write else find_tournament)(request, evening)
    found = _visible(desk_request).filter(number=number_of(str(number))).first()
    if found is None:
        return redirect("tournament_rounds", evening)
    found.evening = desk_request.evening
    return _write(request, desk_request, found) if is_write else _page(request, desk_request, found)


def _write(request: HttpRequest, desk_request: DeskRequest, found: Round) -> HttpResponse:
    act = ACTIONS.get(request.POST.get("action", ""))
    if act is None:
        raise Http404
    try:
        act(request, desk_request, found)
    except RuleError as error:
        return _page(request, desk_request, found, refused=error, status=UNPROCESSABLE)
    except TableRefusedError as refused:
        problem = _why_refused(refused, request, desk_request, found)
        return _page(request, desk_request, found, problem=problem, status=UNPROCESSABLE)
    except ConflictError:
        return _changed_meanwhile(request, desk_request, found.number)
    return redirect("tournament_round", desk_request.evening.public_id, found.number)


def _why_refused(refused: TableRefusedError, request: HttpRequest, desk_request: DeskRequest, found: Round) -> str:
    """Return why a table could not be started, with the names of its players."""
    chosen = _tables_to_start(request)
    table = [one for one in _seated(desk_request, found).waiting if one.number in chosen][refused.number]
    words = in_words(refused.error.message, [player.name for player in table.players])
    return _("Table %(number)s: %(problem)s") % {"number": table.number, "problem": words}


def _seated(desk_request: DeskRequest, found: Round) -> SeatedRound:
    return seated_round(found, dict(desk_request.tournament.entries.values_list("player", "name")))


def _tables_to_start(request: HttpRequest) -> list[int]:
    return [number_of(one) for one in request.POST.getlist("start")]


def _changed_meanwhile(request: HttpRequest, desk_request: DeskRequest, number: int) -> HttpResponse:
    """Show what somebody else has made of the round, or the list of rounds if it is gone."""
    problem = _("Someone else has changed this in the meantime. These are the seats now.")
    found = _visible(desk_request).filter(number=number).first()
    if found is None:
        problem = _("Someone else has discarded this draft in the meantime.")
        return _index(request, desk_request, problem=problem, status=CONFLICT)
    found.evening = desk_request.evening
    return _page(request, desk_request, found, problem=problem, status=CONFLICT)


def _swap(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    two = list(dict.fromkeys(map(number_of, request.POST.getlist("swap"))))
    if len(two) != 2:
        raise RuleError(Code.REQUIRED, "swap", gettext_lazy("Select the two people to swap."))
    seen, reason = request.POST.get("seen"), request.POST.get("reason", "")
    rounds.swap(found, *two, seen=seen, reason=reason, by=desk_request.by)


def _seat(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    seen, reason = request.POST.get("seen"), request.POST.get("reason", "")
    player, table = (number_of(request.POST.get(name, "")) for name in ("player", "table"))
    if player < 0 or table < 0:
        raise RuleError(Code.REQUIRED, "player", gettext_lazy("Select who is to be seated, and a table."))
    rounds.seat(
        found,
        player,
        table,
        seen=seen,
        reason=reason,
        by=desk_request.by,
    )


def _did_not_come(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    one = list(dict.fromkeys(map(number_of, request.POST.getlist("swap"))))
    if len(one) != 1:
        raise RuleError(Code.REQUIRED, "swap", gettext_lazy("Select the one person who did not come."))
    given = request.POST.get("instead", "")
    rounds.did_not_come(
        found,
        *one,
        instead=number_of(given) if given else None,
        seen=request.POST.get("seen"),
        reason=request.POST.get("reason", ""),
        by=desk_request.by,
    )


def _publish(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    rounds.publish(found, seen=request.POST.get("seen", ""), by=desk_request.by)


def _discard(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    rounds.discard(found, by=desk_request.by)


def _start(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    tables = _tables_to_start(request)
    if not tables:
        raise RuleError(Code.REQUIRED, "start", gettext_lazy("Select the tables that record on a phone."))
    throttling.spend("starts", throttling.caller(request))
    phone = desk_request.phone
    label = clubs.journal_name(phone)
    rounds.start_tables(found, tables, device=phone.device, label=label)


def _clock(request: HttpRequest, desk_request: DeskRequest, found: Round) -> None:
    set_clock(found, request, by=desk_request.by)


ACTIONS: Mapping[str, Callable[[HttpRequest, DeskRequest, Round], None]] = {
    "swap": _swap,
    "seat": _seat,
    "did_not_come": _did_not_come,
    "publish": _publish,
    "discard": _discard,
    "start": _start,
    "start_clock": _clock,
    "stop_clock": _clock,
}


def _page(
    request: HttpRequest,
    desk_request: DeskRequest,
    found: Round,
    *,
    refused: RuleError | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    version = rounds.version(found)  # first: what is changed after this is a conflict
    tournament = desk_request.tournament
    seated = _seated(desk_request, found)
    met, teams = tournament_rounds.repeats(tournament, found), tournament_rounds.teams_apart(tournament)
    listed = tables_with_list(found)
    open_ = [table for table in seated.waiting if table.number not in listed]
    waiting = found.published_at is None or bool(open_)
    unseated = without_seat(tournament, found) if desk_request.may_change and waiting else []
    sizes = rounds.game_of(found).sizes
    context = {
        **of_tournament(desk_request),
        **of_clock(found),
        "round": found,
        "seating": SEATING_WORDS.get(found.seating, ""),
        "seated": seated,
        "tables": [(table, [*_met_again(table, met), *_of_one_team(table, teams)]) for table in seated.tables],
        "meetings": len(met),
        "version": version,
        "none_begun": len(open_) == len(seated.tables),
        "listed": listed,
        "is_draft": found.published_at is None,
        "may_change": desk_request.may_change and waiting,
        "unseated": [(entry.player_id, entry.name) for entry in unseated],
        "with_free_seat": [one for one in open_ if len(one.players) + 1 in sizes],
        "marked": [number_of(key) for key in request.POST.getlist("swap")],
        "instead": number_of(request.POST.get("instead", "")),
        "reason": request.POST.get("reason", ""),
        "refused": {str(refused.field): in_words(refused.message)} if refused else {},
        "problem": problem or (in_words(refused.message) if refused and refused.field != "reason" else ""),
    }
    return render(request, "desk/round.html", context, status=status)


def _met_again(table: SeatedTable, met: Mapping[frozenset[int], Sequence[int]]) -> list[str]:
    """Return a sentence for each two at a table who have met before."""
    names = {player.key: player.name for player in table.players}
    found = [(sorted(pair, key=list(names).index), before) for pair, before in met.items() if pair <= names.keys()]
    return [
        _("%(one)s and %(other)s have met in round %(rounds)s.")
        % {"one": names[one], "other": names[other], "rounds": ", ".join(map(str, before))}
        for (one, other), before in sorted(found)
    ]


def _of_one_team(table: SeatedTable, teams: Mapping[int, str]) -> list[str]:
    """Return a sentence for each team that the terms keep apart and that has two or more at a table."""
    together: dict[str, list[str]] = {}
    for player in table.players:
        if player.key in teams:
            together.setdefault(teams[player.key], []).append(player.name)
    return [
        _("From the same team, %(team)s: %(names)s.") % {"team": team, "names": ", ".join(names)}
        for team, names in together.items()
        if len(names) > 1
    ]
