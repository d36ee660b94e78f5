"""Access to the thread of the pages: work that can wait lets requests go first. Runs entirely in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 0.25
"""Seconds after which work stops waiting and queues with the requests, which may never leave a gap."""

_users = 0
_waiting: list[asyncio.Future[None]] = []


@contextmanager
def used() -> Iterator[None]:
    """Count a request, or other work, that is in the thread or queues for it while the block lasts."""
    global _users  # noqa: PLW0603 - a process has one thread of the pages
    _users += 1
    try:
        yield
    finally:
        _users -= 1
        if not _users and (turn := next((one for one in _waiting if not one.done()), None)):
            turn.set_result(None)


async def free() -> None:
    """Wait until nobody uses the thread, at most for `PATIENCE`. The longest wait goes first."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while _users:
                turn = asyncio.get_running_loop().create_future()
                _waiting.append(turn)
                try:
                    await turn
                finally:
                    _waiting.remove(turn)
