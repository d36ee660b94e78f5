"""`manage.py restore`: fill an empty installation from a backup."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.database.data_directory import private_files
from scorekeeper.files.archive.backup import restore
from scorekeeper.files.archive.format import ArchiveError


class Command(BaseCommand):
    help = "Restore a backup into an empty installation, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            with private_files():
                restored = restore(file)
        except ArchiveError as error:
            raise CommandError(f"{error} Nothing was restored.") from error
        self.stdout.write(f"{restored.rows:,} rows restored, {restored.sessions:,} sessions among them.")
