"""Pages in the threads of the server: every address, and a page as the application answers it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RoutePattern

from scorekeeper import asgi
from tests.play.live_pages import cookie_of
from tests.play.tables import Scorer


async def got(scorer: Scorer, path: str) -> tuple[int, bytes]:
    """Return the status and the body of a page as the server answers it."""
    messages: list[Any] = []
    headers = {"host": "localhost", "cookie": cookie_of(scorer.access.device), "accept-language": "en"}
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    await asgi.application(scope, receive, send)
    return messages[0]["status"], messages[1]["body"]


def addresses(found: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Return every address that is not a regular expression, with its arguments as in the route."""
    for route in found.url_patterns:
        if isinstance(route.pattern, RoutePattern):
            address = before + str(route.pattern)
            if isinstance(route, URLResolver):
                yield from addresses(route, address)
            else:
                yield address.replace("<int:number>", "1"), route
