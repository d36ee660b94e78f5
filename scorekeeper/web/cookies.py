"""Cookies that no other host can set.

Over HTTPS their names begin with `__Host-`. Browsers accept such a cookie only over a secure connection from this very
host, not from another subdomain. Without HTTPS browsers reject the prefix, so cookies keep their plain name.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

PREFIX = "__Host-"
AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""


def full_name(name: str) -> str:
    """Return the name that the browser uses for a cookie."""
    return PREFIX + name if settings.HTTPS else name


def read(request: HttpRequest, name: str) -> str:
    """Return the value of a cookie, or an empty string."""
    return request.COOKIES.get(full_name(name), "")


def keep(response: HttpResponse, name: str, value: str) -> None:
    """Set a long-lived cookie that scripts can't read and that other sites' forms don't send."""
    response.set_cookie(full_name(name), value, max_age=AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
