"""What every page of an evening begins with: the phone, its club's evening, and whether it may write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper import rates
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import ClubDevice, Evening
from scorekeeper.play import evening_queries
from scorekeeper.play.devices import club_phone_of
from scorekeeper.play.refusals import NotRunner

CONFLICT, UNPROCESSABLE = 409, 422


@dataclass(frozen=True, kw_only=True)
class Here:
    """The phone that asks, and the evening of its club that it asks for."""

    phone: ClubDevice
    evening: Evening

    @property
    def may_write(self) -> bool:
        """Whether this phone may change the evening as it stands."""
        return self.phone.runs and self.evening.settled_at is None

    @property
    def by(self) -> str:
        """Whom the journal names for what is done from here."""
        return clubs.journal_name(self.phone)


def here(request: HttpRequest, public_id: str) -> Here:
    """For every phone of the club; 404 for every other, as for an evening that is not there."""
    phone = club_phone_of(request)
    try:
        return Here(phone=phone, evening=evening_queries.find(phone.club, public_id))
    except Evening.DoesNotExist:
        raise Http404 from None


def running(request: HttpRequest, public_id: str) -> Here:
    """For phones that run the club's evenings; what they send is counted."""
    found = here(request, public_id)
    require_runner(request, found.phone)
    return found


def require_runner(request: HttpRequest, phone: ClubDevice) -> None:
    """Refuse a phone that only looks; what others send is counted."""
    if not phone.runs:
        raise NotRunner
    if request.method == "POST":
        rates.spend("writes", phone.device)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def posted_to(view: View) -> View:
    """A view of an evening that is only posted to: whoever opens its address is led to the evening."""

    @wraps(view)
    def wrapped(request: HttpRequest, evening: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, evening)
        return redirect("evening", here(request, evening).evening.public_id)

    return cast(View, wrapped)
