"""URLs for printing: a page with the choices, and beside it the PDF and the numbered preview images.

The picture of a result has a URL for those at its table, and one with the secret of the watcher link.
"""

import re
from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from scorekeeper.printing import views
from scorekeeper.printing.responses import IMAGE, PAGE, PDF
from scorekeeper.printing.tournament_paper import paper

_PRINTED = re.compile(r"/(?:print/(?:sheet\.pdf|[0-9]+\.svg)?|result\.png)$")


def is_printed(address: str) -> bool:
    """Return whether a URL is for printing, here or in the organisers' panel.

    >>> is_printed("/club/standings/print/sheet.pdf"), is_printed("/club/standings/")
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


urlpatterns = [
    *printed("print/", views.blank, "print"),
    *printed("s/<secret:public_id>/print/", views.session, "print_session"),
    path("s/<secret:public_id>/result.png", views.result, name="result_picture"),
    path("s/<secret:public_id>/night.png", views.night, name="night_picture"),
    path("watch/<secret:token>/result.png", views.result_by_link, name="watch_picture"),
    *printed("club/evenings/dates/print/", views.dates, "print_dates"),
    *printed("club/evenings/<secret:evening>/print/", views.evening, "print_evening"),
    *printed("club/evenings/<secret:evening>/tournament/print/", paper, "tournament_paper"),
    *printed("club/standings/print/", views.table, "print_standings"),
]
