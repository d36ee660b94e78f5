"""The night at home: what its sessions come to together, who pays whom, and the ticks.

Only a browser with access to all of its sessions sees it, since the payments tell what each of them came to.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.play import recording
from scorekeeper.play.access import access_of, writing_access_of
from scorekeeper.play.errors import ConflictError, NightHiddenError, NotThereError
from scorekeeper.play.formatting import kitty_in_words, sum_of_money
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.nights import Gain, NightSettlement, hidden_nights, played_that_night
from scorekeeper.play.pages.shared import TablePage, new_token, takes_forms, write_of
from scorekeeper.play.pages.summary import ShownPayment
from scorekeeper.play.payments import BEYOND_PAYING
from scorekeeper.web.dates import evening_date
from scorekeeper.web.request_params import HtmxRequest


def settlement_of_night(access: Access) -> NightSettlement | None:
    """Return the settlement of the night of a session, or None if the session is settled by itself.

    Raise `NightHiddenError` for a browser without access to all of the sessions.
    """
    if access.session.night is None:
        return None
    if hidden_nights([access.session], access.device):
        raise NightHiddenError
    return NightSettlement.of(access.session.night)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def night(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the night of a session, or settle it together."""
    if request.method == "POST":
        try:
            recording.settle_together(write_of(request, writing_access_of(request, public_id)))
        except (ConflictError, NotThereError):
            return redirect(f"{reverse('session', args=[public_id])}?changed")
        return redirect("night", public_id)
    access = access_of(request, public_id)
    settled = settlement_of_night(access)
    if settled is None:
        return redirect("session", public_id)
    page = TablePage.from_request(request, access)
    context = {**page.context, **night_context(access, settled), "changed": "changed" in request.GET}
    return render(request, "play/night.html", context)


@takes_forms
def settle_apart(request: HttpRequest, public_id: str) -> HttpResponse:
    """Settle the sessions of the night separately again."""
    access = writing_access_of(request, public_id)
    _require_writing(access)
    try:
        recording.settle_apart(write_of(request, access))
    except ConflictError:
        return redirect(f"{reverse('night', args=[public_id])}?changed")
    return redirect("session", public_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def payments(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Tick a payment or remove its tick, or show the `ticks` of others to an open page, which polls with those it has.

    Such a page also says which version of the night it has `seen`. If that is another by now, it loads anew.
    """
    if request.method == "POST":
        return _tick(request, writing_access_of(request, public_id))
    access = access_of(request, public_id)
    settled = settlement_of_night(access)
    if not request.htmx or settled is None or request.GET.get("seen") != settled.version:
        return _to_night(request, access.session)
    if request.GET.get("ticks") == settled.ticks:
        return HttpResponse(status=204)
    return _shown_payments(request, access, settled)


def _tick(request: HtmxRequest, access: Access) -> HttpResponse:
    _require_writing(access)
    key, paid = request.POST.get("payment", ""), bool(request.POST.get("paid"))
    try:
        recording.tick_payment_of_night(write_of(request, access), key=key, paid=paid)
    except (ConflictError, NotThereError):
        return _to_night(request, access.session, "?changed")
    settled = settlement_of_night(access)
    if not request.htmx or settled is None:
        return _to_night(request, access.session, "#payments")
    return _shown_payments(request, access, settled)


def _shown_payments(request: HtmxRequest, access: Access, settled: NightSettlement) -> HttpResponse:
    context = {"session": access.session, **night_context(access, settled)}
    return render(request, "play/_night_payments.html", context)


def _may_write(access: Access, settled: NightSettlement) -> bool:
    own = Session.objects.recorded_by(access.device).filter(night=settled.night)
    return access.role == Role.SCORER and own.count() == len(settled.sessions)


def _require_writing(access: Access) -> None:
    """Raise `PermissionDenied` if the browser may not record in all sessions of the night."""
    settled = settlement_of_night(access)
    if settled is not None and not _may_write(access, settled):
        raise PermissionDenied


def _to_night(request: HtmxRequest, session: Session, suffix: str = "") -> HttpResponse:
    url = f"{reverse('night', args=[session.public_id])}{suffix}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def night_context(access: Access, settled: NightSettlement) -> dict[str, Any]:
    """Return what the page of a night shows."""
    shown = shown_payments(settled)
    paid = sum(payment.is_paid for payment in shown)
    may_write = _may_write(access, settled)
    tables = [
        {
            "session": table.session,
            "gains": [Gain(settled.names[player], money, table.currency) for player, money in table.in_cents.items()],
            "kitty": kitty_in_words(table.kitty, table.currency),
        }
        for table in settled.tables
    ]
    return {
        "night": settled,
        "day": evening_date(access.session.started_at),
        "payments": {"payments": shown, "paid": paid, "all_paid": 0 < len(shown) == paid},
        "tables": tables,
        "left_out": [other for other in played_that_night(access.session, access.device) if not other.stake],
        "may_tick": may_write,
        "token": new_token(),
    }


def shown_payments(settled: NightSettlement) -> list[ShownPayment]:
    """Return the payments of a night with names, formatted money and ticks."""
    return [
        ShownPayment(
            debtor=settled.name(payment.debtor_id),
            creditor=settled.name(payment.creditor_id),
            amount=None,
            money=sum_of_money(money, payment.currency),
            key=key if money < BEYOND_PAYING else None,
            is_paid=payment.ticked_at is not None,
        )
        for key, payment in settled.payments.items()
        for money in [payment.money or Decimal(0)]
    ]
