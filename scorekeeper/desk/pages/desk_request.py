"""What pages of the desk start with: the phone, its club's evening, and the tournament of that evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.desk.models import Tournament, tournament_of
from scorekeeper.desk.pages.evening import evening_context
from scorekeeper.desk.pages.evening_request import EveningRequest, find_evening, find_run_evening
from scorekeeper.evenings.queries import RESULT_IS_FINAL
from scorekeeper.play.formatting import in_words


@dataclass(frozen=True, kw_only=True)
class DeskRequest(EveningRequest):
    """The requesting phone, and the tournament that it asks for."""

    tournament: Tournament


def find_tournament(request: HttpRequest, public_id: str) -> DeskRequest:
    """Return the tournament of an evening for any phone of the club; 404 if the evening is none."""
    return _with_tournament(find_evening(request, public_id))


def find_run_tournament(request: HttpRequest, public_id: str) -> DeskRequest:
    """Return the same for phones that run the club's evenings; counts their POST requests against the rate limit."""
    return _with_tournament(find_run_evening(request, public_id))


def _with_tournament(found: EveningRequest) -> DeskRequest:
    tournament = tournament_of(found.evening)
    if tournament is None:
        raise Http404
    return DeskRequest(phone=found.phone, evening=found.evening, tournament=tournament)


def tournament_context(desk_request: DeskRequest) -> dict[str, Any]:
    """Return the context that every page of a tournament needs."""
    return {**desk_context(desk_request), "tournament": desk_request.tournament}


def desk_context(evening_request: EveningRequest) -> dict[str, Any]:
    """Return the context of a page on which people are seated."""
    stands = _what_stands(evening_request) if evening_request.phone.runs else ""
    return {**evening_context(evening_request), "may_change": evening_request.may_change, "stands": stands}


def _what_stands(evening_request: EveningRequest) -> str:
    """Return why nothing of an evening can be changed now, and what to do first; empty if it can."""
    if evening_request.evening.settled_at is not None:
        words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
        return words % {"evening": evening_request.evening}
    return in_words(RESULT_IS_FINAL) if evening_request.evening.is_final else ""
