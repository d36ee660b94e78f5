"""The version that last migrated the database, which every version since 1.1.0 notes in it.

It is noted in the table of migrations, as if it were one of an app named `scorekeeper`. Every version can read that
table, whatever else it knows of the database, and ignores what is noted there of apps that it doesn't have.
"""

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import __version__
from scorekeeper.database.inspection import NOTES
from scorekeeper.upgrades.copies import database_file

BEFORE_NOTES = "1.0.0"
"""The only release that noted nothing."""


def note() -> None:
    """Note that this version has migrated the database, unless that is noted already."""
    if _noted() != __version__:
        MigrationRecorder(connection).record_applied(NOTES, __version__)


def made_by() -> str:
    """Return the version that last migrated the database, or an empty string if it is new or there is none."""
    if connection.vendor == "sqlite" and not database_file().exists():  # asking would create it
        return ""
    applied = MigrationRecorder(connection).applied_migrations()
    if not applied:
        return ""
    is_current = all(last in applied for last in MigrationLoader(None).graph.leaf_nodes())
    return _noted() or (__version__ if is_current else BEFORE_NOTES)  # a restored backup is of this version


def _noted() -> str | None:
    notes = MigrationRecorder(connection).migration_qs.filter(app=NOTES).order_by("-id")
    return notes.values_list("name", flat=True).first()
