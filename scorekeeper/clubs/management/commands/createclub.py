"""`manage.py createclub`: a club, its organiser, and the link for its phones."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.scoring.documents import LONGEST_NAME
from games.scoring.text import can_be_a_name
from scorekeeper.clubs import services
from scorekeeper.clubs.names import tidy


class Command(BaseCommand):
    help = "Create a club with an organiser who signs in at /admin/, and print its phone link."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of the club")
        parser.add_argument("--organiser", required=True, metavar="USERNAME", help="a new or existing account")
        parser.add_argument(
            "--password-stdin", action="store_true", help="read the new account's password from standard input"
        )

    def handle(self, *, name: str, organiser: str, password_stdin: bool, **options: Any) -> None:
        name = tidy(name)
        if not name or len(name) > LONGEST_NAME or not can_be_a_name(name):
            raise CommandError(f"A club's name must have 1 to {LONGEST_NAME} visible characters.")
        user = User.objects.filter(username=organiser).first() or self._new_account(organiser, password_stdin)
        try:
            club = services.create_club_with_organiser(name, user)
        except services.ClubNameTakenError:
            raise CommandError(f"There is already a club “{name}”.") from None
        link = reverse("join_club", args=[club.phones_token])
        self.stdout.write(f"{club.name}: {user.username} signs in at {reverse('admin:index')}; phones join at {link}")

    def _new_account(self, username: str, password_stdin: bool) -> User:
        """Checked, and still to be saved."""
        user = User(username=username)
        try:
            UnicodeUsernameValidator()(username)
            password = sys.stdin.readline().rstrip("\r\n") if password_stdin else self._ask_for_password()
            validate_password(password, user)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        user.set_password(password)
        return user

    def _ask_for_password(self) -> str:
        try:
            first, second = getpass("Password: "), getpass("Once more: ")
        except EOFError:
            raise CommandError("Nobody is there to type the password. Pipe it in with --password-stdin.") from None
        if first != second:
            raise CommandError("The two passwords are not the same.")
        return first
