"""`manage.py exportclub`: write everything of a club to one file, for another installation."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.text import slugify

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive import tables
from scorekeeper.files.archive.club_files.export import export
from scorekeeper.files.archive.club_files.progress import run_with_progress
from scorekeeper.files.archive.writer import gzipped, put_in_place


class Command(BaseCommand):
    help = "Write a club to one file for `importclub`. You can run it while the app is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the club's short name")
        parser.add_argument(
            "file", nargs="?", type=Path, metavar="FILE", help="uncompressed if it ends in .jsonl (default: SLUG.club)"
        )

    def handle(self, *, slug: str, file: Path | None, **options: Any) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            slugs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no club {slug!r} here. Clubs: {slugs or 'none'}.")
        path = file or Path(f"{slugify(slug)}.club")
        try:
            with put_in_place(path) as draft, open(draft, "wb") as raw:
                if path.suffix == ".jsonl":
                    self._write(club, raw)
                else:
                    with gzipped(raw) as out:
                        self._write(club, out)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        self.stdout.write(f"{path}: {path.stat().st_size:,} bytes.")

    def _write(self, club: Club, out: Any) -> None:
        with tables.snapshot():
            run_with_progress(sys.stderr, export(club, out))
