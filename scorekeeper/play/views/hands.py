"""Pages of one hand: how it was scored, and forms to amend, void or restore it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.scoring.errors import RuleError
from games.ui.forms import OutcomeForm
from scorekeeper.play import queries, stretches
from scorekeeper.play.access import access_of, writing_access_of
from scorekeeper.play.errors import (
    ConflictError,
    EveningSettledError,
    HandUndoneError,
    LaterHandError,
    NotThereError,
    ResultStandsError,
    SessionClosedError,
)
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.ledger.formatting import IN_NO_SOURCE, in_words
from scorekeeper.play.ledger.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.ledger.notations import Notation
from scorekeeper.play.models import Access, Role, Session, Verb
from scorekeeper.play.recording import services
from scorekeeper.play.screens import table_screen
from scorekeeper.play.views.context import of_session, played_for, settled_in_words, what_stands
from scorekeeper.play.views.request_params import hand_of, new_token, takes_forms, token_of, write_of
from scorekeeper.play.views.table import CONFLICT, UNPROCESSABLE, closed_meanwhile
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
    restore: str
    tariff: str
    in_panel: bool = False
    number_elsewhere: str = ""

    def takes(self, session: Session) -> bool:
        """Return whether hands can be changed from here. The panel takes closed sessions too, and closes them again."""
        return session.closed_at is None or self.in_panel

    def stands(self, session: Session) -> str:
        """Return why the panel can't change a closed session now, as `what_stands` says it."""
        return what_stands(session) if self.in_panel and session.closed_at else ""

    def closed(self, request: HtmxRequest, access: Access) -> HttpResponse:
        """Return the redirect for a session that was closed in the meantime."""
        return redirect(self.back) if self.in_panel else closed_meanwhile(request, access)


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
        restore=place("restore"),
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
    ledger = ledgers.of(access.session)
    played = _hand_or_404(access, ledger, number)
    game = registry.get(ledger.rules.slug)
    notation = notations.of(request, access.session)
    stands = urls.stands(access.session)
    reasons = table_screen.reasons(ledger, played.scored, notation) if played.scored else []
    context = {
        "access": access,
        "session": access.session,
        "game": game,
        "names": ledger.table.players,
        "notation": notation,
        "row": table_screen.row(ledger, number, notation),
        "reasons": reasons,
        "star": IN_NO_SOURCE if any(reason.starred for reason in reasons) else "",
        "amounts": played.scored.entry.amounts if played.scored else (),
        "recorded_at": queries.recorded_at(played.pk),
        "may_write": access.role == Role.SCORER and urls.takes(access.session) and not stands,
        "stands": stands,
        "token": new_token(),
        "problem": problem,
        "table": ledger.table,
        "urls": urls,
        **played_for(ledger, urls.tariff),
    }
    template = "play/_hand.html" if request.htmx else "play/hand.html"
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show the form to amend a hand, with what else would change, or amend it."""
    return amend_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def amend_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    """Show the form of a recorded hand, or amend the hand as posted."""
    if not urls.takes(access.session):
        return urls.closed(request, access) if request.method == "POST" else redirect(urls.back)
    played_ledger = ledgers.of(access.session)
    played = _hand_or_404(access, played_ledger, number)
    if played.voided:
        return redirect(urls.hand)
    if request.method == "POST":
        return _amend(request, access, urls, played_ledger, played)
    form_class = table_screen.form_class(registry.get(played_ledger.rules.slug), played.raw.get("call"))
    form = form_class.of_raw(table_screen.hand_again(played_ledger, number), played.raw)
    return _amend_page(request, access, urls, number, form)


def _amend(
    request: HtmxRequest, access: Access, urls: HandUrls, ledger: SessionLedger, played: PlayedHand
) -> HttpResponse:
    """Amend the hand. If it is refused, show the form as filled in, with the reason at its field."""
    number, write = played.number, write_of(request, access)
    form, token = _amending_form(request, ledger, played), write.token
    problem, status = "", UNPROCESSABLE
    try:
        services.amend(write, number=number, raw=form.raw())
    except SessionClosedError:
        return urls.closed(request, access)
    except EveningSettledError:
        problem, status = settled_in_words(access.session), CONFLICT
    except ResultStandsError as error:
        problem, status = in_words(error.message), CONFLICT
    except ConflictError:
        problem, status = (
            _("The session has changed in the meantime. Check what would change now, then amend the hand again."),
            CONFLICT,
        )
        form, token = _amending_form(request, ledgers.of(access.session), played), new_token()
    except LaterHandError as error:
        problem = in_words(error.message, ledger.table.players)
    except RuleError as error:
        form = _amending_form(request, ledger, played, error)
    else:
        return redirect(urls.back)
    return _amend_page(request, access, urls, number, form, token=token, problem=problem, status=status)


def _amending_form(
    request: HtmxRequest, ledger: SessionLedger, played: PlayedHand, error: RuleError | None = None
) -> OutcomeForm:
    form_class = table_screen.form_class(registry.get(ledger.rules.slug), played.raw.get("call"))
    return form_class(table_screen.hand_again(ledger, played.number), hand_of(request), error=error)


@takes_forms
def amend_preview(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what a hand amended like this would change."""
    return preview_amendment(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def preview_amendment(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    ledger = ledgers.of(access.session)
    form = _amending_form(request, ledger, _hand_or_404(access, ledger, number))
    return _amend_page(request, access, urls, number, form, token=token_of(request))


def _amend_page(
    request: HtmxRequest,
    access: Access,
    urls: HandUrls,
    number: int,
    form: OutcomeForm,
    *,
    token: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the form of a recorded hand, with what the hand would change as filled in."""
    ledger = stretches.carrying(access.session, ledgers.of(access.session))
    notation = notations.of(request, access.session)
    changes: dict[str, Any] = {}
    if form.error is None and not form.missing:
        try:
            changes = _changes(access, ledger, form, number, notation)
        except LaterHandError as error:
            problem = problem or in_words(error.message, ledger.table.players)
        except RuleError as error:
            if not (request.htmx and form.others_play):  # as in the preview of a new hand
                form = type(form)(form.expected, form.data, error=error)
    context = {
        **of_session(access, ledger, notation),
        "urls": urls,
        "number": number,
        "row": table_screen.row(ledger, number, notation),
        "form": form,
        "fields": table_screen.fields(form, notation, ledger.marks),
        "token": token or token_of(request),
        "problem": problem,
        "missing": table_screen.missing_words(form) if form.missing else "",
        **changes,
    }
    template = "play/_amend_preview.html" if request.htmx and status == 200 else "play/amend.html"
    return render(request, template, context, status=status)


def _changes(
    access: Access, ledger: SessionLedger, form: OutcomeForm, number: int, notation: Notation
) -> dict[str, Any]:
    """Return the context for an amended hand: its result, the new totals and the later hands that change."""
    after = services.what_if(access.session, number=number, raw=form.raw())
    scored = after.hand(number).scored
    assert scored is not None  # a refused hand raises, and an amended one is not voided
    return {
        "result": table_screen.result(form, scored, notation),
        **table_screen.change(ledger, after, number, notation),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Show what else would change if a hand were voided, or void it."""
    return void_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def void_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    """Show what voiding the hand would change, or void it."""
    if not urls.takes(access.session):
        return urls.closed(request, access)
    problem, status = "", 200
    if request.method == "POST":
        try:
            services.void(write_of(request, access), number=number)
            return redirect(urls.back)
        except ConflictError:
            problem = _(
                "The session has changed in the meantime. Check what would change now, then void the hand again."
            )
            status = CONFLICT
        except EveningSettledError:
            problem, status = settled_in_words(access.session), CONFLICT
        except ResultStandsError as error:
            problem, status = in_words(error.message), CONFLICT
        except SessionClosedError:
            return urls.closed(request, access)
        except NotThereError:
            return redirect(urls.hand)
        except RuleError as error:
            problem, status = in_words(error.message, ledgers.of(access.session).table.players), UNPROCESSABLE
    ledger = stretches.carrying(access.session, ledgers.of(access.session))
    if _hand_or_404(access, ledger, number).voided:
        return redirect(urls.hand)
    notation = notations.of(request, access.session)
    changes: dict[str, Any] = {}
    try:
        changes = table_screen.change(
            ledger, services.what_if(access.session, number=number, raw=None), number, notation
        )
    except RuleError as error:
        problem = in_words(error.message, ledger.table.players)
    context = {
        "access": access,
        "session": access.session,
        "names": ledger.table.players,
        "marks": ledger.marks,
        "notation": notation,
        "row": table_screen.row(ledger, number, notation),
        "token": new_token(),
        "problem": problem,
        "urls": urls,
        **changes,
    }
    return render(request, "play/void.html", context, status=status)


@takes_forms
def restore(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Make a voided hand count again."""
    return restore_hand(request, writing_access_of(request, public_id), number, hand_urls(public_id, number))


def restore_hand(request: HtmxRequest, access: Access, number: int, urls: HandUrls) -> HttpResponse:
    ledger = ledgers.of(access.session)
    _hand_or_404(access, ledger, number)
    try:
        services.restore(write_of(request, access), number=number)
    except SessionClosedError:
        return urls.closed(request, access)
    except EveningSettledError:
        return hand_page(request, access, number, urls, problem=settled_in_words(access.session), status=CONFLICT)
    except ConflictError:
        problem = _("The session has changed in the meantime. Check the hand again, then restore it.")
        return hand_page(request, access, number, urls, problem=problem, status=CONFLICT)
    except NotThereError:
        return redirect(urls.hand)
    except RuleError as error:
        problem = in_words(error.message, ledger.table.players)
        return hand_page(request, access, number, urls, problem=problem, status=UNPROCESSABLE)
    return redirect(urls.back)
