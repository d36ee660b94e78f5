"""`manage.py reset_second_factor`: the last resort of somebody who has lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.accounts import second_factor
from scorekeeper.clubs.audit_notes import AuditAction


class Command(BaseCommand):
    help = "Turn off two-factor authentication for an account."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the account's user name")

    def handle(self, *, username: str, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        if user is None:
            raise CommandError(f"There is no account “{username}”.")
        if not second_factor.turn_off(user):
            raise CommandError(f"{username} has no second factor. The password is enough.")
        second_factor.note(user, AuditAction.SECOND_FACTOR_RESET, by=None)
        self.stdout.write(f"{username} can now sign in with the password alone.")
