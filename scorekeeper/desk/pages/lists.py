"""The lists of a round at the desk, and the page where one is typed from paper, confirmed or corrected."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import MOST
from games.scoring.text import number_words
from scorekeeper.clubs.name_fields import TOO_LONG
from scorekeeper.desk import lists
from scorekeeper.desk.pages.desk_request import DeskRequest, find_run_tournament, find_tournament, tournament_context
from scorekeeper.desk.pages.evening_request import NOTHING_NEW, refuse_hidden
from scorekeeper.desk.pages.form_fields import DeskForm
from scorekeeper.desk.stored_result import game_of
from scorekeeper.desk.table_states import (
    Results,
    TableState,
    most_doubtful,
    most_urgent_first,
    sheet_of,
    table_states,
    version,
)
from scorekeeper.desk.terms_in_words import COLUMN_WORDS
from scorekeeper.evenings.models import Round
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.form_fields import TotalField
from scorekeeper.play.formatting import in_words
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error

CHECK = "check"
LONGEST_REASON = 500


class ListForm(DeskForm):
    """Points of every player and, where the game counts them, games won and lost, with the check line of the paper."""

    def __init__(
        self,
        names: Sequence[str],
        *,
        counts_games: bool,
        results: Results | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        self.names = names
        self.doubtful = ("points", 0)
        self.columns = ("points", "won", "lost") if counts_games else ("points",)
        labels = {"points": _("Points"), **COLUMN_WORDS}
        for place in range(len(names)):
            for column in self.columns:
                written = results[place][column] if results else None
                lowest = -MOST if column == "points" else 0
                self.fields[f"{column}-{place}"] = _figure(labels[column], initial=written, min_value=lowest)
        if counts_games:
            self.fields[CHECK] = _figure(
                _("Check line on the paper"),
                required=False,
                min_value=-MOST,
                help_text=_("The sum of the last column. Leave it empty if nobody has added it up."),
            )

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The players with their fields."""
        return [(name, [self[f"{column}-{place}"] for column in self.columns]) for place, name in enumerate(self.names)]

    def results(self) -> list[dict[str, int]]:
        """Return what was typed, in seat order; the form must be valid."""
        return [
            {column: self.cleaned_data[f"{column}-{place}"] for column in self.columns}
            for place in range(len(self.names))
        ]

    def check_sum(self, total: int) -> bool:
        """Return whether the check line of the paper is this total, or was not typed; else add an error there."""
        typed = self.cleaned_data.get(CHECK)
        if typed is None or typed == total:
            return True
        words = gettext("The figures above add up to %(total)s. Compare them with the paper, or leave this empty.")
        self.add_error(CHECK, words % {"total": number_words(total)})
        return False

    def refuse(self, error: RuleError) -> None:
        """Show a refusal at its field, that of a sum at the figure that is most `doubtful`, or else above the form."""
        self.add_error(self._field_of(error), in_words(error.message, self.names))

    def _field_of(self, error: RuleError) -> str | None:
        field = error.field or ""
        if (field, error.code) == ("results", Code.TOTAL):
            return "{}-{}".format(*self.doubtful)
        for place, name in enumerate(self.names):
            column = field.removeprefix(f"results.{name}.")
            if column in self.columns:
                return f"{column}-{place}"
        return None


def _figure(label: Any, *, min_value: int, required: bool = True, **options: Any) -> TotalField:
    return TotalField(
        label=label,
        required=required,
        min_value=min_value,
        max_value=MOST,
        error_messages={"invalid": _("This must be a whole number."), "required": _("This is still missing.")},
        widget=forms.TextInput(attrs={"class": "input input--number", "autocomplete": "off"}),
        **options,
    )


def results_in(text: str) -> list[Any]:
    """Return the results that a hidden field says were seen; none if it was tampered with."""
    try:
        seen = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return seen if isinstance(seen, list) else []


