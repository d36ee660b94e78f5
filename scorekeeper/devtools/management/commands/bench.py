"""`manage.py bench`: measure the app's speed."""

import os
import platform
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scorekeeper.devtools.bench.browser import Browser
from scorekeeper.devtools.bench.clubs import club
from scorekeeper.devtools.bench.measurements import everything, hands_seen_before, new_device, replays
from scorekeeper.devtools.bench.restarts import table_after_restarts
from scorekeeper.devtools.bench.timing import Measurement, measure
from scorekeeper.devtools.bench.under_load.live import HEAD, measure_watchers
from scorekeeper.devtools.bench.under_load.load import EVERY, TABLES, measure_load
from scorekeeper.devtools.sandbox.testbed import testbed

QUICK, RESTARTS = 3, 15
KINDS = ("pages", "live", "load", "club")


class Command(BaseCommand):
    help = "Measure times on a temporary database. Slowness is not a failure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            nargs="?",
            choices=KINDS,
            default="pages",
            help="one request after the other (the default), many watchers of a table, many tables at once, or a club",
        )
        parser.add_argument(
            "--rounds",
            type=int,
            default=100,
            help="pages, club: how often each is timed (default: %(default)s)",
        )
        parser.add_argument("--quick", action="store_true", help=f"{QUICK} rounds or seconds, to see that it runs")
        parser.add_argument(
            "--watchers", type=int, nargs="+", default=[50, 200, 1000], help="live: how many (default: %(default)s)"
        )
        parser.add_argument("--tables", type=int, default=TABLES, help="load: how many (default: %(default)s)")
        parser.add_argument(
            "--workers", type=int, default=1, help="load: processes, with PostgreSQL (default: %(default)s)"
        )
        parser.add_argument("--seconds", type=int, help="live, load: how long hands come (default: 20, 60)")
        parser.add_argument("--hands", type=int, default=100_000, help="club: how many (default: %(default)s)")
        parser.add_argument("--pages", nargs="+", default=[], help="club: which, by name (default: all)")

    def handle(self, *, what: str, rounds: int, quick: bool, seconds: int | None, **options: Any) -> None:
        benches: Mapping[str, Callable[[], None]] = {
            "pages": lambda: self._pages(QUICK if quick else rounds),
            "live": lambda: self._live(options["watchers"], QUICK if quick else seconds or 20),
            "load": lambda: self._load(options["tables"], QUICK if quick else seconds or 60, options["workers"]),
            "club": lambda: self._club(
                QUICK * 1000 if quick else options["hands"], QUICK if quick else rounds, options["pages"]
            ),
        }
        benches[what]()

    def _live(self, watchers: list[int], seconds: int) -> None:
        with testbed():
            self.stdout.write(f"One table, a hand every second for {seconds} seconds; {self._machine()}.")
            self.stdout.write(
                "Milliseconds from sending a hand until each watcher has it. last: the last watcher, median of the\n"
                "hands; worst: the last of all. idle and busy: how much of a core the server uses before and while\n"
                "hands come. Watchers and server share this machine.\n\n"
            )
            self.stdout.write(HEAD)
            for one in measure_watchers(watchers, seconds):
                self.stdout.write(one.line())

    def _load(self, tables: int, seconds: int, workers: int) -> None:
        with testbed():
            self.stdout.write(
                f"{tables} tables of four phones, at each a hand every {EVERY:g} seconds for {seconds} seconds;\n"
                f"{self._machine()}; processes that serve: {workers}. Milliseconds.\n\n"
            )
            for line in measure_load(tables, seconds, workers).lines():
                self.stdout.write(line)

    def _club(self, hands: int, rounds: int, names: list[str]) -> None:
        with testbed():
            self.stdout.write(f"A club of at least {hands:,} hands; {self._machine()}.")
            self.stdout.write(
                "Milliseconds of the first request in a process that has just started, then of the same page again;\n"
                "cpu is the processor's time of the first, where the machine is busy with other things; and the\n"
                f"database's statements, beside those of a club of {club.SMALL:,} hands.\n\n"
            )
            self.stdout.write(club.HEAD)
            for page in club.pages(hands, rounds, names):
                self.stdout.write(page.line())

    def _machine(self) -> str:
        """Return the database, the Python version, and the cores and load of this machine."""
        database = f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"
        load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
        return f"{database}, Python {platform.python_version()}, {os.cpu_count()} cores, load average {load}"

    def _pages(self, rounds: int) -> None:
        if rounds < 2:
            raise CommandError("A median needs at least two rounds.")
        with testbed() as application:
            device = new_device()
            measured = everything(Browser(application, device), device)
            of_games = replays()
            measure([*measured, *of_games], rounds)
            self._print_times(measured, rounds)
            self.stdout.write(table_after_restarts(device, min(rounds, RESTARTS)))
            self._print_replays(of_games)

    def _print_times(self, measured: list[Measurement], rounds: int) -> None:
        self.stdout.write(f"Milliseconds, {rounds} rounds in turns, French Tarot of four; {self._machine()}.")
        self.stdout.write(
            "The floor is a bare view that writes one row through the whole middleware. cpu is the median"
        )
        self.stdout.write(
            "of the processor's time; where it is far below the other, the machine is busy or the disk slow.\n\n"
        )
        self.stdout.write(f"{'':28}{'median':>8}{'95 %':>8}{'cpu':>8}")
        self._print_each(measured)

    def _print_replays(self, measured: list[Measurement]) -> None:
        self.stdout.write(
            "\nReplay alone, game by game: hands drawn at random, others in each round, under all rules and options;\n"
            f"a game that ends is begun anew. {hands_seen_before()}\n\n"
        )
        self._print_each(measured)

    def _print_each(self, measured: list[Measurement]) -> None:
        for one in measured:
            self.stdout.write(one.line())
