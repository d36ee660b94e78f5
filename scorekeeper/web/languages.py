"""Language switch on any page, without losing what is filled in there.

The language buttons belong to the page's own form. Its fields travel in a cookie to the next view of the same page and
no further: nothing is recorded and no token is spent.
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
"""Bytes. Browsers keep 4,096 including name and attributes. Longer input, such as a whole document, is lost."""
MAX_AGE = 60
OURS = ("csrfmiddlewaretoken", "next", "language")

GetResponse = Callable[[HttpRequest], HttpResponse]


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Set the language and redirect back to the page, keeping what was filled in."""
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
    """Return what was filled in on this page before the language changed; usually nothing."""
    try:
        path, fields = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=MAX_AGE)
    except signing.BadSignature:
        return QueryDict()
    return QueryDict(fields if path == request.path and request.method == "GET" else "")


def fields_of(request: HttpRequest) -> QueryDict:
    """Return the posted fields, or those filled in before the language changed."""
    return request.POST if request.method == "POST" else carried(request)


def words_of(request: HttpRequest) -> dict[str, str]:
    """Return the same as a dictionary, with the last value of each field."""
    return {name: str(value) for name, value in fields_of(request).dict().items()}


def fill(form: forms.BaseForm, request: HttpRequest) -> None:
    """Set as initial values what was filled in before the language changed."""
    form.initial = {**form.initial, **carried(request).dict()}


def once(get_response: GetResponse) -> GetResponse:
    """Delete the cookie after one view of the page (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if COOKIE in request.COOKIES and COOKIE not in response.cookies and not request.htmx:  # type: ignore[attr-defined]
            response.delete_cookie(COOKIE, path=request.path, samesite="Lax")
        return response

    return middleware
