"""Pages of one hand: how it was scored, and forms to amend or void it, or let it count again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.scoring.errors import RuleError
from games.ui.forms import OutcomeForm, Position
from scorekeeper.evenings.errors import ResultStandsError
from scorekeeper.play import queries, recording
from scorekeeper.play.access import access_of, writing_access_of
from scorekeeper.play.errors import ConflictError, HandUndoneError, LaterHandError, NotThereError
from scorekeeper.play.formatting import IN_NO_SOURCE, in_words, notation_for
from scorekeeper.play.ledger import PlayedHand, SessionLedger, session_ledger
from scorekeeper.play.models import DEALS_KEPT, Access, Role, Session, Verb
from scorekeeper.play.pages import table_screen
from scorekeeper.play.pages.next_game import endings
from scorekeeper.play.pages.shared import (
    REFUSALS,
    TablePage,
    WrongHand,
    hand_of,
    new_token,
    outcome_of,
    played_for,
    refusal,
    takes_forms,
    to_closed,
    token_of,
    what_stands,
    write_of,
)
from scorekeeper.play.recording.hands import plan_amend, plan_insert, plan_swap, plan_void
from scorekeeper.play.recording.write import PlannedChange, Write
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, kw_only=True)
class HandUrls:
    """The URLs of a hand's pages, at the table or elsewhere, such as in the organisers' panel (`in_panel`).

    After a write the browser is redirected to `back`. `number_elsewhere` is a sentence with the other number that the
    hand has there, if any.
    """

    back: str
    hand: str
    amend: str
    preview: str
    void: str
    unvoid: str
    insert: str
    swap: str
    tariff: str
    in_panel: bool = False
    number_elsewhere: str = ""

    def takes(self, session: Session) -> bool:
        """Return whether hands can be changed from here. The panel takes closed sessions too, and closes them again."""
        return session.closed_at is None or self.in_panel

    def stands(self, session: Session) -> str:
        """Return why the panel can't change a closed session now, as `what_stands` says it."""
        return what_stands(session) if self.in_panel and session.closed_at else ""


def hand_urls(public_id: str, number: int) -> HandUrls:
    """Return the URLs of a hand at its table; the panel has `hand_urls` of its own."""

    def place(name: str) -> str:
        return reverse(name, args=[public_id, number])

    return HandUrls(
        back=reverse("session", args=[public_id]),
        hand=place("hand"),
        amend=place("amend"),
        preview=place("amend_preview"),
        void=place("void"),
        unvoid=place("unvoid"),
        insert=place("insert"),
        swap=place("swap"),
        tariff=reverse("session_tariff", args=[public_id]),
    )


def _hand_or_404(access: Access, ledger: SessionLedger, number: int) -> PlayedHand:
    """Return a hand; raise 404 if there is none, and `HandUndoneError` if there was one."""
    try:
        return ledger.hand(number)
    except LookupError:
        if access.session.changes.filter(verb=Verb.UNDO, hand_number=number).exists():
            raise HandUndoneError(access.session, number) from None
        raise Http404 from None


