"""The URLs of exports and imports in the organisers' panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import admin
from django.http.response import HttpResponseBase
from django.urls import path

from scorekeeper.organisers.panel import Panel
from scorekeeper.organisers.spreadsheets import tournaments, views


def _view(function: Callable[..., HttpResponseBase]) -> Any:
    return admin.site.admin_view(function)


cast(Panel, admin.site).pages += [
    path("spreadsheets/", _view(views.index), name="spreadsheets"),
    path("spreadsheets/download/", _view(views.download), name="spreadsheet_download"),
    path("spreadsheets/tournaments/import/", _view(tournaments.import_document), name="tournament_import"),
    path("spreadsheets/tournaments/<secret:evening>/", _view(tournaments.files), name="tournament_files"),
    path("spreadsheets/import/", _view(views.import_members), name="spreadsheet_import"),
]
