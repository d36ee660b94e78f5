"""`manage.py prepare`: everything between a checkout, or an installed package, and a server that can start."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.database import data_directory, inspection
from scorekeeper.database.faults import fault_of
from scorekeeper.upgrades.upgrade import UpgradeError, upgrade

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """One process for all steps: most of the time of each would go into starting Python."""

    help = (
        "Copy the data and migrate the database if this is a new version, update results and erase what was deleted "
        "long ago; in a checkout, compile the translations and collect the static files as well."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-copy",
            dest="copied",
            action="store_false",
            help="don't copy the data before they are migrated: there is a backup already",
        )
        parser.add_argument(
            "--no-migrate",
            dest="migrate",
            action="store_false",
            help="don't migrate the database: another host does it",
        )

    def handle(self, *args: Any, copied: bool, migrate: bool, **options: Any) -> None:
        """Run all steps; print nothing if there is nothing to do."""
        if settings.CHECKOUT:  # a package comes with both
            call_command("compilemessages", verbosity=0)
            call_command("collectstatic", verbosity=0, interactive=False)
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        for warning in data_directory.make_private():
            self.stderr.write(warning)
        if migrate:
            self.migrate(copied=copied)

    def migrate(self, *, copied: bool) -> None:
        """Migrate the database, if it is ours and sound, and tidy it up."""
        try:
            inspection.require_usable(must_exist=False)
            with data_directory.private_files():
                upgrade(copied=copied, say=self.stdout.write)
                self.tidy_up("recount")
                self.tidy_up("erasedeleted")
        except (inspection.UnusableDatabaseError, UpgradeError) as error:
            raise CommandError(str(error)) from error

    def tidy_up(self, command: str) -> None:
        """Run a command that the server can start without."""
        try:
            call_command(command, stdout=self.stdout, stderr=self.stderr)
        except Exception as error:
            if fault_of(error) is None:  # a bug of ours
                logger.exception("%s failed", command)
            self.stderr.write(
                f"“{command}” failed ({' '.join(str(error).split())}). Nothing is lost, and the server can start. "
                f"Run it again later: {settings.PROGRAM} {command}"
            )
