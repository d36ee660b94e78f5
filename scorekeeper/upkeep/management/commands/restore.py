"""`manage.py restore`: fills an empty installation with what a backup holds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.upkeep.archive import BackupError
from scorekeeper.upkeep.restoring import restore


class Command(BaseCommand):
    help = "Fill an empty installation with what a backup holds: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            restored = restore(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{restored.rows:,} rows restored; {len(restored.came_to):,} sessions come out as they did in the file."
        )
