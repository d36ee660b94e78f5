"""The board: every table in play that a browser may look at, for the organiser and for a wall display.

Anyone with the *link* to a board can see it, without joining the tables.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.play import queries, round_progress
from scorekeeper.play.invite_links import board_link
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.models import Board
from scorekeeper.play.recording import services
from scorekeeper.play.screens.boards import tile
from scorekeeper.play.sealed_results import hidden_from
from scorekeeper.web import device_cookie, throttling
from scorekeeper.web.secret_links import get_by_token, secret_link_view


@never_cache
@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Show this browser's own board, with its link."""
    device = device_cookie.device_id(request)
    context: dict[str, Any] = {"fresh": reverse("board"), "own": True}
    shared = Board.objects.filter(device=device).first()
    if shared:
        context["link"], context["reachable"] = board_link(request, shared.token)
    return _page(request, device, context)


@secret_link_view
@require_safe
def linked(request: HttpRequest, token: str) -> HttpResponse:
    """Show the board that a link belongs to."""
    shared = get_by_token(request, Board, token=token)
    return _page(request, shared.device, {"fresh": reverse("linked_board", args=[token]), "token": token})


def _page(request: HttpRequest, owner: str | None, context: dict[str, Any]) -> HttpResponse:
    """Render the board or, for htmx, the part that changes. Only tables that this browser may look at are linked.

    Behind the link, everybody sees what the board says, so that sealed results are on no such board.
    """
    sessions = queries.board(owner)
    hidden = hidden_from(owner if "own" in context else None, sessions)
    all_ledgers = ledgers.load_all(sessions)
    accessible = queries.may_look(device_cookie.device_id(request), sessions)
    progress = round_progress.of_all(sessions, all_ledgers)
    tiles = [
        tile(
            session,
            all_ledgers[session.pk],
            notations.of(request, session),
            may_look=session.pk in accessible,
            progress=progress.get(session.pk),
            is_hidden=session.pk in hidden,
        )
        for session in sessions
    ]
    template = "play/_board.html" if request.htmx else "play/board.html"  # type: ignore[attr-defined]
    return render(request, template, {**context, "tiles": tiles})


@require_http_methods(["GET", "HEAD", "POST"])
def share(request: HttpRequest) -> HttpResponse:
    """Create the link to this browser's board, or replace it with a new one."""
    device = device_cookie.device_id(request)
    if device and request.method == "POST":
        throttling.spend("writes", device)
        services.share_board(device)
        return redirect(f"{reverse('board')}#link-to-board")
    return redirect("board")
