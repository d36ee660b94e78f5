"""How every process hears that something changed: by itself with SQLite, through NOTIFY with PostgreSQL.

A *topic* names what changed: a session's public name, or the board of a device, which lists its sessions. Announcing is
part of the transaction that changed it, so what was not committed is never heard of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction

CHANNEL = "scorekeeper"

_listeners: set[Callable[[str], None]] = set()


def board_of(device: str) -> str:
    """The topic of which sessions a device has."""
    return f"board {device}"


def announce(topic: str) -> None:
    """Let every process know, once the transaction that is open has been committed."""
    connection = transaction.get_connection()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, topic])
    else:
        transaction.on_commit(partial(hear, topic))


def hear(topic: str) -> None:
    """Pass on what was announced, in whatever thread it came."""
    for listener in tuple(_listeners):
        listener(topic)


def listen(listener: Callable[[str], None]) -> None:
    """Call this for each topic from now on; it must not block."""
    _listeners.add(listener)


def leave(listener: Callable[[str], None]) -> None:
    """Call it no more."""
    _listeners.discard(listener)
