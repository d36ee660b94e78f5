"""What is answered when a request is refused before or beside its view: a page, or for htmx a sentence at `#said`.

A form that htmx sent stays on the screen as it was filled in; one that a browser sent by itself comes back with what
was typed where sending it again can help.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import (
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scorekeeper.rates import TooOften

TOO_LARGE = "scorekeeper.too_large"
"""Says in a request's environment that its body was too large to be kept."""


class Refused(Exception):  # noqa: N818 - what happened
    """A refusal that has a page of its own."""

    status: int
    template: str


def refused(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """The answer to what a view raised, where that is a refusal."""
    if isinstance(exception, TooOften):
        context = {"seconds": exception.wait, "minutes": -(-exception.wait // 60), "resent": _sent(request)}
        response = answer(request, 429, "429.html", context)
        response["Retry-After"] = str(exception.wait)
        return response
    if isinstance(exception, Refused):
        return answer(request, exception.status, exception.template)
    if isinstance(exception, PermissionDenied):
        return answer(request, 403, "admin/403.html" if request.path_info.startswith(settings.PANEL) else "403.html")
    return None


def answer(request: HttpRequest, status: int, template: str, context: dict[str, Any] | None = None) -> HttpResponse:
    """An error page, or for a form of htmx its sentence, which is put where the page says what became of it."""
    if not getattr(request, "htmx", False):
        return HttpResponse(render_to_string(template, context, request), status=status)
    if request.method == "POST":
        sentence = render_to_string(template, {**(context or {}), "base": "error_sentence.html"})
        problem = SafeString(sentence.strip())  # printed by a template, so escaped already
        response = render(request, "play/_said.html", {"problem": problem}, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#said", "outerHTML"
        return response
    # No page belongs into a part of another; the browser is sent to where it is a page of its own.
    return HttpResponse(status=status, headers={"HX-Reswap": "none", "HX-Redirect": request.path})


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form as they were sent, to be sent again."""
    fields = request.POST.lists()
    return [(name, str(value)) for name, values in fields for value in values if name != "csrfmiddlewaretoken"]


# Django's own pages of errors look for a token in the form that was sent, and fail where that cannot be read.


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 404."""
    return HttpResponse(render_to_string("404.html"), status=404)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 403, where no view has refused it."""
    return HttpResponse(render_to_string("403.html"), status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of a 500."""
    return HttpResponse(render_to_string("500.html"), status=500)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of a 400, or of a 413 where a form is too large."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_large(request)
    template = "400_host.html" if isinstance(exception, DisallowedHost) else "400.html"
    return HttpResponse(render_to_string(template), status=400)


def too_large(request: HttpRequest) -> HttpResponse:
    """The page of a 413."""
    return answer(request, 413, "413.html")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form without its token; what was wrong with it is of use to nobody but who forged it."""
    return answer(request, 403, "403_csrf.html")
