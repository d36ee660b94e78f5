"""The upload form for a file of members."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name
from scorekeeper.clubs.organisers import clubs_of, looks_after_one
from scorekeeper.files import documents
from scorekeeper.files.spreadsheets import members, results
from scorekeeper.files.spreadsheets.columns import MemberColumn, heading, with_subject
from scorekeeper.files.spreadsheets.corrections import corrections
from scorekeeper.files.spreadsheets.export_filter import ClubForm, ExportFilter, ExportFilterForm
from scorekeeper.files.spreadsheets.import_plan import (
    RECORD_COLUMNS,
    Plan,
    PlanLine,
    PlannedAction,
    day_in_words,
    plan,
    record_value,
)
from scorekeeper.files.spreadsheets.members import (
    ChangedMeanwhileError,
    ImportCounts,
    IncomingMembers,
    StaleFileError,
    apply_plan,
)
from scorekeeper.files.spreadsheets.reader import UnreadableFileError, refuse_large
from scorekeeper.files.spreadsheets.writer import KINDS, ExportSheet, yes_or_no
from scorekeeper.play.game_picker import games_in_order
from scorekeeper.web.downloads import disposition
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.locales import reading_locale
from scorekeeper.web.request_params import number_of


class SpreadsheetForm(ClubForm):
    """A file and the club it is for. A file that is too large is refused unread."""

    ids = "in-%s"
    file = forms.FileField(
        label=_("File (CSV or XLSX)"),
        allow_empty_file=True,  # `reading` reports an empty file in our own words
        error_messages={"required": _("Choose a file."), "missing": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.tsv,.txt"}),
        help_text=_("At most 1 MB and 5,000 rows."),
        validators=[refuse_large],
    )


@dataclass(frozen=True, kw_only=True)
class PlanRow:
    """A row and the sentence about it."""

    row: int
    name: str
    details: str


@dataclass(frozen=True, kw_only=True)
class RowGroup:
    """The rows of one kind, in the order of the file."""

    kind: PlannedAction
    title: str
    about: str
    lines: list[PlanRow]


def groups(plan: Plan) -> list[RowGroup]:
    """Return the groups, those that need attention first."""
    row_groups = []
    for kind in PlannedAction:
        lines = [
            PlanRow(row=line.row, name=line.name, details=_with_written_name(line)) for line in plan.lines_of_kind(kind)
        ]
        title, about = _words(kind, len(lines))
        row_groups.append(RowGroup(kind=kind, title=title, about=about, lines=lines))
    return row_groups


def _words(kind: PlannedAction, number: int) -> tuple[str, str]:
    """Return the heading of a group, and of its column of sentences."""
    words: dict[PlannedAction, Any] = {
        PlannedAction.WRONG: (
            ngettext("%(number)d row has an error", "%(number)d rows have errors", number),
            gettext("Why"),
        ),
        PlannedAction.LIKELY: (
            ngettext(
                "%(number)d is probably already in the club", "%(number)d are probably already in the club", number
            ),
            gettext("Similar to"),
        ),
        PlannedAction.NEW: (ngettext("%(number)d is new", "%(number)d are new", number), gettext("Added as")),
        PlannedAction.CHANGED: (
            ngettext("%(number)d will change", "%(number)d will change", number),
            gettext("Changes"),
        ),
        PlannedAction.SAME: (
            ngettext("%(number)d is unchanged", "%(number)d are unchanged", number),
            gettext("Matched with"),
        ),
    }
    title, about = words[kind]
    return title % {"number": number}, about


def _with_written_name(line: PlanLine) -> str:
    """Return the sentence about a row, and its name in the file if that was turned round."""
    written = line.entry.written if line.entry else ""
    return " · ".join(
        filter(None, (_details(line), written and gettext("in the file: “%(name)s”") % {"name": written}))
    )


def _details(line: PlanLine) -> str:
    if line.kind is PlannedAction.CHANGED:
        return "; ".join(with_subject(change.what, f"{change.before} → {change.after}") for change in line.changes)
    if line.kind is PlannedAction.SAME and line.player:
        return line.player.name if not line.player.nickname else f"{line.player.name} ({display_name(line.player)})"
    return _as_whom(line) if line.kind is PlannedAction.NEW else line.reason


def _as_whom(line: PlanLine) -> str:
    """Return how someone new is added: as a member or guest, with which details, retired or not."""
    entry = line.entry
    assert entry is not None  # only a wrong row has no entry
    words = [gettext("guest") if entry.guest else gettext("member")]
    in_words = {column: record_value(getattr(entry, column)) for column in (MemberColumn.NICKNAME, *RECORD_COLUMNS)}
    words += [with_subject(heading(column), value) for column, value in in_words.items() if value]
    if entry.retired:
        words.append(with_subject(heading(MemberColumn.RETIRED), day_in_words(entry.retired)))
    return " · ".join(words)


def examples() -> dict[str, list[Any]]:
    """Return an example of a file."""
    yes, no = yes_or_no(True), yes_or_no(False)
    rows: list[dict[MemberColumn, str]] = [
        {
            MemberColumn.NAME: "Jeanne Petit",
            MemberColumn.NICKNAME: "Jeanne P.",
            MemberColumn.MEMBER_NUMBER: "17",
            MemberColumn.CATEGORY: gettext("Seniors"),
            MemberColumn.FEDERATION_NUMBER: "04-1178",
            MemberColumn.EMAIL: "jeanne@example.org",
            MemberColumn.PHONE_NUMBER: "+33 1 99 00 12 34",
            MemberColumn.ENTERED_ON: "2009-03-14",
            MemberColumn.GUEST: no,
        },
        {MemberColumn.NAME: "Karl Kranz", MemberColumn.GUEST: no, MemberColumn.RETIRED: "2025-06-30"},
        {MemberColumn.NAME: "Zoé", MemberColumn.GUEST: yes},
    ]
    return {
        "headings": [heading(column) for column in MemberColumn],
        "examples": [[row.get(column, "") for column in MemberColumn] for row in rows],
    }


MOST_CHOICES = 1000
"""The most likely duplicates that can be ticked, because Django limits the number of form fields."""

SHEETS: Mapping[str, Callable[[ExportFilter], ExportSheet]] = {
    "members": lambda wanted: members.sheet(wanted.club),
    "results": results.results,
    "standings": results.table,
    "championship": results.championship,
    "corrections": corrections,
}
TITLES = {"index": _("Import and export"), "choose": _("Import members"), "preview": _("Import preview")}
SESSIONS = "sessions.jsonl"


def _page(request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
    common = {**admin.site.each_context(request), "title": TITLES[name]}
    return render(request, f"admin/spreadsheets/{name}.html", {**common, **context}, status=status)


def _require_organiser(request: HttpRequest) -> None:
    if not looks_after_one(request):
        raise Http404


# Export


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show what can be exported, and the link to the import."""
    _require_organiser(request)
    return _index(request, ExportFilterForm(None, user=request.user, in_order=games_in_order(request)))