@require_safe
def hand(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what was recorded of a hand and how it was scored, line by line."""
    return hand_page(request, access_of(request, public_id), number, hand_urls(public_id, number))


def hand_page(
    request: HtmxRequest, access: Access, number: int, urls: HandUrls, *, problem: str = "", status: int = 200
) -> HttpResponse:
    ledger = session_ledger(access.session)
    played = _hand_or_404(access, ledger, number)
    game = registry.get(ledger.rules.slug)
    notation = notation_for(request, access.session)
    stands = urls.stands(access.session)
    is_scorer = access.role == Role.SCORER
    may_write = is_scorer and urls.takes(access.session) and not stands
    derivation = table_screen.derivation(ledger, number, notation)
    context = {
        "access": access,
        "session": access.session,
        "game": game,
        "notation": notation,
        **derivation,
        "star": IN_NO_SOURCE if any(reason.starred for reason in derivation["reasons"]) else "",
        "recorded_at": queries.recorded_at(played.pk),
        "may_write": may_write,
        "wrong": WrongHand.from_ledger(ledger, number, number, insert=urls.insert, swap=urls.swap)
        if may_write
        else None,
        "may_name": is_scorer and not urls.in_panel and access.session.locked_at is None,
        "stands": stands,
        "token": new_token(),
        "problem": problem,
        "table": ledger.at(number).table,
        "urls": urls,
        **played_for(ledger, urls.tariff),
    }
    template = "play/_hand.html" if request.htmx else "play/hand.html"
    return render(request, template, context, status=status)


@dataclass(frozen=True, kw_only=True)
class HandEdit:
    """A hand that is being amended or, `beside` another one, inserted before or `after` it."""

    beside: int
    inserts: bool = False
    after: bool = False

    @property
    def number(self) -> int:
        return self.beside + self.after

    def position(self, ledger: SessionLedger) -> Position:
        """Return the position in which the hand was played."""
        stretch = ledger.at(self.beside)
        state = stretch.state_before(self.number)
        return Position(rules=stretch.rules, table=stretch.table, state=state, number=self.number)

    def form(
        self, request: HtmxRequest, ledger: SessionLedger, call: object = None, error: RuleError | None = None
    ) -> OutcomeForm:
        """Return the form as filled in; without input, it is that of a hand with this `call`."""
        data = hand_of(request) if request.method == "POST" else {}
        form_class = table_screen.form_class(registry.get(ledger.rules.slug), call)
        return form_class(self.position(ledger), data, error=error)

    def plan(self, session: Session, raw: Mapping[str, Any]) -> Callable[[SessionLedger], PlannedChange]:
        if self.inserts:
            return partial(plan_insert, session, beside=self.beside, after=self.after, raw=raw)
        return partial(plan_amend, session, number=self.number, raw=raw)

    def write(self, write: Write, raw: Mapping[str, Any]) -> None:
        if self.inserts:
            recording.insert(write, beside=self.beside, after=self.after, raw=raw)
        else:
            recording.amend(write, number=self.number, raw=raw)


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show the form to amend a hand, with what else would change, or amend it."""
    return amend_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def amend_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    """Show the form of a recorded hand, or amend the hand as posted."""
    edit = HandEdit(beside=number)
    if not urls.takes(access.session):
        return to_closed(request, access.session)
    ledger = session_ledger(access.session)
    played = _hand_or_404(access, ledger, number)
    if played.voided and request.method != "POST":
        return redirect(urls.hand)
    if played.voided:  # since the form was opened
        problem, status = refusal(ConflictError(), access.session)
        return hand_page(request, access, number, urls, problem=problem, status=status)
    if request.method == "POST":
        return _write_edit(request, access, urls, edit, call=played.raw.get("call"))
    form_class = table_screen.form_class(registry.get(ledger.rules.slug), played.raw.get("call"))
    return _edit_page(request, access, urls, edit, form_class.from_raw(edit.position(ledger), played.raw))


@takes_forms
def amend_preview(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what a hand amended like this would change."""
    return preview_amendment(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def preview_amendment(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    ledger, edit = session_ledger(access.session), HandEdit(beside=number)
    form = edit.form(request, ledger, _hand_or_404(access, ledger, number).raw.get("call"))
    return _edit_page(request, access, urls, edit, form, token=token_of(request))


@require_http_methods(["GET", "HEAD", "POST"])
def insert(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show the form of a hand that was forgotten before this one or, with `?after`, after it; or insert it."""
    return insert_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def insert_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    if not urls.takes(access.session):
        return to_closed(request, access.session)
    ledger, edit = session_ledger(access.session), HandEdit(beside=number, inserts=True, after="after" in request.GET)
    _hand_or_404(access, ledger, number)
    if request.method != "POST":
        return _edit_page(request, access, urls, edit, edit.form(request, ledger))
    if "preview" in request.GET:
        return _edit_page(request, access, urls, edit, edit.form(request, ledger), token=token_of(request))
    return _write_edit(request, access, urls, edit)


def _write_edit(
    request: HtmxRequest, access: Access, urls: HandUrls, edit: HandEdit, *, call: object = None
) -> HttpResponse:
    """Write the hand. If it is refused, show the form as filled in, with the reason at its field."""
    ledger, write = session_ledger(access.session), write_of(request, access)
    form, token = edit.form(request, ledger, call), write.token
    try:
        edit.write(write, outcome_of(form, write, ledger))
        return redirect(urls.back)
    except REFUSALS as error:
        problem, status = refusal(error, access.session, form.table.players)
        if isinstance(error, ConflictError | NotThereError):
            form, token = edit.form(request, session_ledger(access.session), call), new_token()
        elif isinstance(error, RuleError) and not isinstance(error, ResultStandsError | LaterHandError):
            problem, form = "", edit.form(request, ledger, call, error)  # the field says it
    return _edit_page(request, access, urls, edit, form, token=token, problem=problem, status=status)


def _edit_page(
    request: HtmxRequest,
    access: Access,
    urls: HandUrls,
    edit: HandEdit,
    form: OutcomeForm,
    *,
    token: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the form of a hand, with what the hand would change as filled in."""
    page = TablePage.from_request(request, access)
    ledger, notation = page.ledger, page.notation
    players, marks = form.table.players, ledger.at(edit.beside).people
    changes: dict[str, Any] = {}
    if form.error is None and not form.missing:
        try:
            changes = _changes(page, form, edit)
        except LaterHandError as error:
            problem = problem or in_words(error.message, players)
        except RuleError as error:
            if not (request.htmx and form.others_play):  # as in the preview of a new hand
                form = type(form)(form.expected, form.data, error=error)
    context = {
        **page.context,
        "names": players,
        "marks": marks,
        "urls": urls,
        "edit": edit,
        "number": edit.number,
        "row": None if edit.inserts else table_screen.row(ledger, edit.number, notation),
        "form": form,
        "fields": table_screen.fields(form, notation, marks),
        "token": token or token_of(request),
        "problem": problem,
        "missing": table_screen.missing_words(form) if form.missing else "",
        **changes,
    }
    template = "play/_amend_preview.html" if request.htmx and status == 200 else "play/amend.html"
    return render(request, template, context, status=status)


def _changes(page: TablePage, form: OutcomeForm, edit: HandEdit) -> dict[str, Any]:
    """Return the context for a hand as filled in: its result, the new totals and the other hands that change."""
    planned = edit.plan(page.session, form.raw())(page.ledger)
    after = planned.ledger
    scored = after.hand(edit.number).scored
    assert scored is not None  # a refused hand raises, and an amended one is not voided
    return {
        "result": table_screen.result(form, scored, page.notation),
        **table_screen.change(page.ledger, after, page.notation, apart_from=None if edit.inserts else edit.number),
        "deals_kept": DEALS_KEPT in (planned.before or {}),
        "endings": endings(page.ledger, after),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def swap(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what would change if a hand and the next one were swapped, or swap them."""
    return swap_hands(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def swap_hands(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    if not urls.takes(access.session):
        return to_closed(request, access.session)
    ledger = session_ledger(access.session)
    _hand_or_404(access, ledger, number)
    players, problem, status = ledger.at(number).table.players, "", 200
    if request.method == "POST":
        try:
            recording.swap(write_of(request, access), number=number, other=number + 1)
            return redirect(urls.back)
        except REFUSALS as error:
            problem, status = refusal(error, access.session, players)
    ledger, notation = session_ledger(access.session), notation_for(request, access.session)
    changes: dict[str, Any] = {}
    try:
        after = plan_swap(access.session, ledger, number, number + 1).ledger
        changes = {**table_screen.change(ledger, after, notation), "endings": endings(ledger, after)}
    except NotThereError:
        return redirect(urls.hand)
    except RuleError as error:
        problem = problem or in_words(error.message, players)
    context = {
        "access": access,
        "session": access.session,
        "notation": notation,
        "rows": [table_screen.row(ledger, place, notation) for place in (number, number + 1)],
        "token": new_token(),
        "problem": problem,
        "urls": urls,
        **changes,
    }
    return render(request, "play/swap.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what else would change if a hand were voided, or void it."""
    return void_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def void_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    """Show what voiding the hand would change, or void it."""
    if not urls.takes(access.session):
        return to_closed(request, access.session)
    problem, status = "", 200
    if request.method == "POST":
        try:
            recording.void(write_of(request, access), number=number)
            return redirect(urls.back)
        except REFUSALS as error:
            problem, status = refusal(error, access.session, session_ledger(access.session).at(number).table.players)
    ledger = session_ledger(access.session)
    if _hand_or_404(access, ledger, number).voided:
        return redirect(urls.hand)
    notation = notation_for(request, access.session)
    changes: dict[str, Any] = {}
    try:
        planned = plan_void(access.session, ledger, number)
        changes = {
            **table_screen.change(ledger, planned.ledger, notation, apart_from=number),
            "deals_kept": DEALS_KEPT in planned.before,
            "endings": endings(ledger, planned.ledger),
        }
    except RuleError as error:
        problem = in_words(error.message, ledger.at(number).table.players)
    context = {
        "access": access,
        "session": access.session,
        "names": ledger.at(number).table.players,
        "marks": ledger.at(number).people,
        "notation": notation,
        "row": table_screen.row(ledger, number, notation),
        "token": new_token(),
        "problem": problem,
        "urls": urls,
        **changes,
    }
    return render(request, "play/void.html", context, status=status)


@takes_forms
def unvoid(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Make a voided hand count again."""
    return unvoid_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def unvoid_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    ledger = session_ledger(access.session)
    _hand_or_404(access, ledger, number)
    try:
        recording.unvoid(write_of(request, access), number=number)
        return redirect(urls.back)
    except REFUSALS as error:
        problem, status = refusal(error, access.session, ledger.at(number).table.players)
        return hand_page(request, access, number, urls, problem=problem, status=status)
