"""`scorekeeper upgrade-check`: say what a new version would change, before it changes anything."""

import sys
from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from scorekeeper import __version__
from scorekeeper.database import inspection
from scorekeeper.upgrades import changelog, check, new_file, versions


class Command(BaseCommand):
    help = (
        "Say what the next start changes: the data, the disk space that it needs, the settings, and what is new. With "
        "the file of another version: what that one would change. Nothing is changed. The exit status is 1 if "
        "somebody has to do something first."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the wheel or .pyz of another version")
        parser.add_argument("--used-settings", default="", help=SUPPRESS)  # given by the version that runs now

    def handle(self, *args: Any, file: Path | None, used_settings: str, **options: Any) -> None:
        if file:
            self.ask(file)
            return
        found = [*check.findings(used_settings=list(filter(None, used_settings.split(","))))]
        self.say_what_is_new()
        for finding in found:
            self.stdout.write(f"! {finding.text}" if finding.is_warning else finding.text)
        if warnings := sum(finding.is_warning for finding in found):
            raise CommandError(f"{warnings} to deal with first, marked with “!”. Nothing was changed.")
        self.stdout.write("Nothing needs your attention first. Nothing was changed.")

    def say_what_is_new(self) -> None:
        """Print the changelog since the version of the database; above what must be read."""
        try:
            inspection.require_usable(must_exist=False)  # connecting would write to an empty file
            made_by = versions.made_by()
        except (Error, inspection.UnusableDatabaseError):  # one of the findings
            return
        if made_by and (entries := changelog.entries(since=made_by)):
            self.stdout.write(f"{entries}\n\n")

    def ask(self, file: Path) -> None:
        """Run the check of another version."""
        try:
            version = new_file.version_of(file)
            if not changelog.is_newer(version, than=__version__):
                raise CommandError(
                    f"{file.name} is version {version}, and this is version {__version__}: not an upgrade. The way "
                    f"back to the data of an older version is {settings.PROGRAM} rollback."
                )
            sys.exit(new_file.check(file, data_dir=settings.DATA_DIR, used_settings=check.used_settings()))
        except new_file.NewFileError as error:
            raise CommandError(str(error)) from error
