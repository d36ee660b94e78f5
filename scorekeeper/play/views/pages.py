"""The pages beside the table screen: journal, chart, closing and what a session came to."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.documents import session_document
from games.scoring.errors import RuleError
from scorekeeper.play import journals, notation, queries, services
from scorekeeper.play.devices import access_of, writing_access_of
from scorekeeper.play.models import Access, Session
from scorekeeper.play.screens import next_hand, unfinished
from scorekeeper.play.summary import drawing, sheet, summary
from scorekeeper.play.views.of_session import of_session
from scorekeeper.play.views.posted import new_token, revision_of, takes_forms, token_of
from scorekeeper.play.words import in_words

CONFLICT, UNPROCESSABLE = 409, 422


@require_safe
def journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who did what when, and what it said before; for everybody at the table."""
    access = access_of(request, public_id)
    ledger, shown = queries.ledger(access.session), notation.of(request, access.session)
    context = {
        **of_session(access, ledger, shown),
        "changes": journals.told(ledger, queries.journal(access.session), shown),
    }
    return render(request, "play/journal.html", context)


@require_safe
def chart(request: HttpRequest, public_id: str) -> HttpResponse:
    """The running totals, drawn and as numbers."""
    access = access_of(request, public_id)
    ledger, shown = queries.ledger(access.session), notation.of(request, access.session)
    return render(request, "play/chart.html", {**of_session(access, ledger, shown), "drawing": drawing(ledger)})


@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the session would be settled at; a second tap settles it."""
    access = writing_access_of(request, public_id)
    problem, status = "", 200
    if request.method == "POST":
        try:
            services.close(access.session, access=access, revision=revision_of(request), token=token_of(request))
            return redirect("session", public_id)
        except services.Closed:
            return redirect("session", public_id)
        except services.Conflict:
            problem = _("Somebody else has written meanwhile. These are the totals now.")
            status = CONFLICT
        except RuleError as error:
            problem = in_words(error.message, [seat.name for seat in queries.seats(access.session)])
            status = UNPROCESSABLE
    if access.session.closed_at:
        return redirect("session", public_id)
    ledger, shown = queries.ledger(access.session), notation.of(request, access.session)
    context = {
        **of_session(access, ledger, shown),
        "summary": summary(access.session, ledger, shown),
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/close.html", context, status=status)


@takes_forms
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let a closed session be written on."""
    access = writing_access_of(request, public_id)
    try:
        services.reopen(access.session, access=access, revision=revision_of(request), token=token_of(request))
    except services.Closed:
        problem = _("Somebody else has written meanwhile. Look again.")
        return closed(request, access, problem=problem, status=CONFLICT)
    except services.EveningSettled:
        problem = _("The evening of this session is settled. Withdraw that settlement first, then reopen the session.")
        return closed(request, access, problem=problem, status=CONFLICT)
    except (services.Conflict, services.NotThere):
        pass  # somebody else has reopened it
    return redirect("session", public_id)


def closed(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    """What a closed session came to: the page its address shows."""
    session = access.session
    ledger, shown = queries.ledger(session), notation.of(request, session)
    if "unwritten" in request.GET:
        problem = _("The session was closed meanwhile: what you sent is not recorded. Reopen it, then record again.")
    elif "untyped" in request.GET:
        problem = _("This session is closed, and nothing is typed into it any more. Reopen it, then type on.")
    context = {
        **of_session(access, ledger, shown),
        "summary": summary(session, ledger, shown, queries.settlement(session)),
        "unfinished": unfinished(next_hand(ledger), shown),
        "drawing": drawing(ledger),
        "rows": sheet(ledger, shown),
        "problem": problem,
        "token": new_token(),
        "again_token": new_token(),
        "followed": Session.objects.filter(follows=session).first(),
    }
    return render(request, "play/closed.html", context, status=status)


@require_safe
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """The session document, to be kept or imported elsewhere."""
    return document(access_of(request, public_id).session)


def document(session: Session) -> HttpResponse:
    """The session document as a file."""
    ledger = queries.ledger(session)
    if ledger.refusal:
        words = _("Hand %(number)s is refused by the rules as they are now; amend it first.")
        return HttpResponse(words % {"number": ledger.refusal.number}, content_type="text/plain", status=CONFLICT)
    started = timezone.localtime(session.started_at)
    people = slugify(" ".join(ledger.table.players)) or "session"
    name = f"{ledger.rules.slug}-{started:%Y-%m-%d}-{people[:60].rstrip('-')}.json"
    text = json.dumps(session_document(ledger.ledger), ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def no_stream(request: HttpRequest) -> HttpResponse:
    """Where the ASGI application has its event streams; behind a plain WSGI server pages find none and poll."""
    return HttpResponse(status=404)
