"""Base URLs and QR codes of links meant for other devices.

In a browser on the server itself, the address bar shows `localhost`, which is useless on a phone. Links then use this
machine's address in the local network, if there is one.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.web.local_network import addresses

ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


def base_of(request: HttpRequest) -> tuple[str, bool]:
    """Return the base URL for links, and whether other devices can reach it."""
    requested = request.build_absolute_uri("/").rstrip("/")
    parts = urlsplit(requested)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    if host not in ONLY_HERE:
        return requested, True
    for address in addresses():
        if validate_host(address, settings.ALLOWED_HOSTS):
            return f"{parts.scheme}://{address}{f':{parts.port}' if parts.port else ''}", True
    return requested, False


def qr_code(text: str) -> SafeString:
    """Return a QR code as an SVG element, dark on light in every colour scheme, as cameras need it."""
    svg = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    return mark_safe(svg)  # noqa: S308 - drawn by segno: paths and numbers, none of the text
