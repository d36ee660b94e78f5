"""The revision and the token that every form carries that writes at a table."""

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorekeeper.play.devices import access_of
from scorekeeper.play.ledger.words import note_to_keep
from scorekeeper.play.models import TOKEN_LENGTH, Access
from scorekeeper.play.recording.transaction import Write
from scorekeeper.web.languages import words_of
from scorekeeper.web.request_params import number_of

OURS = re.compile(rf"[-\w]{{1,{TOKEN_LENGTH}}}", re.ASCII)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def takes_forms(view: View) -> View:
    """A view of a session that is only posted to.

    Its address is seen when a form comes back as it was filled in. Whoever opens that again, or chooses another
    language there, is led to the table.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, public_id: str, **arguments: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, public_id, **arguments)
        return redirect("session", access_of(request, public_id).session.public_id)

    return cast(View, wrapped)


def hand_of(request: HttpRequest) -> dict[str, str]:
    """The form of a hand as it was filled in, its note as it is kept in whatever language it was read."""
    data = words_of(request)
    return {**data, "note": note_to_keep(data["note"])} if "note" in data else data


def new_token() -> str:
    """A token that is spent by the next write."""
    return secrets.token_urlsafe(12)


def token_of(request: HttpRequest) -> str:
    """The token of a form, or a new one where it was lost or is none of ours."""
    token = words_of(request).get("token", "")
    return token if OURS.fullmatch(token) else new_token()


def revision_of(request: HttpRequest) -> int:
    """The revision that a form saw; one that is no number was never seen."""
    return number_of(words_of(request).get("revision", ""))


def write_of(request: HttpRequest, access: Access) -> Write:
    """Return the write that a form asks for."""
    return Write(access.session, access, revision_of(request), token_of(request))
