"""`manage.py backup`: write all stored data to one file while the app runs."""

import logging
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scorekeeper.files.archive.backup import backup, note
from scorekeeper.files.archive.format import ArchiveError

log = logging.getLogger("scorekeeper.events")


class Command(BaseCommand):
    help = "Write all data to one file and verify it. You can run it while the app is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", type=Path, metavar="FILE", help="a file or a folder (default: DATA_DIR/backups, with a timestamp)"
        )

    def handle(self, *, to: Path | None, **options: Any) -> None:
        path = to or settings.DATA_DIR / "backups"
        try:
            if to is None:
                path.mkdir(mode=0o700, exist_ok=True)
            if path.is_dir():
                path /= f"scorekeeper-{timezone.localtime():%Y%m%d-%H%M%S}.backup"
            contents = backup(path)
        except ArchiveError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        try:
            note()
        except OSError as error:
            self.stderr.write(f"The panel won't know of this backup: {settings.DATA_DIR}: {error.strerror}.")
        fields = {"event": "backup", "path": str(path), "bytes": path.stat().st_size, "rows": contents.rows}
        log.info("Backup complete: %s.", path, extra={"fields": fields})
        self.stdout.write(f"{path}: {contents.rows:,} rows, {contents.sessions:,} sessions, read back.")