class ReasonForm(DeskForm):
    """Why a list is disputed, or opened again."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages=TOO_LONG,
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )

    def __init__(self, label: Any, data: Mapping[str, Any] | None = None, *, id_prefix: str = "") -> None:
        super().__init__(data, auto_id=f"{id_prefix}%s")
        self.fields["reason"].label = label

    def refuse(self, error: RuleError) -> None:
        self.add_error("reason", in_words(error.message))


DISPUTE, OPEN = _("What is wrong?"), _("Reason for the correction")


@never_cache
@require_safe
def index(request: HttpRequest, evening: str, number: int | None = None) -> HttpResponse:
    """Show every table of a round, the last one unless it is chosen, with what needs the desk first.

    An open page polls with the version it shows and gets 204 if nothing has changed.
    """
    desk_request = find_tournament(request, evening)
    rounds = list(desk_request.tournament.evening.rounds.exclude(published_at=None))
    shown = next((round_ for round_ in reversed(rounds) if number in (None, round_.number)), None)
    if shown is None and number is not None:
        raise Http404
    seen = version(shown) if shown else ""  # first: whatever is written after this shows up at the next poll
    if seen and request.GET.get("seen") == seen:
        return HttpResponse(status=NOTHING_NEW)
    states = table_states(desk_request.tournament, shown) if shown else []
    context = {
        **tournament_context(desk_request),
        "rounds": rounds,
        "round": shown,
        "states": most_urgent_first(states),
        "is_hidden": desk_request.is_hidden,
        "number_confirmed": sum(state.table_list.confirmed_at is not None for state in states),
        "version": seen,
    }
    return render(request, "desk/lists.html", context)


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
        page.problem = gettext("Someone else has changed this list in the meantime. This is the current version.")
        return _page(request, page, status=CONFLICT)
    except RuleError as error:
        if page.sent is None:
            page.problem = in_words(error.message, page.state.names)
        else:
            page.sent.refuse(error)
    if page.sent is not None:
        point_at_error(page.sent)
    if page.problem or (page.sent is not None and page.sent.errors):
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
        self.sent: ListForm | ReasonForm | None = None
        """The one of these forms that was sent, if any."""
        self.problem = ""

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
        **tournament_context(page.desk_request),
        "round": page.round,
        "state": page.state,
        "list": written,
        "form": page.form or page.list_form(),
        "typed": page.form is not None,
        "dispute": page.dispute,
        "opening": page.opening,
        "seen": lists.version(written),
        "results": json.dumps(page.state.results),
        "problem": page.problem,
    }
    return render(request, "desk/list.html", context, status=status)


def _type(page: _ListPage, posted: QueryDict) -> None:
    page.form = page.sent = form = page.list_form(posted)
    if not form.is_valid():
        return
    results, game = form.results(), game_of(page.tournament)
    table = game.table(page.state.names)
    form.doubtful = most_doubtful(game.rules, table, results, page.round.hands.get(str(table.size)))
    if form.check_sum(sheet_of(game.rules, table, results).total):
        by, seen = page.desk_request.by, posted.get("seen", "")
        lists.type_list(page.tournament, page.round, page.table, results, by=by, seen=seen)


def _confirm(page: _ListPage, posted: QueryDict) -> None:
    seen = results_in(posted.get("results", ""))
    lists.confirm(page.tournament, page.round, page.table, seen=seen, by=page.desk_request.by, by_signature=True)


def _use_session(page: _ListPage, posted: QueryDict) -> None:
    lists.use_session(page.round, page.table, by=page.desk_request.by, seen=posted.get("seen", ""))


def _dispute(page: _ListPage, posted: QueryDict) -> None:
    page.dispute = page.sent = form = ReasonForm(DISPUTE, posted, id_prefix="dispute-")
    if form.is_valid():
        reason, by, seen = form.cleaned_data["reason"], page.desk_request.by, posted.get("seen", "")
        lists.dispute(page.round, page.table, reason=reason, by=by, seen=seen)


def _open(page: _ListPage, posted: QueryDict) -> None:
    page.opening = page.sent = form = ReasonForm(OPEN, posted, id_prefix="open-")
    if form.is_valid():
        lists.open_again(page.round, page.table, reason=form.cleaned_data["reason"], by=page.desk_request.by)


ACTIONS: Mapping[str, Callable[[_ListPage, QueryDict], None]] = {
    "type": _type,
    "use": _use_session,
    "confirm": _confirm,
    "dispute": _dispute,
    "open": _open,
}
