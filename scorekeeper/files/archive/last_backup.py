"""The last backup: when it was made, how large it is and where.

`manage.py backup` leaves a note in `DATA_DIR`, because a backup may be made in any folder. Backups in
`DATA_DIR/backups` are found without one.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from scorekeeper.files.archive.writer import put_in_place

NOTE = "last_backup.json"


@dataclass(frozen=True, order=True)
class BackupFile:
    """A backup: when it was made, in seconds since 1970, its size in bytes, and its path."""

    at: float
    size: int
    path: str


def note(path: Path) -> None:
    """Remember a backup that was just made."""
    with put_in_place(settings.DATA_DIR / NOTE) as draft:
        draft.write_text(json.dumps(asdict(_at(path.absolute()))), encoding="utf-8")


def latest() -> BackupFile | None:
    """Return the newest backup of those in `DATA_DIR/backups` and the one that was noted; None without any.

    The noted file may have been moved to another machine since, which is where backups belong.
    """
    found: list[BackupFile] = []
    with suppress(OSError, ValueError, TypeError):
        found.append(BackupFile(**json.loads((settings.DATA_DIR / NOTE).read_text(encoding="utf-8"))))
    with suppress(OSError):
        found += [_at(path) for path in (settings.DATA_DIR / "backups").glob("*.backup")]
    return max(found, default=None)


def _at(path: Path) -> BackupFile:
    about = path.stat()
    return BackupFile(at=about.st_mtime, size=about.st_size, path=str(path))
