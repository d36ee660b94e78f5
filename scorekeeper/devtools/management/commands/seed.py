"""`manage.py seed`: insert a made-up club with years of play."""

import secrets
from argparse import ArgumentParser
from random import Random
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import ClubNameTakenError
from scorekeeper.devtools.demo_data.insertion import insert_club
from scorekeeper.play.models import Session

NAME = "Coupe-file"


class Command(BaseCommand):
    help = "Create a demo club with people, seasons, evenings and closed sessions of all games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hands", type=int, default=2000, help="at least this many hands (default: %(default)s)")
        parser.add_argument("--members", type=int, default=60, help="(default: %(default)s)")
        parser.add_argument(
            "--club", help=f"the name of the new club; required if there is already data (default: {NAME})"
        )
        parser.add_argument("--random", type=int, default=1, help="seed of the random generator (default: %(default)s)")

    def handle(self, *, hands: int, members: int, club: str | None, random: int, **options: Any) -> None:
        if hands < 1 or members < 4:
            raise CommandError("Needs at least one hand and four members.")
        if club is None and any(model._default_manager.exists() for model in (Club, Player, Session)):
            raise CommandError("There is already data. To add a new club, name it: --club NAME")
        began = perf_counter()
        try:
            seeded = insert_club(
                club or NAME,
                members=members,
                hands=hands,
                device=secrets.token_hex(16),
                random=Random(random),  # noqa: S311 - nothing secret
            )
        except ClubNameTakenError as error:
            raise CommandError(f"There is already a club with this name: {club or NAME}") from error
        self.stdout.write(
            f"{seeded.hands:,} hands of {seeded.sessions:,} sessions on {seeded.evenings:,} evenings"
            f" in {perf_counter() - began:.0f} s."
        )
        link = reverse("join_club", args=[seeded.club.phones_token])
        self.stdout.write(f"Its phone link: http://localhost:{settings.PORT}{link}")
