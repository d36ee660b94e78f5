"""The table screen: the form of the hand, the ledger beside it, and whatever changes a hand."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import registry
from games.forms import OutcomeForm
from games.scoring.codec import CORRECTION
from games.scoring.errors import Code, RuleError
from games.scoring.replay import ScoredHand
from scorekeeper.play import ledgers, queries, screens, services
from scorekeeper.play.devices import access_of, writing_access_of
from scorekeeper.play.ledgers import PlayedHand, SessionLedger
from scorekeeper.play.models import Access, Role
from scorekeeper.play.views import pages

CONFLICT, UNPROCESSABLE = 409, 422


def _url(access: Access) -> str:
    return reverse("session", args=[access.session.public_id])


def posted_revision(request: HttpRequest) -> int:
    """The revision that a form saw; one that is no number was never seen."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1  # noqa: PLR2004


def posted_token(request: HttpRequest) -> str:
    """The token of a form, or a new one where it was lost."""
    return request.POST.get("token", "")[:43] or new_token()


def new_token() -> str:
    """A token that is spent by the next write."""
    return secrets.token_urlsafe(12)


# The screen


@require_safe
def session(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table screen, for those who watch without its form; the summary once the session is closed."""
    access = access_of(request, public_id)
    if access.session.closed_at:
        return pages.closed(request, access)
    ledger = ledgers.of(access.session)
    form = None
    if access.role == Role.SCORER:
        form = registry.get(ledger.rules.slug).form(screens.next_hand(ledger))
    return screen(request, access, ledger, form, said=_said_after_redirect(request, ledger))


def _said_after_redirect(request: HttpRequest, ledger: SessionLedger) -> str:
    number = request.GET.get("said", "")
    if not (number.isascii() and number.isdigit()) or not 0 < int(number[:9]) <= len(ledger.hands):
        return ""
    return screens.said(ledger, ledger.hand(int(number[:9])))


def screen(  # noqa: PLR0913 - each is a part of the screen
    request: HttpRequest,
    access: Access,
    ledger: SessionLedger,
    form: OutcomeForm | None,
    *,
    token: str = "",
    scored: ScoredHand | None = None,
    said: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The whole table, as a page or as the part of it that htmx swaps."""
    position = form.position if form else screens.next_hand(ledger)
    context = {
        "access": access,
        "session": access.session,
        "game": registry.get(ledger.rules.slug),
        "rule_set": ledger.rules.rule_set(ledger.table),
        "names": ledger.table.players,
        "number": position.number,
        "dealer": None if position.over else ledger.table.players[position.dealer],
        "sits_out": None if position.sits_out is None else ledger.table.players[position.sits_out],
        "form": form,
        "fields": screens.fields(form) if form else "",
        "token": token or new_token(),
        "rows": screens.rows(access.session, ledger),
        "standings": screens.standings(ledger, position, scored),
        "said": said,
        "problem": problem,
        **_result(form, scored),
    }
    template = "play/_table.html" if request.htmx else "play/session.html"
    return render(request, template, context, status=status)


def _result(form: OutcomeForm | None, scored: ScoredHand | None) -> dict[str, str]:
    """What the save button says, and what still keeps it from saying a result."""
    if form is None:
        return {}
    return {
        "result": screens.result(form, scored) if scored else "",
        "missing": screens.missing_words(form) if form.missing else "",
    }


def _form_of(request: HttpRequest, ledger: SessionLedger, error: RuleError | None = None) -> OutcomeForm:
    data = request.POST.dict()
    form_class = screens.form_class(registry.get(ledger.rules.slug), data.get("call"))
    return form_class(screens.next_hand(ledger), data, error=error)


@require_POST
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """One more hand; what is refused comes back as it was filled in, with the reason at its field."""
    access = writing_access_of(request, public_id)
    ledger = ledgers.of(access.session)
    token = posted_token(request)
    form = _form_of(request, ledger)
    try:
        written = services.record(
            access.session, access=access, revision=posted_revision(request), token=token, raw=form.raw()
        )
    except RuleError as error:
        form = _form_of(request, ledger, error)
        return screen(request, access, ledger, form, token=token, status=UNPROCESSABLE)
    except services.Conflict:
        ledger = ledgers.of(access.session)
        form = _form_of(request, ledger)
        problem = _("Somebody else has written meanwhile. Nothing of yours is lost: look at the ledger, then record again.")
        return screen(request, access, ledger, form, token=token, problem=problem, status=CONFLICT)
    except services.Closed:
        return _closed_meanwhile(request, access)
    return _after(request, access, written)


def _after(request: HttpRequest, access: Access, written: services.Written) -> HttpResponse:
    """The table after a write, saying what was written."""
    if not request.htmx:
        said = f"?said={written.hand_number}" if written.hand_number else ""
        return redirect(f"{_url(access)}{said}")
    form = registry.get(written.ledger.rules.slug).form(screens.next_hand(written.ledger))
    said = screens.said(written.ledger, written.ledger.hand(written.hand_number)) if written.hand_number else ""
    return screen(request, access, written.ledger, form, said=said)


def _closed_meanwhile(request: HttpRequest, access: Access) -> HttpResponse:
    """The session was closed by somebody else: the way to its summary."""
    response = redirect(_url(access))
    if request.htmx:
        response = HttpResponse(status=200, headers={"HX-Redirect": _url(access)})
    return response


@require_POST
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the hand being entered would come to, and what is wrong with it so far."""
    access = writing_access_of(request, public_id)
    ledger = ledgers.of(access.session)
    form = _form_of(request, ledger)
    scored, error = _previewed(ledger, form)
    if error:
        form = _form_of(request, ledger, error)
    if not request.htmx:
        return screen(request, access, ledger, form, token=posted_token(request), scored=scored)
    context = {
        "form": form,
        "names": ledger.table.players,
        "standings": screens.standings(ledger, form.position, scored),
        **_result(form, scored),
    }
    return render(request, "play/_preview.html", context)


def _previewed(ledger: SessionLedger, form: OutcomeForm) -> tuple[ScoredHand | None, RuleError | None]:
    """The hand's score, or why it is refused; what is merely missing yet is no refusal."""
    try:
        scored = ledger.score(form.raw())
    except RuleError as error:
        return None, None if error.code == Code.REQUIRED else error
    return (None, None) if form.missing else (scored, None)


@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back what was written last."""
    access = writing_access_of(request, public_id)
    try:
        written = services.undo(
            access.session, access=access, revision=posted_revision(request), token=posted_token(request)
        )
    except services.Closed:
        return _closed_meanwhile(request, access)
    except (services.Conflict, services.NotThere, RuleError) as error:
        ledger = ledgers.of(access.session)
        form = registry.get(ledger.rules.slug).form(screens.next_hand(ledger))
        problem = _("Somebody else has written meanwhile, so nothing was undone.")
        if isinstance(error, RuleError):
            problem = screens.words(error.message, ledger.table.players)
        return screen(request, access, ledger, form, problem=problem, status=CONFLICT)
    return _after(request, access, written)


@require_safe
def correction(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table screen with the form for moving counters by hand."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return redirect(_url(access))
    ledger = ledgers.of(access.session)
    form = screens.form_class(registry.get(ledger.rules.slug), CORRECTION)(screens.next_hand(ledger))
    return screen(request, access, ledger, form)


@require_safe
def ledger(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ledger alone: `before` asks for older rows, `all` for all; with `revision`, 204 while nothing has changed."""
    access = access_of(request, public_id)
    played = ledgers.of(access.session)
    if request.GET.get("revision") == str(access.session.revision):
        return HttpResponse(status=204)
    before = request.GET.get("before", "")
    older = before.isascii() and before.isdigit()
    if request.htmx and older:
        shown = screens.rows(access.session, played, count=screens.OLDER, before=int(before[:9]))
        template = "play/_rows.html"
    else:
        count = len(played.hands) if "all" in request.GET or not request.htmx else screens.LATEST
        shown = screens.rows(access.session, played, count=count)
        template = "play/_ledger.html" if request.htmx else "play/ledger.html"
    context = {
        "access": access,
        "session": access.session,
        "names": played.table.players,
        "standings": screens.standings(played, screens.next_hand(played)),
        "rows": shown,
        "live": request.htmx and not older,
    }
    return render(request, template, context)


# One hand


def _hand_or_404(ledger: SessionLedger, number: int) -> PlayedHand:
    try:
        return ledger.hand(number)
    except LookupError:
        raise Http404 from None


@require_safe
def hand(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Why: the derivation of a hand line by line, what was recorded, and what it said before."""
    access = access_of(request, public_id)
    return _hand_page(request, access, number)


def _hand_page(
    request: HttpRequest, access: Access, number: int, *, problem: str = "", status: int = 200
) -> HttpResponse:
    ledger = ledgers.of(access.session)
    played = _hand_or_404(ledger, number)
    game = registry.get(ledger.rules.slug)
    names = ledger.table.players
    context = {
        "access": access,
        "session": access.session,
        "game": game,
        "names": names,
        "row": screens.row(ledger, number),
        "reasons": screens.reasons(ledger, played.scored) if played.scored else [],
        "recorded_at": played.recorded_at,
        "versions": queries.history(access.session, number),
        "may_write": access.role == Role.SCORER and access.session.closed_at is None,
        "token": new_token(),
        "problem": problem,
        "table": ledger.table,
    }
    template = "play/_hand.html" if request.htmx else "play/hand.html"
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Correct a recorded hand, seeing what else would change."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return _closed_meanwhile(request, access)
    played_ledger = ledgers.of(access.session)
    played = _hand_or_404(played_ledger, number)
    if played.voided:
        return redirect("hand", public_id, number)
    if request.method != "POST":
        form_class = screens.form_class(registry.get(played_ledger.rules.slug), played.raw.get("call"))
        form = form_class.of_raw(screens.hand_again(played_ledger, number), played.raw)
        return _amend_page(request, access, number, form)
    token = posted_token(request)
    form = _amending_form(request, played_ledger, played)
    try:
        written = services.amend(
            access.session,
            access=access,
            revision=posted_revision(request),
            token=token,
            number=number,
            raw=form.raw(),
        )
    except services.Conflict:
        problem = _("Somebody else has written meanwhile. Look at what would change now, then amend again.")
        form = _amending_form(request, ledgers.of(access.session), played)
        return _amend_page(request, access, number, form, token=token, problem=problem, status=CONFLICT)
    except services.Closed:
        return _closed_meanwhile(request, access)
    except services.LaterHand as error:
        problem = screens.words(error.message, played_ledger.table.players)
        return _amend_page(request, access, number, form, token=token, problem=problem, status=UNPROCESSABLE)
    except RuleError as error:
        form = _amending_form(request, played_ledger, played, error)
        return _amend_page(request, access, number, form, token=token, status=UNPROCESSABLE)
    return redirect(f"{_url(access)}?said={written.hand_number}")


def _amending_form(
    request: HttpRequest, ledger: SessionLedger, played: PlayedHand, error: RuleError | None = None
) -> OutcomeForm:
    form_class = screens.form_class(registry.get(ledger.rules.slug), played.raw.get("call"))
    return form_class(screens.hand_again(ledger, played.number), request.POST.dict(), error=error)


@require_POST
def amend_preview(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """What a hand amended like this would change."""
    access = writing_access_of(request, public_id)
    ledger = ledgers.of(access.session)
    form = _amending_form(request, ledger, _hand_or_404(ledger, number))
    return _amend_page(request, access, number, form, token=posted_token(request))


def _amend_page(  # noqa: PLR0913 - each is a part of the page
    request: HttpRequest,
    access: Access,
    number: int,
    form: OutcomeForm,
    *,
    token: str = "",
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The form of a recorded hand, with what it would change as it stands."""
    ledger = ledgers.of(access.session)
    changes: dict[str, Any] = {}
    if form.error is None and not form.missing:
        try:
            changes = _changes(access, ledger, form, number)
        except services.LaterHand as error:
            problem = problem or screens.words(error.message, ledger.table.players)
        except RuleError as error:
            form = type(form)(form.expected, form.data, error=error)
    context = {
        "access": access,
        "session": access.session,
        "game": registry.get(ledger.rules.slug),
        "names": ledger.table.players,
        "number": number,
        "row": screens.row(ledger, number),
        "form": form,
        "fields": screens.fields(form),
        "token": token or new_token(),
        "problem": problem,
        "missing": screens.missing_words(form) if form.missing else "",
        **changes,
    }
    template = "play/_amend_preview.html" if request.htmx and status == 200 else "play/amend.html"  # noqa: PLR2004
    return render(request, template, context, status=status)


def _changes(access: Access, ledger: SessionLedger, form: OutcomeForm, number: int) -> dict[str, Any]:
    """What the page says about an amended hand: its result, the totals then, and the later hands that change."""
    after = services.what_if(access.session, number=number, raw=form.raw())
    scored = after.hand(number).scored
    assert scored is not None  # what is refused raises, and an amended hand is not voided
    return {
        "result": screens.result(form, scored),
        **screens.change(ledger, after, number),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Strike a hand through, seeing first what else would change."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return _closed_meanwhile(request, access)
    problem, status = "", 200
    if request.method == "POST":
        try:
            services.void(
                access.session,
                access=access,
                revision=posted_revision(request),
                token=posted_token(request),
                number=number,
            )
            return redirect(f"{_url(access)}?said={number}")
        except services.Conflict:
            problem = _("Somebody else has written meanwhile. Look at what would change now, then void the hand again.")
            status = CONFLICT
        except services.Closed:
            return _closed_meanwhile(request, access)
        except services.NotThere:
            return redirect("hand", public_id, number)
        except RuleError:
            status = UNPROCESSABLE
    ledger = ledgers.of(access.session)
    if _hand_or_404(ledger, number).voided:
        return redirect("hand", public_id, number)
    changes: dict[str, Any] = {}
    try:
        changes = screens.change(ledger, services.what_if(access.session, number=number, raw=None), number)
    except RuleError as error:
        problem = screens.words(error.message, ledger.table.players)
    context = {
        "access": access,
        "session": access.session,
        "names": ledger.table.players,
        "row": screens.row(ledger, number),
        "token": new_token(),
        "problem": problem,
        **changes,
    }
    return render(request, "play/void.html", context, status=status)


@require_POST
def restore(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Let a voided hand count again."""
    access = writing_access_of(request, public_id)
    ledger = ledgers.of(access.session)
    _hand_or_404(ledger, number)
    try:
        services.restore(
            access.session,
            access=access,
            revision=posted_revision(request),
            token=posted_token(request),
            number=number,
        )
    except services.Closed:
        return _closed_meanwhile(request, access)
    except services.Conflict:
        problem = _("Somebody else has written meanwhile. Look at the hand again, then restore it.")
        return _hand_page(request, access, number, problem=problem, status=CONFLICT)
    except services.NotThere:
        return redirect("hand", public_id, number)
    except RuleError as error:
        problem = screens.words(error.message, ledger.table.players)
        return _hand_page(request, access, number, problem=problem, status=UNPROCESSABLE)
    return redirect(f"{_url(access)}?said={number}")
