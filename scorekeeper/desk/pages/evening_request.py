"""What every view of an evening starts with: the phone, its club's evening, and whether it may write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar, cast

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.clubs.phones import club_phone_of
from scorekeeper.desk import evening_overview
from scorekeeper.evenings.errors import NotRunnerError
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.errors import ResultSealedError
from scorekeeper.web import throttling

NOTHING_NEW = 204


@dataclass(frozen=True, kw_only=True)
class EveningRequest:
    """The requesting phone, and the evening it asks for."""

    phone: ClubDevice
    evening: Evening

    @property
    def may_write(self) -> bool:
        """Whether this phone may change the evening now."""
        return self.phone.runs and self.evening.settled_at is None

    @property
    def may_change(self) -> bool:
        """Whether this phone may change what the result is made of."""
        return self.may_write and not self.evening.is_final

    @property
    def rounds(self) -> QuerySet[Round]:
        """The rounds that this phone may see: drafts are for those that run the evenings."""
        rounds = self.evening.rounds.order_by("number")
        return rounds if self.phone.runs else rounds.exclude(published_at=None)

    @property
    def is_hidden(self) -> bool:
        """Whether the result is sealed, and this phone not of the desk."""
        return self.evening.is_sealed and not self.phone.runs

    @property
    def by(self) -> str:
        """The name in the audit log for what is done from this phone."""
        return clubs.journal_name(self.phone)


def find_evening(request: HttpRequest, public_id: str) -> EveningRequest:
    """Return the evening for a phone of the club or one of its organisers; 404 for anyone else."""
    phone = club_phone_of(request)
    try:
        return EveningRequest(phone=phone, evening=evening_overview.find(phone.club, public_id))
    except Evening.DoesNotExist:
        evening = Evening.objects.filter(club__in=clubs_of(request.user), public_id=public_id).first()
        if evening is None:
            raise Http404 from None
        return EveningRequest(phone=ClubDevice(club=evening.club), evening=evening)


def find_run_evening(request: HttpRequest, public_id: str) -> EveningRequest:
    """Return the same for phones that run the club's evenings; counts their POST requests against the rate limit."""
    evening_request = find_evening(request, public_id)
    require_runner(request, evening_request.phone)
    return evening_request


def refuse_hidden(evening_request: EveningRequest) -> None:
    """Raise `ResultSealedError` if the phone may not see the result."""
    if evening_request.is_hidden:
        raise ResultSealedError


def require_runner(request: HttpRequest, phone: ClubDevice) -> None:
    """Raise `NotRunnerError` for a phone that only watches; count other phones' POST requests in the rate limit."""
    if not phone.runs:
        raise NotRunnerError(phone)
    if request.method == "POST":
        throttling.spend("writes", phone.device)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def post_only(view: View) -> View:
    """Restrict a view of an evening to POST; other requests are redirected to the evening."""

    @wraps(view)
    def wrapped(request: HttpRequest, evening: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, evening)
        return redirect("evening", find_evening(request, evening).evening.public_id)

    return cast(View, wrapped)
