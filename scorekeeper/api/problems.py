"""Error responses as problem details (RFC 9457): JSON with a title, the status and a message for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import ValidationError
from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.api.query_params import STRANGERS
from scorekeeper.database import unavailable
from scorekeeper.database.faults import Fault
from scorekeeper.web.throttling import RateLimitedError

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MEDIA_TYPE = "application/problem+json"

TITLES: Mapping[HTTPStatus, StrPromise] = {
    HTTPStatus.UNAUTHORIZED: gettext_lazy("Invalid token"),
    HTTPStatus.FORBIDDEN: gettext_lazy("Not released"),
    HTTPStatus.NOT_FOUND: gettext_lazy("Not found"),
    HTTPStatus.METHOD_NOT_ALLOWED: gettext_lazy("Read-only"),
    HTTPStatus.CONFLICT: gettext_lazy("Cannot be scored"),
    HTTPStatus.UNPROCESSABLE_ENTITY: gettext_lazy("Invalid parameter"),
    HTTPStatus.TOO_MANY_REQUESTS: gettext_lazy("Too many requests"),
    HTTPStatus.SERVICE_UNAVAILABLE: gettext_lazy("Temporarily unavailable"),
}
"""Titles by status; Python's own phrases differ from version to version."""


class Problem(BaseModel):
    """An error as problem details (RFC 9457)."""

    model_config = ConfigDict(extra="forbid")

    type: str = Field(description="Always `about:blank`: the status code tells what kind of error it is.")
    title: str
    status: int
    detail: str = Field(description="What is wrong, in the requested language.")


class BadParameter(BaseModel):
    """What is wrong with one parameter."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="The name of the query parameter.")
    detail: str = Field(description="What is wrong, in the requested language.")


class BadParameters(Problem):
    """A request with invalid query parameters."""

    errors: list[BadParameter] = Field(description="Each invalid parameter.")


class ProblemError(Exception):
    """A refused request, with the reason in words."""

    status: HTTPStatus

    def __init__(self, detail: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.headers = headers or {}


class NoTokenError(ProblemError):
    """There is no token, or it is not valid."""

    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, detail: str) -> None:
        super().__init__(detail, headers={"WWW-Authenticate": 'Bearer realm="scorekeeper"'})


class NotFoundError(ProblemError):
    """The club has no such object."""

    status = HTTPStatus.NOT_FOUND


class SealedError(ProblemError):
    """The result exists, but the desk of the tournament has not released it."""

    status = HTTPStatus.FORBIDDEN

    def __init__(self) -> None:
        super().__init__(_("The result is sealed until the desk releases it."))


class ReadOnlyError(ProblemError):
    """The method is not GET or HEAD."""

    status = HTTPStatus.METHOD_NOT_ALLOWED


class CannotReplayError(ProblemError):
    """The session exists, but the current rules refuse one of its hands, or its game is gone."""

    status = HTTPStatus.CONFLICT


class BadParameterError(ProblemError):
    """A parameter has a value that doesn't exist or isn't allowed."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, errors: Sequence[tuple[str, str]]) -> None:
        super().__init__(_("The request can’t be answered."))
        self.errors = errors


def problem_response(request: HttpRequest, refused: ProblemError) -> HttpResponse:
    """Return the response to a refused request."""
    more: dict[str, Any] = {}
    if isinstance(refused, BadParameterError):
        more = {"errors": [{"name": name, "detail": detail} for name, detail in refused.errors]}
    return _answer(refused.status, refused.detail, refused.headers, more)


def too_many_requests(request: HttpRequest, too_often: RateLimitedError) -> HttpResponse:
    """Return the 429, with `Retry-After`."""
    detail = _("Too many requests. Wait %(seconds)d seconds.") % {"seconds": too_often.wait}
    return _answer(HTTPStatus.TOO_MANY_REQUESTS, detail, {"Retry-After": str(too_often.wait)}, {})


def database_unavailable(request: HttpRequest, error: Error) -> HttpResponse:
    """Return the 503 while the database is unavailable; raise the error again if it is a bug."""
    answer = unavailable.answer_to(request, error, _not_available)
    if answer is None:
        raise error
    return answer


def _not_available(request: HttpRequest, fault: Fault) -> HttpResponse:
    detail = _("The database isn’t responding.")
    return _answer(HTTPStatus.SERVICE_UNAVAILABLE, detail, {}, {})


def invalid_parameters(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Return the 422 for parameters that can't be parsed."""
    return problem_response(
        request, BadParameterError([parameter for details in error.errors for parameter in _in_words(details)])
    )


def _answer(status: HTTPStatus, detail: str, headers: Mapping[str, str], more: Mapping[str, Any]) -> HttpResponse:
    content = {"type": "about:blank", "title": str(TITLES[status]), "status": status.value, "detail": detail, **more}
    text = json.dumps(content, ensure_ascii=False)
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE, headers=dict(headers))


def _in_words(error: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return each wrong parameter with a translated message; pydantic's own messages are in English only."""
    if error["type"] == STRANGERS:
        return [(name, _("Unknown parameter.")) for name in error["ctx"]["names"]]
    return [(str(error["loc"][-1]), _words(error["type"], error.get("ctx", {})))]


def _words(kind: str, limits: Mapping[str, Any]) -> str:
    if kind == "literal_error":
        return _("This must be one of: %(words)s.") % {"words": str(limits["expected"]).replace("'", "")}
    if kind.startswith("int_"):
        return _("This must be a whole number.")
    if kind.startswith(("date_", "datetime_")):
        return _("This must be a date, such as 2026-11-20.")
    if kind == "greater_than_equal":
        return _("This must be at least %(least)s.") % {"least": limits["ge"]}
    if kind == "less_than_equal":
        return _("This must be at most %(most)s.") % {"most": limits["le"]}
    return _("This value is not valid.")
