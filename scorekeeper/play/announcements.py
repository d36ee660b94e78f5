"""Announcements of changes: within the process with SQLite, to every process through NOTIFY with PostgreSQL.

A *topic* names what changed: a session by its public ID, the board of a device, which lists its sessions, or a link to
that board. An announcement is part of the transaction that makes the change, so only committed changes are announced.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction

CHANNEL = "scorekeeper"

_listeners: set[Callable[[str], None]] = set()


def board_of(device: str) -> str:
    """Return the topic of a device's board, which changes with the sessions on it."""
    return f"board {device}"


def link_of(token: str) -> str:
    """Return the topic of a link to a board, which changes when the link stops working."""
    return f"link {token}"


def announce(*topics: str) -> None:
    """Announce topics to every process once the open transaction is committed."""
    connection = transaction.get_connection()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, topic) FROM unnest(%s::text[]) AS topic", [CHANNEL, list(topics)])
    else:
        for topic in topics:
            transaction.on_commit(partial(deliver, topic))


def deliver(topic: str) -> None:
    """Pass an announced topic on to the listeners, in the calling thread."""
    for listener in tuple(_listeners):
        listener(topic)


def listen(listener: Callable[[str], None]) -> None:
    """Call `listener` with each topic from now on. It must not block, and may be called in any thread."""
    _listeners.add(listener)


def leave(listener: Callable[[str], None]) -> None:
    """Stop calling `listener`."""
    _listeners.discard(listener)
