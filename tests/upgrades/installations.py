"""Installations with the data of version 1.0.0, started by this version and by the next one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.external_programs import ROOT, python
from tests.files.older_files import SETS, OlderSet, old_database
from tests.servers import database_url

NEXT = {"DJANGO_SETTINGS_MODULE": "tests.upgrades.next_version.settings"}
OF_1_0: OlderSet = SETS[0]


@dataclass(frozen=True)
class UpgradedInstallation:
    """A data directory and a database, to which the test is connected as well."""

    data: Path
    url: str

    def manage(self, *arguments: str, answer: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end; `answer` is what somebody types."""
        connection.close()
        own = {**NEXT, "DATABASE_URL": self.url, **environment}
        return python("manage.py", *arguments, data_dir=self.data, typed=answer, **own)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        """Start a command without waiting for its end."""
        connection.close()
        own = {"PATH": os.environ["PATH"], "DATA_DIR": str(self.data), "DATABASE_URL": self.url}
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.Popen(
            command, cwd=ROOT, env={**own, **NEXT, **environment}, text=True, stderr=subprocess.PIPE
        )

    @property
    def copies(self) -> list[Path]:
        return sorted((self.data / "backups").glob("*"))


@contextmanager
def of_1_0(folder: Path) -> Iterator[UpgradedInstallation]:
    """Yield an installation of version 1.0.0 in this folder."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    with old_database(OF_1_0, data):
        yield UpgradedInstallation(data, database_url())


def content() -> Mapping[str, Any]:
    """Return the columns and rows of every table, and the migrations that were run."""
    found: dict[str, Any] = {"migrations": sorted(MigrationRecorder(connection).applied_migrations())}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - one of ours
            found[table] = columns, sorted(map(repr, cursor.fetchall()))
    connection.close()
    return found
