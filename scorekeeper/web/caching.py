"""The default `Cache-Control` header: who may keep a copy of a page.

A page is private to the browser that asked, unless its view says `public`: nearly every page depends on a cookie, such
as the device, the session or the language. A page that shows a secret, such as an invitation link, has Django's
`never_cache`, which sends `no-store`, and so has one that must never be shown as it was, such as the page where a paper
list is typed. Other pages don't, because browsers can go back to a page at once only if they may keep it, and the
service worker keeps tables for use without a connection.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

GetResponse = Callable[[HttpRequest], HttpResponse]


def private_by_default(get_response: GetResponse) -> GetResponse:
    """Mark responses without a caching rule as `private, no-cache` (middleware)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = response.headers.get("Cache-Control", "")
        if not any(word in policy for word in ("public", "private", "no-store")):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
