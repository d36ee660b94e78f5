"""Pages of a session besides the table screen: journal, chart, closing, summary and export."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.play import queries
from scorekeeper.play.access import access_even_if_deleted, access_of, writing_access_of
from scorekeeper.play.documents import session_document
from scorekeeper.play.errors import (
    CallSetError,
    ConflictError,
    NotThereError,
    RowsWaitError,
    SessionClosedError,
)
from scorekeeper.play.ledger import notations
from scorekeeper.play.ledger.ledgers import SessionLedger, is_empty
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import OF_PAYMENTS, Access, Role, Session
from scorekeeper.play.payments import by_place, lost_ticks
from scorekeeper.play.recording import change_players, ports, services
from scorekeeper.play.screens import journals
from scorekeeper.play.screens.summary import drawing, sheets, shown_payments, summary, unfinished_games
from scorekeeper.play.screens.table_screen import next_hand, position, rows
from scorekeeper.play.views.context import REFUSALS, of_session, refusal, what_stands
from scorekeeper.play.views.request_params import new_token, shows_latest, takes_forms, write_of
from scorekeeper.web.errors import CONFLICT
from scorekeeper.web.evening_dates import evening_date
from scorekeeper.web.request_params import HtmxRequest, number_of

LATEST_CHANGES = 5
"""How many changes of the journal the page "How it went" shows."""


@require_safe
def journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who changed what and when, and what it was before, to everybody at the table."""
    access = access_of(request, public_id)
    session = access.session
    ledger, notation = queries.ledger(session), notations.of(request, session)
    context = {
        **of_session(access, ledger, notation),
        "changes": journals.entries(ledger, queries.journal(session), notation),
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
            services.close(
                write_of(request, access),
                despite_call=bool(request.POST.get("called")),
                despite_rows=bool(request.POST.get("rows")),
            )
            return redirect("session", public_id)
        except (CallSetError, RowsWaitError):
            status = CONFLICT  # somebody has called, or photographed a sheet, since; the page asks
        except SessionClosedError:
            return redirect("session", public_id)
        except REFUSALS as error:
            problem, status = refusal(error, access.session)
    if access.session.closed_at:
        return redirect("session", public_id)
    ledger, notation = queries.ledger(access.session), notations.of(request, access.session)
    context = {
        **of_session(access, ledger, notation),
        "summary": summary(access.session, ledger.played_out(), notation),
        "undone": ledger.next_number if ledger.undone is not None else None,
        "playing": journals.playing(access.session, ledger, notation),
        "number": ledger.next_number,
        "waiting_rows": len(ports.sheet_photos().waiting_rows(access.session)),
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
        problem = _("The session has changed in the meantime. Check again.")
        return closed(request, access, problem=problem, status=CONFLICT)
    except (ConflictError, NotThereError):
        pass  # somebody else has reopened it
    except REFUSALS as error:
        problem, status = refusal(error, access.session)
        return closed(request, access, problem=problem, status=status)
    return redirect("session", public_id)


def closed(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the summary of a closed session, which its URL shows in place of the table screen."""
    session = access.session
    ledger, notation, stands = queries.ledger(session), notations.of(request, session), what_stands(session)
    if "unwritten" in request.GET:
        problem = _("The session was closed in the meantime, so what you sent was not recorded.")
        if not session.locked_at:
            what_to_do = stands or _("Reopen it, then record again.")
            problem = f"{problem} {what_to_do}"
    elif "changed" in request.GET:
        problem = _("Someone else has changed the session in the meantime. These are the payments now.")
    elif "untyped" in request.GET and not session.locked_at:
        problem = stands or _("This session is closed. Reopen it to type more hands.")
    if is_empty(session, ledger):
        return _empty(request, access, ledger, stands=stands, problem=problem, status=status)
    context = {
        **of_session(access, ledger, notation),
        **_settled(access, ledger, notation),
        "position": position(next_hand(ledger), notation) if unfinished_games(ledger) else "",
        "drawing": drawing(ledger),
        "sheets": sheets(ledger, notation),
        "stands": stands,
        "problem": problem,
        "again_token": new_token(),
        "list_notice": ports.table_lists().notice(access),
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
    if shows_latest(request, session):
        return HttpResponse(status=204)
    if (
        not request.htmx
        or session.closed_at is None
        or session.deleted_at is not None
        or _other_than_ticks(request, session)
    ):
        return _to_summary(request, session)
    return _shown_payments(request, access)


def _tick(request: HtmxRequest, access: Access) -> HttpResponse:
    write, session = write_of(request, access), access.session
    payment, paid = number_of(request.POST.get("payment", "")), bool(request.POST.get("paid"))
    try:
        services.tick_payment(write, payment=payment, paid=paid)
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
    settlement, *earlier = session.settlements.order_by("-pk").prefetch_related("payments")[:2]
    rows, before = settlement.payments.all(), earlier[0].payments.all() if earlier else ()
    players = [seat.player_id for seat in session.people]
    return {
        "summary": summary(session, ledger, notation, settlement, by_place(rows, players)),
        "settlement": settlement,
        "may_tick": access.role == Role.SCORER and session.locked_at is None,
        "lost_ticks": shown_payments(ledger.names, by_place(lost_ticks(before, rows), players)),
        "token": new_token(),
    }


def _empty(
    request: HttpRequest, access: Access, ledger: SessionLedger, *, stands: str, problem: str, status: int
) -> HttpResponse:
    """Render the page of a closed session without hands: why it counts nowhere, and where to go from here."""
    session, before = access.session, access.session.follows
    context = {
        **of_session(access, ledger, notations.of(request, session)),
        "before": before if before and queries.may_look(access.device, [before]) else None,
        "followed": change_players.following(session),
        "voided": bool(ledger.hands),
        "stands": stands,
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
    started = evening_date(session.started_at)
    people = slugify(" ".join(ledger.table.players)) or "session"
    name = f"{ledger.rules.slug}-{started:%Y-%m-%d}-{people[:60].rstrip('-')}.json"
    text = json.dumps(session_document(session, ledger), ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def no_stream(request: HttpRequest) -> HttpResponse:
    """Return a 404 at the URL of the event streams, which only the ASGI application serves. Pages then poll instead."""
    return HttpResponse(status=404)
