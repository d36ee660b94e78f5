"""URLs of files that phones read in or receive, and those of the panel that receive or produce a large file."""

import re

from django.conf import settings
from django.urls import path

from scorekeeper.files import views

MOST = 128 * 1024 * 1024
"""The most bytes of an uploaded club file: compressed, some hundred thousand hands."""

_GIVES = re.compile(rf"{settings.PANEL}clubs/club/[0-9]+/export/file\.club")


def is_spreadsheet(address: str) -> bool:
    """Return whether this path makes or reads a spreadsheet, which can take long.

    >>> [is_spreadsheet(address) for address in ("/admin/spreadsheets/download/", "/people/results.csv", "/people/")]
    [True, True, False]
    """
    return address.startswith((f"{settings.PANEL}spreadsheets/", "/people/results."))


def takes_file(address: str) -> bool:
    """Return whether a club file is uploaded to this path.

    >>> takes_file("/admin/clubs/club/import/"), takes_file("/admin/clubs/club/")
    (True, False)
    """
    return address == f"{settings.PANEL}clubs/club/import/"


def gives_file(address: str) -> bool:
    """Return whether this path produces a club file, which takes many reads and no writes.

    >>> gives_file("/admin/clubs/club/7/export/file.club")
    True
    """
    return _GIVES.fullmatch(address) is not None


urlpatterns = [
    path("club/evenings/<secret:evening>/tournament/import/", views.import_entries, name="tournament_import"),
    path("people/results.<slug:ending>", views.home_results, name="home_results"),
]
