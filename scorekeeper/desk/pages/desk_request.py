"""What every page of the desk starts with: the phone, its club's evening, and the tournament of that evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages.evening import of_evening
from scorekeeper.desk.pages.evening_request import EveningRequest, find_evening, find_run_evening
from scorekeeper.evenings.queries import RESULT_IS_FINAL
from scorekeeper.play.formatting import in_words


@dataclass(frozen=True, kw_only=True)
class DeskRequest(EveningRequest):
    """The requesting phone, and the tournament that it asks for."""

    tournament: Tournament

    @property
    def may_change(self) -> bool:
        """Return whether this phone may change what the result is made of."""
        return self.may_write and not self.evening.is_final


def find_tournament(request: HttpRequest, public_id: str) -> DeskRequest:
    """Return the tournament of an evening for any phone of the club; 404 if the evening is none."""
    return _with_tournament(find_evening(request, public_id))


def find_run_tournament(request: HttpRequest, public_id: str) -> DeskRequest:
    """Return the same for phones that run the club's evenings; counts their POST requests against the rate limit."""
    return _with_tournament(find_run_evening(request, public_id))


def _with_tournament(found: EveningRequest) -> DeskRequest:
    tournament = Tournament.objects.filter(evening=found.evening).first()
    if tournament is None:
        raise Http404
    tournament.evening = found.evening
    return DeskRequest(phone=found.phone, evening=found.evening, tournament=tournament)


def of_tournament(desk_request: DeskRequest) -> dict[str, Any]:
    """Return the context that every page of the desk needs."""
    context = {"tournament": desk_request.tournament, "may_change": desk_request.may_change}
    return {**of_evening(desk_request), **context, "stands": _what_stands(desk_request)}


def _what_stands(desk_request: DeskRequest) -> str:
    """Return why a phone that runs the evenings can't change the tournament now, and what to do first."""
    if desk_request.phone.runs and desk_request.evening.settled_at is not None:
        words = _("The evening %(evening)s is settled. Withdraw its settlement first.")
        return words % {"evening": desk_request.evening}
    return in_words(RESULT_IS_FINAL) if desk_request.phone.runs and desk_request.evening.is_final else ""
