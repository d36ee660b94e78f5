"""What every address of the API has in common, whatever is behind it: who is let in, and the headers of the answer.

It is read by programs and never by a browser's page: no cookie is looked at or set, nothing is posted, no other site's
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

from scorekeeper import rates
from scorekeeper.api import problems, tokens
from scorekeeper.api.models import ApiToken

READS = ("GET", "HEAD")
View = Callable[..., HttpResponse]


class ApiRequest(HttpRequest):
    """A request that came with a token; for type checkers, nothing is ever made of it."""

    auth: ApiToken


class Bearer(HttpAuthBase):
    """The token of the request, from its header alone: an address stands in logs and histories.

    The library's own class logs what it does not understand, and that may be a token.
    """

    openapi_scheme = "bearer"

    def __call__(self, request: HttpRequest) -> ApiToken:
        """Whoever has tried too many that open nothing is refused before this one is looked at."""
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secret.strip():
            words = _("Send a token of your club in the header “Authorization”, after the word “Bearer”.")
            raise problems.NoToken(words)
        caller = rates.caller(request)
        rates.require_room("misses", caller, on="tokens")
        found = tokens.holder(secret.strip())
        if found is None:
            rates.spend("misses", caller, on="tokens")
            raise problems.NoToken(_("This token opens nothing: it was never made, or it was revoked."))
        rates.spend("api", str(found.pk))
        return found


def door(view: View) -> View:
    """A view of the API: it only reads, answers in the language asked for, and nobody in between keeps the answer."""

    @csrf_exempt
    @wraps(view)
    def opened(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        language = request.GET.get("language")
        known = language in dict(settings.LANGUAGES)
        with translation.override(language) if known else nullcontext():
            answer = _read(view, request, *given, **named)
            answer.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
        answer.headers["Cache-Control"] = "private, no-cache"
        patch_vary_headers(answer, ["Authorization", "Accept-Language"])
        return answer

    return opened


def _read(view: View, request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
    if request.method not in READS:
        refused = problems.OnlyReads(_("This is only for reading: GET or HEAD."), headers={"Allow": ", ".join(READS)})
        return problems.of_refusal(request, refused)
    method, request.method = request.method, "GET"  # whoever sends the answer leaves the body of a HEAD away
    answer = view(request, *given, **named)
    request.method = method
    if answer.status_code != HTTPStatus.OK:
        return answer
    return _unless_known(request, answer)


def _unless_known(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer, or a word that it is the one that the program has: told by what is in it, so it is never wrong."""
    answer.headers["ETag"] = etag = f'"{blake2s(answer.content, digest_size=12).hexdigest()}"'
    found = get_conditional_response(request, etag=etag, response=answer)
    assert isinstance(found, HttpResponse)
    return found


def nothing_here(request: HttpRequest) -> HttpResponse:
    """The answer at every address that is none of the API's."""
    return problems.of_refusal(request, problems.NotHere(_("There is no such address in the API.")))
