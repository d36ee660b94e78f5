"""The table screen: the form of the next hand, the ledger beside it, and the writes made there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import registry
from games.scoring.errors import RuleError
from games.scoring.types import CORRECTION
from games.ui.forms import OutcomeForm
from scorekeeper.play import queries, round_progress
from scorekeeper.play.access import access_even_if_deleted, access_of, writing_access_of
from scorekeeper.play.errors import (
    CallSetError,
    ConflictError,
    NotThereError,
    RowsWaitError,
    SessionClosedError,
)
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.formatting import in_words
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access, Role, Session, Verb
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write, WriteResult
from scorekeeper.play.screens import journals, table_screen
from scorekeeper.play.views import deletion, pages, watched_table
from scorekeeper.play.views.context import before_hand, of_session
from scorekeeper.play.views.request_params import hand_of, shows_latest, takes_forms, token_of, write_of
from scorekeeper.play.views.table_context import (
    calling,
    context_of,
    context_of_next_hand,
    new_form,
    of_result,
    previewed,
    why_url,
)
from scorekeeper.play.views.tablet_seating import tablet_places
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of

OF_EVERY_FORM = {"csrfmiddlewaretoken", "revision", "token"}


def url_of(access: Access) -> str:
    """Return the URL of the table."""
    return reverse("session", args=[access.session.public_id])


@require_safe
def session(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the table screen, without its form for watchers, or what a closed or deleted session shows instead.

    When the planned hands of a round are played, the form of a further one is shown only with `?further`.

    An open page requests the table with `?since`, the revision that it shows, and gets 204 if nothing is new. Watchers
    get the same.
    """
    access = access_even_if_deleted(request, public_id)
    if shows_latest(request, access.session):
        return HttpResponse(status=204)
    if access.session.deleted_at:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else deletion.deleted(request, access)
    if access.session.closed_at:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else pages.closed(request, access)
    if request.htmx and access.role == Role.WATCHER:
        return watched_table.answer(request, access, notations.of(request, access.session))
    ledger = ledgers.of(access.session)
    updates = _updates(request, ledger, access.session) if "since" in request.GET else ""
    return _screen_of_next_hand(request, access, ledger, updates=updates)


