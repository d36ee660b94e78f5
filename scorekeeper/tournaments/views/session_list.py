"""The list of a table on the phones there: a second player confirms it or says what is wrong with it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.scoring.errors import RuleError
from scorekeeper.play.access import access_of
from scorekeeper.play.errors import ConflictError
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access
from scorekeeper.play.pages.shared import session_context
from scorekeeper.tournaments.desk import lists
from scorekeeper.tournaments.desk.confirmers import confirmers
from scorekeeper.tournaments.forms.lists import ReasonForm, results_in, results_text
from scorekeeper.tournaments.lists import session_notice
from scorekeeper.tournaments.lists.table_states import TableState
from scorekeeper.tournaments.models import Tournament
from scorekeeper.web import throttling
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import HtmxRequest

NOTHING_NEW = 204
DISPUTE = gettext_lazy("What is wrong?")


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
    notice = session_notice.notice(access)
    if notice is None or request.GET["notice"] == notice.version:
        return HttpResponse(status=NOTHING_NEW)
    return HttpResponseClientRefresh()


def _page_of(access: Access) -> _Page | None:
    tournament = session_notice.tournament_of(access.session)
    state = session_notice.state_of(tournament, access.session) if tournament else None
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
        **session_context(page.access, ledger, notation_for(request, session)),
        "state": page.state,
        "list": written,
        "words": session_notice.in_words(page.state, page.confirmers),
        "may_confirm": session_notice.is_open(page.state) and page.confirmers.names,
        "confirmers": page.confirmers,
        "name": page.name,
        "name_missing": page.name_missing,
        "dispute": page.dispute,
        "seen": lists.version(written),
        "results": results_text(page.state.results),
        "problem": page.problem,
    }
    return render(request, "tournaments/session_list.html", context, status=status)
