"""The pages of exports, and of the import of members."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.organisers import clubs_of, looks_after_one
from scorekeeper.files import documents
from scorekeeper.files.spreadsheets import members, results
from scorekeeper.files.spreadsheets.apply import ChangedMeanwhileError, ImportCounts, apply_plan
from scorekeeper.files.spreadsheets.export_filter import ExportClubForm, ExportFilter, ExportFilterForm
from scorekeeper.files.spreadsheets.import_plan import Plan, PlannedAction, plan
from scorekeeper.files.spreadsheets.members import IncomingMembers, StaleFileError
from scorekeeper.files.spreadsheets.rows import UnreadableFileError
from scorekeeper.files.spreadsheets.writer import KINDS, ExportSheet
from scorekeeper.organisers.spreadsheets.forms import SpreadsheetForm
from scorekeeper.organisers.spreadsheets.plan_page import examples, groups
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.request_params import number_of

MOST_CHOICES = 1000
"""The most likely duplicates that can be ticked, because Django limits the number of form fields."""

SHEETS: Mapping[str, Callable[[ExportFilter], ExportSheet]] = {
    "members": lambda wanted: members.sheet(wanted.club),
    "results": results.results,
    "standings": results.table,
    "championship": results.championship,
}
TITLES = {"index": _("Import and export"), "choose": _("Import members"), "preview": _("Import preview")}
SESSIONS = "sessions.jsonl"


def _page(request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
    common = {**admin.site.each_context(request), "title": TITLES[name]}
    return render(request, f"admin/spreadsheets/{name}.html", {**common, **context}, status=status)


def _of_organisers(request: HttpRequest) -> None:
    if not looks_after_one(request):
        raise Http404


# Export


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show what can be exported, and the link to the import."""
    _of_organisers(request)
    return _index(request, ExportFilterForm(None, user=request.user))


def _index(request: HttpRequest, form: ExportFilterForm, *, status: int = 200) -> HttpResponse:
    return _page(request, "index", form=form, members=ExportClubForm(user=request.user), status=status)


@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    """Send the requested file, or show the form again with its errors."""
    _of_organisers(request)
    file_name = request.GET.get("file", "")
    if not file_name:
        return redirect("admin:spreadsheets")
    sheet_name, _dot, ending = file_name.partition(".")
    if file_name != SESSIONS and (sheet_name not in SHEETS or ending not in KINDS):
        raise Http404
    form = ExportFilterForm(request.GET, user=request.user)
    if not form.is_valid():
        return _index(request, form, status=UNPROCESSABLE)
    export_filter = form.export_filter()
    if export_filter.club is None:
        raise Http404  # a superuser may have no club yet
    if file_name == SESSIONS:
        return _download(
            documents.lines(export_filter), f"{documents.name(export_filter)}.jsonl", documents.CONTENT_TYPE
        )
    sheet, kind = SHEETS[sheet_name](export_filter), KINDS[ending]
    return _download(kind.pieces(sheet), f"{sheet.name}.{ending}", kind.content_type)


def _download(pieces: Iterator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    stem, _dot, ending = name.rpartition(".")
    headers = {"Content-Disposition": f'attachment; filename="{slugify(stem)}.{ending}"'}
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
    _of_organisers(request)
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
        "wrong": len(import_plan.of(PlannedAction.WRONG)),
        "rows": len(import_plan.lines),
        "plan": import_plan,
        "writes": import_plan.writes(line.row for line in import_plan.of(PlannedAction.LIKELY)),
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
