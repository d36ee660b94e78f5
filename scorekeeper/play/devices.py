"""Which browser this is: a random name in a signed cookie, made when it is first needed, so that no account is."""

import secrets

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from scorekeeper import rates
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.play import queries, services
from scorekeeper.play.models import Access, Role
from scorekeeper.play.refusals import Locked, ShutOut

COOKIE = "device"
SALT = "scorekeeper.device"
LONGEST_AGE = 400 * 24 * 3600  # browsers keep no cookie longer


def known(request: HttpRequest) -> str | None:
    """The name of this browser, or None when it has none or the cookie is not one of ours."""
    name = request.get_signed_cookie(COOKIE, default="", salt=SALT)
    return name or None


def known_or_new(request: HttpRequest) -> str:
    """The name of this browser, or one that nobody has; the answer must `remember` it."""
    return known(request) or secrets.token_hex(16)


def remember(response: HttpResponse, device: str) -> None:
    """Keep the browser's name for as long as browsers allow, counted from today."""
    response.set_signed_cookie(
        COOKIE, device, salt=SALT, max_age=LONGEST_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def access_of(request: HttpRequest, public_id: str) -> Access:
    """What this browser may do at that table; 404 for whoever was not let in, as for a table that is not there.

    A phone of the club whose table it is may watch, from when it first comes. `ShutOut` is for those who were in: it
    tells them nothing that they did not know.
    """
    device = known(request)
    try:
        return queries.open_for(device, public_id)
    except Access.DoesNotExist:
        if device and queries.shut_out(device, public_id):
            raise ShutOut from None
        if device and (session := queries.of_its_club(device, public_id)):
            return services.join(session, device=device, role=Role.WATCHER)
        rates.spend("misses", rates.caller(request), on="tables")
        raise Http404 from None


def club_phone_of(request: HttpRequest) -> ClubDevice:
    """The phone of a club that this browser is; 404 for every other."""
    device = known(request)
    phones = ClubDevice.objects.select_related("club", "player__user", "player__merged_into")
    phone = phones.filter(device=device).first() if device else None
    if phone is None:
        raise Http404
    return phone


def writing_access_of(request: HttpRequest, public_id: str) -> Access:
    """The same for whoever wants to write; 403 for those who may only watch. What is sent is counted."""
    access = access_of(request, public_id)
    if access.session.locked_at is not None:
        raise Locked
    if access.role != Role.SCORER:
        raise PermissionDenied
    if request.method == "POST":
        rates.spend("writes", access.device)
    return access
