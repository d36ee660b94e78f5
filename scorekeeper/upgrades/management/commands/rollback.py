"""`scorekeeper rollback`: go back to the data from before an upgrade."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from scorekeeper import __version__
from scorekeeper.upgrades import copies, versions
from scorekeeper.upgrades.rollback import NewerDataError, RollbackError, rollback


class Command(BaseCommand):
    help = "Put the copy back that was made before an upgrade, so that the version before it can be started again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "copy", type=Path, nargs="?", metavar="COPY", help="(default: the one from before the last upgrade)"
        )
        parser.add_argument(
            "--discard-newer", action="store_true", help="also if anything was recorded since; a copy of it is kept"
        )

    def handle(self, *args: Any, copy: Path | None, discard_newer: bool, **options: Any) -> None:
        copy = copy or next(iter(copies.all_before_upgrades()), None)
        if copy is None:
            raise CommandError(f"There is no copy from before an upgrade in {copies.folder()}.")
        version = copies.version_of(copy)
        if connection.vendor != "sqlite":
            raise CommandError(
                f"With PostgreSQL, create an empty database, set DATABASE_URL to it, and let version {version} restore "
                f"the data as of the upgrade: scorekeeper restore {copy} What was recorded since stays in the present "
                "database."
            )
        if not copy.is_file():
            raise CommandError(f"There is no file {copy}.")
        try:
            kept = rollback(copy, self.version_here(), discard=discard_newer)
        except NewerDataError as error:
            raise CommandError(
                f"{error} Going back takes it out of the database; a copy is kept. If you want that: "
                f"{settings.PROGRAM} rollback {copy} --discard-newer"
            ) from error
        except RollbackError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"The data is as it was in {copy}")
        if kept:
            self.stdout.write(f"What was in the database until now is in {kept}")
        if version != __version__:
            self.stdout.write(
                f"Install version {version} and start it; version {__version__} would upgrade the data again."
            )

    def version_here(self) -> str:
        """Return the version of the data that are replaced."""
        try:
            return versions.made_by() or __version__
        except Error:
            return __version__
        finally:
            connection.close()
