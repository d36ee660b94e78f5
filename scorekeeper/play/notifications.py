"""How every process hears that something changed: by itself with SQLite, through NOTIFY with PostgreSQL.

A *topic* names what changed: a session's public name; the board of a device, which lists its sessions; or a link to
that board. Announcing is part of the transaction that changed it, so what was not committed is never heard of.
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


def link_of(token: str) -> str:
    """The topic of whether a link to a board still leads there."""
    return f"link {token}"


def announce(*topics: str) -> None:
    """Let every process know, once the transaction that is open has been committed."""
    connection = transaction.get_connection()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic", [CHANNEL, list(topics)])
    else:
        for topic in topics:
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
