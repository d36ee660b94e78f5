"""The club phone that a request comes from, or an organiser's browser in its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import organisers, queries
from scorekeeper.clubs.models import Club, ClubDevice, Player
from scorekeeper.clubs.queries import Phone
from scorekeeper.web.cookies import device_id
from scorekeeper.web.errors import RefusedError

View = Callable[..., HttpResponse]


class NoPhoneError(RefusedError, Http404):
    """This browser is no phone of a club, and no organiser is signed in on it."""

    status, template = 404, "clubs/no_phone.html"


def club_phone_of(request: HttpRequest) -> ClubDevice:
    """Return this browser's club phone; raise `NoPhoneError` if it has none.

    For an organiser's browser that is not a phone of the club, return an unsaved one that can only read.
    """
    phone = queries.club_phone(device_id(request))
    if club := _read_instead(request, phone.club if phone else None):
        phone = ClubDevice(club=club)
    if phone is None:
        raise NoPhoneError
    return phone


def phone_of(request: HttpRequest) -> Phone | None:
    """Return what this browser is to a club, as its phone or as an organiser's browser; None if neither."""
    phone = queries.phone_of(device_id(request))
    club = _read_instead(request, phone.club if phone else None)
    if club:
        phone = Phone(club=club, holder=None, organiser=True)
    return phone


def _read_instead(request: HttpRequest, phones_club: Club | None) -> Club | None:
    """Return the club that an organiser reads here instead of the phone's own, if any.

    On a phone of a club the organiser must have chosen another one.
    """
    club = organisers.chosen_club(request) if phones_club else organisers.club_read_by(request)
    return club if club != phones_club else None


def for_its_phones(view: View) -> View:
    """Make a read-only view for phones of a club; it is called with the phone."""

    @wraps(view)
    def seen(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        phone = phone_of(request)
        if phone is None:
            raise NoPhoneError
        return view(request, phone, **kwargs)

    return never_cache(require_safe(seen))


def with_player(request: HttpRequest, phone: Phone, key: int) -> tuple[Phone, Player]:
    """Return a player of the phone's club or of the organiser's other clubs, with the phone to show the page as.

    Raises 404 if there is none.
    """
    try:
        return phone, player_of(phone.club, key)
    except Http404:
        elsewhere = Player.objects.filter(club__in=organisers.clubs_of(request.user), pk=key)
        player = elsewhere.select_related("club").first()
        if player is None:
            raise
        assert player.club is not None  # found through clubs, so it has one
        return Phone(club=player.club, holder=None, organiser=True), player


def player_of(club: Club, key: int | str) -> Player:
    """Return the club's player with this key, or raise 404."""
    try:
        player = club.players.filter(pk=key).first()
    except (ValueError, OverflowError):
        player = None
    if player is None:
        raise Http404
    return player
