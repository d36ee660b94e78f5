"""The cash of an evening: who pays and gets what, ticked as it is paid, and the settlement of the tables."""

from __future__ import annotations

from hashlib import blake2s
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.scoring.errors import RuleError
from scorekeeper.desk import entry_payments
from scorekeeper.desk import settlement as settling
from scorekeeper.desk.audit_notes import payment_in_words
from scorekeeper.desk.cash import PAYMENT, cash_of
from scorekeeper.desk.models import EntryPayment, tournament_of
from scorekeeper.desk.pages.evening import evening_context
from scorekeeper.desk.pages.evening_request import (
    NOTHING_NEW,
    EveningRequest,
    find_evening,
    find_run_evening,
    post_only,
    refuse_hidden,
)
from scorekeeper.desk.settlement import SettlementOverview, SettlementTable
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.errors import ConflictError, NotThereError, TablesOpenError
from scorekeeper.play.formatting import in_words
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of

BOX, PEOPLE = "box", "people"
"""How the evening is settled, as the page and its form name it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cash(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the cash of the evening, with what it would be settled at, or was; a POST request settles it."""
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
    return redirect("evening_cash", evening)


@post_only
def withdraw(request: HttpRequest, evening: str) -> HttpResponse:
    """Open the evening again; the settlement is kept as withdrawn."""
    evening_request = find_run_evening(request, evening)
    key = number_of(request.POST.get("settlement", ""))
    settling.withdraw(evening_request.evening, settlement=key, by=evening_request.by)
    return redirect("evening", evening_request.evening.public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def payments(request: HtmxRequest, evening: str) -> HttpResponse:
    """`tick` what was paid or `untick` it, or show the lines to an open page, which polls with those it has `seen`."""
    if request.method == "POST":
        evening_request = find_run_evening(request, evening)
        try:
            _tick(request, evening_request)
        except (ConflictError, NotThereError, RuleError):
            return _to_cash(request, evening_request, "?changed")
    else:
        evening_request = find_evening(request, evening)
        refuse_hidden(evening_request)
    if not request.htmx:
        return _to_cash(request, evening_request, "#cash" if request.method == "POST" else "")
    context = _context(request, evening_request)
    if not context["version"]:  # there is nothing to tick any more
        return _to_cash(request, evening_request)
    if request.GET.get("seen") == context["version"]:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "desk/_cash.html", context)


def _tick(request: HttpRequest, evening_request: EveningRequest) -> None:
    """Tick or untick an item by its key and the amount that the page showed: `fee.17:1000`, or `payment.5:` ."""
    evening, ticked = evening_request.evening, "tick" in request.POST
    key, _colon, seen = request.POST.get("tick" if ticked else "untick", "").partition(":")
    what, _dot, number = key.partition(".")
    if what == PAYMENT:
        settling.tick_payment(evening, payment=number_of(number), paid=ticked, by=evening_request.by)
        return
    tournament = tournament_of(evening)
    if tournament is None or what not in EntryPayment.What:
        raise NotThereError("there is nothing to tick")
    change = entry_payments.tick if ticked else entry_payments.untick
    sign = -1 if seen.startswith("-") else 1
    change(
        tournament,
        entry=number_of(number),
        what=EntryPayment.What(what),
        seen=sign * number_of(seen.removeprefix("-")),
        by=evening_request.by,
    )


def _to_cash(request: HtmxRequest, evening_request: EveningRequest, suffix: str = "") -> HttpResponse:
    url = f"{reverse('evening_cash', args=[evening_request.evening.public_id])}{suffix}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _through_box(request: HttpRequest, evening: Evening) -> bool:
    """Return whether to settle through the cash box: as chosen on the page, or else as last time."""
    way = (request.POST if request.method == "POST" else request.GET).get("through")
    return way == BOX if way in (BOX, PEOPLE) else settling.was_through_box(evening)


def _page(
    request: HttpRequest, evening_request: EveningRequest, *, problem: str = "", status: int = 200
) -> HttpResponse:
    context = _context(request, evening_request)
    if "changed" in request.GET and not problem:
        problem = _("Someone else has changed this in the meantime. These are the payments now.")
    withdrawn = evening_request.evening.settlements.filter(withdrawn_at__isnull=False).order_by("-pk")
    return render(request, "desk/cash.html", {**context, "problem": problem, "withdrawn": withdrawn}, status=status)


def _context(request: HttpRequest, evening_request: EveningRequest) -> dict[str, Any]:
    """Return the context of the page and of its lines. What a tournament has is only for the desk."""
    evening, runs = evening_request.evening, evening_request.phone.runs
    sessions = settling.sessions_of(evening)
    tables = settling.tables_of(evening, sessions)
    frozen = settling.standing(evening)
    settled = _settled(request, evening, tables, frozen)
    tournament = tournament_of(evening)
    fault = ""
    try:
        shown = cash_of(settled, tournament if runs else None)
    except RuleError as error:
        shown, fault = cash_of(settled, None), in_words(error.message)
    return {
        **evening_context(evening_request),
        "settling": settled,
        "cash": shown,
        "fault": fault,
        "tournament": tournament,
        "settles": tournament is None or bool(settled.sessions or settled.kitty),
        "has_report": runs or tournament is None,
        "may_tick": runs,
        "version": blake2s(repr((shown, runs)).encode(), digest_size=8).hexdigest() if shown.payments else "",
        "lost_ticks": _lost_ticks(evening, settled),
        "tables": tables,
        "open": [session for session in sessions if session.closed_at is None],
    }


def _settled(
    request: HttpRequest, evening: Evening, tables: list[SettlementTable], frozen: EveningSettlement | None
) -> SettlementOverview:
    if frozen:
        return settling.frozen_overview(frozen)
    return settling.preview_settlement(evening, tables, through_box=_through_box(request, evening))


def _lost_ticks(evening: Evening, now: SettlementOverview) -> list[str]:
    """Return the payments whose ticks are lost when the evening is settled again, by the names of that time."""
    before = evening.settlements.filter(withdrawn_at__isnull=False).order_by("-pk").first()
    if before is None:
        return []
    return [payment_in_words(*settling.payment_words(row, before)) for row in settling.lost_ticks(before, now)]
