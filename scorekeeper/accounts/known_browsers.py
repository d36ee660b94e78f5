"""Browsers in which somebody has signed in to an account before.

Wrong passwords from such a browser are counted on a meter of their own, so that strangers who guess passwords for an
account can't lock its owner out. (OWASP calls this a device cookie.) A signed cookie holds a random name for the meter
and a digest of each account. A browser gets one for an account only by signing in to that account.
"""

from __future__ import annotations

import secrets
from hashlib import blake2s

from django.core import signing
from django.http import HttpRequest, HttpResponse

from scorekeeper.web import cookies

COOKIE = "known-to"
SALT = "scorekeeper.known_browsers"
MOST = 8
"""Accounts kept for one browser, latest first."""


def meter_of(request: HttpRequest, account: str) -> str:
    """Return the key of this browser's own meter for an account, or an empty string if nobody signed in to it here."""
    name, accounts = _read(request)
    return f"{name} {account}" if _digest(account) in accounts else ""


def remember(request: HttpRequest, response: HttpResponse, account: str) -> None:
    """Record in the cookie that somebody signed in to this account here."""
    name, accounts = _read(request)
    latest = [_digest(account), *(known for known in accounts if known != _digest(account))][:MOST]
    cookies.keep(response, COOKIE, signing.dumps([name, latest], salt=SALT))


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the browser's name and accounts; a new name and no accounts if the cookie is missing or forged."""
    try:
        name, accounts = signing.loads(cookies.read(request, COOKIE), salt=SALT)
    except signing.BadSignature:
        return secrets.token_urlsafe(9), []
    return name, accounts


def _digest(account: str) -> str:
    """Return a short digest of an account, so that the next user of the browser can't read the user name."""
    return blake2s(account.encode(), digest_size=9).hexdigest()
