"""`manage.py prepare`: everything between a checkout and a server that can start."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """One process for what would be three: most of the time of each is starting Python."""

    help = "Compiles the translations, brings the database and its results up to date, collects the static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-migrate",
            dest="migrate",
            action="store_false",
            help="leave the database alone: another host sees to it",
        )

    def handle(self, *args: Any, migrate: bool, **options: Any) -> None:
        """Quiet when there is nothing to do."""
        call_command("compile_translations", verbosity=1, stdout=self.stdout)
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        if migrate:
            call_command("migrate", verbosity=0, interactive=False)
            call_command("recount", stdout=self.stdout, stderr=self.stderr)
        call_command("collectstatic", verbosity=0, interactive=False)
