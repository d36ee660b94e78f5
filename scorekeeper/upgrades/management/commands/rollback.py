"""`scorekeeper rollback`: go back to the data from before an upgrade."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connection

from scorekeeper import __version__
from scorekeeper.upgrades import copies, versions
from scorekeeper.upgrades.rollback import RollbackError, rollback


class Command(BaseCommand):
    help = "Put the copy back that was made before an upgrade, so that the version before it can be started again."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "copy",
            nargs="?",
            metavar="COPY",
            help="a file, or its name in the folder of the copies (default: the one from before the last upgrade)",
        )
        parser.add_argument("--no-input", action="store_true", help="don't ask")

    def handle(self, *args: Any, copy: str | None, no_input: bool, **options: Any) -> None:
        file = self.file(copy)
        version = copies.version_of(file)
        if connection.vendor != "sqlite":
            raise CommandError(
                f"With PostgreSQL, create an empty database, set DATABASE_URL to it, and let version {version} restore "
                f"the data as of the upgrade: scorekeeper restore {file} What was recorded since stays in the present "
                "database."
            )
        try:
            kept = rollback(file, self.version_here(), agreed=lambda hands: no_input or self.agrees(file, hands))
        except RollbackError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"The data is as it was in {file}")
        if kept:
            self.stdout.write(f"What was in the database until now is in {kept}")
        if version != __version__:
            self.stdout.write(
                f"Install version {version} and start it; version {__version__} would upgrade the data again."
            )

    def file(self, copy: str | None) -> Path:
        """Return the copy to put back."""
        if copy is None:
            if not (found := copies.all_before_upgrades()):
                raise CommandError(f"There is no copy from before an upgrade in {copies.folder()}.")
            return found[0]
        for path in (Path(copy), copies.folder() / copy):
            if path.is_file():
                return path
        raise CommandError(f"There is no file {copy}, and none of that name in {copies.folder()}.")

    def agrees(self, file: Path, hands: int) -> bool:
        """Say what goes, and ask."""
        self.stdout.write(f"The data becomes as it was in {file}")
        self.stdout.write(f"Hands recorded since then, which go: {hands:,}. A copy with them is kept.")
        try:
            return input("Go back? [y/N] ").strip().lower() in ("y", "yes")
        except EOFError:  # nobody is there to answer
            return False

    def version_here(self) -> str:
        """Return the version of the data that are replaced."""
        try:
            return versions.made_by() or __version__
        except Error:
            return __version__
        finally:
            connection.close()
