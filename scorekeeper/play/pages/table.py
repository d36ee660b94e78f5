"""The table screen: the form of the next hand, the ledger beside it, and the writes made there.

First its context, as plain values for its templates, then the table as watchers fetch it, and then the views. What it
shows of a hand or of the totals comes from `table_screen`.
"""

from __future__ import annotations

from collections.abc import Callable
from gzip import compress
from secrets import SystemRandom
from textwrap import wrap
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.timesince import timesince
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from games import registry
from games.scoring.errors import Code, RuleError
from games.scoring.types import CORRECTION, ScoredHand
from games.ui.forms import CorrectionForm, OutcomeForm
from scorekeeper.play import queries, recording
from scorekeeper.play.access import access_even_if_deleted, access_of, writing_access_of
from scorekeeper.play.errors import CallSetError, ConflictError, NotThereError, RowsWaitError, SessionClosedError
from scorekeeper.play.formatting import NO_BREAK, Notation, in_words, notation_for
from scorekeeper.play.ledger import Progress, SessionLedger, progress_of, session_ledger
from scorekeeper.play.models import Access, Role, Session, Verb
from scorekeeper.play.pages import deletion, table_screen
from scorekeeper.play.pages.journal import call_in_play, updates_in_words
from scorekeeper.play.pages.next_game import ending, next_game_context
from scorekeeper.play.pages.shared import (
    REFUSALS,
    TablePage,
    before_hand,
    hand_of,
    new_token,
    outcome_of,
    refusal,
    shows_latest,
    takes_forms,
    token_of,
    write_of,
)
from scorekeeper.play.pages.summary import closed_page, listed
from scorekeeper.play.pages.tablet import sides, tablet_places
from scorekeeper.play.recording.session import round_agreement
from scorekeeper.play.recording.write import Write, WriteResult
from scorekeeper.web import throttling
from scorekeeper.web.dates import evening_date, this_evening
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.memory_cache import Kept
from scorekeeper.web.request_params import HtmxRequest, number_of

IN_LARGE_TYPE = 23
"""The number of letters that fit on a line of the save button of a phone in its large type."""


def context_of_next_hand(page: TablePage, *, further: bool = False, **status_context: Any) -> dict[str, Any]:
    """Return the context of the table with the form of the next hand, for those who may record it.

    If that gives a hand back, the button says its result again. Once the planned hands of a round are played, there is
    a form only for a `further` one.
    """
    session, ledger = page.session, page.ledger
    takes_hands = page.access.role == Role.SCORER
    if takes_hands and not further:
        takes_hands = not table_screen.round_is_over(session, ledger, progress_of(session, ledger))
    form = new_form(session, ledger) if takes_hands else None
    scored = previewed(session, form)[0] if form and ledger.undone is not None else None
    return context_of(page, form, scored=scored, **status_context)


def context_of(
    page: TablePage,
    form: OutcomeForm | None,
    *,
    token: str = "",
    scored: ScoredHand | None = None,
    **status_context: Any,
) -> dict[str, Any]:
    """Return the context of the table screen.

    Further keywords go into its status message, in place of the sentence on the latest write: the `updates` of what
    others wrote, or a `problem`. With `status`, that is the whole message, already printed.
    """
    access, ledger, notation = page.access, page.ledger, page.notation
    position = form.position if form else table_screen.next_position(ledger)
    tablet_seats = tablet_places(access, ledger)
    of_table = page.context
    progress = of_table["progress"]
    is_over = form is None and table_screen.round_is_over(access.session, ledger, progress)
    calls = (CORRECTION, *ledger.rules.calls(ledger.table))
    return {
        **of_table,
        **before_hand(position, ledger, notation, progress, is_over=is_over),
        **next_game_context(access, ledger),
        "agreement": _agreement(access) if is_over and access.session.round_id and access.role == Role.SCORER else None,
        "form": form,
        "pause": _pause(ledger) if form else "",
        "rows_wait": access.session.photographed_pages.waiting(ledger.next_number).exists,
        "fields": table_screen.fields(form, notation, ledger.last.people) if form else "",
        "deals": _next_deals(form, ledger, notation, progress),
        "deals_again": (f"call={CORRECTION}", *ledger.rules.deals_again(ledger.table, ledger.state)),
        "uncounted": [call for call in calls if not ledger.rules.counts_in_round(call)],
        "token": token or new_token(),
        "playing": call_in_play(access.session, ledger, notation),
        "calling": calling(access.session, form),
        "prefilled": form is not None and _is_as_offered(form, access.session, ledger),
        "rows": table_screen.rows(access.session, ledger, notation),
        "message": "" if any(status_context.values()) else table_screen.latest_in_words(ledger, notation),
        "undoable": ledger.can_undo,
        "gives_back": ledger.undone is not None and form is not None and bool(form.data),
        "standings": table_screen.standings(
            ledger, position, notation, scored, tablet_seats=tablet_seats, round_over=is_over
        ),
        "sides": sides(ledger.table.players, tablet_seats),
        "why_url": why_url(access, ledger),
        **status_context,
        **result_context(form, scored, ledger, notation),
    }


