"""Cookies that no other host can set.

Over HTTPS their names begin with `__Host-`. Browsers accept such a cookie only over a secure connection from this very
host, not from another subdomain. Without HTTPS browsers reject the prefix, so cookies keep their plain name.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PREFIX = "__Host-"
AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
FORMER = ("device", "csrftoken")
"""Cookies that phones may still have under a plain name over HTTPS, from before the prefix was introduced.

From 2028 on, `adopted` and the fallback in `read` can go.
"""

GetResponse = Callable[[HttpRequest], HttpResponse]


def full_name(name: str) -> str:
    """Return the name that the browser uses for a cookie."""
    return PREFIX + name if settings.HTTPS else name


def read(request: HttpRequest, name: str) -> str:
    """Return the value of a cookie, or an empty string."""
    return request.COOKIES.get(full_name(name)) or request.COOKIES.get(name, "")


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Set a long-lived cookie that scripts can't read and that other sites' forms don't send."""
    response.set_cookie(full_name(name), value, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)


def adopted(get_response: GetResponse) -> GetResponse:
    """Rename cookies that a phone still sends under their old name (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.HTTPS:
            return get_response(request)
        former = {name: request.COOKIES[name] for name in FORMER if name in request.COOKIES}
        for name, value in former.items():
            request.COOKIES.setdefault(full_name(name), value)
        response = get_response(request)
        for name in former:
            if full_name(name) not in response.cookies:
                keep(response, name, request.COOKIES[full_name(name)])
            response.delete_cookie(name, samesite="Lax")
        return response

    return middleware
