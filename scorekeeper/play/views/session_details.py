"""The details of a session: title and note, the names of the players, and the stake."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.play import queries
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import ConflictError, EveningSettledError, SessionClosedError, UnchangedError
from scorekeeper.play.forms.session_details import SessionDetailsForm
from scorekeeper.play.ledger import notations
from scorekeeper.play.recording import services
from scorekeeper.play.views.context import of_session
from scorekeeper.play.views.request_params import revision_of, token_of, write_of

CONFLICT, UNPROCESSABLE = 409, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_details(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the details, or change them and return to the table."""
    access = writing_access_of(request, public_id)
    session = access.session
    form, problem, status, revision = SessionDetailsForm(session, queries.seats(session)), "", 200, session.revision
    if request.method == "POST":
        form, status, revision = (
            SessionDetailsForm(session, form.seats, request.POST),
            UNPROCESSABLE,
            revision_of(request),
        )
        if form.is_valid():
            try:
                services.change_details(write_of(request, access), wanted=form.wanted())
                return redirect("session", public_id)
            except UnchangedError:
                return redirect("session", public_id)
            except RuleError as error:
                form.refuse(error)
            except SessionClosedError:
                problem, status = _("The session has been closed. Reopen it to change names or stake."), CONFLICT
            except EveningSettledError:
                problem = _("The evening is settled. Withdraw the settlement before you change it.")
            except ConflictError:
                problem, status = (
                    _("Someone else has just changed these details. Check them, then save again."),
                    CONFLICT,
                )
                revision = session.revision
    context = {
        **of_session(access, queries.ledger(session), notations.of(request, session)),
        "form": form,
        "problem": problem,
        "seen": revision,
        "token": token_of(request),
    }
    return render(request, "play/session_details.html", context, status=status)
