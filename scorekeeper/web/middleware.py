"""Middleware for headers that neither Django nor a library sets, and for refused requests."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from scorekeeper.web import errors

GetResponse = Callable[[HttpRequest], HttpResponse]


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Turn off browser features that no page needs, and keep other sites from embedding our files (middleware)."""
    policy = ", ".join(f"{feature}={allowed}" for feature, allowed in settings.PERMISSIONS_POLICY.items())

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", policy)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
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
