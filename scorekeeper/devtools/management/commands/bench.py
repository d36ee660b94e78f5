"""`manage.py bench`: measure the speed of a checkout's server."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.devtools import bench

KINDS = ("table", "load", "seats", "club")


class Command(BaseCommand):
    help = "Measure times over HTTP, on a temporary database. Slowness is not a failure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            choices=KINDS,
            help="requests at one table, many tables and watchers, seats for 400 people, or the pages of a large club",
        )
        parser.add_argument(
            "--checkout",
            type=Path,
            default=settings.BASE_DIR,
            help="the project folder whose server is measured, such as a worktree of an older commit (default: this)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object, on one line")
        parser.add_argument("--rounds", type=int, default=50, help="table: how often (default: %(default)s)")
        parser.add_argument("--tables", type=int, default=30, help="load: how many (default: %(default)s)")
        parser.add_argument(
            "--watchers", type=int, default=200, help="load: how many watch the first table (default: %(default)s)"
        )
        parser.add_argument(
            "--seconds", type=float, default=60, help="load: how long hands are recorded (default: %(default)s)"
        )
        parser.add_argument("--hands", type=int, default=100_000, help="club: at least so many (default: %(default)s)")
        parser.add_argument("--pages", type=int, help="club: how many of its pages (default: all)")

    def handle(self, *, what: str, checkout: Path, **options: Any) -> None:
        with bench.server_of(checkout, settings.DATA_DIR) as server:
            if what == "table":
                result: object = bench.measure_table(server, options["rounds"])
            elif what == "load":
                result = bench.measure_load(server, options["tables"], options["watchers"], options["seconds"])
            elif what == "seats":
                result = bench.measure_seats(server)
            else:
                result = bench.measure_club(server, options["hands"], options["pages"])
        self.stdout.write(json.dumps(result, indent=None if options["json"] else 2))