def _pause(ledger: SessionLedger) -> str:
    """Return how long ago the last entry was made, if not this evening: the table may have been left open."""
    last = ledger.latest
    return timesince(last.at, depth=1) if last and ledger.hands and evening_date(last.at) < this_evening() else ""


def _next_deals(
    form: OutcomeForm | None, ledger: SessionLedger, notation: Notation, progress: Progress | None
) -> list[dict[str, Any]]:
    """Return what the form shows for each dealer of the next hands, in their order; nothing for a correction.

    While hands wait on a phone, it shows that of the hand after them: who deals and, if the dealer sits out, the fields
    with those who play.
    """
    if form is None or isinstance(form, CorrectionForm):
        return []
    position, game, deals = form.expected, registry.get(ledger.rules.slug), []
    for dealer in position.rules.next_dealers(position.table, position.state):
        dealt = position.dealt_by(dealer)
        sits_out = table_screen.sits_out_in_words(dealt)
        fields = table_screen.fields(game.form(dealt), notation, ledger.last.people) if dealer in dealt.sits_out else ""
        deals.append(
            {
                "seat": dealer,
                "dealer": position.table.players[dealer],
                "below_heading": table_screen.below_heading(progress, sits_out),
                "fields": fields,
            }
        )
    return deals


def why_url(access: Access, ledger: SessionLedger) -> str:
    """Return the URL of the derivation of the latest hand, to which the totals lead; empty without hands."""
    return reverse("hand", args=[access.session.public_id, len(ledger.hands)]) if ledger.hands else ""


def _agreement(access: Access) -> dict[str, Any]:
    """Return who has agreed that the round is over, by name, and what this browser is asked."""
    so_far = round_agreement(access.session)
    agreed, missing = (
        listed([_("you") if phone.pk == access.pk else phone.label for phone in phones])
        for phones in (so_far.agreed, so_far.missing)
    )
    return {
        "agreed": agreed,
        "missing": missing,
        "closes": so_far.closes_with(access),
        "has_agreed": so_far.has(access),
    }


def calling(session: Session, form: OutcomeForm | None) -> str:
    """Return what the button beside the call does: `set` or `take_back`, nothing yet (empty), or `never` anything."""
    if form is None or not form.called_groups:
        return "never"
    if session.called and form.call_so_far in ({}, session.called):
        return "take_back"
    return "set" if form.call_so_far else ""


def result_context(
    form: OutcomeForm | None, scored: ScoredHand | None, ledger: SessionLedger, notation: Notation
) -> dict[str, str]:
    """Return the result on the save button, also of the game if the hand ends it, or else what is still missing."""
    if form is None:
        return {}
    parts = [table_screen.result(form, scored, notation), ending(ledger, scored)] if scored else []
    result = f"{NO_BREAK}· ".join(filter(None, parts))
    missing = table_screen.missing_words(form) if form.missing else ""
    is_long = form.general_error is not None or not _fits_on_two_lines(result or missing)
    return {"result": result, "missing": missing, "wordy": "wordy" if is_long else ""}


