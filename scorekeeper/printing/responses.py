"""Responses for printed matter: the page with choices and preview, the preview images, and the PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper.printing import previews, typesetter
from scorekeeper.printing.forms import LookForm
from scorekeeper.printing.print_jobs import CannotPrintError, Printable
from scorekeeper.web import throttling

PAGE, PDF, IMAGE = "page", "pdf", "image"
MOST_SHOWN = 6
"""The most pages in a preview."""
UNPROCESSABLE = 422

_ALONE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
OF_PDF = {"Content-Security-Policy": _ALONE}
"""Allows styles and scripts, which the browser's PDF viewer needs."""
OF_IMAGE = {
    "Content-Security-Policy": f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; {_ALONE}"
}


@dataclass(frozen=True, kw_only=True)
class PrintRequest:
    """A request for printed matter.

    `how` is `PAGE`, `PDF` or `IMAGE`, `number` the page of an image, `here` the URL of the page that has them all.
    `base` is the template that the page extends; `context` is that template's context.
    """

    request: HttpRequest
    how: str
    number: int
    here: str
    base: str = "base.html"
    context: Mapping[str, Any] = field(default_factory=dict)


def answered(asked: PrintRequest, form: LookForm, make: Callable[[], Printable]) -> HttpResponse:
    """Return the page, the PDF or the image, as requested.

    If it can't be printed, the page shows why, and PDF and images redirect to the page.
    """
    problem, made = "", None
    if form.is_valid():
        try:
            made = make()
        except CannotPrintError as error:
            problem = str(error)
    if asked.how == PAGE:
        return _page(asked, form, made, problem)
    if made is None:
        return redirect(f"{asked.here}?{form.query()}")
    return _document(asked, made) if asked.how == PDF else _image(asked, made)


def _spend(request: HttpRequest) -> None:
    throttling.spend("prints", throttling.caller(request))


def _document(asked: PrintRequest, made: Printable) -> HttpResponse:
    _spend(asked.request)
    headers = {**OF_PDF, "Content-Disposition": f'inline; filename="{made.name}.pdf"'}
    return HttpResponse(typesetter.pdf(made.order), content_type="application/pdf", headers=headers)


def _image(asked: PrintRequest, made: Printable) -> HttpResponse:
    pages = _previewed(asked, made)
    if not 1 <= asked.number <= len(pages):
        raise Http404
    return HttpResponse(pages[asked.number - 1], content_type="image/svg+xml", headers=OF_IMAGE)


def _previewed(asked: PrintRequest, made: Printable) -> list[bytes]:
    return previews.of(made.preview, before=lambda: _spend(asked.request))[:MOST_SHOWN] if made.previewed else []


def _page(asked: PrintRequest, form: LookForm, made: Printable | None, problem: str) -> HttpResponse:
    pages = _previewed(asked, made) if made else []
    sheets = len(made.order.sheets) if made else 0
    query = form.query()
    context = {
        **asked.context,
        "base": asked.base,
        "here": asked.here,
        "form": form,
        "problem": problem,
        "missing": made.missing if made else (),
        "pages": [f"{asked.here}{number}.svg?{query}" for number in range(1, len(pages) + 1)],
        "more": _more(made, sheets) if made else "",
        "pdf": f"{asked.here}sheet.pdf?{query}" if made else "",
    }
    status = 200 if made else UNPROCESSABLE
    return render(asked.request, "printing/page.html", context, status=status)


def _more(made: Printable, sheets: int) -> str:
    """Return a sentence on what the preview leaves out, if anything."""
    if not made.previewed:
        return _("There are too many hands to preview. The file contains all of them.")
    if sheets > made.previewed:
        return _("This preview shows only the first of %(number)s sheets. The file contains all of them.") % {
            "number": sheets
        }
    return ""
