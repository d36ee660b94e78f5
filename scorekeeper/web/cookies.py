"""Cookies that no other host can set, and the device cookie.

Over HTTPS their names begin with `__Host-`. Browsers accept such a cookie only over a secure connection from this very
host, not from another subdomain. Without HTTPS browsers reject the prefix, so cookies keep their plain name.

The *device* is a random name for this browser in a signed cookie, so that players need no account. It is created when
it is first needed.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
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


DEVICE_COOKIE = "device"
DEVICE_SALT = "scorekeeper.device"


def device_id(request: HttpRequest) -> str | None:
    """Return the name of this browser, or None if it has no cookie or the signature is wrong."""
    try:
        return _signer().unsign(read(request, DEVICE_COOKIE)) or None
    except signing.BadSignature:
        return None


def device_id_or_new(request: HttpRequest) -> str:
    """Return the name of this browser, or a new one; the caller must `remember` it in the response."""
    return device_id(request) or secrets.token_hex(16)


def remember_device(response: HttpResponse, device: str) -> None:
    """Set the cookie with the browser's name, for as long as browsers allow from today."""
    keep(response, DEVICE_COOKIE, signed_device(device))


def signed_device(device: str) -> str:
    """Return the value of the cookie with a browser's name."""
    return _signer().sign(device)


def _signer() -> signing.TimestampSigner:
    return signing.get_cookie_signer(salt=DEVICE_COOKIE + DEVICE_SALT)