def _fits_on_two_lines(result: str) -> bool:
    """Return whether the save button of a phone shows a result in large type; a third line would move the bar."""
    words = _("Record: %(result)s") % {"result": result}
    return len(wrap(words, IN_LARGE_TYPE)) <= 2


def previewed(session: Session, form: OutcomeForm) -> tuple[ScoredHand | None, RuleError | None]:
    """Return the hand's score, or why it is refused; neither while something is still missing."""
    try:
        scored = recording.preview(session, form.raw())
    except RuleError as error:
        return None, None if error.code == Code.REQUIRED else error
    return (None, None) if form.missing else (scored, None)


def new_form(session: Session, ledger: SessionLedger) -> OutcomeForm | None:
    """Return the form of the next hand, or None if the game is over.

    It is filled in with the hand that was undone, or else with the call set so far.
    """
    position, game = table_screen.next_position(ledger), registry.get(ledger.rules.slug)
    if ledger.undone is not None:
        return table_screen.form_class(game, ledger.undone.get("call")).from_raw(position, ledger.undone)
    return None if position.over else game.form(position, session.called)


def _is_as_offered(form: OutcomeForm, session: Session, ledger: SessionLedger) -> bool:
    """Return whether a form has nothing but what was undone or called, so that nothing is lost if it is replaced."""
    if ledger.undone is None:
        return form.data == session.called
    offered = new_form(session, ledger)
    return offered is not None and form.data == offered.data


_tables = Kept[tuple[bytes, bytes]](most=200)
"""More than change at once: only the latest revision of a session is still fetched."""
_lock = Lock()
"""Held while a table is rendered: when hundreds ask for it at once, it is rendered for the first of them."""


def _watched(request: HttpRequest, access: Access) -> HttpResponse:
    """Return the table as watchers see it, compressed once for all: it has no secret that its size could betray."""
    plain, compressed = _rendered_for_watchers(access, notation_for(request, access.session))
    takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(compressed, headers={"Content-Encoding": "gzip"}) if takes_gzip else HttpResponse(plain)
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _rendered_for_watchers(access: Access, notation: Notation) -> tuple[bytes, bytes]:
    """Return the table without anything that belongs to one browser, as the part that htmx swaps; also compressed.

    What it shows can change without a new revision as well: the planned hands of a round, and the place from which a
    player who watches sees the table.
    """
    session = access.session
    with _lock:
        ledger = session_ledger(session)
        key = (
            (session.public_id, session.revision, get_language(), notation),
            (progress_of(session, ledger), tuple(tablet_places(access, ledger))),
        )

        def render() -> tuple[bytes, bytes]:
            context = context_of_next_hand(TablePage(access, ledger, notation))
            plain = render_to_string("play/_table.html", context).encode()
            return plain, compress(plain)

        return _tables.get(key, render)


OF_EVERY_FORM = {"csrfmiddlewaretoken", "revision", "token"}


def url_of(access: Access) -> str:
    """Return the URL of the table."""
    return reverse("session", args=[access.session.public_id])


