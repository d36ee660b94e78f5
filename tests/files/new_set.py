"""Add this version's files to the sets in `older/`: `python -m tests.files.new_set 1.0.0`.

It fills an installation in a temporary folder (`scorekeeper/devtools/everything`) and makes its backup, its club file,
a copy of its database and a dump of the same data in PostgreSQL, which must be installed. The expected figures are
written next to them (`figures`).
"""

from __future__ import annotations

import lzma
import sqlite3
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path

from tests.external_programs import python
from tests.files import CLUB, CLUB_FILE, DUMP, OLDER, SUMS
from tests.postgres import FAST
from tests.postgres_cluster import find_programs, throw_away_cluster


def main() -> None:
    parser = ArgumentParser(description="Add what this version leaves to the sets of older versions.")
    parser.add_argument("name", help="the name of this version, such as 1.0.0")
    name = parser.parse_args().name
    number = 1 + max(int(path.name[:4]) for path in OLDER.iterdir() if path.is_dir())
    if find_programs() is None:
        raise SystemExit("PostgreSQL is not installed: a set has a dump of it.")
    folder = OLDER / f"{number:04}-{name}"
    folder.mkdir()
    make(folder)
    with SUMS.open("a") as sums:
        for file in sorted(folder.iterdir()):
            sums.write(f"{sha256(file.read_bytes()).hexdigest()}  {folder.name}/{file.name}\n")
    sys.stdout.write(f"{folder}: commit it, and never change it.\n")


def make(folder: Path) -> None:
    """Write a set of this version into a folder, with a dump if PostgreSQL is available."""
    with tempfile.TemporaryDirectory() as data_dir:
        data = Path(data_dir)
        _run(data, "manage.py", "migrate", "-v0")
        _shell(data, f"from scorekeeper.devtools.everything.club import everything; everything({CLUB!r})")
        output = _shell(data, "from tests.files.figures import as_text, figures; print(as_text(figures()), end='')")
        (folder / "figures.json").write_text(output, encoding="utf-8")
        _run(data, "manage.py", "backup", "--to", str(folder / "all.backup"))
        _run(data, "manage.py", "exportclub", "coupe-file", str(folder / CLUB_FILE))
        sqlite3.connect(data / "db.sqlite3").execute("VACUUM INTO ?", [str(data / "copy")])
        _pack((data / "copy").read_bytes(), folder / "database.sqlite3.xz")
        if programs := find_programs():
            _pack(_dump(programs, folder / "all.backup", data), folder / DUMP)


def _dump(programs: Path, backup: Path, data: Path) -> bytes:
    """Return the statements that create the PostgreSQL database, without those that only `psql` knows."""
    with throw_away_cluster(programs, FAST) as url:
        _run(data, "manage.py", "restore", str(backup), DATABASE_URL=url)
        command: list[str | Path] = [programs / "pg_dump", "--inserts", "--no-owner", "--no-privileges", url]
        lines = subprocess.run(command, capture_output=True, check=True).stdout.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith((rb"\restrict ", rb"\unrestrict ")))


def _shell(data: Path, script: str) -> str:
    return _run(data, "manage.py", "shell", "--no-imports", "-v0", "-c", script)


def _run(data: Path, *arguments: str, **environment: str) -> str:
    done = python(*arguments, data_dir=data, TIME_ZONE="Europe/Berlin", PYTHONUTF8="1", **environment)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


def _pack(content: bytes, file: Path) -> None:
    file.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
