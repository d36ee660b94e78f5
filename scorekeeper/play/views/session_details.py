"""The details of a session: who its people are, the stake, title and note."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from scorekeeper.play import queries
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import (
    ConflictError,
    EveningSettledError,
    ResultStandsError,
    SessionClosedError,
    UnchangedError,
)
from scorekeeper.play.forms.session_details import SessionDetailsForm
from scorekeeper.play.ledger import notations
from scorekeeper.play.models import Access, Verb
from scorekeeper.play.recording import ports, services
from scorekeeper.play.recording.session_details import plan_details
from scorekeeper.play.recording.session_start import known_by_name
from scorekeeper.play.screens import table_screen
from scorekeeper.play.views.context import of_session, refusal
from scorekeeper.play.views.request_params import revision_of, token_of, write_of
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def session_details(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the details, or change them and return to the table."""
    access = writing_access_of(request, public_id)
    session, people = access.session, queries.people(access.session)
    form, problem, status, revision = SessionDetailsForm(session, people), "", 200, session.revision
    exchange: dict[str, Any] = {}
    if request.method == "POST":
        form, status, revision = SessionDetailsForm(session, people, request.POST), UNPROCESSABLE, revision_of(request)
        if form.is_valid() or not form.shows_people():
            try:
                exchange = _exchange(request, access, form)
                if not exchange:
                    services.change_details(write_of(request, access), wanted=form.wanted())
                    return redirect("session", public_id)
                status = 200
            except (UnchangedError, SessionClosedError):
                if session.closed_at is None or "stake" not in request.POST:
                    return redirect("session", public_id)
                problem, status = _("The session has been closed. Reopen it to change the stake."), CONFLICT
            except (EveningSettledError, ResultStandsError) as error:
                problem, status = refusal(error, session)
            except RuleError as error:
                form.refuse(error)
            except ConflictError as error:
                if session.changes.filter(token=token_of(request), verb=Verb.DETAILS).exists():
                    return redirect("session", public_id)  # the form was sent twice
                problem, status = refusal(error, session)
                revision = session.revision
                form = form.again(queries.people(session))
    notation = notations.of(request, session)
    context = {
        **of_session(access, queries.ledger(session), notation),
        "form": form,
        "people": "\n".join(form.before.names),
        "known_names": sorted(player.name for player in known_by_name(access.device, session.club).values()),
        "problem": problem,
        "seen": revision,
        "token": token_of(request),
        **exchange,
    }
    return render(request, "play/session_details.html", context, status=status)


def _exchange(request: HttpRequest, access: Access, form: SessionDetailsForm) -> dict[str, Any]:
    """Return the totals if other people took places, for the page that asks; empty if there is nothing to ask.

    Raise `ConflictError` if the page showed other people than there are, and what changing the details raises.
    """
    if not form.shows_people():
        raise ConflictError
    ledger = queries.ledger(access.session)
    step = plan_details(access.session, access, ledger, form.wanted())
    names = step.after.get("names", [])
    sure = "\n".join(names)
    if step.after.get("others"):
        ports.evenings().refuse_change(access.session)
    if not step.after.get("others") or request.POST.get("sure", "").splitlines() == names:
        return {}
    return {"sure": sure, **table_screen.exchange(ledger, names, notations.of(request, access.session))}
