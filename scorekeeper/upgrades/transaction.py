"""One transaction around all migrations of an upgrade."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK = 1_974_002_511
"""The number of PostgreSQL's lock on the upgrade: two hosts that start together upgrade one after the other."""


@contextmanager
def one_transaction(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Run all migrations of the block or, whatever ends the process, none of them.

    Both databases can roll back changes to tables. Django runs each migration in a transaction of its own, and a failed
    upgrade would leave the database between two versions.
    """
    # SQLite can't alter tables while it enforces foreign keys, nor stop that within a transaction. The migrations check
    # the keys themselves.
    with connection.constraint_checks_disabled(), transaction.atomic(connection.alias):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                # PostgreSQL can't alter a table with rows whose keys are still to be checked.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
