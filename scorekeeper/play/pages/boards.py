"""The page with all tables of a browser, and the link to it.

Anyone with the *link* to a board can see it, without joining the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.play import queries, recording
from scorekeeper.play.formatting import Notation, notation_for, table_name
from scorekeeper.play.ledger import Progress, SessionLedger, progress_of_tables, session_ledgers
from scorekeeper.play.models import Board, Session
from scorekeeper.play.pages import table_screen
from scorekeeper.play.pages.invite_links import board_link
from scorekeeper.play.pages.journal import call_in_play
from scorekeeper.play.sealed_tables import hidden_from
from scorekeeper.web import cookies, throttling
from scorekeeper.web.links import get_by_token, secret_link_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table on the board: the next hand, its dealer and call, the totals, and the latest hand that counts.

    `dealer` is empty if the game or the round is over; `progress` is how far the table is in its round. If the viewer
    `may_look` at the table, the tile links to it. With `is_hidden` its result is sealed, and only the names are shown.
    """

    session: Session
    game: str
    names: tuple[str, ...]
    number: int
    dealer: str
    round_over: bool
    standings: tuple[table_screen.RunningTotal, ...]
    playing: str
    latest: table_screen.LedgerRow | None
    may_look: bool
    progress: Progress | None
    is_hidden: bool


def tile(
    session: Session,
    ledger: SessionLedger,
    notation: Notation,
    *,
    may_look: bool,
    progress: Progress | None,
    is_hidden: bool = False,
) -> Tile:
    """Return a table's tile; its totals are shown with what the latest hand changed."""
    position, names = table_screen.next_position(ledger), ledger.table.players
    round_over = table_screen.round_is_over(session, ledger, progress)
    hand = next((hand for hand in reversed(ledger.last.counting) if hand.scored), None)
    return Tile(
        session=session,
        game=table_name(session),
        names=names,
        number=position.number,
        dealer="" if round_over or position.over else names[position.dealer],
        round_over=round_over,
        standings=table_screen.standings(ledger, position, notation, hand.scored if hand else None),
        playing=call_in_play(session, ledger, notation),
        latest=table_screen.row(ledger, hand.number, notation) if hand else None,
        may_look=may_look,
        progress=progress,
        is_hidden=is_hidden,
    )


@never_cache
@require_safe
def board(request: HttpRequest) -> HttpResponse:
    """Show this browser's own board, with its link."""
    device = cookies.device_id(request)
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
    all_ledgers = session_ledgers(sessions)
    accessible = queries.may_look(cookies.device_id(request), sessions)
    progress = progress_of_tables(sessions, all_ledgers)
    tiles = [
        tile(
            session,
            all_ledgers[session.pk],
            notation_for(request, session),
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
    device = cookies.device_id(request)
    if device and request.method == "POST":
        throttling.spend("writes", device)
        recording.share_board(device)
        return redirect(f"{reverse('board')}#link-to-board")
    return redirect("board")
