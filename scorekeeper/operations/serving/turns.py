"""Turns: the requests of one client wait for each other, so that they leave threads to everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from typing import Any
from weakref import WeakValueDictionary

from django.core.handlers.asgi import ASGIRequest

from scorekeeper.web import throttling
from scorekeeper.web.cookies import device_id

OF_BROWSER, OF_ADDRESS = 1, 2
"""Requests of one kind that run at a time for one browser, and for one address, which a whole club may share."""

_turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()


@asynccontextmanager
async def turn(scope: Any, kind: str) -> AsyncIterator[None]:
    """Wait until a request may take a thread of its kind.

    First it waits for others of its browser, and only then for others of its address: a browser that sends many has one
    of them in that queue. Browsers without a cookie count as one.
    """
    request = ASGIRequest(scope, BytesIO())
    address, browser = throttling.caller(request), device_id(request)
    async with AsyncExitStack() as taken:
        if address or browser:
            await taken.enter_async_context(_semaphore(f"{kind} {browser or f'new at {address}'}", OF_BROWSER))
        if address:
            await taken.enter_async_context(_semaphore(f"{kind} at {address}", OF_ADDRESS))
        yield


def _semaphore(key: str, most: int) -> asyncio.Semaphore:
    """Return what the requests with this key wait for; it is gone when the last of them is."""
    return _turns.setdefault(key, asyncio.Semaphore(most))