@require_safe
def updates(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show what others wrote `since` a revision, and the ledger, for a page whose form is being filled in.

    Like the table, it is 204 if nothing is new.
    """
    access = access_of(request, public_id)
    if shows_latest(request, access.session):
        return HttpResponse(status=204)
    ledger = ledgers.of(access.session)
    return render(
        request,
        "play/_updates.html",
        {
            "access": access,
            "notation": notations.of(request, access.session),
            "session": access.session,
            "names": ledger.table.players,
            "marks": ledger.last.people,
            "rows": table_screen.rows(access.session, ledger, notations.of(request, access.session)),
            "updates": _updates(request, ledger, access.session),
        },
    )


def _updates(request: HtmxRequest, ledger: SessionLedger, session: Session) -> str:
    since = number_of(request.GET.get("since", ""))
    if since < 0:
        return ""
    # Only up to the revision of the ledger: another process may have written since it was read.
    changes = queries.changes_since(session, since, until=ledger.revision)
    return journals.updates(ledger, changes, notations.of(request, session))


def screen(
    request: HtmxRequest,
    access: Access,
    ledger: SessionLedger,
    form: OutcomeForm | None,
    *,
    status: int = 200,
    **status_context: Any,
) -> HttpResponse:
    """Render the whole table, as a page or as the part that htmx swaps, with the context of `context_of`."""
    return _rendered(
        request, context_of(access, ledger, form, notations.of(request, access.session), **status_context), status
    )


def _rendered(request: HtmxRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "play/_table.html" if request.htmx else "play/session.html", context, status=status)


def _screen_of_next_hand(
    request: HtmxRequest, access: Access, ledger: SessionLedger, *, status: int = 200, **status_context: Any
) -> HttpResponse:
    """Render the table with the form of the next hand."""
    notation, further = notations.of(request, access.session), "further" in request.GET
    context = context_of_next_hand(access, ledger, notation, further=further, **status_context)
    return _rendered(request, context, status)


def _form_of(request: HtmxRequest, ledger: SessionLedger, error: RuleError | None = None) -> OutcomeForm:
    data = hand_of(request)
    form_class = table_screen.form_class(registry.get(ledger.rules.slug), data.get("call"))
    return form_class(table_screen.next_hand(ledger), data, error=error)


@takes_forms
def record(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Record the next hand. If it is refused, show the form as filled in, with the reason at its field."""
    access = writing_access_of(request, public_id)
    write, ledger = write_of(request, access), ledgers.of(access.session)
    form = _form_of(request, ledger)
    try:
        result = services.record(write, raw=form.raw())
    except RuleError as error:
        form = _form_of(request, ledger, error)
        return screen(request, access, ledger, form, token=write.token, status=UNPROCESSABLE)
    except ConflictError:
        ledger = ledgers.of(access.session)
        scored, refused = previewed(access.session, _form_of(request, ledger))
        form = _form_of(request, ledger, refused)
        problem = _("The session has changed in the meantime. Your entry is still here: check the ledger, then record.")
        if access.session.changes.filter(revision__gt=write.revision, verb=Verb.PLAYERS).exists():
            problem = _(
                "Players or rules have changed in the meantime. Your entry is still here: "
                "check who played, then record."
            )
        return screen(request, access, ledger, form, scored=scored, problem=problem, status=CONFLICT)
    return _after(request, access, result)


def _after(request: HtmxRequest, access: Access, result: WriteResult) -> HttpResponse:
    """Return the table after a write, saying what was written.

    The header is for hands that waited on a phone: it confirms that this one is recorded, and gives the revision that
    the next one is based on.
    """
    if not request.htmx:
        return redirect(url_of(access))
    answer = _screen_of_next_hand(request, access, result.ledger)
    answer.headers["X-Revision"] = str(result.revision)
    return answer


@takes_forms
def preview(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the result of the hand being entered, and what is wrong with it so far."""
    access = writing_access_of(request, public_id)
    ledger = ledgers.of(access.session)
    form = _form_of(request, ledger)
    scored, error = previewed(access.session, form)
    redraws = bool(request.htmx) and form.others_play
    if error and not redraws:  # the new fields may lack the faulty one: the page requests the preview again with them
        form = _form_of(request, ledger, error)
    if not request.htmx:
        return screen(request, access, ledger, form, token=token_of(request), scored=scored)
    notation = notations.of(request, access.session)
    context = {
        **before_hand(form.position, ledger, notation, round_progress.of(access.session, ledger)),
        "game": registry.get(ledger.rules.slug),
        "form": form,
        "fields": table_screen.fields(form, notation, ledger.last.people) if redraws else "",
        "session": access.session,
        "calling": calling(access.session, form),
        "names": ledger.table.players,
        "marks": ledger.last.people,
        "standings": table_screen.standings(
            ledger, form.position, notation, scored, tablet_seats=tablet_places(access, ledger)
        ),
        "why_url": why_url(access, ledger),
        **of_result(form, scored, notation),
    }
    return render(request, "play/_preview.html", context)


@takes_forms
def set_call(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the call of the next hand on the other phones. The rest of the form stays on this one."""
    posted = request.POST.dict()
    return _write_call(request, public_id, lambda write: services.set_call(write, posted=posted))


@takes_forms
def clear_call(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Withdraw the call from the other phones, or the hand that was undone."""
    return _write_call(request, public_id, services.clear_call)


def _write_call(request: HtmxRequest, public_id: str, verb: Callable[[Write], WriteResult]) -> HttpResponse:
    access = writing_access_of(request, public_id)
    session = access.session
    try:
        result = verb(write_of(request, access))
    except (ConflictError, NotThereError) as error:
        ledger = ledgers.of(session)
        problem = _(
            "The session has changed in the meantime. Your entry is still here: check the ledger, then continue."
        )
        if isinstance(error, NotThereError):
            problem = _("First choose the call.")
        elif set(request.POST) <= OF_EVERY_FORM:  # the button for a hand that was undone doesn't send its form
            problem = _("The session has changed in the meantime. Check again.")
            return _screen_of_next_hand(request, access, ledger, problem=problem, status=CONFLICT)
        return screen(request, access, ledger, _form_of(request, ledger), problem=problem, status=CONFLICT)
    if not request.htmx:
        return redirect(url_of(access))
    notation = notations.of(request, session)
    form, called = _form_of(request, result.ledger), new_form(session, result.ledger)
    untouched = form.raw() == type(form)(form.expected, form.call_so_far).raw()
    playing = journals.playing(session, result.ledger, notation)
    updates = _("Being played: %(call)s") % {"call": playing} if playing else ""
    return screen(request, access, result.ledger, called if untouched else form, updates=updates)


@takes_forms
def undo(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Undo the latest change of a hand."""
    access = writing_access_of(request, public_id)
    try:
        result = services.undo(write_of(request, access))
    except (ConflictError, NotThereError, RuleError) as error:
        ledger = ledgers.of(access.session)
        problem = _("The session has changed in the meantime, so nothing was undone.")
        if isinstance(error, RuleError):
            problem = in_words(error.message, ledger.table.players)
        return _screen_of_next_hand(request, access, ledger, problem=problem, status=CONFLICT)
    return _after(request, access, result)


@takes_forms
def agree(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Agree that the round is over. With the last phone that has to agree, the session closes."""
    access = writing_access_of(request, public_id)
    problem = ""
    try:
        services.agree(write_of(request, access))
    except (CallSetError, ConflictError, NotThereError):
        problem = _("The session has changed in the meantime. Check again.")
    except RowsWaitError:
        problem = _("Rows of the photographed sheet aren’t recorded yet. Record them first, or close and settle.")
    except SessionClosedError:
        pass  # by another phone that has agreed
    except RuleError as error:
        problem = in_words(error.message, [seat.name for seat in queries.seats(access.session)])
    ledger = ledgers.of(access.session)
    if access.session.closed_at:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else redirect(url_of(access))
    if problem:
        return _screen_of_next_hand(request, access, ledger, problem=problem, status=CONFLICT)
    return _screen_of_next_hand(request, access, ledger) if request.htmx else redirect(url_of(access))


@require_safe
def correction(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the table screen with the form of a correction, which moves counters by hand."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return redirect(url_of(access))
    ledger = ledgers.of(access.session)
    form = table_screen.form_class(registry.get(ledger.rules.slug), CORRECTION)(table_screen.next_hand(ledger))
    return screen(request, access, ledger, form)


@require_safe
def ledger(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the ledger alone, with the rows `before` a hand or with `all` of them."""
    access = access_of(request, public_id)
    played, notation = ledgers.of(access.session), notations.of(request, access.session)
    before = number_of(request.GET.get("before", ""))
    if request.htmx and before > 0:
        rows = table_screen.rows(access.session, played, notation, count=table_screen.OLDER, before=before)
        template = "play/_rows.html"
    else:
        count = len(played.hands) if "all" in request.GET or not request.htmx else table_screen.LATEST
        rows = table_screen.rows(access.session, played, notation, count=count)
        template = "play/_ledger.html" if request.htmx else "play/ledger.html"
    context = {
        **of_session(access, played, notation),
        "standings": table_screen.standings(played, table_screen.next_hand(played), notation),
        "rows": rows,
    }
    return render(request, template, context)
