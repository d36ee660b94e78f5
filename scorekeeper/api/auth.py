"""What all API endpoints share: authentication and response headers.

The API is for programs, not for pages in a browser: it reads and sets no cookies, takes no POST, and no other site's
page may read it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from hashlib import blake2s
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja.security.http import HttpAuthBase

from scorekeeper.api import problems, tokens
from scorekeeper.api.models import ApiToken
from scorekeeper.web import throttling

READS = ("GET", "HEAD")
View = Callable[..., HttpResponse]


class ApiRequest(HttpRequest):
    """A request with a valid token. For type checkers only; it is never instantiated."""

    auth: ApiToken


class Bearer(HttpAuthBase):
    """Authentication by a token in the `Authorization` header, never in the URL, which ends up in logs and histories.

    Ninja's own class logs headers that it can't parse, and those may contain a token.
    """

    openapi_scheme = "bearer"

    def __call__(self, request: HttpRequest) -> ApiToken:
        """Return the token. Wrong ones are counted by address, and only they are refused if there are too many."""
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            words = _("Send a token of your club in the “Authorization” header, after the word “Bearer”.")
            raise problems.NoTokenError(words)
        token = tokens.holder(secret.strip())
        if token is None:
            throttling.spend("misses", throttling.caller(request), on="tokens")
            raise problems.NoTokenError(_("Invalid token: it was never created, or it has been revoked."))
        throttling.spend("api", str(token.pk))
        return token


def api_view(view: View) -> View:
    """Make a read-only API view that answers in the language asked for and that shared caches don't keep."""

    @csrf_exempt
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        language = request.GET.get("language")
        is_supported = language in dict(settings.LANGUAGES)
        with translation.override(language) if is_supported else nullcontext():
            answer = _read(view, request, *args, **kwargs)
            answer.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        patch_vary_headers(answer, ["Authorization", "Accept-Language"])
        return answer

    return wrapped


def _read(view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    if request.method not in READS:
        refused = problems.ReadOnlyError(
            _("The API is read-only: use GET or HEAD."), headers={"Allow": ", ".join(READS)}
        )
        return problems.problem_response(request, refused)
    method, request.method = request.method, "GET"  # the server drops the body of a HEAD
    answer = view(request, *args, **kwargs)
    request.method = method
    if answer.status_code != HTTPStatus.OK:
        return answer
    return _conditional(request, answer)


def _conditional(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer with an ETag, or a 304 if the client has it. The ETag is a hash of the content."""
    answer.headers["ETag"] = etag = f'"{blake2s(answer.content, digest_size=12).hexdigest()}"'
    response = get_conditional_response(request, etag=etag, response=answer)
    assert isinstance(response, HttpResponse)
    return response


def unknown_url(request: HttpRequest) -> HttpResponse:
    """Return the 404 for URLs that are not in the API."""
    return problems.problem_response(request, problems.NotFoundError(_("There is no such address in the API.")))
