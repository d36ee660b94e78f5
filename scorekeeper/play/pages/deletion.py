"""Deleting a session that was a mistake, its page while it is deleted, and restoring it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.play import recording
from scorekeeper.play.access import access_even_if_deleted, require_writing, writing_access_of
from scorekeeper.play.errors import ConflictError, NotThereError, SessionDeletedError
from scorekeeper.play.ledger import is_empty
from scorekeeper.play.models import RECOVERABLE, Access, Verb
from scorekeeper.play.pages.shared import REFUSALS, TablePage, new_token, refusal, what_stands, write_of
from scorekeeper.web.errors import CONFLICT


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what would be deleted, or delete the session and show its page, which offers to restore it."""
    access = writing_access_of(request, public_id)
    session, problem = access.session, ""
    if request.method == "POST":
        try:
            recording.delete(write_of(request, access))
            return redirect("session", public_id)
        except SessionDeletedError:  # by somebody else
            return redirect("session", public_id)
        except (EveningSettledError, ResultStandsError):
            pass  # since the page was opened; it now says so
        except REFUSALS as error:
            problem, _status = refusal(error, session)
    page = TablePage.from_request(request, access)
    context = {
        **page.context,
        "hands": len(page.ledger.played),
        "days": RECOVERABLE.days,
        "problem": problem,
        "stands": "" if is_empty(session, page.ledger) else what_stands(session),
        "token": new_token(),
    }
    return render(request, "play/delete.html", context, status=CONFLICT if request.method == "POST" else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def undelete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Restore a deleted session. Opening this URL leads to the session."""
    access = access_even_if_deleted(request, public_id)
    if request.method != "POST":
        return redirect("session", public_id)
    try:
        recording.undelete(write_of(request, require_writing(request, access)))
    except (NotThereError, ConflictError):  # somebody else has restored it, or the form was sent before
        pass
    except REFUSALS as error:
        problem, status = refusal(error, access.session)
        return deleted(request, access, problem=problem, status=status)
    return redirect("session", public_id)


def deleted(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Render the page of a deleted session, which its URL shows in place of the table or the result."""
    session = access.session
    page = TablePage.from_request(request, access)
    context = {
        **page.context,
        "hands": len(page.ledger.played),
        "deletion": session.changes.filter(verb=Verb.DELETE).latest("revision"),
        "until": session.recoverable_until,
        "problem": problem,
        "token": new_token(),
    }
    return render(request, "play/deleted.html", context, status=status)
