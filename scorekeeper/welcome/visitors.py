"""Who looks at the demo, and who can throw it away."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.web.cookies import device_id
from scorekeeper.welcome import first_answer


@dataclass(frozen=True, kw_only=True)
class DemoVisit:
    """A page of the demo in a browser, which can throw it away if its organiser is signed in there."""

    club: Club
    may_throw_away: bool


def visit_of(request: HttpRequest, *, club: int | None = None) -> DemoVisit | None:
    """Return what this browser is to the demo; None if it isn't a phone of the demo, nor its organiser's browser.

    Anyone else who opens a page that belongs to this `club` looks at the demo as well.
    """
    device = device_id(request)
    if device is None and club is None and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    demo = first_answer.demo()
    if demo is None:
        return None
    is_organiser = clubs_of(request.user).filter(pk=demo.pk).exists()
    is_phone = device is not None and demo.devices.filter(device=device).exists()
    if not (is_organiser or is_phone or club == demo.pk):
        return None
    return DemoVisit(club=demo, may_throw_away=is_organiser)
