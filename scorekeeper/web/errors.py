"""Answers to refused requests: an error page or, for htmx, a sentence at `#status-message`.

A form that htmx sent stays on the screen as filled in. For a form that the browser sent itself, the error page offers
to send it again where that can help.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.web.throttling import RateLimitedError

CONFLICT, UNPROCESSABLE = 409, 422
"""Statuses of a form that is shown again: somebody else wrote first, or something in it is wrong."""
TOO_LARGE = "scorekeeper.too_large"
"""Marks a WSGI environment whose request body was too large."""
NO_ROOM = "scorekeeper.no_room"
"""Marks a WSGI environment whose request body was not read because too many others are being read."""
SOON = 5
"""Seconds after which there may be room."""


class RefusedError(Exception):
    """A refusal with a page of its own or, if it has a `location`, with a redirect to a page that says why."""

    status: int
    template: str
    context: Mapping[str, Any] = {}
    location: str = ""


def refused(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """Return the answer to an exception that a view raised, or None if it is not a refusal."""
    if isinstance(exception, RateLimitedError):
        return later(request, exception.wait)
    if isinstance(exception, RefusedError) and exception.location:
        is_htmx = getattr(request, "htmx", False)
        return HttpResponseClientRedirect(exception.location) if is_htmx else redirect(exception.location)
    if isinstance(exception, RefusedError):
        return answer(request, exception.status, exception.template, exception.context)
    if isinstance(exception, PermissionDenied):
        return answer(request, 403, "admin/403.html" if request.path_info.startswith(settings.PANEL) else "403.html")
    return None


def later(request: HttpRequest, wait: int = SOON) -> HttpResponse:
    """Return a 429: the same request may be sent again after `wait` seconds."""
    context = {"seconds": wait, "minutes": -(-wait // 60), "resent": sent(request), "back": page_before(request)}
    response = answer(request, 429, "429.html", context)
    response["Retry-After"] = str(wait)
    return response


@never_cache
def answer(request: HttpRequest, status: int, template: str, context: Mapping[str, Any] | None = None) -> HttpResponse:
    """Return an error page or, for a form sent by htmx, its sentence in the message area.

    No browser keeps it: it may repeat a secret link or what was filled in.
    """
    if not getattr(request, "htmx", False):
        return HttpResponse(render_to_string(template, dict(context or {}), request), status=status)
    if request.method == "POST":
        sentence = render_to_string(template, {**(context or {}), "base": "error_fragment.html"})
        problem = SafeString(sentence.strip())  # rendered by a template, so already escaped
        response = render(request, "play/_status.html", {"problem": problem}, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#status-message", "outerHTML"
        return response
    # An error page doesn't fit into part of another page, so the browser navigates to it.
    return HttpResponse(status=status, headers={"HX-Reswap": "none", "HX-Redirect": request.path})


def sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form that was sent, to be sent again."""
    fields = request.POST.lists()
    return [(name, str(value)) for name, values in fields for value in values if name != "csrfmiddlewaretoken"]


def page_before(request: HttpRequest) -> str:
    """Return the address of the page whose form was sent, or of the page that was asked for; empty if it is unknown."""
    if request.method != "POST":
        return request.get_full_path()
    before = request.META.get("HTTP_REFERER", "")
    hosts = {request.get_host()}
    return before if url_has_allowed_host_and_scheme(before, hosts, require_https=request.is_secure()) else ""


# Django's own error pages look for a token in the form, and fail if the form can't be read.
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 404 page."""
    return HttpResponse(render_to_string("404.html"), status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 403 page for a refusal that no view made."""
    return HttpResponse(render_to_string("403.html"), status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the 500 page."""
    return HttpResponse(render_to_string("500.html"), status=500)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the 400 page, or the 413 page if a form is too large."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_large(request)
    template = "400_host.html" if isinstance(exception, DisallowedHost) else "400.html"
    return HttpResponse(render_to_string(template), status=400)


def too_large(request: HttpRequest) -> HttpResponse:
    """Return the 413 page."""
    return answer(request, 413, "413.html", {"back": page_before(request)})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form without a valid token. It doesn't give the reason, which would help only a forger."""
    return answer(request, 403, "403_csrf.html")


def point_at_error(form: forms.BaseForm) -> None:
    """Set `autofocus` on the first field with an error; screen readers read the message out with it."""
    invalid = next((field for field in form.visible_fields() if field.errors), None)
    if invalid:
        invalid.field.widget.attrs["autofocus"] = True
