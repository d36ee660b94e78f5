"""PostgreSQL's NOTIFY: one connection for each process hears what all processes announce."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from django.db import Error, connection
from psycopg import sql

from scorekeeper.play import notifications

PAUSE = 1.0
"""Seconds before reconnecting after the connection was lost."""

log = logging.getLogger(__name__)


async def notified(connected: Callable[[], Awaitable[None]]) -> None:
    """Pass on every announcement, forever.

    Call `connected` each time the connection is made: announcements may have been missed.
    """
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters(), autocommit=True) as listening:
                await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(notifications.CHANNEL)))
                lost = False
                await connected()
                async for announced in listening.notifies():
                    notifications.deliver(announced.payload)
        except (psycopg.Error, Error, OSError) as error:  # a timeout is an OSError
            if not lost:
                log.warning("not told by PostgreSQL what other processes write: %s", str(error) or "no answer")
            lost = True
        await asyncio.sleep(PAUSE)


def parameters() -> dict[str, Any]:
    """Return Django's connection parameters without those that only Django's own connections accept."""
    excluded = {"context", "cursor_factory", "prepare_threshold"}
    return {name: value for name, value in connection.get_connection_params().items() if name not in excluded}
