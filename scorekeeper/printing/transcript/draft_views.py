"""Views for the rows of a photographed sheet: record them, say which are done, throw the photo away."""

from __future__ import annotations

from django.core.signing import BadSignature
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.scoring.errors import RuleError
from scorekeeper.play import recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import ConflictError, SessionClosedError
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access
from scorekeeper.play.pages.shared import revision_of, takes_forms, token_of
from scorekeeper.play.recording.write import Write, WriteResult
from scorekeeper.printing.transcript import draft_rows, page, totals
from scorekeeper.printing.transcript.draft_rows import SealedHand
from scorekeeper.printing.transcript.sheet_drafts import photographed_sheets
from scorekeeper.printing.transcript.views import after_write, shorthand_of, typing_page
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of


@takes_forms
def record_drafts(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Record the hands that the page showed, or those up to the row `until`, as if each had been typed."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        raise SessionClosedError(access.session)
    shorthand = shorthand_of(session_ledger(access.session))
    try:
        hands = draft_rows.opened(access.session, request.POST.get("instead") or request.POST.get("drafts", ""))
        result = _record(request, access, hands)
    except RuleError as error:
        problem = page.explain_refusal(shorthand, error)
        return typing_page(request, access, problem=problem, status=UNPROCESSABLE)
    except (BadSignature, ConflictError):
        return _changed(request, access)
    return after_write(request, access, result)


def _record(request: HtmxRequest, access: Access, hands: list[SealedHand]) -> WriteResult:
    """Record hands one after the other; whatever is recorded already, by the same form, is skipped."""
    session, revision, token = access.session, revision_of(request), token_of(request)
    until = number_of(request.POST.get("until", ""))
    numbers: dict[int, int] = {}
    chosen = [hand for hand in hands if until < hands[0].row or hand.row <= until]
    for hand in chosen:
        result = recording.record(Write(session, access, revision, hand.token(token)), raw=hand.raw)
        revision, number = result.revision, result.hand_number
        if number is None:
            continue
        numbers[hand.row] = number
        if not (result.repeated and number in totals.of(session)):
            totals.write(session, access=access, number=number, totals=hand.written)
    photographed_sheets().recorded(session, numbers, photo=hands[0].photo)
    return result


def _changed(request: HtmxRequest, access: Access) -> HttpResponse:
    problem = _("The session has changed in the meantime. Check the rows below, then record them.")
    return typing_page(request, access, problem=problem, status=CONFLICT)


@takes_forms
def rows_done(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Change up to which row the sheet is done."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        raise SessionClosedError(access.session)
    row = number_of(request.POST.get("done", ""))
    if row < 0:
        return typing_page(request, access, problem=_("Enter the number of a row."), status=UNPROCESSABLE)
    try:
        photographed_sheets().set_done(access, row, photo=request.POST.get("photo", ""), revision=revision_of(request))
    except ConflictError:
        return _changed(request, access)
    return _page_again(request, access)


@takes_forms
def throw_away(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Delete the photo. What was recorded from it stays."""
    access = writing_access_of(request, public_id)
    photographed_sheets().throw_away(access)
    return _page_again(request, access)


def _page_again(request: HtmxRequest, access: Access) -> HttpResponse:
    if request.htmx:
        return typing_page(request, access)
    return redirect("type", access.session.public_id)
