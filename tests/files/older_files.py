"""The files and databases of older versions in `older/`, and a working copy of such a database."""

from __future__ import annotations

import json
import lzma
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, connection, connections

from scorekeeper.play.ledger import forget_ledgers
from tests.files import CLUB_FILE, FACTS, OLDER
from tests.files.figures import Figures


@dataclass(frozen=True)
class OlderSet:
    """What one older version left: its files, and their figures."""

    folder: Path

    @property
    def backup(self) -> Path:
        return self.folder / "all.backup"

    @property
    def club_file(self) -> Path:
        return self.folder / CLUB_FILE

    @property
    def figures(self) -> Figures:
        said: Figures = json.loads((self.folder / "figures.json").read_text(encoding="utf-8"))
        return said

    @property
    def facts(self) -> Any:
        """Return what browsers saw of that version, which not every set has."""
        return json.loads((self.folder / FACTS).read_text(encoding="utf-8"))

    def unpacked(self, name: str) -> bytes:
        return lzma.decompress((self.folder / f"{name}.xz").read_bytes())

    def __str__(self) -> str:
        return self.folder.name


SETS = [OlderSet(folder) for folder in sorted(OLDER.iterdir()) if folder.is_dir()]


@contextmanager
def old_database(older: OlderSet, scratch: Path) -> Iterator[None]:
    """Use a copy of the older version's database, of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        file = scratch / "old.sqlite3"
        file.write_bytes(older.unpacked("database.sqlite3"))
        with connected_to(str(file)):
            yield
        return
    name = f"older_{secrets.token_hex(4)}"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        with connected_to(name):
            with connection.cursor() as cursor:
                cursor.execute(older.unpacked("database.sql").decode())
            connection.close()  # the dump has set the search path
            yield
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name}")


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Use another database of the same kind."""
    usual = connections[DEFAULT_DB_ALIAS]
    own = usual.copy()
    own.settings_dict["NAME"] = name
    own.settings_dict["OPTIONS"].pop("pool", None)
    connections[DEFAULT_DB_ALIAS] = own
    _forget()
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = usual
        own.close()
        _forget()


def _forget() -> None:
    """Reset what this process caches of a database."""
    forget_ledgers()
    ContentType.objects.clear_cache()
