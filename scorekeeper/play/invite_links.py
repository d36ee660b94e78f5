"""Invitation links and links to boards, with their QR codes."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from scorekeeper.play.models import Role, Session
from scorekeeper.web.links import base_of, qr_code


@dataclass(frozen=True)
class Link:
    """A link with its QR code; `role` is the role that it gives at a table, or `board`."""

    role: str
    url: str
    qr: SafeString


def share_links(request: HttpRequest, session: Session, *, may_write: bool) -> tuple[list[Link], bool]:
    """Return the links that this person may hand on, and whether other machines can reach them."""
    base, reachable = base_of(request)
    links = [_link(base, Role.WATCHER, reverse("watch", args=[session.watch_token]))]
    if may_write:
        links.insert(0, _link(base, Role.SCORER, reverse("join", args=[session.scorer_token])))
    return links, reachable


def board_link(request: HttpRequest, token: str) -> tuple[Link, bool]:
    """Return the link to a board, and whether other machines can reach it."""
    base, reachable = base_of(request)
    return _link(base, "board", reverse("linked_board", args=[token])), reachable


def _link(base: str, role: str, path: str) -> Link:
    url = base + path
    return Link(role, url, qr_code(url))
