"""The links that let others in, with their QR codes.

Somebody who opened the app on the very machine that serves it sees `localhost` in the address bar, which is of no use
on another phone; then the links name the machine as the local network knows it, where it is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.network import addresses
from scorekeeper.play.models import Role, Session

ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


@dataclass(frozen=True)
class Link:
    """An address that lets somebody in, and what it lets them do."""

    role: str
    url: str
    qr: SafeString


def share_links(request: HttpRequest, session: Session, *, may_write: bool) -> tuple[list[Link], bool]:
    """The links that this person may hand on, and whether other machines can reach them."""
    base, reachable = base_of(request)
    links = [_link(base, Role.WATCHER, reverse("watch", args=[session.watch_token]))]
    if may_write:
        links.insert(0, _link(base, Role.SCORER, reverse("join", args=[session.scorer_token])))
    return links, reachable


def board_link(request: HttpRequest, token: str) -> tuple[Link, bool]:
    """The link to a board, and whether other machines can reach it."""
    base, reachable = base_of(request)
    return _link(base, "board", reverse("linked_board", args=[token])), reachable


def base_of(request: HttpRequest) -> tuple[str, bool]:
    """What links begin with, and whether other machines can reach it."""
    asked = request.build_absolute_uri("/").rstrip("/")
    parts = urlsplit(asked)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    if host not in ONLY_HERE:
        return asked, True
    for address in addresses():
        if validate_host(address, settings.ALLOWED_HOSTS):
            return f"{parts.scheme}://{address}{f':{parts.port}' if parts.port else ''}", True
    return asked, False


def _link(base: str, role: str, path: str) -> Link:
    url = base + path
    return Link(role, url, qr_code(url))


def qr_code(text: str) -> SafeString:
    """A QR code as an SVG element, dark on light in every colour scheme, as cameras want it."""
    svg = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    return mark_safe(svg)  # noqa: S308 - drawn by segno: paths and numbers, none of the text
