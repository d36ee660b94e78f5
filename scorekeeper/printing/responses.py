"""Responses for printed matter: the page with choices and preview, the preview images, and the PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scorekeeper.printing import typesetting
from scorekeeper.printing.forms import LookForm
from scorekeeper.printing.typesetting import CannotPrintError, Order
from scorekeeper.web import throttling
from scorekeeper.web.downloads import disposition
from scorekeeper.web.errors import UNPROCESSABLE

PAGE, PDF, IMAGE = "page", "pdf", "image"
MOST_SHOWN = 6
"""The most pages in a preview."""

_ALONE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
OF_PDF = {"Content-Security-Policy": _ALONE}
"""Allows styles and scripts, which the browser's PDF viewer needs."""
OF_PICTURE = {"Content-Security-Policy": f"default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; {_ALONE}"}
"""Allows what a browser needs to show a picture by itself."""
OF_IMAGE = {
    "Content-Security-Policy": f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox; {_ALONE}"
}


@dataclass(frozen=True, kw_only=True)
class PrintRequest:
    """A request for printed matter.

    `output` is `PAGE`, `PDF` or `IMAGE`, `number` the page of an image, `url` the URL of the page that has them all.
    `base` is the template that the page extends; `context` is that template's context.
    """

    request: HttpRequest
    output: str
    number: int
    url: str
    base: str = "base.html"
    context: Mapping[str, Any] = field(default_factory=dict)


def print_response(print_request: PrintRequest, form: LookForm, make: Callable[[], Order]) -> HttpResponse:
    """Return the page, the PDF or the image, as requested.

    If it can't be printed, the page shows why, and PDF and images redirect to the page.
    """
    problem, order = "", None
    if form.is_valid():
        try:
            order = make()
        except CannotPrintError as error:
            problem = str(error)
    if print_request.output == PAGE:
        return _page(print_request, form, order, problem)
    if order is None:
        return redirect(f"{print_request.url}?{form.query()}")
    return _document(print_request, order) if print_request.output == PDF else _image(print_request, order)


def _spend(request: HttpRequest) -> None:
    throttling.spend("prints", throttling.caller(request))


def _document(print_request: PrintRequest, order: Order) -> HttpResponse:
    _spend(print_request.request)
    headers = OF_PDF | disposition(order.name, "pdf", inline=True)
    return HttpResponse(typesetting.pdf(order), content_type="application/pdf", headers=headers)


def _image(print_request: PrintRequest, order: Order) -> HttpResponse:
    pages = _previewed(print_request, order)[:MOST_SHOWN]
    if not 1 <= print_request.number <= len(pages):
        raise Http404
    return HttpResponse(pages[print_request.number - 1], content_type="image/svg+xml", headers=OF_IMAGE)


def picture_response(request: HttpRequest, picture: Order) -> HttpResponse:
    """Return the picture of a result as a PNG."""
    drawn = typesetting.preview_picture(picture, before=lambda: _spend(request))
    headers = OF_PICTURE | disposition(picture.name, "png", inline=True)
    return HttpResponse(drawn, content_type="image/png", headers=headers)


def _previewed(print_request: PrintRequest, order: Order) -> list[bytes]:
    if not order.previewed:
        return []
    return typesetting.preview(order.preview, before=lambda: _spend(print_request.request))


def _page(print_request: PrintRequest, form: LookForm, order: Order | None, problem: str) -> HttpResponse:
    pages = _previewed(print_request, order) if order else []
    query = form.query()
    context = {
        **print_request.context,
        "base": print_request.base,
        "url": print_request.url,
        "form": form,
        "problem": problem,
        "missing": order.missing if order else (),
        "pages": [f"{print_request.url}{number}.svg?{query}" for number in range(1, len(pages[:MOST_SHOWN]) + 1)],
        "more": _more(order, len(pages)) if order else "",
        "pdf": f"{print_request.url}sheet.pdf?{query}" if order else "",
    }
    status = 200 if order else UNPROCESSABLE
    return render(print_request.request, "printing/page.html", context, status=status)


def _more(order: Order, pages: int) -> str:
    """Return a sentence on what the preview leaves out of its `pages`, if anything."""
    sheets = len(order.sheets)
    if not order.previewed:
        return _("There are too many hands to preview. The file contains all of them.")
    if sheets > order.previewed:
        return _("This preview shows %(shown)s of %(number)s sheets. The file contains all of them.") % {
            "shown": order.previewed,
            "number": sheets,
        }
    if pages > MOST_SHOWN:
        return _("This preview shows only the first pages. The file contains all of them.")
    return ""
