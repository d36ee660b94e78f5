"""`manage.py importclub`: read a club file into this installation, all of it or nothing."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files.import_ import ClubImport
from scorekeeper.files.archive.club_files.progress import report_lines, run_with_progress
from scorekeeper.files.archive.format import ArchiveError


class Command(BaseCommand):
    help = "Import a club file: add what is new and keep what is already here, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--into", metavar="SLUG", help="an existing club (default: the same club, or a new one)")
        parser.add_argument(
            "--dry-run", action="store_true", help="report what would change without importing anything"
        )

    def handle(self, *, file: Path, into: str | None, dry_run: bool, **options: Any) -> None:
        club = Club.objects.filter(slug=into).first() if into else None
        if into and club is None:
            raise CommandError(f"There is no club {into!r} here.")
        club_import = ClubImport(file, into=club, writes=not dry_run, by="manage.py importclub")
        try:
            run_with_progress(sys.stderr, club_import.steps())
        except ArchiveError as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        for line in report_lines(club_import.report):
            self.stdout.write(line)
        if dry_run:
            self.stdout.write("Dry run: nothing was imported.")
