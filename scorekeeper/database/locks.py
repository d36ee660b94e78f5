"""How long a request waits for others that write: with SQLite, one writes at a time.

The threads of this process take turns (see `scorekeeper.database.sqlite`). For another process, SQLite waits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from time import monotonic

from django.db import OperationalError

from scorekeeper.database.faults import Fault, fault_of

PATIENCE = 4.0
"""Seconds from the arrival of a request after which a writer gives up. The phone then keeps the hand, and retries."""
QUICK = 0.05
"""Seconds that a writer may wait at the least; another's commit takes less."""

_turn = Lock()
_until: ContextVar[float | None] = ContextVar("until", default=None)


def arrived() -> None:
    """Note that a request has arrived: whatever runs in this context waits for `PATIENCE` seconds from now."""
    _until.set(monotonic() + PATIENCE)


def time_left(usual: float) -> float:
    """Return how many seconds a writer may wait now; outside requests, it is as long as `usual`."""
    until = _until.get()
    return usual if until is None else max(QUICK, until - monotonic())


def take_turn(seconds: float) -> None:
    """Wait until no other thread writes; raise SQLite's own error if that takes too long."""
    if not _turn.acquire(timeout=seconds):
        error = sqlite3.OperationalError("database is locked by another thread")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error


def end_turn() -> None:
    """Let the next thread write."""
    _turn.release()


@contextmanager
def unless_busy() -> Iterator[None]:
    """Skip a write that is not essential while others write; it hardly waits."""
    before = _until.set(monotonic())
    try:
        yield
    except OperationalError as error:
        if fault_of(error) is not Fault.BUSY:
            raise
    finally:
        _until.reset(before)
