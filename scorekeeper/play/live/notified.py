"""PostgreSQL's NOTIFY: one connection of each process hears what all of them announce."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from django.db import connection
from psycopg import sql

from scorekeeper.play import announcements

SHORTEST, LONGEST = 1.0, 30.0
"""Seconds until it is tried again after a connection was lost, doubled each time."""

log = logging.getLogger(__name__)


async def notified(connected: Callable[[], Awaitable[None]]) -> None:
    """Pass on every announcement, for ever; `connected` is called each time that some may have been missed."""
    pause = SHORTEST
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters(), autocommit=True) as listening:
                await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(announcements.CHANNEL)))
                pause = SHORTEST
                await connected()
                async for announced in listening.notifies():
                    announcements.hear(announced.payload)
        except (psycopg.Error, OSError) as error:
            log.warning("not told by PostgreSQL what other processes write: %s", error)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST)


def parameters() -> dict[str, Any]:
    """How Django connects, less what is only for its own kind of connection."""
    own = {"context", "cursor_factory", "prepare_threshold"}
    return {name: value for name, value in connection.get_connection_params().items() if name not in own}
