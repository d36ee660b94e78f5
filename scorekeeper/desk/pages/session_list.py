"""The list of a table on its players' phones: the page where it is confirmed, and the notice that leads there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.scoring.errors import RuleError
from scorekeeper.desk import lists
from scorekeeper.desk.lists import Confirmers, confirmers
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.evening_request import NOTHING_NEW
from scorekeeper.desk.pages.lists import DISPUTE, ReasonForm, results_in
from scorekeeper.desk.table_states import TableState, table_states
from scorekeeper.play.access import access_of
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access, Session
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.play.pages.summary import listed
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, kw_only=True)
class ListNotice:
    """What the page of a closed session says about its list in a tournament, with a link to the list.

    It `asks` the reader to confirm the list. The page polls `url` with the `version` it shows. `unit` is a sentence for
    totals in another unit than the list has; empty if they are the same.
    """

    words: str
    link: str
    url: str
    version: str
    unit: str = ""
    asks: bool = False
    is_disputed: bool = False


def _table_of(session: Session) -> tuple[Tournament | None, TableState | None]:
    """Return the tournament in whose round a session was played, and its table there if the round still has it."""
    if session.round is None or session.table_number is None:
        return None, None
    tournament = Tournament.objects.filter(evening=session.evening_id).select_related("evening").first()
    if tournament is None:
        return None, None
    return tournament, next(iter(table_states(tournament, session.round, session.table_number)), None)


def notice(access: Access) -> ListNotice | None:
    """Return what the page says on this phone; None if the session is not of a tournament."""
    session = access.session
    _tournament, state = _table_of(session)
    if state is None or (state.results is None and not state.players_changed):
        return None
    here = confirmers(access)
    number = {"number": state.number}
    asks = is_open(state) and bool(here.names)
    return ListNotice(
        words=state_in_words(state, here),
        link=(_("Confirm the list of table %(number)s") if asks else _("The list of table %(number)s")) % number,
        url=reverse("table_list", args=[session.public_id]),
        version=lists.version(state.table_list),
        unit=_unit(session_ledger(session)),
        asks=asks,
        is_disputed=state.table_list.disputed_at is not None,
    )


def _unit(ledger: SessionLedger) -> str:
    """Return what the totals of a session are if the list has game points, but each game was paid at once."""
    if not (ledger.rules.counts_games and ledger.rules.zero_sum(ledger.table)):
        return ""
    return _("These totals are what the players pay each other. The tournament counts the game points of the list.")


def is_open(state: TableState) -> bool:
    """Return whether a list waits for a second player."""
    written = state.table_list
    return state.results is not None and written.confirmed_at is None and written.disputed_at is None


def state_in_words(state: TableState, here: Confirmers) -> str:
    """Return how far the list is, and who does what next."""
    written = state.table_list
    if written.confirmed_at is not None:
        return _("Confirmed by %(name)s, locked.") % {"name": written.confirmed_by or _("the desk")}
    if written.disputed_at is not None:
        words = _("Disputed by %(name)s; the desk settles it: %(reason)s")
        return words % {"name": written.disputed_by or _("the desk"), "reason": written.dispute}
    if state.results is None:
        return in_words(lists.PLAYERS_CHANGED if state.players_changed else lists.NOTHING_PLAYED)
    return _waiting(here)


def _waiting(here: Confirmers) -> str:
    if here.is_handed_over:
        return _("A second player checks the list before it counts. Hand this phone to another player at the table.")
    if here.names:
        return _("A second player checks the list before it counts.")
    if here.elsewhere:
        return _("The list is waiting to be confirmed on another phone: %(names)s.") % {"names": listed(here.elsewhere)}
    return _("The list is waiting to be confirmed by another player at the table, or by the desk.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_list(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the list of a closed session; a second player may `confirm` or `dispute` it.

    A session without a list, because it is open or of no tournament, shows its own page. Other pages ask for the
    `?notice` that they show about the list, and get 204 if it is still the same; otherwise they load anew.
    """
    access = access_of(request, public_id)
    page = _page_of(access)
    if page is None:
        return redirect("session", public_id)
    if request.method == "POST":
        return _write(request, page)
    if "notice" not in request.GET:
        return _render(request, page)
    shown = notice(access)
    if shown is None or request.GET["notice"] == shown.version:
        return HttpResponse(status=NOTHING_NEW)
    return HttpResponseClientRefresh()


def _page_of(access: Access) -> _Page | None:
    tournament, state = _table_of(access.session)
    if tournament is None or state is None or access.session.closed_at is None:
        return None
    return _Page(access, tournament, state)


class _Page:
    """The page of a session's list, with its form as it was filled in."""

    def __init__(self, access: Access, tournament: Tournament, state: TableState) -> None:
        self.access, self.session = access, access.session
        self.tournament, self.state = tournament, state
        self.confirmers = confirmers(access)
        self.dispute = ReasonForm(DISPUTE)
        self.name, self.name_missing, self.problem = "", False, ""

    @property
    def url(self) -> str:
        return reverse("table_list", args=[self.session.public_id])


def _write(request: HtmxRequest, page: _Page) -> HttpResponse:
    throttling.spend("writes", page.access.device)
    if not page.confirmers.names:
        raise PermissionDenied
    names, name = page.confirmers.names, request.POST.get("name", "")
    page.name = names[0] if len(names) == 1 else name
    page.dispute = ReasonForm(DISPUTE, request.POST)
    page.name_missing = page.name not in names
    is_dispute = request.POST.get("action") == "dispute"
    try:
        if not page.name_missing and page.dispute.is_valid():
            (_dispute if is_dispute else _confirm)(page, request)
    except RuleError as error:
        page.dispute.add_error("reason" if error.field == "reason" else None, in_words(error.message, page.state.names))
    except ConflictError:
        page.problem = _("Someone else has changed this list in the meantime. This is the current version.")
        return _render(request, _as_it_is_now(page), status=CONFLICT)
    if page.name_missing or page.dispute.errors:
        point_at_error(page.dispute)
        return _render(request, page, status=UNPROCESSABLE)
    return redirect(page.url) if is_dispute else redirect("session", page.session.public_id)


def _confirm(page: _Page, request: HtmxRequest) -> None:
    seen = results_in(request.POST.get("results", ""))
    lists.confirm(page.tournament, page.state.table_list.round, page.state.number, seen=seen, by=page.name)


def _dispute(page: _Page, request: HtmxRequest) -> None:
    seen, reason = request.POST.get("seen", ""), page.dispute.cleaned_data["reason"]
    lists.dispute(page.state.table_list.round, page.state.number, reason=reason, by=page.name, seen=seen)


def _as_it_is_now(page: _Page) -> _Page:
    now = _page_of(page.access) or page
    now.dispute, now.name, now.problem = page.dispute, page.name, page.problem
    return now


def _render(request: HtmxRequest, page: _Page, *, status: int = 200) -> HttpResponse:
    session = page.session
    ledger, written = session_ledger(session), page.state.table_list
    context: dict[str, Any] = {
        **TablePage.from_request(request, page.access, ledger).context,
        "state": page.state,
        "list": written,
        "words": state_in_words(page.state, page.confirmers),
        "may_confirm": is_open(page.state) and page.confirmers.names,
        "confirmers": page.confirmers,
        "name": page.name,
        "name_missing": page.name_missing,
        "dispute": page.dispute,
        "seen": lists.version(written),
        "results": json.dumps(page.state.results),
        "problem": page.problem,
    }
    return render(request, "desk/session_list.html", context, status=status)
