"""The files of a tournament in the panel: list of the day, cash and document; and the import of a document."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games.scoring.errors import RuleError
from scorekeeper.clubs.organisers import clubs_of, looks_after_one
from scorekeeper.desk import settlement
from scorekeeper.desk.cash import cash_of
from scorekeeper.desk.document import TournamentError
from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.document_import import import_tournament
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.stored_result import result_of
from scorekeeper.files.spreadsheets.export_filter import ClubForm
from scorekeeper.files.spreadsheets.tournaments import (
    association_result,
    cash_sheet,
    entry_list,
    list_of_the_day,
)
from scorekeeper.files.spreadsheets.writer import KINDS, ExportSheet, attachment
from scorekeeper.play.formatting import in_words
from scorekeeper.web.dates import this_evening
from scorekeeper.web.downloads import disposition, file_name
from scorekeeper.web.errors import CONFLICT, UNPROCESSABLE
from scorekeeper.web.locales import reading_locale

MOST_BYTES = 4 * 2**20
DOCUMENT = "document.json"
ENTRIES, RANKING, ASSOCIATION, CASH = "entries", "ranking", "association", "cash"


class DocumentForm(ClubForm):
    """A tournament document and the club that it is for."""

    ids = "in-%s"
    file = forms.FileField(
        label=_("Tournament document (JSON)"),
        allow_empty_file=True,  # reading it says what is wrong
        error_messages={"required": _("Choose a file."), "missing": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".json"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large to be a tournament."))
        return file


@require_safe
def files(request: HttpRequest, evening: str) -> HttpResponse:
    """Show what can be downloaded of a tournament, or send it; only its entries while the result is sealed."""
    tournament = _find(request, evening)
    wanted = request.GET.get("file", "")
    if not wanted:
        return _files_page(request, tournament)
    sheet_name, _dot, ending = wanted.partition(".")
    if wanted != DOCUMENT and (sheet_name not in (ENTRIES, RANKING, ASSOCIATION, CASH) or ending not in KINDS):
        raise Http404
    if tournament.evening.is_sealed and sheet_name != ENTRIES:
        return _files_page(request, tournament, status=CONFLICT)
    try:
        if wanted == DOCUMENT:
            return _document(tournament)
        return attachment(_sheet(request, tournament, sheet_name), ending, reading_locale(request))
    except RuleError as error:
        return _files_page(request, tournament, fault=in_words(error.message), status=CONFLICT)


def _find(request: HttpRequest, public_id: str) -> Tournament:
    tournaments = Tournament.objects.select_related("evening").filter(evening__club__in=clubs_of(request.user))
    tournament = tournaments.filter(evening__public_id=public_id).first()
    if tournament is None:
        raise Http404
    return tournament


def _files_page(request: HttpRequest, tournament: Tournament, *, fault: str = "", status: int = 200) -> HttpResponse:
    context = {"title": tournament.evening.title(), "tournament": tournament, "fault": fault}
    page = {**admin.site.each_context(request), **context}
    return render(request, "admin/spreadsheets/tournament.html", page, status=status)


def _document(tournament: Tournament) -> HttpResponse:
    text = json.dumps(document_of(tournament), ensure_ascii=False, indent=2)
    return HttpResponse(text, content_type="application/json", headers=disposition(_name(tournament), "json"))


def _name(tournament: Tournament) -> str:
    return file_name(tournament.evening.date, tournament.evening.name)


def _sheet(request: HttpRequest, tournament: Tournament, sheet_name: str) -> ExportSheet:
    """Return a sheet; raise `RuleError` if the lists of the tournament don't fit together and it has results."""
    name = _name(tournament)
    if sheet_name == ENTRIES:
        return entry_list(tournament, name)
    if sheet_name == CASH:
        return cash_sheet(cash_of(settlement.latest(tournament.evening), tournament), name)
    day = result_of(tournament).day
    if sheet_name == RANKING:
        return list_of_the_day(day, name)
    return association_result(tournament, day, name, has_numbers="numbers" in request.GET)


@require_http_methods(["GET", "HEAD", "POST"])
def import_document(request: HttpRequest) -> HttpResponse:
    """Store an uploaded tournament document as an evening of today, or say what is wrong with it and where."""
    if not looks_after_one(request):
        raise Http404
    if request.method != "POST":
        return _import_page(request, DocumentForm(user=request.user))
    form = DocumentForm(request.POST, request.FILES, user=request.user)
    if not form.is_valid():
        return _import_page(request, form, status=UNPROCESSABLE)
    club = form.cleaned_data["club"]
    if club is None:
        raise Http404
    try:
        tournament = import_tournament(
            club, form.cleaned_data["file"].read(), day=this_evening(), by=request.user.get_username()
        )
    except TournamentError as error:
        return _import_page(request, form, error=error, status=UNPROCESSABLE)
    return redirect("admin:tournament_files", tournament.evening.public_id)


def _import_page(
    request: HttpRequest, form: DocumentForm, *, error: TournamentError | None = None, status: int = 200
) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": _("Import a tournament"), "form": form}
    if error is not None:
        names = error.session.players if error.session else ()
        context |= {"error": error, "message": in_words(error.error.message, names)}
    return render(request, "admin/spreadsheets/tournament_import.html", context, status=status)
