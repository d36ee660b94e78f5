"""`manage.py prepare`: everything between a checkout, or an installed package, and a server that can start."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.database import data_directory, inspection
from scorekeeper.database.faults import fault_of

log = logging.getLogger("scorekeeper.events")


class Command(BaseCommand):
    """One process for all steps: most of the time of each would go into starting Python."""

    help = (
        "Migrate the database, update results and erase what was deleted long ago; in a checkout, compile the "
        "translations and collect the static files as well."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-migrate",
            dest="migrate",
            action="store_false",
            help="don't migrate the database: another host does it",
        )

    def handle(self, *args: Any, migrate: bool, **options: Any) -> None:
        """Run all steps; print nothing if there is nothing to do."""
        if settings.CHECKOUT:  # a package comes with both
            call_command("compilemessages", verbosity=0)
            call_command("collectstatic", verbosity=0, interactive=False)
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        for warning in data_directory.make_private():
            self.stderr.write(warning)
        if migrate:
            self.migrate()

    def migrate(self) -> None:
        """Migrate the database, if it is ours and sound."""
        try:
            inspection.require_usable(must_exist=False)
            with data_directory.private_files():
                before = set(MigrationRecorder(connection).applied_migrations())
                call_command("migrate", verbosity=0, interactive=False)
                if new := set(MigrationRecorder(connection).applied_migrations()) - before:
                    fields = {"event": "migrated", "migrations": sorted(".".join(one) for one in new)}
                    log.info("The database was migrated.", extra={"fields": fields})
                call_command("recount", stdout=self.stdout, stderr=self.stderr)
                call_command("erasedeleted", stdout=self.stdout)
        except inspection.UnusableDatabaseError as error:
            raise CommandError(str(error)) from error
        except Error as error:
            if fault_of(error) is None:  # a bug of ours
                raise
            raise CommandError(f"The database can't be migrated: {error}.") from error
