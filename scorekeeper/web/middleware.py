"""Middleware for headers that neither Django nor a library sets, and for refused requests."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

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
