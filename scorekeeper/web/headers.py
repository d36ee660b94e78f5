"""Request headers, cleaned before anything reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any

Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]
Headers = list[tuple[bytes, bytes]]

MEDIA_TYPE = re.compile(rb"\s*([\w.+-]+/[\w.+-]+)")
BOUNDARY = re.compile(rb";\s*boundary=(\"[^\"\\]*\"|[^\s;\"]+)", re.IGNORECASE)
CLEANED = (b"cookie", b"content-type")


def clean_headers(application: Application) -> Application:
    """Clean the headers of every request before the ASGI application sees them; see `cleaned`."""

    @wraps(application)
    async def cleaning(scope: Any, receive: Any, send: Any) -> None:
        headers = scope.get("headers", ())
        if any(b"_" in name or name in CLEANED for name, _value in headers):
            scope = {**scope, "headers": cleaned(headers)}
        await application(scope, receive, send)

    return cleaning


def cleaned(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return the headers in a form that can't be misread.

    * Headers with an underscore in their name are dropped. WSGI doesn't tell `-` from `_`, so `X_Forwarded_For` would
      count as the `X-Forwarded-For` that only the proxy may set. No browser sends such names; nginx drops them too.
    * Cookies in several headers, as HTTP/2 allows, become one header.
    * A content type keeps no parameter but its boundary. All forms are in UTF-8, and Django fails with a server error
      where a `charset` is not one of text.
    """
    kept: Headers = []
    cookies: list[bytes] = []
    for name, value in headers:
        if name == b"cookie":
            cookies.append(value)
        elif name == b"content-type":
            kept.append((name, _content_type(value)))
        elif b"_" not in name:
            kept.append((name, value))
    return [*kept, (b"cookie", b"; ".join(cookies))] if cookies else kept


def _content_type(value: bytes) -> bytes:
    media_type, boundary = MEDIA_TYPE.match(value), BOUNDARY.search(value)
    if media_type is None:
        return b""
    return media_type[1] + (b"; boundary=" + boundary[1] if boundary else b"")
