"""Making a backup while the app runs: an archive with every row of every model of every app."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper.files.archive import schema_history, tables
from scorekeeper.files.archive.format import ArchiveError, ArchiveHeader, exhaust
from scorekeeper.files.archive.reader import open_archive
from scorekeeper.files.archive.replay_check import Replays, Totals
from scorekeeper.files.archive.schema_history import Migration, Row, UnknownSchemaError, Upgrade
from scorekeeper.files.archive.tables import StoredTable
from scorekeeper.files.archive.writer import gzipped, put_in_place, write

LEFT_OUT = frozenset({"accounts.secondfactor", "accounts.recoverycode", "reading.photographedpage"})
"""Models that no backup holds.

A backup must not give away the second factor of an organiser. After a restore, a password is enough until second
factors are turned on again, so nobody is locked out. Photos of sheets are deleted as soon as their hands are recorded,
which a backup would undo.
"""


@dataclass(frozen=True, kw_only=True)
class BackupContents:
    """The contents of a complete file: its header, and the totals of each session by public id.

    `refused` are the open sessions with a hand that the current rules refuse.
    """

    header: ArchiveHeader
    totals: dict[str, Totals]
    refused: Sequence[str]


def backup(path: Path) -> BackupContents:
    """Write a backup, read it back, and only then move it to `path`; raises `ArchiveError` or `OSError`."""
    with put_in_place(path) as draft:
        _write(draft)
        try:
            contents = examine(draft)
        except ArchiveError as error:
            reason = f"{path} does not say what was written into it: the disk may be failing ({error})"
            raise ArchiveError(reason) from error
    return contents


def examine(path: Path) -> BackupContents:
    """Read a backup to its end and replay its ledgers; raises `ArchiveError`."""
    replays = Replays()
    with open_archive(path, is_club=False) as archive:
        for line in archive.lines:
            replays.take(line.kind, line.row)
    totals = replays.totals()
    refused = sorted(name for name in replays.open_sessions() if totals[name] is None)
    return BackupContents(header=archive.header, totals=totals, refused=refused)


def _write(draft: Path) -> None:
    with tables.snapshot():
        migrations, upgrade = schema()
        if not migrations:
            raise ArchiveError("There is nothing to back up: the database has no tables yet.")
        stored = [table for table in tables.stored(upgrade) if table.label not in LEFT_OUT]
        counts = {table.label: table.model._base_manager.count() for table in stored}
        header = ArchiveHeader(made_at=timezone.now().isoformat(), migrations=migrations, counts=counts)
        with open(draft, "wb") as raw, gzipped(raw) as out:
            exhaust(write(out, header, _rows(stored)))


def _rows(stored: Sequence[StoredTable]) -> Iterator[tuple[str, Row]]:
    for table in stored:
        for row in tables.rows(table.model, table.columns):
            yield table.label, row


def schema() -> tuple[list[Migration], Upgrade]:
    """Return the database's migrations and the upgrade for its rows; raises `ArchiveError` if it is newer."""
    others = tables.on_disk()
    apps = {app for app, _name in (*others, *schema_history.migrations())}
    applied = sorted(one for one in MigrationRecorder(connection).applied_migrations() if one[0] in apps)
    try:
        return applied, Upgrade(applied, others=others)
    except UnknownSchemaError as error:
        raise ArchiveError(
            f"The database was made by a newer version of Scorekeeper, with migrations unknown here: {error}."
        ) from error
