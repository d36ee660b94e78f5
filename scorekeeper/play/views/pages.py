"""Pages of a session besides the table screen: journal, chart, closing, summary and export."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.scoring.documents import session_document
from games.scoring.errors import RuleError
from scorekeeper.play import queries
from scorekeeper.play.access import access_even_if_deleted, access_of, writing_access_of
from scorekeeper.play.empty_sessions import is_empty
from scorekeeper.play.errors import (
    CallSetError,
    ConflictError,
    EveningSettledError,
    NotThereError,
    SessionClosedError,
)
from scorekeeper.play.ledger import notations
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.ledger.payments import lost_ticks, payments_of
from scorekeeper.play.models import OF_PAYMENTS, Access, Role, Session
from scorekeeper.play.recording import change_players, services
from scorekeeper.play.screens import journals
from scorekeeper.play.screens.link_preview import link_preview
from scorekeeper.play.screens.summary import drawing, sheet, shown_payments, summary
from scorekeeper.play.screens.table_screen import next_hand, rows, unfinished
from scorekeeper.play.views.context import of_session
from scorekeeper.play.views.request_params import new_token, takes_forms, write_of
from scorekeeper.web.links import base_of
from scorekeeper.web.request_params import HtmxRequest, number_of

CONFLICT, UNPROCESSABLE = 409, 422
LATEST_CHANGES = 5
"""How many changes of the journal the page "How it went" shows."""


@require_safe
def journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who changed what and when, and what it was before, to everybody at the table."""
    access = access_of(request, public_id)
    ledger, notation = queries.ledger(access.session), notations.of(request, access.session)
    context = {
        **of_session(access, ledger, notation),
        "changes": journals.entries(ledger, queries.journal(access.session), notation),
    }
    return render(request, "play/journal.html", context)


