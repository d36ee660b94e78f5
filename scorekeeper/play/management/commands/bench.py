"""`manage.py bench`: how fast the app is, in ratios to the least a write can cost here, and what its pages weigh."""

import platform
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scorekeeper.play.bench.browser import Browser
from scorekeeper.play.bench.measured import everything, new_device, replays
from scorekeeper.play.bench.stage import stage
from scorekeeper.play.bench.timing import Measured, measure, verdict
from scorekeeper.play.bench.weights import FIRST_VIEW, Weight, weigh

QUICK = 3


class Command(BaseCommand):
    help = "Measure times and weights on a database of its own; nothing fails by being slow."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rounds", type=int, default=100, help="how often each is timed (default: %(default)s)")
        parser.add_argument("--quick", action="store_true", help=f"{QUICK} rounds, to see that it runs")

    def handle(self, *, rounds: int, quick: bool, **options: Any) -> None:
        rounds = QUICK if quick else rounds
        if rounds < 2:
            raise CommandError("Two rounds are the least of which there can be a median and more.")
        with stage() as application:
            device = new_device()
            browser = Browser(application, device)
            weights = weigh(browser, device)
            measured = everything(browser, device)
            of_games = replays()
            measure([*measured, *of_games], rounds)
            self._print_times(measured, rounds)
            self._print_replays(of_games)
            self._print_weights(weights)

    def _print_times(self, measured: list[Measured], rounds: int) -> None:
        database = f"{connection.display_name} {'.'.join(map(str, connection.get_database_version()))}"
        python = f"Python {platform.python_version()}"
        self.stdout.write(f"Milliseconds, {rounds} rounds in turns, French Tarot of four; {database}, {python}.")
        self.stdout.write(
            "The floor is a bare view that writes one row through the whole middleware. cpu is the median"
        )
        self.stdout.write(
            "of the processor's time; where it is far below the other, the machine is busy or the disk slow.\n\n"
        )
        self.stdout.write(f"{'':28}{'median':>8}{'95 %':>8}{'cpu':>8}")
        self._print_each(measured)

    def _print_replays(self, measured: list[Measured]) -> None:
        self.stdout.write(
            "\nReplay alone, game by game: the hands of the worked examples under all rules and options, which come\n"
            "round again; a game that ends is begun anew.\n\n"
        )
        self._print_each(measured)

    def _print_each(self, measured: list[Measured]) -> None:
        for one in measured:
            line = f"{one.name:28}{one.median:8.2f}{one.slow:8.2f}{one.cpu:8.2f}   {one.words}"
            self.stdout.write(line.rstrip())

    def _print_weights(self, weights: list[Weight]) -> None:
        self.stdout.write("\nBytes over the wire, compressed, heads of the answers included.\n\n")
        self.stdout.write(f"{'':28}{'first':>8}{'after':>8}")
        for weight in weights:
            first = "" if weight.first is None else f"{weight.first:,}"
            aim = "" if weight.first is None else f"   aim {FIRST_VIEW:,}: {verdict(weight.first, FIRST_VIEW)}"
            self.stdout.write(f"{weight.name:28}{first:>8}{weight.after:8,}{aim}")
