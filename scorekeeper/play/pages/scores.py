"""The scores between hands, on a phone or tablet that lies on the table: each total faces its player.

Partners who share a total have half of the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.play.access import access_of
from scorekeeper.play.formatting import Notation
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import TabletSide
from scorekeeper.play.pages import table_screen
from scorekeeper.play.pages.journal import call_in_play
from scorekeeper.play.pages.shared import TablePage, before_hand, shows_latest, takes_forms
from scorekeeper.play.pages.summary import winners
from scorekeeper.play.pages.tablet import tablet_places
from scorekeeper.web.request_params import HtmxRequest


@dataclass(frozen=True, slots=True)
class FacingTotal:
    """The total of a player or a side, with what the latest hand that counts has changed it by.

    `place` is where it is on the screen. A total is `reversible` if upside down it could be taken for another one.
    """

    seat: table_screen.RunningTotal
    place: str
    reversible: bool


def facing_totals(
    ledger: SessionLedger, notation: Notation, tablet_seats: Sequence[str], *, round_over: bool
) -> list[FacingTotal]:
    """Return the totals in seat order; `tablet_seats` says where each player sits around the device.

    Of two sides, that of the player at the bottom has the lower half of the screen, and the other the upper half.
    """
    latest = next((hand.scored for hand in reversed(ledger.last.counting) if hand.scored), None)
    position = table_screen.next_position(ledger)
    standings = table_screen.standings(ledger, position, notation, latest, round_over=round_over)
    places = tablet_seats or [""] * len(standings)
    if ledger.has_sides:
        bottom = tablet_seats.index("bottom")
        places = ["bottom" if bottom in side else "top" for side in ledger.columns(ledger.last)]
    return [
        FacingTotal(seat, place, reads_upside_down(seat.total)) for seat, place in zip(standings, places, strict=True)
    ]


def reads_upside_down(total: str) -> bool:
    """Return whether the digits of a total are another number when they are seen upside down.

    >>> [total for total in ("69", "198", "−86", "110", "−66", "0") if reads_upside_down(total)]
    ['198', '−86', '−66']
    """
    upside_down = dict(zip("01689", "01986", strict=True))
    digits = [digit for digit in total if digit.isdigit()]
    turned = [upside_down.get(digit, "") for digit in reversed(digits)]
    return all(turned) and turned[0] != "0" and turned != digits


@require_safe
def scores(request: HtmxRequest, public_id: str, turns: int = 0) -> HttpResponse:
    """Show every total facing its player, turned by so many seats, and who deals and what is being played."""
    access = access_of(request, public_id)
    session = access.session
    if shows_latest(request, session):
        return HttpResponse(status=204)
    if session.closed_at:
        url = reverse("session", args=[session.public_id])
        return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
    page = TablePage.from_request(request, access)
    ledger, notation, of_table = page.ledger, page.notation, page.context
    position = table_screen.next_position(ledger)
    turns %= len(of_table["columns"])
    progress = of_table["progress"]
    is_over = table_screen.round_is_over(session, ledger, progress)
    context = {
        **of_table,
        **before_hand(position, ledger, notation, progress, is_over=is_over, table_number=session.table_number),
        "playing": call_in_play(session, ledger, notation),
        "totals": facing_totals(ledger, notation, tablet_places(access, ledger, turns=turns), round_over=is_over),
        "turns": turns,
        "next_turn": (turns + 1) % len(of_table["columns"]),
        "won": winners(ledger.last) if position.over else "",
    }
    return render(request, "play/_scores.html" if request.htmx else "play/scores.html", context)


@takes_forms
def tablet_side(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Remember which side this browser's pages of the session face. The page itself has already turned."""
    access = access_of(request, public_id)
    facing = request.POST.get("facing", "")
    if facing in list(TabletSide):
        access.facing = facing
        access.save(update_fields=["facing"])
    return HttpResponse(status=204) if request.htmx else redirect("session", public_id)
