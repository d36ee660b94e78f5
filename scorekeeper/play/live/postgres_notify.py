"""PostgreSQL's NOTIFY: one connection for each process hears what all processes announce."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import psycopg
from django.db import Error, connection
from psycopg import sql

from scorekeeper.database.postgresql.base import each_host
from scorekeeper.play import notifications

PAUSE = 1.0
"""Seconds before reconnecting after the connection was lost."""
QUIET = 2.0
"""Seconds without an announcement after which the connection is tested."""
PATIENCE = 1.0
"""Seconds to wait for an answer."""

log = logging.getLogger(__name__)


async def notified(connected: Callable[[], Awaitable[None]]) -> None:
    """Pass on every announcement, forever.

    Call `connected` each time the connection is made: announcements may have been missed.
    """
    lost = False
    while True:
        try:
            async with await _connection() as listening:
                await listening.execute(sql.SQL("LISTEN {}").format(sql.Identifier(notifications.CHANNEL)))
                lost = False
                await connected()
                await _pass_on(listening)
        except (psycopg.Error, Error, OSError) as error:  # a timeout is an OSError
            if not lost:
                log.warning("not told by PostgreSQL what other processes write: %s", str(error) or "no answer")
            lost = True
        await asyncio.sleep(PAUSE)


async def _connection() -> psycopg.AsyncConnection[Any]:
    """Connect to the first host that accepts; each has some time, because one that has vanished doesn't even refuse."""
    *others, last = each_host(parameters())
    for host in others:
        with suppress(psycopg.Error, OSError):
            return await _connection_to(host)
    return await _connection_to(last)


async def _connection_to(host: dict[str, Any]) -> psycopg.AsyncConnection[Any]:
    async with asyncio.timeout(PATIENCE):
        return await psycopg.AsyncConnection.connect(**host, autocommit=True)


async def _pass_on(listening: psycopg.AsyncConnection[Any]) -> None:
    """Pass on announcements until the connection is lost. Only a query can tell a lost connection from a quiet one."""
    while True:
        async for announced in listening.notifies(timeout=QUIET):
            notifications.deliver(announced.payload)
        await _require_answer(listening)


async def _require_answer(listening: psycopg.AsyncConnection[Any]) -> None:
    """Raise `psycopg.OperationalError` if the server is silent.

    The attempt isn't cancelled: psycopg would first ask the silent server to cancel the query, which takes ten seconds.
    """
    asked = asyncio.ensure_future(listening.execute(""))
    await asyncio.wait([asked], timeout=PATIENCE)
    if not asked.done():
        with socket.fromfd(listening.fileno(), socket.AF_INET, socket.SOCK_STREAM) as same:
            same.shutdown(socket.SHUT_RDWR)
    await asked


def parameters() -> dict[str, Any]:
    """Return Django's connection parameters without those that only Django's own connections accept."""
    excluded = {"context", "cursor_factory", "prepare_threshold"}
    return {name: value for name, value in connection.get_connection_params().items() if name not in excluded}
