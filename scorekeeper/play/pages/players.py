"""Changing the players at a table: who leaves, who joins, who deals, and the options from then on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django import forms
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.scoring.errors import RuleError
from games.scoring.types import Option, OptionValue, RuleSet, Table
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.names import display_name, folded
from scorekeeper.play import queries, recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import CallSetError, ConflictError, RowsWaitError
from scorekeeper.play.evening_tables import free_players
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access
from scorekeeper.play.pages.journal import call_in_play
from scorekeeper.play.pages.new_session import MOST_OFFERED
from scorekeeper.play.pages.shared import (
    REFUSALS,
    TablePage,
    may_start_another,
    new_token,
    refusal,
    token_of,
    write_of,
)
from scorekeeper.play.pages.summary import unfinished_in
from scorekeeper.play.recording.players import PlayerChange
from scorekeeper.play.recording.start import require_starter
from scorekeeper.play.session_draft import typed
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of


class SeatsAndRulesForm(forms.Form):
    """The seats of those who sit at the table, counted from 1, and the options of their rules, for the next hands.

    A page that was sent without one of the fields leaves it as it is.
    """

    def __init__(self, table: Table, rule_set: RuleSet, data: Mapping[str, str] | None = None) -> None:
        self.table, self.rule_set = table, rule_set
        now = {f"seat-{place}": str(place + 1) for place in range(len(table.players))}
        now |= {f"option-{name}": typed(value) for name, value in table.options.items()}
        sent = None if data is None else {name: data.get(name, value) for name, value in now.items()}
        super().__init__(sent, initial=now, label_suffix="")
        for place, name in enumerate(table.players):
            self.fields[f"seat-{place}"] = forms.IntegerField(
                label=name,
                min_value=1,
                max_value=len(table.players),
                error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("Which seat?")),
                widget=forms.NumberInput(attrs={"class": "input input--number", "inputmode": "numeric"}),
            )
        for option in rule_set.options:
            self.fields[f"option-{option.name}"] = option_field(option)

    def seats(self) -> Iterator[BoundField]:
        """Return the fields of the seats, in the order of the seats."""
        for place in range(len(self.table.players)):
            yield self[f"seat-{place}"]

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        """Return the fields of the options, each with its option."""
        for option in self.rule_set.options:
            yield option, self[f"option-{option.name}"]

    @property
    def order(self) -> tuple[int, ...]:
        """The new places; the form must be valid."""
        return tuple(self.cleaned_data[f"seat-{place}"] - 1 for place in range(len(self.table.players)))

    @property
    def new_options(self) -> dict[str, OptionValue]:
        """The values of the options; the form must be valid."""
        return {
            option.name: option_value(option, self.cleaned_data[f"option-{option.name}"])
            for option in self.rule_set.options
        }

    def is_changed(self) -> bool:
        """Return whether the fold of these fields has anything to show: a change or an error."""
        return self.is_bound and (bool(self.errors) or self.has_changed())


@dataclass(frozen=True, kw_only=True)
class RequestedChange:
    """A requested change of players: `leaving` are places at the table.

    The new players are names, `tapped` among those offered or `typed`, one a line.
    """

    leaving: frozenset[int] = frozenset()
    tapped: tuple[str, ...] = ()
    typed: str = ""

    @classmethod
    def from_request(cls, request: HttpRequest) -> RequestedChange:
        return cls(
            leaving=frozenset(map(number_of, request.POST.getlist("leaves"))),
            tapped=tuple(request.POST.getlist("comes")),
            typed=request.POST.get("name", ""),
        )

    @property
    def joining(self) -> tuple[str, ...]:
        """The names of the new players, first those tapped, then those typed."""
        return (*self.tapped, *(name.strip() for name in self.typed.splitlines() if name.strip()))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_players(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the form for changing the players, with a preview of the new table, or make the change.

    A closed table of a tournament leads to its result.
    """
    access = writing_access_of(request, public_id)
    require_starter(access.session.club, access.device)
    sent = request.method == "POST" and access.session.closed_at is not None  # perhaps for the second time
    if not sent and not may_start_another(access):
        url = reverse("session", args=[public_id])
        return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    requested = RequestedChange.from_request(request)
    if request.method != "POST" or request.POST.get("action") == "look":
        return _page(request, access, requested, token=token_of(request))
    throttling.spend("starts", throttling.caller(request))
    write = write_of(request, access)
    problem, status, token = "", UNPROCESSABLE, write.token
    further = _further(access, session_ledger(access.session), request)
    if not further.is_valid():
        return _page(request, access, requested, token=token, status=status)
    try:
        followed = recording.change_players(
            write,
            leaving=requested.leaving,
            joining=requested.joining,
            order=further.order,
            options=further.new_options,
            despite_call=bool(request.POST.get("called")),
            despite_rows=bool(request.POST.get("rows")),
        )
        return redirect("session", followed.public_id)
    except (CallSetError, RowsWaitError):
        status = CONFLICT  # the page asks
    except REFUSALS as error:
        problem, status = refusal(error, access.session)
        token = "" if isinstance(error, ConflictError) else token
    return _page(request, access, requested, token=token, problem=problem, status=status)


