"""Request headers, cleaned before anything reads them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

Application = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]


def without_underscores(application: Application) -> Application:
    """Drop headers with an underscore in their name before the ASGI application sees them.

    WSGI doesn't tell `-` from `_`, so `X_Forwarded_For` would count as the `X-Forwarded-For` that only the proxy may
    set. No browser sends such names; nginx drops them too.
    """

    @wraps(application)
    async def cleaned(scope: Any, receive: Any, send: Any) -> None:
        headers = scope.get("headers", ())
        if any(b"_" in name for name, _value in headers):
            scope = {**scope, "headers": [header for header in headers if b"_" not in header[0]]}
        await application(scope, receive, send)

    return cleaned
