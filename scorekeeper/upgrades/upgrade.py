"""The upgrade of the database at start-up: a copy, then all migrations or none."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from django.core.management import call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from scorekeeper import __version__
from scorekeeper.database import data_directory
from scorekeeper.database.faults import fault_of
from scorekeeper.upgrades import copies, versions
from scorekeeper.upgrades.transaction import one_transaction

ENTERED = frozenset({"auth_user", "clubs_club", "clubs_player", "play_session"})
"""Tables of which at least one has a row once anybody has entered anything."""

logger = logging.getLogger(__name__)
events = logging.getLogger("scorekeeper.events")


class UpgradeError(Exception):
    """The database was not upgraded and is unchanged; the message says why, and what to do."""


def upgrade(*, copied: bool, say: Callable[[str], object]) -> None:
    """Bring the database up to this version, after a copy of its data if there are any; raises `UpgradeError`."""
    if not (pending() and has_data()):
        _migrate()
        return
    version = versions.made_by()
    try:
        with data_directory.sole_use() if connection.vendor == "sqlite" else nullcontext():
            say(f"Upgrading the data from version {version} to {__version__} …")
            otherwise = f" Version {version} can keep using it."
            if copied:
                with _or_as_before(otherwise):  # a backup is read back through the new migrations
                    say(f"A copy of the data is in {copies.before_upgrade(version)}")
            _migrate(otherwise)
    except data_directory.InUseError as error:
        raise UpgradeError(
            f"{error} The data must be upgraded to version {__version__}: stop that server first."
        ) from error
    except copies.CopyError as error:
        raise UpgradeError(f"{error} Nothing was changed. Correct the cause and start again.") from error


def pending() -> list[tuple[Migration, bool]]:
    """Return the migrations that the database lacks, in their order."""
    executor = MigrationExecutor(connection)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def has_data() -> bool:
    """Return whether anybody has entered anything."""
    with connection.cursor() as cursor:
        tables = ENTERED & {*connection.introspection.table_names(cursor)}
        for table in tables:
            cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")  # noqa: S608 - one of ours
            if cursor.fetchone():
                return True
    return False


def _migrate(otherwise: str = "") -> None:
    names = [f"{migration.app_label}.{migration.name}" for migration, _backwards in pending()]
    with _or_as_before(otherwise), one_transaction(connection):
        call_command("migrate", verbosity=0, interactive=False)
        versions.note()
    if names:
        fields = {"event": "migrated", "version": __version__, "migrations": names}
        events.info("The database was migrated to version %s.", __version__, extra={"fields": fields})


@contextmanager
def _or_as_before(otherwise: str) -> Iterator[None]:
    """Raise `UpgradeError` for anything that a migration raises: the database is as it was before."""
    try:
        yield
    except copies.CopyError:
        raise
    except Exception as error:
        if fault_of(error) is None:  # a bug of ours
            logger.exception("The upgrade to version %s failed", __version__)
        reason = " ".join(str(error).split()) or type(error).__name__
        raise UpgradeError(
            f"The database can't be migrated to version {__version__}: {reason}. It is as it was before.{otherwise}"
        ) from error