def _words(error: RuleError, access: Access) -> str:
    return in_words(error.message, [seat.name for seat in queries.seats(access.session)])


def _page(
    request: HtmxRequest,
    access: Access,
    requested: RequestedChange,
    *,
    token: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    session, page = access.session, TablePage.from_request(request, access)
    ledger = page.ledger
    new_table: Table | None = None
    playing = ""
    further = _further(access, ledger, request)
    if requested.leaving or requested.joining or (further.has_changed() and further.is_valid()):
        change = PlayerChange(
            session=session,
            access=access,
            leaving=requested.leaving,
            joining=requested.joining,
            order=further.order if further.is_valid() else (),
            options=further.new_options if further.is_valid() else {},
        )
        try:
            new_table = change.table(ledger)
            if change.drops_call(ledger, new_table):
                playing = call_in_play(session, ledger, page.notation)
        except RuleError as error:
            problem = problem or in_words(error.message, ledger.table.players)
            status = UNPROCESSABLE if status == 200 and not request.htmx else status
    context = {
        **page.context,
        "requested": requested,
        "seats": [(place, name, place in requested.leaving) for place, name in enumerate(ledger.table.players)],
        "offered": _offered(access, requested),
        "then": new_table,
        "dealer": new_table.players[new_table.first_dealer] if new_table else "",
        "further": further,
        "playing": playing,
        "number": ledger.next_number,
        "rows_wait": session.closed_at is None and session.photographed_pages.waiting(ledger.next_number).exists(),
        "unfinished": [] if session.closed_at else unfinished_in(ledger.last),
        "undone": ledger.undone is not None,
        "problem": problem,
        "token": token or new_token(),
    }
    template = "play/_changed_table.html" if request.htmx else "play/change.html"
    return render(request, template, context, status=status)


def _further(access: Access, ledger: SessionLedger, request: HttpRequest) -> SeatsAndRulesForm:
    """Return the form of the seats and the options, as they are or as posted; after a game, the options as agreed."""
    posted = request.POST.dict() if request.method == "POST" else None
    options = access.session.stretch.agreed_options if ledger.last.is_over else ledger.table.options
    table = replace(ledger.table, options=options)
    return SeatsAndRulesForm(table, ledger.rules.rule_set(table), posted)


def _offered(access: Access, requested: RequestedChange) -> list[tuple[str, bool]]:
    """Return the names that can be tapped, each with whether it was.

    They are those present at the evening without a table or, without an unsettled evening, the members of the club or
    the players known to this device.
    """
    session = access.session
    if session.evening is not None and session.evening.settled_at is None:
        names = [display_name(player) for player in free_players(session.evening)]
    elif session.club is not None:
        names = list(clubs.people(session.club).members)
    else:
        names = queries.known_players(access.device)
    seated = {folded(seat.name) for seat in queries.seats(session)}
    others = [name for name in names if folded(name) not in seated][:MOST_OFFERED]
    chips = dict.fromkeys([*others, *requested.tapped])
    return [(name, name in requested.tapped) for name in chips]
