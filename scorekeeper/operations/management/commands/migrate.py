"""`manage.py migrate`, which leaves a database with unknown migrations as it is, and runs all migrations or none."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from scorekeeper.database import inspection
from scorekeeper.upgrades.transaction import one_transaction


class Command(migrate.Command):
    """Django's command; without the check it would take the database of another version for an older one."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Refuse a database with migrations that are unknown here before Django's checks connect to it."""
        try:
            inspection.require_known()
        except inspection.UnusableDatabaseError as error:
            raise CommandError(str(error)) from error
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        with one_transaction(connections[options["database"]]):
            super().handle(*args, **options)
