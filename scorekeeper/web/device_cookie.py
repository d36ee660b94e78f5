"""The device: a random name for this browser in a signed cookie, so that players need no account.

It is created when it is first needed.
"""

from __future__ import annotations

import secrets

from django.core import signing
from django.http import HttpRequest, HttpResponse

from scorekeeper.web import cookies

COOKIE = "device"
SALT = "scorekeeper.device"


def device_id(request: HttpRequest) -> str | None:
    """Return the name of this browser, or None if it has no cookie or the signature is wrong."""
    try:
        return _signer().unsign(cookies.read(request, COOKIE)) or None
    except signing.BadSignature:
        return None


def device_id_or_new(request: HttpRequest) -> str:
    """Return the name of this browser, or a new one; the caller must `remember` it in the response."""
    return device_id(request) or secrets.token_hex(16)


def remember(response: HttpResponse, device: str) -> None:
    """Set the cookie with the browser's name, for as long as browsers allow from today."""
    cookies.keep(response, COOKIE, _signer().sign(device))


def _signer() -> signing.TimestampSigner:
    return signing.get_cookie_signer(salt=COOKIE + SALT)
