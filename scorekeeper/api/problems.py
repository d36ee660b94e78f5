"""What is refused, as problem details (RFC 9457): JSON with a title, the status and a sentence for a person."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import ValidationError
from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.api.asked import STRANGERS
from scorekeeper.rates import TooOften

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MEDIA_TYPE = "application/problem+json"

TITLES: Mapping[HTTPStatus, StrPromise] = {
    HTTPStatus.UNAUTHORIZED: gettext_lazy("No token that opens anything"),
    HTTPStatus.NOT_FOUND: gettext_lazy("Not there"),
    HTTPStatus.METHOD_NOT_ALLOWED: gettext_lazy("Only for reading"),
    HTTPStatus.CONFLICT: gettext_lazy("It cannot be scored now"),
    HTTPStatus.UNPROCESSABLE_ENTITY: gettext_lazy("A parameter that cannot be"),
    HTTPStatus.TOO_MANY_REQUESTS: gettext_lazy("Asked too often"),
}
"""What each kind of refusal is called; Python's own words for them are others from version to version."""


class Problem(BaseModel):
    """Why there is no answer; `detail` is a sentence in the language asked for."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="`about:blank`: the status says it all.")
    title: str
    status: int
    detail: str


class BadParameter(BaseModel):
    """What is wrong with one parameter."""

    model_config = ConfigDict(extra="forbid")

    name: str
    detail: str


class BadParameters(Problem):
    """What was asked for cannot be, parameter by parameter."""

    errors: list[BadParameter]


class Refused(Exception):  # noqa: N818 - what happened
    """Something that is asked for is not answered, with the reason in words."""

    status: HTTPStatus

    def __init__(self, detail: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.headers = headers or {}


class NoToken(Refused):
    """No token came along, or one that opens nothing."""

    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, detail: str) -> None:
        super().__init__(detail, headers={"WWW-Authenticate": 'Bearer realm="scorekeeper"'})


class NotHere(Refused):
    """The club has no such thing."""

    status = HTTPStatus.NOT_FOUND


class OnlyReads(Refused):
    """Nothing is written here."""

    status = HTTPStatus.METHOD_NOT_ALLOWED


class CannotBeTold(Refused):
    """The session is there, but the rules as they are now do not take its hands."""

    status = HTTPStatus.CONFLICT


class Unfit(Refused):
    """A parameter asks for what there is not."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, errors: Sequence[tuple[str, str]]) -> None:
        super().__init__(_("What was asked for cannot be answered."))
        self.errors = errors


def of_refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The answer to what is refused."""
    more: dict[str, Any] = {}
    if isinstance(refused, Unfit):
        more = {"errors": [{"name": name, "detail": detail} for name, detail in refused.errors]}
    return _answer(refused.status, refused.detail, refused.headers, more)


def of_haste(request: HttpRequest, too_often: TooOften) -> HttpResponse:
    """The answer to who asks too often."""
    detail = _("This was asked too often. Wait %(seconds)d seconds.") % {"seconds": too_often.wait}
    return _answer(HTTPStatus.TOO_MANY_REQUESTS, detail, {"Retry-After": str(too_often.wait)}, {})


def of_parameters(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """The answer to parameters that cannot be read."""
    return of_refusal(request, Unfit([one for found in error.errors for one in _in_words(found)]))


def _answer(status: HTTPStatus, detail: str, headers: Mapping[str, str], more: Mapping[str, Any]) -> HttpResponse:
    said = {"type": "about:blank", "title": str(TITLES[status]), "status": status.value, "detail": detail, **more}
    text = json.dumps(said, ensure_ascii=False)
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE, headers=dict(headers))


def _in_words(error: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong, in the words of this app; pydantic has its own, in English alone."""
    if error["type"] == STRANGERS:
        return [(name, _("There is no such parameter here.")) for name in error["ctx"]["names"]]
    return [(str(error["loc"][-1]), _words(error["type"], error.get("ctx", {})))]


def _words(kind: str, given: Mapping[str, Any]) -> str:
    if kind == "literal_error":
        return _("This must be one of: %(words)s.") % {"words": str(given["expected"]).replace("'", "")}
    if kind.startswith("int_"):
        return _("This must be a whole number.")
    if kind.startswith(("date_", "datetime_")):
        return _("This must be a date, such as 2026-11-20.")
    if kind == "greater_than_equal":
        return _("This must be at least %(least)s.") % {"least": given["ge"]}
    if kind == "less_than_equal":
        return _("This must be at most %(most)s.") % {"most": given["le"]}
    return _("This cannot be read.")
