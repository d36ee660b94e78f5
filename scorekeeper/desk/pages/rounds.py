"""What pages say about a round: its seats, the reader's own, and its clock; and the page of the seats."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.clubs.names import folded
from scorekeeper.desk import evening_overview, rounds
from scorekeeper.desk.pages.evening_request import NOTHING_NEW, find_evening
from scorekeeper.desk.round_seats import SeatedPlayer, SeatedRound, current_round
from scorekeeper.evenings.models import Round
from scorekeeper.play.formatting import game_and_rules
from scorekeeper.web.request_params import number_of

STOP = "stop_clock"
"""What the button that stops the clock posts as `action`; the other one posts `start_clock`."""


def round_context(seated: SeatedRound | None, phone: ClubDevice | None) -> dict[str, Any]:
    """Return the context of a round that everybody sees: its seats, its clock, and the seat of a phone's holder."""
    if seated is None:
        return {"seated": None}
    return {
        "seated": seated,
        "round_game": " · ".join(
            game_and_rules(*played)
            for played in dict.fromkeys(seated.round.played_at(table.number) for table in seated.tables)
        ),
        "own_seat": phone and _own_seat(seated, phone),
        **clock_context(seated.round),
    }


def _own_seat(seated: SeatedRound, phone: ClubDevice) -> SeatedPlayer | None:
    """Return the seat of the member who is signed in on the phone, or else of the player after whom it is named."""
    holder = clubs.holder_on(phone)
    if holder is not None:
        return seated.seat_of(holder.player.pk)
    label = folded(phone.label)
    named = [seat.key for seat in seated.by_name if folded(seat.name) == label]
    return seated.seat_of(named[0]) if label and named else None


def clock_context(round_: Round) -> dict[str, Any]:
    """Return the context of a round's clock; `clock_ends` is None while it isn't running."""
    ends, now = rounds.clock_ends_at(round_), timezone.now()
    return {
        "clock_ends": ends,
        "clock_is_over": ends is not None and ends <= now,
        "ends_at": int(ends.timestamp()) if ends else None,
        "server_time": int(now.timestamp()),
        "clock_of": round_,
    }


def set_clock(round_: Round, request: HttpRequest, *, by: str) -> None:
    """Start or stop the clock as posted; raise `RuleError` at `minutes`."""
    if request.POST.get("action") == STOP:
        rounds.stop_clock(round_)
    else:
        rounds.start_clock(round_, number_of(request.POST.get("minutes", "").strip()), by=by)


@never_cache
@require_safe
def seats(request: HttpRequest, evening: str) -> HttpResponse:
    """Show who sits where, by table and by name; an open page polls, and gets 204 if nothing has changed."""
    evening_request = find_evening(request, evening)
    version = evening_overview.seats_version(evening_request.evening)
    if request.GET.get("seen") == version:
        return HttpResponse(status=NOTHING_NEW)
    seated = current_round(evening_request.evening)
    context = {
        "evening": evening_request.evening,
        "club": evening_request.phone.club,
        "version": version,
        "seats_url": reverse("evening_seats", args=[evening]),
        **round_context(seated, evening_request.phone),
    }
    return render(request, "desk/seats.html", context)