def _index(request: HttpRequest, form: ExportFilterForm, *, status: int = 200) -> HttpResponse:
    return _page(request, "index", form=form, members=ClubForm(user=request.user), status=status)


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Send the requested file, or show the form again with its errors."""
    _require_organiser(request)
    file_name = request.GET.get("file", "")
    if not file_name:
        return redirect("admin:spreadsheets")
    sheet_name, _dot, ending = file_name.partition(".")
    if file_name != SESSIONS and (sheet_name not in SHEETS or ending not in KINDS):
        raise Http404
    form = ExportFilterForm(request.GET, user=request.user, in_order=games_in_order(request))
    if not form.is_valid():
        return _index(request, form, status=UNPROCESSABLE)
    export_filter = form.export_filter()
    if export_filter.club is None:
        raise Http404  # a superuser may have no club yet
    if file_name == SESSIONS:
        headers = disposition(export_filter.file_name(gettext("Sessions")), "jsonl")
        return _download(documents.lines(export_filter), documents.CONTENT_TYPE, headers)
    sheet, kind = SHEETS[sheet_name](export_filter), KINDS[ending]
    headers = disposition(sheet.name, ending)
    return _download(kind.pieces(sheet, reading_locale(request)), kind.content_type, headers)


def _download(pieces: Iterator[bytes], content_type: str, headers: Mapping[str, str]) -> StreamingHttpResponse:
    return StreamingHttpResponse(_in_our_language(pieces), content_type=content_type, headers=headers)


def _in_our_language(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Yield each piece in the request's language, whatever the thread does between two pieces.

    The first piece is empty, so that the response starts before there is content.
    """
    language = get_language() or "en"
    yield b""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


