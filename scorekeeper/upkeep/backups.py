"""Making a backup while the app runs: one file with every row of every model of every app."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from scorekeeper.upkeep import archive, tables
from scorekeeper.upkeep.archive import BackupError, Header, Migration, Section
from scorekeeper.upkeep.replays import CameTo, Replays


@dataclass(frozen=True, kw_only=True)
class Contents:
    """What a file holds that is whole."""

    header: Header
    came_to: dict[str, CameTo]

    @property
    def rows(self) -> int:
        return sum(self.header.rows.values())

    @property
    def refused(self) -> list[str]:
        """The open sessions with a hand that the rules as they are now do not take."""
        return sorted(name for name, found in self.came_to.items() if found.is_open and found.totals is None)


def backup(path: Path) -> Contents:
    """Writes the file, reads it back, and only then gives it its name; raises `BackupError`, `OSError`."""
    with archive.put_in_place(path) as draft:
        header = _write(draft)
        contents = examined(draft)
        if contents.header != header:
            raise BackupError(f"{path} does not say what was written into it: the disk may be failing.")
    return contents


def examined(path: Path) -> Contents:
    """Reads a file to its end and replays its ledgers; raises `BackupError`."""
    header, replays = archive.verified(path), Replays()
    for section, values in archive.rows(path):
        replays.take(section.model, section.columns, values)
    return Contents(header=header, came_to=replays.came_to())


def _write(draft: Path) -> Header:
    with tables.snapshot():
        loader = MigrationLoader(connection)
        migrations = applied(loader)
        models = tables.models(loader, migrations)
        header = Header(made_at=timezone.now().isoformat(), migrations=migrations, rows=_counted(models))
        with archive.written(draft, header) as out:
            for model in models:
                names = tables.columns(model)
                out.section(Section(model._meta.label_lower, names))
                for values in tables.rows(model, names):
                    out.row(values)
    return header


def _counted(models: Collection[type[Model]]) -> dict[str, int]:
    return {model._meta.label_lower: model._base_manager.count() for model in models}


def applied(loader: MigrationLoader) -> list[Migration]:
    """The migrations that the database has, all of which this version must know."""
    found = sorted(one for one in loader.applied_migrations if one[0] in loader.migrated_apps)
    if not found:
        raise BackupError("There is nothing to back up: the database has no tables yet.")
    if unknown := [one for one in found if one not in loader.disk_migrations]:
        raise BackupError(f"The database was made by a newer version: {named(unknown)} is unknown here.")
    return found


def named(migrations: Collection[Migration]) -> str:
    return ", ".join(f"{app}.{name}" for app, name in migrations)
