"""What the browser of a request may do at a table."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scorekeeper.clubs import organisers
from scorekeeper.database.locks import unless_busy
from scorekeeper.play import queries, recording, sealed_tables
from scorekeeper.play.errors import AccessRevokedError, SessionDeletedError, SessionLockedError
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.web import throttling
from scorekeeper.web.cookies import device_id

SAFE = ("GET", "HEAD")


def access_of(request: HttpRequest, public_id: str) -> Access:
    """Return the access of `access_even_if_deleted`; raise `SessionDeletedError` if the session is deleted."""
    access = access_even_if_deleted(request, public_id)
    if access.session.deleted_at is not None:
        raise SessionDeletedError(access.session)
    return access


def access_even_if_deleted(request: HttpRequest, public_id: str) -> Access:
    """Return what this browser may do at a table; raise 404 without access, as for a table that doesn't exist.

    A session that was deleted and can't be restored any more doesn't exist either. A phone of the table's club may
    watch, and gets its access at the first visit. An organiser of that club may read.
    Raise `AccessRevokedError` for a browser that was shut out, which tells it nothing new, and `ResultSealedError` if
    the result is sealed and this browser may not see it.
    """
    access = _access(request, public_id)
    if access.session.has_expired:
        raise Http404
    sealed_tables.refuse_hidden(access)
    return access


def _access(request: HttpRequest, public_id: str) -> Access:
    device = device_id(request)
    try:
        return queries.open_for(device, public_id)
    except Access.DoesNotExist:
        if device and queries.access_revoked(device, public_id):
            raise AccessRevokedError from None
        if request.method in SAFE and (
            organised := queries.table_of_clubs(organisers.clubs_of(request.user), public_id)
        ):
            return Access(session=organised, device=device or "", role=Role.WATCHER)
        if device and (session := queries.table_of_own_club(device, public_id)):
            return _watching(session, device)
        throttling.spend("misses", throttling.caller(request), on="tables")
        raise Http404 from None


def _watching(session: Session, device: str) -> Access:
    """Return watcher access for a phone of the club. If the database is busy, it is stored at a later visit."""
    access = Access(session=session, device=device, role=Role.WATCHER)
    with unless_busy():
        access = recording.join(session, device=device, role=Role.WATCHER)
    return access  # noqa: RET504 - not that of `join` if the database is busy


def writing_access_of(request: HttpRequest, public_id: str) -> Access:
    """Return the access of `access_of` if it may write. POST requests count towards the rate limit.

    Raise a 403 for watchers and `SessionLockedError` in a locked session.
    """
    return require_writing(request, access_of(request, public_id))


def require_writing(request: HttpRequest, access: Access) -> Access:
    """Return the access if it may write, as `writing_access_of` does."""
    if access.session.locked_at is not None:
        raise SessionLockedError
    if access.role != Role.SCORER:
        raise PermissionDenied
    if request.method == "POST":
        throttling.spend("writes", access.device)
    return access
