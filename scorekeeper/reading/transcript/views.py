"""Views for typing in a paper list: a line for each hand, with totals checked against those on the paper.

The rows of a photographed sheet are recorded on the same page, in place of lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.signing import BadSignature
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from games.ui.tokens import LONGEST
from scorekeeper.play import recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import ConflictError, NotThereError, SessionClosedError
from scorekeeper.play.form_fields import TotalField
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, Verb
from scorekeeper.play.pages import hands, table_screen
from scorekeeper.play.pages.hands import HandUrls
from scorekeeper.play.pages.shared import (
    TablePage,
    new_token,
    revision_of,
    takes_forms,
    to_closed,
    token_of,
    write_of,
)
from scorekeeper.play.recording.write import Write, WriteResult
from scorekeeper.reading.transcript import draft_rows, page, totals, waiting_rows
from scorekeeper.reading.transcript.draft_rows import SealedHand
from scorekeeper.reading.transcript.page import PaperList
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE, point_at_error
from scorekeeper.web.request_params import HtmxRequest, number_of

LARGEST = 999_999_999
"""The largest total that can be on the paper."""


def _url(access: Access) -> str:
    return reverse("type", args=[access.session.public_id])


@never_cache  # on going back, the browser would show recorded rows as waiting
@require_http_methods(["GET", "HEAD", "POST"])
def type_lines(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the hands typed so far and the line for the next one; on POST, record it."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return to_closed(request, access.session)
    if request.method == "POST":
        return _record(request, access)
    message = _message_after_redirect(request, access)
    line, typed = (request.GET.get(name, "")[:LONGEST] if message else "" for name in ("line", "typed"))
    return typing_page(request, access, line=line, typed=typed, message=message)


def _record(request: HtmxRequest, access: Access) -> HttpResponse:
    """Record a hand, or the totals at the end; a refused line stays in its field, with the reason."""
    session, line, token = access.session, request.POST.get("line", ""), token_of(request)
    shorthand = page.shorthand_of(session_ledger(session))
    row, photo = number_of(request.POST.get("row", "")), request.POST.get("photo", "")
    result = None
    try:
        parsed = shorthand.read(line)
        if parsed.raw is not None:
            write = Write(session, access, _seen(request, access), token)
            result = recording.record(write, raw=page.raw_of(parsed))
        number, written = result.hand_number if result else totals.END, parsed.totals
        if result and number and row > 0:
            on_sheet = draft_rows.totals_beside(session, shorthand, number, row=row, photo=photo)
            written = {**on_sheet, **written}
        if number is not None and (
            written or (result and (result.repeated or number in totals.written_totals(session)))
        ):
            totals.write(session, access=access, number=number, totals=written)
        if result and number and row > 0:
            waiting_rows.recorded(session, {row: number}, photo=photo)
    except RuleError as error:
        problem = page.explain_refusal(shorthand, error)
        return typing_page(request, access, line=line, token=token, problem=problem, status=UNPROCESSABLE)
    except ConflictError:
        problem = _(
            "The session has changed in the meantime. Your entry is still here: check the list, then record it."
        )
        return typing_page(request, access, line=line, problem=problem, status=CONFLICT)
    return after_write(request, access, result, typed=line if result else "")


def _seen(request: HtmxRequest, access: Access) -> int:
    """Return the revision that the line was typed on.

    If all changes since then are undos from the same device, return the current revision instead.
    """
    revision, session = revision_of(request), access.session
    if revision in (-1, session.revision):
        return revision
    since = session.changes.filter(revision__gt=revision)
    return revision if since.exclude(access=access, verb=Verb.UNDO).exists() else session.revision


def after_write(
    request: HtmxRequest, access: Access, result: WriteResult | None, *, typed: str = "", line: str = ""
) -> HttpResponse:
    """Return the list after a write, with an empty line for the next hand, or the `line` that was undone.

    `typed` is the line that was just recorded; Undo sends it and gets it back.
    """
    number = result.hand_number if result else totals.END
    if not request.htmx:
        lines = {name: words for name, words in (("typed", typed), ("line", line)) if words}
        query = urlencode({"hand": number, "at": access.session.revision, **lines})
        return redirect(f"{_url(access)}?{query}#{_place(access)}")
    message = _message(request, access, number or totals.END)
    answer = typing_page(request, access, given_back=line, typed=typed, message=message)
    answer.headers["X-Revision"] = str(result.revision if result else revision_of(request))
    return answer


def _place(access: Access) -> str:
    """Return where to continue: at the next row of a photographed sheet, or else at the line."""
    ledger = session_ledger(access.session)
    paper = PaperList(ledger.last, page.shorthand_of(ledger), totals.written_totals(access.session))
    return "next-row" if draft_rows.next_rows(access.session, ledger, paper) else "line"


def _message(request: HtmxRequest, access: Access, number: int) -> str:
    """Return a sentence on what was just written."""
    if number == totals.END:
        return _("The final totals have been saved.")
    ledger = session_ledger(access.session)
    row, notation = page.row_of(ledger, number), notation_for(request, access.session)
    return table_screen.hand_summary(ledger, number, notation, shown_as=row)


def _message_after_redirect(request: HtmxRequest, access: Access) -> str:
    number, ledger = number_of(request.GET.get("hand", "")), session_ledger(access.session)
    if number_of(request.GET.get("at", "")) != ledger.revision or not 0 <= number <= ledger.next_number:
        return ""
    return _message(request, access, number)


def typing_page(
    request: HtmxRequest, access: Access, *, line: str = "", token: str = "", status: int = 200, **extra_context: Any
) -> HttpResponse:
    """Render the page, or the part that htmx swaps; `extra_context` is added to the context, such as a `problem`."""
    ledger = session_ledger(access.session)
    shorthand = page.shorthand_of(ledger)
    position, names = table_screen.next_position(ledger), ledger.table.players
    paper = PaperList(ledger.last, shorthand, totals.written_totals(access.session))
    context = {
        **TablePage.from_request(request, access, ledger).context,
        "number": page.row_of(ledger, position.number),
        "dealer": None if position.over else names[position.dealer],
        "sits_out": "" if position.over else table_screen.sits_out_in_words(position),
        "transcript": page.transcript(access.session, ledger.last, paper),
        "drafts": draft_rows.next_rows(access.session, ledger, paper),
        "line": line,
        "longest": LONGEST,
        "token": token or new_token(),
        "drafts_token": new_token(),
        "undo_token": new_token(),
        "undoable": ledger.can_undo,
        **extra_context,
    }
    if request.htmx:
        return render(request, "reading/_typing.html", context, status=status)
    return render(request, "reading/type.html", {**context, "legend": page.legend(shorthand)}, status=status)


@takes_forms
def preview(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show how the line so far is understood, or why it is not."""
    access = writing_access_of(request, public_id)
    ledger, line = session_ledger(access.session), request.POST.get("line", "")
    shorthand = page.shorthand_of(ledger)
    understood = problem = ""
    if line.strip():
        try:
            parsed = shorthand.read(line)
            understood = (
                page.understood(ledger, page.raw_of(parsed)) if parsed.raw is not None else _("The final totals.")
            )
        except RuleError as error:
            problem = page.explain_refusal(shorthand, error)
    if not request.htmx:
        return typing_page(request, access, line=line, token=token_of(request), understood=understood, unread=problem)
    return render(request, "reading/_parsed_line.html", {"understood": understood, "unread": problem})