@require_safe
def session(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the table screen, without its form for watchers, or what a closed or deleted session shows instead.

    When the planned hands of a round or a list are played, the form of a further one is shown only with `?further`.

    An open page requests the table with `?since`, the revision that it shows, and gets 204 if nothing is new. Watchers
    get the same.
    """
    access = access_even_if_deleted(request, public_id)
    if shows_latest(request, access.session):
        return HttpResponse(status=204)
    if access.session.deleted_at:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else deletion.deleted(request, access)
    if access.session.closed_at:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else closed_page(request, access)
    if request.htmx and access.role == Role.WATCHER:
        return _watched(request, access)
    ledger = session_ledger(access.session)
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
    ledger = session_ledger(access.session)
    return render(
        request,
        "play/_updates.html",
        {
            "access": access,
            "notation": notation_for(request, access.session),
            "session": access.session,
            "columns": table_screen.columns_of(ledger, ledger.last),
            "rows": table_screen.rows(access.session, ledger, notation_for(request, access.session)),
            "updates": _updates(request, ledger, access.session),
        },
    )


def _updates(request: HtmxRequest, ledger: SessionLedger, session: Session) -> str:
    since = number_of(request.GET.get("since", ""))
    if since < 0:
        return ""
    # Only up to the revision of the ledger: another process may have written since it was read.
    changes = queries.changes_since(session, since, until=ledger.revision)
    return updates_in_words(ledger, changes, notation_for(request, session))


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
        request, context_of(TablePage.from_request(request, access, ledger), form, **status_context), status
    )


def _rendered(request: HtmxRequest, context: dict[str, Any], status: int) -> HttpResponse:
    return render(request, "play/_table.html" if request.htmx else "play/session.html", context, status=status)


def _screen_of_next_hand(
    request: HtmxRequest, access: Access, ledger: SessionLedger, *, status: int = 200, **status_context: Any
) -> HttpResponse:
    """Render the table with the form of the next hand."""
    page, further = TablePage.from_request(request, access, ledger), "further" in request.GET
    return _rendered(request, context_of_next_hand(page, further=further, **status_context), status)


def _form_of(request: HtmxRequest, ledger: SessionLedger, error: RuleError | None = None) -> OutcomeForm:
    data = hand_of(request)
    form_class = table_screen.form_class(registry.get(ledger.rules.slug), data.get("call"))
    return form_class(table_screen.next_position(ledger), data, error=error)


@takes_forms
def record(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Record the next hand. If it is refused, show the form as filled in, scrolled to the reason at its field."""
    access = writing_access_of(request, public_id)
    write, ledger = write_of(request, access), session_ledger(access.session)
    form = _form_of(request, ledger)
    try:
        result = recording.record(write, raw=outcome_of(form, write, ledger))
    except RuleError as error:
        form = _form_of(request, ledger, error)
        refusal = screen(request, access, ledger, form, token=write.token, status=UNPROCESSABLE)
        if wrong := [name for name, sentence in form.errors if sentence]:
            refusal.headers["HX-Reswap"] = f"outerHTML show:#e-{wrong[0]}:bottom"
        return refusal
    except ConflictError:
        ledger = session_ledger(access.session)
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
    the next one is based on. After a correction, which has an address of its own, a reload shows the table, too.
    """
    if not request.htmx:
        return redirect(url_of(access))
    answer = replace_url(_screen_of_next_hand(request, access, result.ledger), url_of(access))
    answer.headers["X-Revision"] = str(result.revision)
    return answer


@takes_forms
def preview(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the result of the hand being entered, and what is wrong with it so far."""
    access = writing_access_of(request, public_id)
    ledger = session_ledger(access.session)
    form = _form_of(request, ledger)
    scored, error = previewed(access.session, form)
    redraws = bool(request.htmx) and form.others_play
    if error and not redraws:  # the new fields may lack the faulty one: the page requests the preview again with them
        form = _form_of(request, ledger, error)
    if not request.htmx:
        return screen(request, access, ledger, form, token=token_of(request), scored=scored)
    notation = notation_for(request, access.session)
    context = {
        **before_hand(form.position, ledger, notation, progress_of(access.session, ledger)),
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
        **result_context(form, scored, ledger, notation),
    }
    return render(request, "play/_preview.html", context)


@takes_forms
def set_call(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the call of the next hand on the other phones. The rest of the form stays on this one."""
    posted = request.POST.dict()
    return _write_call(request, public_id, lambda write: recording.set_call(write, posted=posted))


@takes_forms
def clear_call(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Withdraw the call from the other phones, or the hand that was undone."""
    return _write_call(request, public_id, recording.clear_call)


def _write_call(request: HtmxRequest, public_id: str, verb: Callable[[Write], WriteResult]) -> HttpResponse:
    access = writing_access_of(request, public_id)
    session = access.session
    try:
        result = verb(write_of(request, access))
    except (ConflictError, NotThereError) as error:
        ledger = session_ledger(session)
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
    notation = notation_for(request, session)
    form, called = _form_of(request, result.ledger), new_form(session, result.ledger)
    untouched = form.raw() == type(form)(form.expected, form.call_so_far).raw()
    playing = call_in_play(session, result.ledger, notation)
    updates = _("Being played: %(call)s") % {"call": playing} if playing else ""
    return screen(request, access, result.ledger, called if untouched else form, updates=updates)


@takes_forms
def undo(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Undo the latest change of a hand."""
    access = writing_access_of(request, public_id)
    try:
        result = recording.undo(write_of(request, access))
    except (ConflictError, NotThereError, RuleError) as error:
        ledger = session_ledger(access.session)
        problem = _("The session has changed in the meantime, so nothing was undone.")
        if isinstance(error, RuleError):
            problem = in_words(error.message, ledger.table.players)
        return _screen_of_next_hand(request, access, ledger, problem=problem, status=CONFLICT)
    return _after(request, access, result)


@takes_forms
def next_game(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Start the next game with the people at the table in the chosen seats, or in seats that are drawn."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at is not None:
        return HttpResponseClientRedirect(url_of(access)) if request.htmx else redirect(url_of(access))
    throttling.spend("starts", throttling.caller(request))
    order = [number_of(seat) for seat in request.POST.get("order", "").split()]
    if "draw" in request.POST:
        order = list(session_ledger(access.session).table.seats)
        SystemRandom().shuffle(order)
    problem, status = "", 200
    try:
        recording.change_players(write_of(request, access), order=order, despite_rows=False)
    except RowsWaitError:
        problem, status = _("Rows of the photographed sheet aren’t recorded yet. Record them first."), CONFLICT
    except REFUSALS as error:
        problem, status = refusal(error, access.session)
    if not problem and not request.htmx:
        return redirect(url_of(access))
    ledger = session_ledger(access.session)
    return _screen_of_next_hand(request, access, ledger, problem=problem, status=status)


@takes_forms
def agree(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Agree that the round is over. With the last phone that has to agree, the session closes."""
    access = writing_access_of(request, public_id)
    problem = ""
    try:
        recording.agree(write_of(request, access))
    except (CallSetError, ConflictError, NotThereError):
        problem = _("The session has changed in the meantime. Check again.")
    except RowsWaitError:
        problem = _("Rows of the photographed sheet aren’t recorded yet. Record them first, or close and settle.")
    except SessionClosedError:
        pass  # by another phone that has agreed
    except RuleError as error:
        problem = in_words(error.message, [seat.name for seat in queries.seats(access.session)])
    ledger = session_ledger(access.session)
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
    ledger = session_ledger(access.session)
    form = table_screen.form_class(registry.get(ledger.rules.slug), CORRECTION)(table_screen.next_position(ledger))
    return screen(request, access, ledger, form)


@require_safe
def ledger(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the ledger alone, with the rows `before` a hand or with `all` of them."""
    access = access_of(request, public_id)
    page = TablePage.from_request(request, access)
    played, notation = page.ledger, page.notation
    before = number_of(request.GET.get("before", ""))
    if request.htmx and before > 0:
        rows = table_screen.rows(access.session, played, notation, count=table_screen.OLDER, before=before)
        template = "play/_rows.html"
    else:
        count = len(played.hands) if "all" in request.GET or not request.htmx else table_screen.LATEST
        rows = table_screen.rows(access.session, played, notation, count=count)
        template = "play/_ledger.html" if request.htmx else "play/ledger.html"
    context = {
        **page.context,
        "standings": table_screen.standings(played, table_screen.next_position(played), notation),
        "rows": rows,
    }
    return render(request, template, context)


def no_stream(request: HttpRequest) -> HttpResponse:
    """Return a 404 at the URL of the event streams, which only the ASGI application serves. Pages then poll instead."""
    return HttpResponse(status=404)
