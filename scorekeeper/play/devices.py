"""What the browser that asks may do at a table."""

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest

from scorekeeper.clubs import organisers
from scorekeeper.clubs.phones import PhoneRemovedError
from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.play import queries
from scorekeeper.play.errors import SessionLockedError, ShutOutError
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.web import throttling
from scorekeeper.web.device_cookie import device_id

SAFE = ("GET", "HEAD")


def access_of(request: HttpRequest, public_id: str) -> Access:
    """What this browser may do at that table; 404 for whoever was not let in, as for a table that is not there.

    A phone of the club whose table it is may watch, from when it first comes; so may an organiser of that club.
    `ShutOutError` is for those who were in: it tells them nothing that they did not know, nor does `PhoneRemovedError`
    a phone that was the club's.
    """
    device = device_id(request)
    try:
        return queries.open_for(device, public_id)
    except Access.DoesNotExist:
        if device and queries.shut_out(device, public_id):
            raise ShutOutError from None
        if request.method in SAFE and (organised := queries.of_clubs(organisers.clubs_of(request.user), public_id)):
            return Access(session=organised, device=device or "", role=Role.WATCHER)
        if device and (club := queries.removed_from_club_of(device, public_id)):
            raise PhoneRemovedError(club) from None
        if device and (session := queries.of_its_club(device, public_id)):
            return _watching(session, device)
        throttling.spend("misses", throttling.caller(request), on="tables")
        raise Http404 from None


def _watching(session: Session, device: str) -> Access:
    """The access of a phone of the club, which is stored another time if the database is busy."""
    try:
        return services.join(session, device=device, role=Role.WATCHER)
    except OperationalError as error:
        if fault_of(error) is not Fault.BUSY:
            raise
        return Access(session=session, device=device, role=Role.WATCHER)


def writing_access_of(request: HttpRequest, public_id: str) -> Access:
    """The same for whoever wants to write; 403 for those who may only watch. What is sent is counted."""
    access = access_of(request, public_id)
    if access.session.locked_at is not None:
        raise SessionLockedError
    if access.role != Role.SCORER:
        raise PermissionDenied
    if request.method == "POST":
        throttling.spend("writes", access.device)
    return access
