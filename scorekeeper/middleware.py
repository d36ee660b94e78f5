"""What every answer carries that neither Django nor a library sets, and what is answered to who is refused."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from scorekeeper import errors

GetResponse = Callable[[HttpRequest], HttpResponse]


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Gives up the browser's powers that no page needs, for the pages and whatever they could be made to embed."""
    policy = ", ".join(f"{feature}={allowed}" for feature, allowed in settings.PERMISSIONS_POLICY.items())

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", policy)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return middleware


def vary_on_htmx(get_response: GetResponse) -> GetResponse:
    """Tells browsers that an address answers htmx with a part of its page: Back must not find the part."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware


def refusals(get_response: GetResponse) -> GetResponse:
    """Answers what a view refuses by an exception, as it was asked, and what was too large to be kept."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return errors.too_large(request) if errors.TOO_LARGE in request.META else get_response(request)

    middleware.process_exception = errors.refused  # type: ignore[attr-defined]
    return middleware
