"""Files that phones read in or receive: a tournament's entries, and the results of a home table.

The import of entries fills the form of several entries for the desk to look at.
"""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.desk.pages.desk_request import find_run_tournament
from scorekeeper.desk.pages.entries import LinesForm, list_page
from scorekeeper.files.spreadsheets import results
from scorekeeper.files.spreadsheets.entry_files import read_entries
from scorekeeper.files.spreadsheets.reader import UnreadableFileError, refuse_large
from scorekeeper.files.spreadsheets.writer import KINDS, attachment
from scorekeeper.web import cookies
from scorekeeper.web.errors import UNPROCESSABLE
from scorekeeper.web.locales import reading_locale


class EntryFileForm(forms.Form):
    """A file of entries. A file that is too large is refused unread."""

    file = forms.FileField(
        allow_empty_file=True, error_messages={"required": _("Choose a file.")}, validators=[refuse_large]
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_entries(request: HttpRequest, evening: str) -> HttpResponse:
    """Show the rows of a file as lines, to be entered with one more tap."""
    desk_request = find_run_tournament(request, evening)
    if request.method != "POST":
        return redirect("tournament", evening)
    form = EntryFileForm(request.POST, request.FILES)
    if not form.is_valid():
        problem = str(form.errors["file"][0])
        return list_page(request, desk_request, problem=problem, status=UNPROCESSABLE)
    try:
        found = read_entries(form.cleaned_data["file"].read())
    except UnreadableFileError as error:
        return list_page(request, desk_request, problem=str(error), status=UNPROCESSABLE)
    lines = LinesForm(initial={"lines": found.lines})
    lines.remarks = found.remarks
    return list_page(request, desk_request, lines=lines)


@never_cache
@require_safe
def home_results(request: HttpRequest, ending: str) -> HttpResponse:
    """Send the results of the home table, as far as this browser has access to its sessions."""
    device = cookies.device_id(request)
    if device is None or ending not in KINDS:
        raise Http404
    return attachment(results.home_results(device), ending, reading_locale(request))
