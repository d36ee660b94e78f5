"""The tokens of the API: made, revoked and checked at each request. One transaction per verb.

The API is for programs, not for pages in a browser: it reads and sets no cookies, takes no POST, and no other site's
page may read it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from functools import wraps
from hashlib import blake2s, sha256
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja.security.http import HttpAuthBase

from scorekeeper.api import problems
from scorekeeper.api.models import ApiToken
from scorekeeper.clubs.models import Club
from scorekeeper.database.locks import unless_busy
from scorekeeper.web import throttling

BASE = "/api/v1"
"""Where what a token reads is."""
MARK = "score_"
"""The prefix of every token, so that a published one can be found and recognised."""
SHOWN = len(MARK) + 4
BYTES = 32
COARSE = timedelta(minutes=1)
"""Minimum time between two updates of a token's last use."""
TOKEN = re.compile(rf"{MARK}[-\w]{{43}}", re.ASCII)


def issue(club: Club, name: str, *, by: str = "") -> tuple[ApiToken, str]:
    """Create a token for a club; return it with its secret, which is stored nowhere."""
    token = ApiToken(club=club, name=name)
    secret = fill_in(token, by=by)
    token.save()
    return token, secret


def fill_in(token: ApiToken, *, by: str) -> str:
    """Give an unsaved token a secret of 256 random bits; store its hash and return the secret."""
    secret = MARK + secrets.token_urlsafe(BYTES)
    token.prefix, token.hash, token.created_by = secret[:SHOWN], hashed(secret), by
    return secret


def hashed(secret: str) -> str:
    """Return the stored hash of a secret. 256 random bits can't be guessed, so no slow hash is needed."""
    return sha256(secret.encode()).hexdigest()


def holder(secret: str) -> ApiToken | None:
    """Return the token with this secret, or None if it is unknown or revoked; record its use.

    It is looked up by its hash, so the timing of the index reveals nothing about the secret.
    """
    if not TOKEN.fullmatch(secret):
        return None
    token = ApiToken.objects.select_related("club").filter(hash=hashed(secret), revoked_at=None).first()
    if token is not None:
        _note_use(token)
    return token


def _note_use(token: ApiToken) -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    if token.last_used_at is None or now - token.last_used_at >= COARSE:
        with unless_busy():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def revoke(token: ApiToken) -> bool:
    """Revoke a token; return whether it was valid until now."""
    return bool(ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()))


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
        token = holder(secret.strip())
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
