"""`manage.py importclub`: move a club into this installation, all of it or nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.files.archive.club_files import import_club
from scorekeeper.files.archive.format import ArchiveError


class Command(BaseCommand):
    help = "Import a club that is not here yet from its file, all or nothing. You can run it while the app is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            imported = import_club(file, by="manage.py importclub")
        except ArchiveError as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        self.stdout.write(str(imported))
