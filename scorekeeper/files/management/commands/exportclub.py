"""`manage.py exportclub`: write everything of a club to one file, for another installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.text import slugify

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files import export
from scorekeeper.files.archive.tables import snapshot
from scorekeeper.files.archive.writer import put_in_place


class Command(BaseCommand):
    help = "Write a club to one file for `importclub`. You can run it while the app is in use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the club's short name")
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="(default: SLUG.club)")

    def handle(self, *, slug: str, file: Path | None, **options: Any) -> None:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            slugs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no club {slug!r} here. Clubs: {slugs or 'none'}.")
        path = file or Path(f"{slugify(slug)}.club")
        try:
            with put_in_place(path) as draft, open(draft, "wb") as out, snapshot():
                export(club, out)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        self.stdout.write(f"{path}: {path.stat().st_size:,} bytes.")