@takes_forms
def undo(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Undo the last write, and return the line that was recorded to its field."""
    access = writing_access_of(request, public_id)
    try:
        result = recording.undo(write_of(request, access))
    except (ConflictError, NotThereError, RuleError) as error:
        problem = _("The session has changed in the meantime, so nothing was undone.")
        if isinstance(error, RuleError):
            problem = in_words(error.message, session_ledger(access.session).table.players)
        return typing_page(request, access, problem=problem, status=CONFLICT)
    return after_write(request, access, result, line=request.POST.get("line", "")[:LONGEST])


# One row


def _desk(access: Access, number: int) -> HandUrls:
    """Return the URLs for changing a hand from this page; on the paper it may have another number."""
    public_id, row = access.session.public_id, page.row_of(session_ledger(access.session), number)

    def place(name: str) -> str:
        return reverse(name, args=[public_id, number])

    return HandUrls(
        back=f"{reverse('type', args=[public_id])}#hand-{number}",
        hand=place("hand"),
        amend=place("type_amend"),
        preview=place("type_amend_preview"),
        void=place("type_void"),
        unvoid=place("unvoid"),
        insert=place("insert"),
        swap=place("swap"),
        tariff=reverse("session_tariff", args=[public_id]),
        number_elsewhere="" if row == number else _("It is number %(number)s on the paper.") % {"number": row},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Amend a typed hand in the game's own form."""
    access = writing_access_of(request, public_id)
    return hands.amend_hand(request, access, number, _desk(access, number))


@takes_forms
def amend_preview(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    access = writing_access_of(request, public_id)
    return hands.preview_amendment(request, access, number, _desk(access, number))


@require_http_methods(["GET", "HEAD", "POST"])
def void(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    access = writing_access_of(request, public_id)
    return hands.void_hand(request, access, number, _desk(access, number))


# The totals on the paper


class TotalsForm(forms.Form):
    """A field for each player, empty if the paper has no total there."""

    use_required_attribute = False

    def __init__(self, names: Sequence[str], written: Mapping[int, int], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="")
        for place, name in enumerate(names):
            self.fields[f"total-{place}"] = TotalField(
                required=False,
                label=name,
                initial=written.get(place),
                min_value=-LARGEST,
                max_value=LARGEST,
                error_messages={"invalid": _("A total must be a whole number.")},
                widget=forms.TextInput(attrs={"class": "input input--number", "autocomplete": "off"}),
            )

    def totals(self) -> dict[int, int]:
        """Return the totals by seat, without empty ones; the form must be valid."""
        by_place = {int(name.removeprefix("total-")): total for name, total in self.cleaned_data.items()}
        return {place: total for place, total in by_place.items() if total is not None}


@require_http_methods(["GET", "HEAD", "POST"])
def written_totals(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Edit the totals on the paper after a hand, or at the end of the list."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        return to_closed(request, access.session)
    ledger = session_ledger(access.session)
    if number > len(ledger.hands):
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = TotalsForm(
        ledger.at(number or ledger.next_number).table.players,
        totals.written_totals(access.session).get(number, {}),
        posted,
    )
    back = f"{reverse('type', args=[public_id])}#{f'hand-{number}' if number else 'end'}"
    if form.is_bound and form.is_valid():
        totals.write(access.session, access=access, number=number, totals=form.totals())
        return redirect(back)
    point_at_error(form)
    context = {
        **TablePage.from_request(request, access, ledger).context,
        "form": form,
        "number": page.row_of(ledger, number) if number else number,
        "back": back,
    }
    return render(request, "reading/written_totals.html", context, status=UNPROCESSABLE if form.is_bound else 200)


# The rows of a photographed sheet


@takes_forms
def record_drafts(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Record the hands that the page showed, or those up to the row `until`, as if each had been typed."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        raise SessionClosedError(access.session)
    shorthand = page.shorthand_of(session_ledger(access.session))
    try:
        hands = draft_rows.opened(access.session, request.POST.get("instead") or request.POST.get("drafts", ""))
        result = _record_drafts(request, access, hands)
    except RuleError as error:
        problem = page.explain_refusal(shorthand, error)
        return typing_page(request, access, problem=problem, status=UNPROCESSABLE)
    except (BadSignature, ConflictError):
        return _changed(request, access)
    return after_write(request, access, result)


def _record_drafts(request: HtmxRequest, access: Access, hands: list[SealedHand]) -> WriteResult:
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
        if not (result.repeated and number in totals.written_totals(session)):
            totals.write(session, access=access, number=number, totals=hand.written)
    waiting_rows.recorded(session, numbers, photo=hands[0].photo)
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
        waiting_rows.set_done(access, row, photo=request.POST.get("photo", ""), revision=revision_of(request))
    except ConflictError:
        return _changed(request, access)
    return _page_again(request, access)


@takes_forms
def throw_away(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Delete the photo. What was recorded from it stays."""
    access = writing_access_of(request, public_id)
    waiting_rows.throw_away(access)
    return _page_again(request, access)


def _page_again(request: HtmxRequest, access: Access) -> HttpResponse:
    if request.htmx:
        return typing_page(request, access)
    return redirect("type", access.session.public_id)
