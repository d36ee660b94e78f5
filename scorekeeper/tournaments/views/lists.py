"""The desk's pages of lists: how far every table of a round is, and the list of one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.errors import RuleError
from scorekeeper.evenings.models import Round
from scorekeeper.evenings.views.context import refuse_hidden
from scorekeeper.evenings.views.evenings import NOTHING_NEW
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words
from scorekeeper.tournaments.desk import lists
from scorekeeper.tournaments.forms.lists import ListForm, ReasonForm, results_in, results_text
from scorekeeper.tournaments.lists.plausibility import most_doubtful
from scorekeeper.tournaments.lists.table_sheet import sheet_of
from scorekeeper.tournaments.lists.table_states import (
    TableState,
    game_of,
    most_urgent_first,
    table_states,
    version,
)
from scorekeeper.tournaments.views.context import (
    DeskRequest,
    find_run_tournament,
    find_tournament,
    of_tournament,
)
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error

DISPUTE, OPEN = gettext_lazy("What is wrong?"), gettext_lazy("Reason for the correction")


@never_cache
@require_safe
def index(request: HttpRequest, evening: str, number: int | None = None) -> HttpResponse:
    """Show every table of a round, the last one unless it is chosen, with what needs the desk first.

    An open page polls with the version it shows and gets 204 if nothing has changed.
    """
    desk_request = find_tournament(request, evening)
    rounds = list(desk_request.tournament.evening.rounds.exclude(published_at=None))
    shown = next((one for one in reversed(rounds) if number in (None, one.number)), None)
    if shown is None and number is not None:
        raise Http404
    seen = version(shown) if shown else ""  # first: whatever is written after this shows up at the next poll
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    states = table_states(desk_request.tournament, shown) if shown else []
    context = {
        **of_tournament(desk_request),
        "rounds": rounds,
        "round": shown,
        "states": most_urgent_first(states),
        "is_hidden": desk_request.is_hidden,
        "number_confirmed": sum(state.table_list.confirmed_at is not None for state in states),
        "version": seen,
    }
    return render(request, "tournaments/lists.html", context)


# One table


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_list(request: HttpRequest, evening: str, number: int, table: int) -> HttpResponse:
    """Show the list of a table; `type` it from paper, or `use` the session's in place of it.

    Then `confirm` it with a signature, `dispute` it, or `open` it again.
    """
    if request.method != "POST":
        desk_request = find_tournament(request, evening)
        refuse_hidden(desk_request)
        return _page(request, _ListPage(desk_request, number, table))
    page = _ListPage(find_run_tournament(request, evening), number, table)
    act = ACTIONS.get(request.POST.get("action", ""))
    if act is None:
        return redirect(page.url)
    try:
        act(page, request.POST)
    except ConflictError:
        page.problem = _("Someone else has changed this list in the meantime. This is the current version.")
        return _page(request, page, status=CONFLICT)
    if page.is_refused:
        return _page(request, page, status=UNPROCESSABLE)
    return redirect(page.url)


class _ListPage:
    """The page of one table: what it shows besides the list are the forms, as they were filled in."""

    def __init__(self, desk_request: DeskRequest, number: int, table: int) -> None:
        self.desk_request, self.tournament = desk_request, desk_request.tournament
        rounds = self.tournament.evening.rounds.exclude(published_at=None)
        # No column holds more, and PostgreSQL refuses to compare with more.
        round_ = rounds.filter(number=number).first() if max(number, table) < 2**15 else None
        if round_ is None:
            raise Http404
        self.round: Round = round_
        self.table = table
        self.state = self.read()
        self.form: ListForm | None = None
        self.dispute = ReasonForm(DISPUTE, id_prefix="dispute-")
        self.opening = ReasonForm(OPEN, id_prefix="open-")
        self.problem = ""
        self.is_refused = False

    def read(self) -> TableState:
        """Return the table as it is now."""
        state = next(iter(table_states(self.tournament, self.round, self.table)), None)
        if state is None:
            raise Http404
        return state

    def list_form(self, data: Mapping[str, Any] | None = None) -> ListForm:
        counts_games = game_of(self.tournament).rules.counts_games
        return ListForm(self.state.names, counts_games=counts_games, results=self.state.results, data=data)

    @property
    def url(self) -> str:
        return reverse("tournament_list", args=[self.desk_request.evening.public_id, self.round.number, self.table])


def _page(request: HttpRequest, page: _ListPage, *, status: int = 200) -> HttpResponse:
    page.state = page.read()
    written = page.state.table_list
    context = {
        **of_tournament(page.desk_request),
        "round": page.round,
        "state": page.state,
        "list": written,
        "form": page.form or page.list_form(),
        "typed": page.form is not None,
        "dispute": page.dispute,
        "opening": page.opening,
        "seen": lists.version(written),
        "results": results_text(page.state.results),
        "problem": page.problem,
    }
    return render(request, "tournaments/list.html", context, status=status)


def _type(page: _ListPage, posted: QueryDict) -> None:
    page.form = form = page.list_form(posted)

    def write() -> None:
        results, game = form.results(), game_of(page.tournament)
        table = game.table(page.state.names)
        form.doubtful = most_doubtful(game.rules, table, results, page.round.hands.get(str(table.size)))
        if form.check_sum(sheet_of(game.rules, table, results).total):
            by, seen = page.desk_request.by, posted.get("seen", "")
            lists.type_list(page.tournament, page.round, page.table, results, by=by, seen=seen)

    _submit(page, form, write)


def _confirm(page: _ListPage, posted: QueryDict) -> None:
    seen = results_in(posted.get("results", ""))
    try:
        lists.confirm(page.tournament, page.round, page.table, seen=seen, by=page.desk_request.by, by_signature=True)
    except RuleError as error:
        page.problem, page.is_refused = in_words(error.message, page.state.names), True


def _use_session(page: _ListPage, posted: QueryDict) -> None:
    by, seen = page.desk_request.by, posted.get("seen", "")
    try:
        lists.use_session(page.round, page.table, by=by, seen=seen)
    except RuleError as error:
        page.problem, page.is_refused = in_words(error.message, page.state.names), True


def _dispute(page: _ListPage, posted: QueryDict) -> None:
    page.dispute = form = ReasonForm(DISPUTE, posted, id_prefix="dispute-")

    def write() -> None:
        by, seen = page.desk_request.by, posted.get("seen", "")
        lists.dispute(page.round, page.table, reason=form.cleaned_data["reason"], by=by, seen=seen)

    _submit(page, form, write)


def _open(page: _ListPage, posted: QueryDict) -> None:
    page.opening = form = ReasonForm(OPEN, posted, id_prefix="open-")

    def write() -> None:
        lists.open_again(page.round, page.table, reason=form.cleaned_data["reason"], by=page.desk_request.by)

    _submit(page, form, write)


def _submit(page: _ListPage, form: ListForm | ReasonForm, write: Callable[[], None]) -> None:
    """Write what a form says; show a refusal at its field."""
    if form.is_valid():
        try:
            write()
        except RuleError as error:
            form.refuse(error)
    point_at_error(form)
    page.is_refused = not form.is_valid()


ACTIONS: Mapping[str, Callable[[_ListPage, QueryDict], None]] = {
    "type": _type,
    "use": _use_session,
    "confirm": _confirm,
    "dispute": _dispute,
    "open": _open,
}
