"""The settlement of an evening and its payments: ticks for what was paid, the same on every phone that shows them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.desk import settlement as settling
from scorekeeper.desk.cash_box import BoxLine, CashBox
from scorekeeper.desk.pages.evening import evening_context
from scorekeeper.desk.pages.evening_request import (
    NOTHING_NEW,
    EveningRequest,
    find_evening,
    find_run_evening,
    post_only,
    refuse_hidden,
)
from scorekeeper.desk.settlement import SettlementOverview
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.errors import ConflictError, NotThereError, TablesOpenError
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def payments(request: HtmxRequest, evening: str) -> HttpResponse:
    """Tick a payment or remove its tick, or show the payments to an open page, which polls with those it has `seen`."""
    if request.method == "POST":
        return _tick(request, find_run_evening(request, evening))
    evening_request = find_evening(request, evening)
    refuse_hidden(evening_request)
    frozen = settling.standing(evening_request.evening)
    if not request.htmx or frozen is None:
        return _to_settlement(request, evening_request)
    overview = settling.frozen_overview(frozen)
    if request.GET.get("seen") == version(evening_request, overview):
        return HttpResponse(status=NOTHING_NEW)
    return _shown(request, evening_request, overview, frozen)


def _tick(request: HtmxRequest, evening_request: EveningRequest) -> HttpResponse:
    evening, paid = evening_request.evening, bool(request.POST.get("paid"))
    payment = number_of(request.POST.get("payment", ""))
    try:
        settling.tick_payment(evening, payment=payment, paid=paid, by=evening_request.by)
    except NotThereError:
        return _to_settlement(request, evening_request, "?changed")
    frozen = settling.standing(evening)
    if not request.htmx or frozen is None:
        return _to_settlement(request, evening_request, "#payments")
    return _shown(request, evening_request, settling.frozen_overview(frozen), frozen)


def _to_settlement(request: HtmxRequest, evening_request: EveningRequest, suffix: str = "") -> HttpResponse:
    url = f"{reverse('evening_settlement', args=[evening_request.evening.public_id])}{suffix}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _shown(
    request: HtmxRequest, evening_request: EveningRequest, overview: SettlementOverview, frozen: EveningSettlement
) -> HttpResponse:
    context = {**evening_context(evening_request), **payments_context(evening_request, overview, frozen)}
    return render(request, "desk/_payments.html", context)


def version(evening_request: EveningRequest, overview: SettlementOverview) -> str:
    """Return what the payments on this phone depend on: the settlement, its ticks, and whether the phone may tick."""
    ticked = ".".join(str(row.pk) for row in overview.rows if row.ticked_at)
    return f"{overview.key}.{evening_request.phone.runs:d}.{ticked}"


def payments_context(
    evening_request: EveningRequest, overview: SettlementOverview, frozen: EveningSettlement | None
) -> dict[str, Any]:
    """Return the context of the payments; without a settlement in force, nothing can be ticked."""
    shown: dict[str, Any] = {
        "settling": overview,
        "nearly": overview.is_nearly_fewest,
        "shown_payments": _people_to_people(overview),
    }
    if overview.through_box:
        box = CashBox.from_overview(overview)
        shown |= {"box": box, "shown_payments": [_line_through_box(line) for line in box.lines]}
    if frozen is None:
        return shown
    before = evening_request.evening.settlements.filter(pk__lt=frozen.pk).order_by("-pk").first()
    return shown | {
        "may_tick": evening_request.phone.runs,
        "payments_version": version(evening_request, overview),
        "lost_ticks": _lost(before, frozen) if before else [],
    }


def _people_to_people(overview: SettlementOverview) -> list[dict[str, Any]]:
    return [
        {
            "key": row.pk if row else None,
            "debtor": overview.name(payment.debtor),
            "creditor": overview.name(payment.creditor),
            "amount": payment.amount,
            "is_paid": row is not None and row.ticked_at is not None,
        }
        for payment in overview.payments_by_name
        for row in [overview.row_of.get(payment)]
    ]


def _line_through_box(line: BoxLine) -> dict[str, Any]:
    """Return a person's line; without a key if there is nothing to pay, and so nothing to tick."""
    return {
        "key": line.payment.pk if line.payment else None,
        "line": line,
        "through_box": True,
        "debtor": line.name if line.amount <= 0 else None,
        "creditor": line.name if line.amount > 0 else None,
        "amount": abs(line.amount),
        "is_paid": line.is_paid,
    }


def _lost(before: EveningSettlement, now: EveningSettlement) -> list[dict[str, Any]]:
    """Return the payments whose ticks were lost when the evening was settled again, by the names of that time."""
    overview = settling.frozen_overview(before)
    return [
        {
            "debtor": overview.name(row.debtor_id),
            "creditor": overview.name(row.creditor_id),
            "through_box": before.through_box,
            "amount": row.money,
            "currency": before.currency,
        }
        for row in settling.lost_ticks(before, now)
    ]


BOX, PEOPLE = "box", "people"
"""How the evening is settled, as the page and its form name it."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settlement(request: HttpRequest, evening: str) -> HttpResponse:
    """Show what the evening would be settled at, or was; a POST request settles it."""
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
    return redirect("evening_settlement", evening)


@post_only
def withdraw(request: HttpRequest, evening: str) -> HttpResponse:
    """Open the evening again; the settlement is kept as withdrawn."""
    evening_request = find_run_evening(request, evening)
    key = number_of(request.POST.get("settlement", ""))
    settling.withdraw(evening_request.evening, settlement=key, by=evening_request.by)
    return redirect("evening", evening_request.evening.public_id)


def _through_box(request: HttpRequest, evening: Evening) -> bool:
    """Return whether to settle through the cash box: as chosen on the page, or else as last time."""
    way = (request.POST if request.method == "POST" else request.GET).get("through")
    return way == BOX if way in (BOX, PEOPLE) else settling.was_through_box(evening)


def _page(
    request: HttpRequest, evening_request: EveningRequest, *, problem: str = "", status: int = 200
) -> HttpResponse:
    sessions = settling.sessions_of(evening_request.evening)
    tables = settling.tables_of(evening_request.evening, sessions)
    frozen = settling.standing(evening_request.evening)
    if frozen:
        overview = settling.frozen_overview(frozen)
    else:
        through_box = _through_box(request, evening_request.evening)
        overview = settling.preview_settlement(evening_request.evening, tables, through_box=through_box)
    if "changed" in request.GET and not problem:
        problem = _("Someone else has changed the settlement in the meantime. These are the payments now.")
    context = {
        **evening_context(evening_request),
        **payments_context(evening_request, overview, frozen),
        "tables": tables,
        "open": [session for session in sessions if session.closed_at is None],
        "problem": problem,
        "withdrawn": evening_request.evening.settlements.filter(withdrawn_at__isnull=False).order_by("-pk"),
    }
    return render(request, "desk/settlement.html", context, status=status)