# Import


@require_http_methods(["GET", "HEAD", "POST"])
def import_members(request: HttpRequest) -> HttpResponse:
    """Import a file of members: choose, preview, confirm."""
    _require_organiser(request)
    if request.method != "POST":
        return _choose(request, SpreadsheetForm(user=request.user))
    if "sealed" in request.POST:
        return _confirmed(request)
    form = SpreadsheetForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return _choose(request, form, status=UNPROCESSABLE)
    club = form.cleaned_data["club"]
    if club is None:
        raise Http404
    try:
        incoming = members.incoming(form.cleaned_data["file"].read())
    except UnreadableFileError as error:
        form.add_error("file", str(error))
        return _choose(request, form, status=UNPROCESSABLE)
    return _preview(request, club, incoming, plan(club, incoming.entries, incoming.columns, incoming.wrong))


def _choose(request: HttpRequest, form: SpreadsheetForm, *, status: int = 200) -> HttpResponse:
    return _page(request, "choose", form=form, **examples(), status=status)


def _preview(
    request: HttpRequest,
    club: Club,
    incoming: IncomingMembers,
    import_plan: Plan,
    *,
    message: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show what the file would do."""
    sealed = members.packed(incoming, club, request.user.pk or 0)
    if len(sealed) > members.MOST_SENT:
        form = SpreadsheetForm({"club": club.pk}, user=request.user)
        form.errors["file"] = form.error_class([gettext("This file is too long to check at once. Split it.")])
        return _choose(request, form, status=UNPROCESSABLE)
    context = {
        "club": club,
        "groups": groups(import_plan),
        "wrong": len(import_plan.lines_of_kind(PlannedAction.WRONG)),
        "rows": len(import_plan.lines),
        "plan": import_plan,
        "writes": import_plan.writes(line.row for line in import_plan.lines_of_kind(PlannedAction.LIKELY)),
        "sealed": sealed,
        "message": message,
        "remarks": incoming.remarks,
        "form": SpreadsheetForm(initial={"club": club.pk}, user=request.user),
        "most_choices": MOST_CHOICES,
    }
    return _page(request, "preview", **context, status=status)


def _confirmed(request: HttpRequest) -> HttpResponse:
    """Import what was previewed, unless the members have changed since."""
    club = clubs_of(request.user).filter(pk=number_of(request.POST.get("club", ""))).first()
    if club is None:
        raise Http404
    try:
        incoming = members.unpacked(request.POST["sealed"], club, request.user.pk or 0)
    except StaleFileError:
        form = SpreadsheetForm({"club": club.pk}, {}, user=request.user)
        form.errors["file"] = form.error_class([gettext("Too much time has passed. Choose the file again.")])
        return _choose(request, form, status=UNPROCESSABLE)
    chosen = {number_of(row) for row in request.POST.getlist("add")}
    try:
        counts = _apply(request, club, incoming, chosen)
    except ChangedMeanwhileError as error:
        message = gettext("The members have changed in the meantime. Nothing was saved; this is the updated preview.")
        return _preview(request, club, incoming, error.now, message=message, status=CONFLICT)
    words = gettext("Nothing was changed: everyone in this file is already in the club.")
    if counts.added or counts.changed:
        words = gettext("Added: %(added)d. Changed: %(changed)d.") % {"added": counts.added, "changed": counts.changed}
    messages.success(request, words)
    return redirect("admin:clubs_player_changelist")


@transaction.atomic
def _apply(request: HttpRequest, club: Club, incoming: IncomingMembers, chosen: set[int]) -> ImportCounts:
    """Write the members and the audit log entry in one transaction."""
    counts = apply_plan(club, incoming, digest=request.POST.get("seen", ""), chosen=chosen)
    if counts.added or counts.changed:
        clubs = admin.site.get_model_admin(Club)
        clubs.log_change(
            request, club, audit_message(AuditAction.MEMBERS_IN, added=counts.added, changed=counts.changed)
        )
    return counts
