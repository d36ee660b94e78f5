"""The board: all tables that are being played where a browser may look, for the organiser and for a tablet on the wall.

By its *link* a board is seen by whoever has the link, without being let in at any table.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.play import queries
from scorekeeper.play.invite_links import board_link
from scorekeeper.play.ledger import ledgers, notation
from scorekeeper.play.models import Board
from scorekeeper.play.recording import services
from scorekeeper.play.screens.boards import tile
from scorekeeper.web import device_cookie, throttling
from scorekeeper.web.secret_links import behind, by_link


@never_cache
@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """One's own board, with its link."""
    device = device_cookie.device_id(request)
    context: dict[str, Any] = {"fresh": reverse("board"), "own": True}
    shared = Board.objects.filter(device=device).first()
    if shared:
        context["link"], context["reachable"] = board_link(request, shared.token)
    return _page(request, device, context)


@by_link
@require_safe
def linked(request: HttpRequest, token: str) -> HttpResponse:
    """The board of whoever gave the link away."""
    shared = behind(request, Board, token=token)
    return _page(request, shared.device, {"fresh": reverse("linked_board", args=[token]), "token": token})


def _page(request: HttpRequest, owner: str | None, context: dict[str, Any]) -> HttpResponse:
    """The board, or for htmx the part of it that changes; who may not look at a table itself has no way there."""
    sessions = queries.board(owner)
    known = ledgers.load_all(sessions)
    mine = queries.may_look(device_cookie.device_id(request), sessions)
    tiles = [
        tile(session, known[session.pk], notation.of(request, session), may_look=session.pk in mine)
        for session in sessions
    ]
    template = "play/_board.html" if request.htmx else "play/board.html"  # type: ignore[attr-defined]
    return render(request, template, {**context, "tiles": tiles})


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest) -> HttpResponse:
    """A link to the board, or another one in its place."""
    device = device_cookie.device_id(request)
    if device and request.method == "POST":
        throttling.spend("writes", device)
        services.share_board(device)
        return redirect(f"{reverse('board')}#link-to-board")
    return redirect("board")
