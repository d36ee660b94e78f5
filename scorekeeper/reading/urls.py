"""URLs for photographing a sheet, for the pictures of its rows, and for typing a paper list at its session."""

import re

from django.urls import include, path

from scorekeeper.reading import views
from scorekeeper.reading.transcript import views as transcript

_TAKES = re.compile(r"^/(?:s/[^/]+/)?sheet/$")
_ROW = re.compile(r"^/s/[^/]+/sheet/[0-9]+\.jpg$")


def takes_photos(address: str) -> bool:
    """Return whether photos that are posted to this path are read, which takes seconds.

    >>> takes_photos("/sheet/"), takes_photos("/s/Ab12/sheet/"), takes_photos("/sheet/start/")
    (True, True, False)
    """
    return _TAKES.search(address) is not None


def is_row_picture(address: str) -> bool:
    """Return whether this path is that of the picture of a row.

    >>> is_row_picture("/s/Ab12/sheet/7.jpg"), is_row_picture("/s/Ab12/sheet/")
    (True, False)
    """
    return _ROW.search(address) is not None


of_typing = [
    path("", transcript.type_lines, name="type"),
    path("preview/", transcript.preview, name="type_preview"),
    path("undo/", transcript.undo, name="type_undo"),
    path("sheet/", transcript.record_drafts, name="type_drafts"),
    path("sheet/done/", transcript.rows_done, name="type_rows_done"),
    path("sheet/thrown-away/", transcript.throw_away, name="type_throw_away"),
    path("totals/<int:number>/", transcript.written_totals, name="written_totals"),
    path("hands/<int:number>/amend/", transcript.amend, name="type_amend"),
    path("hands/<int:number>/amend/preview/", transcript.amend_preview, name="type_amend_preview"),
    path("hands/<int:number>/void/", transcript.void, name="type_void"),
]

urlpatterns = [
    path("sheet/", views.read_sheet, name="read_sheet"),
    path("sheet/start/", views.start, name="sheet_start"),
    path("sheet/throw-away/", views.throw_away, name="sheet_throw_away"),
    path("s/<secret:public_id>/sheet/", views.session_sheet, name="session_sheet"),
    path("s/<secret:public_id>/sheet/heads.svg", views.heads, name="row_heads"),
    path("s/<secret:public_id>/sheet/<int:number>.jpg", views.row, name="row_picture"),
    path("s/<secret:public_id>/type/", include(of_typing)),
]
