"""When the last backup was made.

`manage.py backup` leaves an empty file in `DATA_DIR`, because a backup may be made in any folder and moved to another
machine, which is where backups belong. Those in `DATA_DIR/backups` are found without it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings

NOTE = "last_backup"


def note() -> None:
    """Remember that a backup was just made."""
    (settings.DATA_DIR / NOTE).touch(mode=0o600)


def made_at() -> datetime | None:
    """Return when the newest backup was made; None without any."""
    files = [settings.DATA_DIR / NOTE, *(settings.DATA_DIR / "backups").glob("*.backup")]
    times = [file.stat().st_mtime for file in files if file.exists()]
    return datetime.fromtimestamp(max(times), UTC) if times else None
