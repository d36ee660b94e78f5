"""Undo what a part of a test has written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from scorekeeper.play.ledger import forget_ledgers


@contextmanager
def thrown_away() -> Iterator[None]:
    """Undo in the end what is written within; unlike in a transaction, durable ones can begin there."""
    begun = transaction.savepoint()
    assert begun, "only in a test that is itself undone"
    try:
        yield
    finally:
        transaction.savepoint_rollback(begun)
        forget_ledgers()
