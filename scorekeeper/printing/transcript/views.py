"""Views for typing in a paper list: a line for each hand, with totals checked against those on the paper."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.scoring.errors import RuleError
from games.ui.shorthand import Shorthand
from games.ui.tokens import LONGEST
from scorekeeper.play import recording
from scorekeeper.play.access import writing_access_of
from scorekeeper.play.errors import ConflictError, NotThereError, SessionClosedError
from scorekeeper.play.formatting import in_words, notation_for
from scorekeeper.play.ledger import SessionLedger, session_ledger
from scorekeeper.play.models import Access, Verb
from scorekeeper.play.pages import hands, table_screen
from scorekeeper.play.pages.hands import HandUrls
from scorekeeper.play.pages.shared import TablePage, new_token, revision_of, takes_forms, token_of, write_of
from scorekeeper.play.recording.write import Write, WriteResult
from scorekeeper.printing.transcript import draft_rows, page, totals
from scorekeeper.printing.transcript.page import PaperList
from scorekeeper.printing.transcript.sheet_drafts import photographed_sheets
from scorekeeper.printing.transcript.totals_page import to_closed
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import HtmxRequest, number_of


def _url(access: Access) -> str:
    return reverse("type", args=[access.session.public_id])


def shorthand_of(ledger: SessionLedger) -> Shorthand:
    """Return the shorthand of a session; raise `Http404` if its game has none."""
    shorthand = page.shorthand_of(ledger)
    if shorthand is None:
        raise Http404
    return shorthand


@never_cache  # on going back, the browser would show recorded rows as waiting
@require_http_methods(["GET", "HEAD", "POST"])
def type_lines(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the hands typed so far and the line for the next one; on POST, record it."""
    access = writing_access_of(request, public_id)
    if access.session.closed_at:
        if request.method == "POST":
            raise SessionClosedError(access.session)
        return to_closed(access)
    if request.method == "POST":
        return _record(request, access)
    message = _message_after_redirect(request, access)
    line, typed = (request.GET.get(name, "")[:LONGEST] if message else "" for name in ("line", "typed"))
    return typing_page(request, access, line=line, typed=typed, message=message)


def _record(request: HtmxRequest, access: Access) -> HttpResponse:
    """Record a hand, or the totals at the end; a refused line stays in its field, with the reason."""
    session, line, token = access.session, request.POST.get("line", ""), token_of(request)
    shorthand = shorthand_of(session_ledger(session))
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
        if number is not None and (written or (result and (result.repeated or number in totals.of(session)))):
            totals.write(session, access=access, number=number, totals=written)
        if result and number and row > 0:
            photographed_sheets().recorded(session, {row: number}, photo=photo)
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
    paper = PaperList(ledger.last, shorthand_of(ledger), totals.of(access.session))
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
    shorthand = shorthand_of(ledger)
    position, names = table_screen.next_hand(ledger), ledger.table.players
    paper = PaperList(ledger.last, shorthand, totals.of(access.session))
    context = {
        **TablePage.of(request, access, ledger).context,
        "number": page.row_of(ledger, position.number),
        "dealer": None if position.over else names[position.dealer],
        "sits_out": None if position.sits_out is None or position.over else names[position.sits_out],
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
        return render(request, "printing/_typing.html", context, status=status)
    return render(request, "printing/type.html", {**context, "legend": page.legend(shorthand)}, status=status)


@takes_forms
def preview(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show how the line so far is understood, or why it is not."""
    access = writing_access_of(request, public_id)
    ledger, line = session_ledger(access.session), request.POST.get("line", "")
    shorthand = shorthand_of(ledger)
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
    return render(request, "printing/_parsed_line.html", {"understood": understood, "unread": problem})


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
