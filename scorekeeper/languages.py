"""Another language is chosen on any page, and what is filled in there is carried to the page in that language.

The buttons belong to the page's own form. What it holds goes along in a cookie to the next look at that page and no
further: nothing is recorded on the way, and no token is spent.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST
from django.views.i18n import set_language
from django_htmx.http import HttpResponseClientRedirect

COOKIE = "filled-in"
LONGEST_COOKIE = 3500
"""Bytes; browsers keep 4,096 with the name and all else. A longer text, such as a whole document, does not go along."""
MAX_AGE = 60
OURS = ("csrfmiddlewaretoken", "next", "language")

GetResponse = Callable[[HttpRequest], HttpResponse]


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """The language of all pages to come; then back to the page where it was chosen, filled in as it was."""
    answer: HttpResponse = set_language(request)
    where = answer.headers.get("Location", "")
    if where and request.htmx:  # type: ignore[attr-defined]
        cookies, answer = answer.cookies, HttpResponseClientRedirect(where)
        answer.cookies = cookies
    fields = request.POST.copy()
    for name in OURS:
        fields.pop(name, None)
    path = urlsplit(where).path
    carried = signing.dumps([path, fields.urlencode()], salt=COOKIE, compress=True) if fields else ""
    if where and 0 < len(carried) <= LONGEST_COOKIE:
        answer.set_cookie(
            COOKIE, carried, max_age=MAX_AGE, path=path, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    return answer


def carried(request: HttpRequest) -> QueryDict:
    """What was filled in on this page before it was asked for in another language; mostly nothing."""
    try:
        path, fields = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=MAX_AGE)
    except signing.BadSignature:
        return QueryDict()
    return QueryDict(fields if path == request.path and request.method == "GET" else "")


def fields_of(request: HttpRequest) -> QueryDict:
    """What was posted, or was filled in before."""
    return request.POST if request.method == "POST" else carried(request)


def words_of(request: HttpRequest) -> dict[str, str]:
    """The same, of each field the last."""
    return {name: str(value) for name, value in fields_of(request).dict().items()}


def fill(form: forms.BaseForm, request: HttpRequest) -> None:
    """Let a form that was not sent yet show what was filled in before."""
    form.initial = {**form.initial, **carried(request).dict()}


def once(get_response: GetResponse) -> GetResponse:
    """Middleware: what a page was filled in with is not carried on to its next look."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if COOKIE in request.COOKIES and COOKIE not in response.cookies and not request.htmx:  # type: ignore[attr-defined]
            response.delete_cookie(COOKIE, path=request.path, samesite="Lax")
        return response

    return middleware
