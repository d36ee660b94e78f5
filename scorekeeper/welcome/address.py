"""The welcome address, which the server prints while the installation is empty.

Its secret is a random value with a code that only the secret key can make. So it is stored nowhere, every process and
host recognises the address that any of them printed, and each start prints another one. Anyone who has one can answer
the question while it is open; afterwards, all of them lead to the home page.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from scorekeeper.web.links import refuse_link
from scorekeeper.welcome import first_answer

SALT = "scorekeeper.welcome"
VALUE_LENGTH = 8
CODE_BYTES = 12
"""96 bits: too many to guess, and short enough for the address to fit on a line of a terminal."""


def new_secret() -> str:
    """Return the secret of a new welcome address."""
    value = secrets.token_urlsafe(VALUE_LENGTH)[:VALUE_LENGTH]
    return value + _code(value)


def new_path() -> str:
    """Return the path of a new welcome address."""
    return reverse("welcome", args=[new_secret()])


def to_print(host: str, port: int) -> str:
    """Return the welcome address to print when the server starts on this host; empty if it would ask nothing.

    If the operator has named the hosts, the server answers under those only; behind a proxy, the port is the proxy's.
    """
    try:
        if not first_answer.is_awaited():
            return ""
    except DatabaseError:  # the server starts all the same, and says so
        return ""
    named = [host for host in settings.ALLOWED_HOSTS if host[0] not in "*."] if settings.ALLOWED_HOSTS_GIVEN else []
    host = named[0] if named else host
    return (f"https://{host}" if settings.HTTPS else f"http://{host}:{port}") + new_path()


def require_secret(request: HttpRequest, token: str) -> None:
    """Raise `NoSuchLinkError` unless this is the secret of a welcome address; count misses."""
    value, code = token[:VALUE_LENGTH], token[VALUE_LENGTH:]
    if not constant_time_compare(code, _code(value)):
        refuse_link(request)


def _code(value: str) -> str:
    return urlsafe_b64encode(salted_hmac(SALT, value, algorithm="sha256").digest()[:CODE_BYTES]).decode()
