"""Where a sign-in to the panel leads: to the page that was asked for, or to the panel's index if it can't be shown.

Whether a page exists and may be seen is known only when it is opened. So its URL is kept in the session until then, and
an error on that first page redirects to the index. Later errors are shown as usual.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

KEY = "landing"
ERRORS = {HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}

GetResponse = Callable[[HttpRequest], HttpResponse]


def expect(request: HttpRequest, address: str) -> HttpResponse:
    """Remember and redirect to this URL of the panel, or redirect to the index if it isn't one."""
    parts = urlsplit(address)
    path = unquote(parts.path)
    if not path.startswith(settings.PANEL) or ".." in path:
        return redirect("admin:index")
    request.session[KEY] = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return redirect(request.session[KEY])


def expected(request: HttpRequest) -> str:
    """Return where the sign-in in progress will lead."""
    url: str = request.session.get(KEY) or reverse("admin:index")
    return url


def landing(get_response: GetResponse) -> GetResponse:
    """Redirect to the panel's index from a page that can't be shown right after signing in (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        first = _is_first_page(request)
        response = get_response(request)
        if not first or response.status_code not in ERRORS:
            return response
        messages.warning(request, _("The page you asked for doesn’t exist, or you can’t open it."))
        return redirect("admin:index")

    return middleware


def _is_first_page(request: HttpRequest) -> bool:
    """Return whether this is the page asked for at sign-in; true once for each sign-in."""
    if request.method != "GET" or not request.path_info.startswith(settings.PANEL):
        return False
    if KEY not in request.session or not request.user.is_authenticated:
        return False
    address: str = request.session.pop(KEY)
    return address == request.get_full_path()