@require_safe
def chart(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show how it went: the running totals as a chart, the latest hands, and the latest changes."""
    access = access_of(request, public_id)
    session = access.session
    ledger, notation = queries.ledger(session), notations.of(request, session)
    context = {
        **of_session(access, ledger, notation),
        "drawing": drawing(ledger),
        "rows": rows(session, ledger, notation),
        "changes": journals.entries(ledger, queries.journal(session)[:LATEST_CHANGES], notation),
    }
    return render(request, "play/chart.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what the session would be settled at, or close and settle it."""
    access = writing_access_of(request, public_id)
    problem, status = "", 200
    if request.method == "POST":
        try:
            services.close(write_of(request, access), despite_call=bool(request.POST.get("called")))
            return redirect("session", public_id)
        except CallSetError:
            status = CONFLICT  # somebody has set it since; the page asks
        except SessionClosedError:
            return redirect("session", public_id)
        except ConflictError:
            problem = _("Someone else has made a change in the meantime. These are the totals now.")
            status = CONFLICT
        except RuleError as error:
            problem = in_words(error.message, [seat.name for seat in queries.seats(access.session)])
            status = UNPROCESSABLE
    if access.session.closed_at:
        return redirect("session", public_id)
    ledger, notation = queries.ledger(access.session), notations.of(request, access.session)
    context = {
        **of_session(access, ledger, notation),
        "summary": summary(access.session, ledger, notation),
        "playing": journals.playing(access.session, ledger, notation),
        "number": ledger.next_number,
        "is_unplayed": not ledger.counting,
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/close.html", context, status=status)


@takes_forms
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Reopen a closed session."""
    access = writing_access_of(request, public_id)
    try:
        services.reopen(write_of(request, access))
    except SessionClosedError:
        problem = _("Someone else has made a change in the meantime. Check again.")
        return closed(request, access, problem=problem, status=CONFLICT)
    except EveningSettledError:
        problem = _("The evening of this session is settled. Withdraw that settlement first, then reopen the session.")
        return closed(request, access, problem=problem, status=CONFLICT)
    except (ConflictError, NotThereError):
        pass  # somebody else has reopened it
    return redirect("session", public_id)


def closed(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the summary of a closed session, which its URL shows in place of the table screen."""
    session = access.session
    ledger, notation = queries.ledger(session), notations.of(request, session)
    if "unwritten" in request.GET:
        problem = _(
            "The session was closed in the meantime, so what you sent was not recorded. Reopen it, then record again."
        )
    elif "changed" in request.GET:
        problem = _("Someone else has changed the session in the meantime. These are the payments now.")
    elif "untyped" in request.GET:
        problem = _("This session is closed. Reopen it to type more hands.")
    if is_empty(session, ledger):
        return _empty(request, access, ledger, problem=problem, status=status)
    settled = _settled(access, ledger, notation)
    base, _reachable = base_of(request)
    context = {
        **of_session(access, ledger, notation),
        **settled,
        "preview": link_preview(session, ledger, notation, base, settled["summary"]),
        "unfinished": unfinished(next_hand(ledger), notation),
        "drawing": drawing(ledger),
        "rows": sheet(ledger, notation),
        "problem": problem,
        "again_token": new_token(),
        "followed": change_players.following(session),
    }
    return render(request, "play/closed.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def payments(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Tick a payment of a closed session or remove its tick, or show the ticks of others to a page that is open.

    Such a page asks `?since` the revision that it shows. If anything but ticks was written since, it loads anew.
    """
    if request.method == "POST":
        return _tick(request, writing_access_of(request, public_id))
    access = access_even_if_deleted(request, public_id)
    session = access.session
    if "revision" in request.GET:
        return HttpResponse(status=204, headers={"X-Revision": str(session.revision)})
    if not request.htmx or session.closed_at is None or session.deleted_at or _other_than_ticks(request, session):
        return _to_summary(request, session)
    return _shown_payments(request, access)


def _tick(request: HtmxRequest, access: Access) -> HttpResponse:
    write, session = write_of(request, access), access.session
    debtor, _dash, creditor = request.POST.get("payment", "").partition("-")
    pair, paid = (number_of(debtor), number_of(creditor)), bool(request.POST.get("paid"))
    settlement = number_of(request.POST.get("settlement", ""))
    try:
        services.tick_payment(write, settlement=settlement, pair=pair, paid=paid)
    except (ConflictError, NotThereError):
        return _to_summary(request, session, "?changed")
    return _shown_payments(request, access) if request.htmx else _to_summary(request, session, "#payments")


def _other_than_ticks(request: HtmxRequest, session: Session) -> bool:
    since = number_of(request.GET.get("since", ""))
    return since < 0 or session.changes.filter(revision__gt=since).exclude(verb__in=OF_PAYMENTS).exists()


def _to_summary(request: HtmxRequest, session: Session, suffix: str = "") -> HttpResponse:
    url = f"{reverse('session', args=[session.public_id])}{suffix}"
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _shown_payments(request: HtmxRequest, access: Access) -> HttpResponse:
    ledger, notation = queries.ledger(access.session), notations.of(request, access.session)
    context = {**of_session(access, ledger, notation), **_settled(access, ledger, notation)}
    return render(request, "play/_payments.html", context)


def _settled(access: Access, ledger: SessionLedger, notation: Notation) -> dict[str, Any]:
    """Return the settlement of a closed session for its page: result, ticks, and the ticks that it lost."""
    session = access.session
    settlement, *earlier = session.settlements.order_by("-pk")[:2]
    lost = lost_ticks(earlier[0], payments_of(settlement)) if earlier else []
    return {
        "summary": summary(session, ledger, notation, settlement),
        "settlement": settlement,
        "may_tick": access.role == Role.SCORER and session.locked_at is None,
        "lost_ticks": shown_payments(ledger.table.players, lost),
        "token": new_token(),
    }


def _empty(request: HttpRequest, access: Access, ledger: SessionLedger, *, problem: str, status: int) -> HttpResponse:
    """Render the page of a closed session without hands: why it counts nowhere, and where to go from here."""
    session, before = access.session, access.session.follows
    context = {
        **of_session(access, ledger, notations.of(request, session)),
        "before": before if before and queries.may_look(access.device, [before]) else None,
        "followed": change_players.following(session),
        "voided": bool(ledger.hands),
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/closed_empty.html", context, status=status)


@require_safe
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the session document as a file, to keep or to import elsewhere."""
    return document(access_of(request, public_id).session)


def document(session: Session) -> HttpResponse:
    """Return the session document as a file, or a 409 if the rules now refuse one of its hands."""
    ledger = queries.ledger(session)
    if ledger.refusal:
        words = _("Hand %(number)s isn’t possible under the current rules. Amend it first.")
        return HttpResponse(words % {"number": ledger.refusal.number}, content_type="text/plain", status=CONFLICT)
    started = timezone.localtime(session.started_at)
    people = slugify(" ".join(ledger.table.players)) or "session"
    name = f"{ledger.rules.slug}-{started:%Y-%m-%d}-{people[:60].rstrip('-')}.json"
    text = json.dumps(session_document(ledger.ledger), ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def no_stream(request: HttpRequest) -> HttpResponse:
    """Return a 404 at the URL of the event streams, which only the ASGI application serves. Pages then poll instead."""
    return HttpResponse(status=404)
