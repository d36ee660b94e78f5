"""Making a backup while the app runs: one file with every row of every model of every app."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper.files.archive import backup_format, schema_history, tables
from scorekeeper.files.archive.backup_check import CameTo, Replays
from scorekeeper.files.archive.backup_format import BackupError, BackupHeader, BackupSection
from scorekeeper.files.archive.schema_history import Migration, UnknownSchemaError, Upgrade
from scorekeeper.files.archive.tables import StoredTable

LEFT_OUT = frozenset({"accounts.secondfactor", "accounts.recoverycode"})
"""Models that no backup holds, because a backup must not give away the second factor of an organiser.

After a restore, a password is enough until second factors are turned on again, so nobody is locked out.
"""


@dataclass(frozen=True, kw_only=True)
class BackupContents:
    """The contents of a complete file: its header, and the result of each session by public id."""

    header: BackupHeader
    came_to: dict[str, CameTo]

    @property
    def rows(self) -> int:
        return sum(self.header.rows.values())

    @property
    def refused(self) -> list[str]:
        """The open sessions with a hand that the current rules refuse."""
        return sorted(name for name, found in self.came_to.items() if found.is_open and found.totals is None)


def backup(path: Path) -> BackupContents:
    """Write a backup, read it back, and only then move it to `path`; raises `BackupError` or `OSError`."""
    with backup_format.put_in_place(path) as draft:
        header = _write(draft)
        contents = examined(draft)
        if contents.header != header:
            raise BackupError(f"{path} does not say what was written into it: the disk may be failing.")
    return contents


def examined(path: Path) -> BackupContents:
    """Read a file to its end and replay its ledgers; raises `BackupError`."""
    header, replays = backup_format.verified(path), Replays()
    for section, values in backup_format.upgraded(path, upgrade_of(header, path)):
        replays.take(section.model, section.columns, values)
    return BackupContents(header=header, came_to=replays.came_to())


def upgrade_of(header: BackupHeader, path: Path) -> Upgrade:
    """Return the upgrade for the rows of a file; raises `BackupError` if it is newer than this version."""
    try:
        return Upgrade(header.migrations, others=on_disk())
    except UnknownSchemaError as error:
        raise BackupError(f"{path} was made by a newer version of the scorekeeper: {error} is unknown here.") from error


def _write(draft: Path) -> BackupHeader:
    with tables.snapshot():
        migrations, upgrade = schema()
        if not migrations:
            raise BackupError("There is nothing to back up: the database has no tables yet.")
        stored = [table for table in tables.stored(upgrade) if table.label not in LEFT_OUT]
        header = BackupHeader(made_at=timezone.now().isoformat(), migrations=migrations, rows=_counted(stored))
        with backup_format.written(draft, header) as out:
            for table in stored:
                out.section(BackupSection(table.label, table.columns))
                for values in tables.rows(table.model, table.columns):
                    out.row(values)
    return header


def _counted(stored: Sequence[StoredTable]) -> dict[str, int]:
    return {table.label: table.model._base_manager.count() for table in stored}


def schema() -> tuple[list[Migration], Upgrade]:
    """Return the database's migrations and the upgrade for its rows; raises `BackupError` if it is newer."""
    others = on_disk()
    apps = {app for app, _name in (*others, *schema_history.migrations())}
    found = sorted(one for one in MigrationRecorder(connection).applied_migrations() if one[0] in apps)
    try:
        return found, Upgrade(found, others=others)
    except UnknownSchemaError as error:
        raise BackupError(f"The database was made by a newer version: {error} is unknown here.") from error


def on_disk() -> Collection[Migration]:
    """Return every migration that this version can apply."""
    return MigrationLoader(None).disk_migrations.keys()
