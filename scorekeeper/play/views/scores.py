"""The scores between hands, on a phone or tablet that lies between the players."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from scorekeeper.play.access import access_of
from scorekeeper.play.ledger import ledgers, notations
from scorekeeper.play.screens import journals, table_screen
from scorekeeper.play.screens.scores import facing_totals
from scorekeeper.play.views.context import before_hand, of_session
from scorekeeper.play.views.request_params import shows_latest
from scorekeeper.play.views.tablet_seating import tablet_places
from scorekeeper.web.request_params import HtmxRequest


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
    ledger, notation = ledgers.of(session), notations.of(request, session)
    names, position = ledger.table.players, table_screen.next_hand(ledger)
    turns %= len(names)
    of_table = of_session(access, ledger, notation)
    progress = of_table["progress"]
    is_over = table_screen.round_is_over(session, ledger, progress)
    context = {
        **of_table,
        **before_hand(position, ledger, notation, progress, is_over=is_over, table_number=session.table_number),
        "playing": journals.playing(session, ledger, notation),
        "totals": facing_totals(ledger, notation, tablet_places(access, ledger, turns=turns), round_over=is_over),
        "turns": turns,
        "next_turn": (turns + 1) % len(names),
    }
    return render(request, "play/_scores.html" if request.htmx else "play/scores.html", context)
