"""Parameters of the forms that write at a table, such as the revision and the token."""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.play.access import access_of
from scorekeeper.play.errors import SessionLockedError
from scorekeeper.play.ledger.formatting import note_to_keep
from scorekeeper.play.models import TOKEN_LENGTH, Access, Session
from scorekeeper.play.recording.transaction import Write
from scorekeeper.web.request_params import HtmxRequest, number_of

OURS = re.compile(rf"[-\w]{{1,{TOKEN_LENGTH}}}", re.ASCII)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_forms(view: View) -> View:
    """Decorate a view of a session that accepts only POST; other requests are redirected to the table.

    Raise `SessionLockedError` if it is locked.

    The browser shows the URL of such a view when a form comes back as filled in. Opening that URL again or changing the
    language there leads to the table.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **arguments: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, public_id, **arguments)
        session = access_of(request, public_id).session
        if session.locked_at is not None:
            raise SessionLockedError
        return redirect("session", session.public_id)

    return cast(View, wrapped)


def shows_latest(request: HtmxRequest, session: Session) -> bool:
    """Return whether nothing is new for an open page, which asks `?since` the revision that it shows."""
    return bool(request.htmx) and number_of(request.GET.get("since", "")) >= session.revision


def hand_of(request: HttpRequest) -> dict[str, str]:
    """Return the form of a hand as filled in, with its note in the form in which it is stored in every language."""
    data = request.POST.dict()
    return {**data, "note": note_to_keep(data["note"])} if "note" in data else data


def new_token() -> str:
    """Return a new token, which the next write spends."""
    return secrets.token_urlsafe(12)


def token_of(request: HttpRequest) -> str:
    """Return the token of a form, or a new one if it is missing or malformed."""
    return token_in(request.POST.get("token", ""))


def token_in(posted: str) -> str:
    """Return a posted token, or a new one if it is missing or malformed."""
    return posted if OURS.fullmatch(posted) else new_token()


def revision_of(request: HttpRequest) -> int:
    """Return the revision that a form is based on, or −1 if it is not a number."""
    return number_of(request.POST.get("revision", ""))


def write_of(request: HttpRequest, access: Access) -> Write:
    """Return the write that a form asks for."""
    return Write(access.session, access, revision_of(request), token_of(request))
