"""Middleware for headers that neither Django nor a library sets, and for refused requests.

A page is private to the browser that asked, unless its view says `public`: nearly every page depends on a cookie, such
as the device, the session or the language. A page that shows a secret, such as an invitation link, has Django's
`never_cache`, which sends `no-store`, and so has one that must never be shown as it was, such as the page where a paper
list is typed. Other pages don't, because browsers can go back to a page at once only if they may keep it, and the
service worker keeps tables for use without a connection.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from scorekeeper.web import errors

GetResponse = Callable[[HttpRequest], HttpResponse]


OF_A_PAGE = ("text/css", "text/javascript")
"""Types of files that obey the permissions policy of the page that loads them, so they need none of their own."""


def policies(get_response: GetResponse) -> GetResponse:
    """Restrict what a page may load, embed and use (middleware): the same for every page."""
    sources = "; ".join(f"{kind} {allowed}".strip() for kind, allowed in settings.CONTENT_SECURITY_POLICY.items())
    permissions = ", ".join(f"{feature}={allowed}" for feature, allowed in settings.PERMISSIONS_POLICY.items())
    headers = {"Content-Security-Policy": sources, "Cross-Origin-Resource-Policy": "same-origin"}

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if settings.DEBUG and response.status_code in (404, 500):
            return response  # Django's own pages for developers have their styles and scripts inline
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        if not response.headers.get("Content-Type", "").startswith(OF_A_PAGE):
            response.headers.setdefault("Permissions-Policy", permissions)
        return response

    return middleware


def vary_on_htmx(get_response: GetResponse) -> GetResponse:
    """Send `Vary: HX-Request` (middleware), so that Back never shows a fragment cached for htmx instead of the page."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware


def refusals(get_response: GetResponse) -> GetResponse:
    """Answer exceptions by which a view refuses a request, and bodies that were not kept or not read (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if errors.TOO_LARGE in request.META:
            return errors.too_large(request)
        if errors.NO_ROOM in request.META:
            return errors.later(request)
        return get_response(request)

    middleware.process_exception = errors.refused  # type: ignore[attr-defined]
    return middleware


def private_by_default(get_response: GetResponse) -> GetResponse:
    """Mark responses without a caching rule as `private, no-cache` (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = response.headers.get("Cache-Control", "")
        if not any(word in policy for word in ("public", "private", "no-store")):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
