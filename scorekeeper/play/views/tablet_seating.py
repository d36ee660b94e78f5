"""A tablet that lies between the players: where each of them sits around it, and the side that its page faces."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from games import registry
from scorekeeper.play.access import access_of
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.models import Access
from scorekeeper.play.tablet_seating import TabletSide, places
from scorekeeper.play.views.request_params import takes_forms
from scorekeeper.web.request_params import HtmxRequest


def tablet_places(access: Access, ledger: SessionLedger, *, turns: int = 0) -> list[str]:
    """Return where each seat is around the tablet.

    At the bottom is the player whose name this browser writes under or, if there is none, the first seat; or the one
    that many `turns` after it.
    """
    names = ledger.table.players
    bottom = names.index(access.label) if access.label in names else 0
    clockwise = registry.get(ledger.rules.slug).clockwise
    return places(len(names), clockwise=clockwise, bottom=(bottom + turns) % len(names))


@takes_forms
def tablet_side(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Remember which side this browser's pages of the session face. The page itself has already turned."""
    access = access_of(request, public_id)
    facing = request.POST.get("facing", "")
    if facing in list(TabletSide):
        access.facing = facing
        access.save(update_fields=["facing"])
    return HttpResponse(status=204) if request.htmx else redirect("session", public_id)
