"""URLs for printing: a page with the choices, and beside it the PDF and the numbered preview images.

The picture of a result has a URL for those at its table, and one with the secret of the watcher link. A paper list is
typed in at its session.
"""

import re
from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, include, path

from scorekeeper.printing import views
from scorekeeper.printing.responses import IMAGE, PAGE, PDF
from scorekeeper.printing.tournament_paper import paper
from scorekeeper.printing.transcript import views as transcript

_PRINTED = re.compile(r"/(?:print/(?:sheet\.pdf|[0-9]+\.svg)?|result\.png)$")


def is_printed(address: str) -> bool:
    """Return whether a URL is for printing, here or in the organisers' panel.

    >>> is_printed("/club/standings/print/sheet.pdf"), is_printed("/static/printing/typing.css")
    (True, False)
    """
    return _PRINTED.search(address) is not None


def printed(route: str, view: Callable[..., Any], name: str) -> list[URLPattern]:
    """Return the URL patterns for the page, the PDF and the images of a view."""
    return [
        path(route, view, {"output": PAGE}, name=name),
        path(f"{route}sheet.pdf", view, {"output": PDF}, name=f"{name}_pdf"),
        path(f"{route}<int:number>.svg", view, {"output": IMAGE}, name=f"{name}_image"),
    ]


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
    *printed("print/", views.blank, "print"),
    *printed("s/<secret:public_id>/print/", views.session, "print_session"),
    path("s/<secret:public_id>/result.png", views.result, name="result_picture"),
    path("watch/<secret:token>/result.png", views.result_by_link, name="watch_picture"),
    *printed("club/evenings/<secret:evening>/print/", views.evening, "print_evening"),
    *printed("club/evenings/<secret:evening>/tournament/print/", paper, "tournament_paper"),
    *printed("club/standings/print/", views.table, "print_standings"),
    path("s/<secret:public_id>/type/", include(of_typing)),
]
