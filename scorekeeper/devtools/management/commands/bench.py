"""`manage.py bench`: measure the app's speed, the weight of its pages, and the taps that a hand takes."""

import os
import platform
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games import registry
from scorekeeper.devtools.bench import grown
from scorekeeper.devtools.bench.browser import Browser
from scorekeeper.devtools.bench.clubs import club, many_clubs
from scorekeeper.devtools.bench.desk import ranking, result_page, seating
from scorekeeper.devtools.bench.measurements import everything, hands_seen_before, new_device, replays
from scorekeeper.devtools.bench.pages import lighthouse, taps
from scorekeeper.devtools.bench.pages.weights import FIRST_VIEW, Weight, first_views, fragments
from scorekeeper.devtools.bench.paper import camera, camera_lists, printing
from scorekeeper.devtools.bench.restarts import table_after_restarts
from scorekeeper.devtools.bench.timing import Measurement, measure, verdict
from scorekeeper.devtools.bench.under_load.live import HEAD, measure_watchers
from scorekeeper.devtools.bench.under_load.load import EVERY, TABLES, measure_load
from scorekeeper.devtools.bench.under_load.recording_while_printing import UNLIKE, measure_recording
from scorekeeper.devtools.sandbox import chromium
from scorekeeper.devtools.sandbox.chromium import NotInstalledError
from scorekeeper.devtools.sandbox.testbed import testbed
from scorekeeper.play.models import Hand

QUICK, RESTARTS = 3, 15
KINDS = (
    *("pages", "live", "load", "grown", "club", "clubs"),
    *("transfer", "printing", "desk", "weights", "lighthouse", "taps", "camera"),
)
CLUB_OF_WEIGHTS = 2500  # hands


class Command(BaseCommand):
    help = "Measure times and page weights on a temporary database. Slowness is not a failure."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "what",
            nargs="?",
            choices=KINDS,
            default="pages",
            help="one request after the other (the default), many watchers of a table, many tables at once, how many "
            "tables and watchers are too many, a club, a club among many others, a club that moves to another server, "
            "printed sheets, the tournament desk (seating, ranking, page and printed sheet of 400 players, each within "
            "a second; and 100 tables that record while 200 watch), what every page weighs, what Lighthouse says of "
            "some, how many taps a hand takes, or how well sheets are read that a simulated hand has filled in",
        )
        parser.add_argument(
            "--rounds",
            type=int,
            default=100,
            help="pages, club, printing, desk: how often each is timed (default: %(default)s)",
        )
        parser.add_argument("--quick", action="store_true", help=f"{QUICK} rounds or seconds, to see that it runs")
        parser.add_argument(
            "--watchers", type=int, nargs="+", default=[50, 200, 1000], help="live: how many (default: %(default)s)"
        )
        parser.add_argument("--tables", type=int, default=TABLES, help="load: how many (default: %(default)s)")
        parser.add_argument(
            "--workers", type=int, default=1, help="load: processes, with PostgreSQL (default: %(default)s)"
        )
        parser.add_argument("--seconds", type=int, help="live, load, desk: how long hands come (default: 20, 60, 60)")
        parser.add_argument(
            "--parts", nargs="+", choices=grown.PARTS, default=[*grown.PARTS], help="grown: which (default: all)"
        )
        parser.add_argument(
            "--games",
            nargs="+",
            choices=registry.slugs(),
            default=registry.slugs(),
            help="taps, camera: which (default: all)",
        )
        parser.add_argument(
            "--sheets", type=int, default=camera.SHEETS, help="camera: of each game (default: %(default)s)"
        )
        parser.add_argument(
            "--seed", type=int, default=0, help="camera: of the first sheet; others are other sheets (default: 0)"
        )
        parser.add_argument("--hands", type=int, default=100_000, help="club: how many (default: %(default)s)")
        parser.add_argument("--clubs", type=int, default=1000, help="clubs: how many (default: %(default)s)")
        parser.add_argument(
            "--hands-of-each", type=int, default=2000, help="clubs: how many hands each has (default: %(default)s)"
        )
        parser.add_argument("--pages", nargs="+", default=[], help="club, clubs: which, by name (default: all)")

    def handle(self, *, what: str, rounds: int, quick: bool, seconds: int | None, **options: Any) -> None:
        of_desk = (10, 20) if quick else (result_page.TABLES, result_page.WATCHERS)
        of_clubs: tuple[int, int] = (QUICK, QUICK * 100) if quick else (options["clubs"], options["hands_of_each"])
        benches: Mapping[str, Callable[[], None]] = {
            "pages": lambda: self._pages(QUICK if quick else rounds),
            "live": lambda: self._live(options["watchers"], QUICK if quick else seconds or 20),
            "load": lambda: self._load(options["tables"], QUICK if quick else seconds or 60, options["workers"]),
            "grown": lambda: self._grown(options["parts"], QUICK if quick else seconds or 20, quick=quick),
            "club": lambda: self._club(
                QUICK * 1000 if quick else options["hands"], QUICK if quick else rounds, options["pages"]
            ),
            "clubs": lambda: self._clubs(*of_clubs, QUICK if quick else rounds, options["pages"]),
            "printing": lambda: self._printing(QUICK if quick else rounds),
            "desk": lambda: self._desk(QUICK if quick else rounds, *of_desk, QUICK if quick else seconds or 60),
            "weights": lambda: self._weights(CLUB_OF_WEIGHTS // 10 if quick else CLUB_OF_WEIGHTS),
            "lighthouse": lambda: self._lighthouse(
                *((1, QUICK * 1000) if quick else (lighthouse.RUNS, lighthouse.HANDS))
            ),
            "taps": lambda: self._taps(options["games"]),
            "camera": lambda: self._camera(options["games"], 1 if quick else options["sheets"], options["seed"]),
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

    def _grown(self, parts: list[str], seconds: int, *, quick: bool) -> None:
        self.stdout.write(f"{self._machine()}; phones, server and database share it.\n\n")
        for line in grown.grown(parts, seconds, quick=quick):
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

    def _clubs(self, clubs: int, hands: int, rounds: int, names: list[str]) -> None:
        with testbed() as application, many_clubs.crowd(clubs, hands) as found:
            self.stdout.write(
                f"A club among {clubs:,} clubs, which have {Hand.objects.count():,} hands, and in a database of its "
                f"own;\n{self._machine()}.\nMilliseconds, the best of {rounds} rounds in turns, and the database's "
                "statements. The pages of the site\nadministrator show all clubs.\n\n"
            )
            self.stdout.write(many_clubs.HEAD)
            for page in many_clubs.compare(application, found, rounds, names):
                self.stdout.write(page.line())
            self.stdout.write("\nSeconds that a command takes in the crowd:\n\n")
            for name, seconds in many_clubs.run_commands() if not names else ():
                self.stdout.write(f"{name:40}{seconds:8.1f}")

    def _printing(self, rounds: int) -> None:
        sheets, evenings = printing.sheets(), printing.evenings()
        measure(sheets, rounds)
        measure(evenings, rounds)
        self.stdout.write(
            f"Milliseconds, {rounds} rounds in turns, {printing.HANDS} hands a sheet: from the ledger to the "
            f"document;\n{self._machine()}. "
            "What the typesetter makes in its first second, setting itself up, does not count.\n\n"
        )
        self._print_each([*evenings, *sheets])
        with testbed():
            for line in measure_recording(min(rounds, len(UNLIKE))):
                self.stdout.write(line)

    def _desk(self, rounds: int, tables: int, watchers: int, seconds: int) -> None:
        with testbed() as application:
            stored = result_page.store()
            measured = [*seating.seatings(), *ranking.rankings(), *result_page.results(application, stored)]
            measure(measured, rounds)
            self.stdout.write(
                f"Seating {seating.PLAYERS} players, ranking them after {ranking.ROUNDS} rounds, and their result on\n"
                f"screen and paper, nothing of which is kept at first. Milliseconds, {rounds} rounds in turns;\n"
                f"{self._machine()}.\n"
                "cpu is the processor's time; where it is far below the other, the machine is busy.\n\n"
            )
            self.stdout.write(f"{'':28}{'median':>8}{'95 %':>8}{'cpu':>8}")
            self._print_each(measured)
            every = result_page.CONFIRMED_EVERY
            self.stdout.write(
                f"\n{tables} tables that each record a hand within {seconds} seconds: alone, then while {watchers}\n"
                f"watch the ranking, which a list changes every {every:g} seconds. Milliseconds.\n\n"
            )
            for line in result_page.measure_watched(stored, tables, watchers, seconds).lines():
                self.stdout.write(line)

    def _weights(self, hands: int) -> None:
        self.stdout.write(
            "Bytes over the wire, compressed, heads of the answers included: at the first view, and when it is looked\n"
            f"at again. A club of {hands:,} hands.\n\n"
        )
        self.stdout.write(f"{'':28}{'first':>8}{'after':>8}")
        with testbed() as application:
            for weight in chain(first_views(application, hands), fragments(application)):
                self._print_weight(weight)

    def _taps(self, slugs: list[str]) -> None:
        try:
            chromium.check_driven()
        except NotInstalledError as missing:
            raise CommandError(str(missing)) from None
        self.stdout.write(
            "Taps from ledger to ledger at 390 × 664, in Chromium: the ten most common hands of each game, as its\n"
            "common_hands.json declares them, each against its budget in the design.\n\n"
        )
        self.stdout.write(taps.HEAD)
        with testbed():
            for game, hands in taps.count_taps(slugs):
                self.stdout.write(game)
                for one in hands:
                    self.stdout.write(one.line())

    def _camera(self, slugs: list[str], number: int, first: int) -> None:
        seeds = range(first, first + number)
        self.stdout.write(
            f"{number} sheets of each game by its usual rules, with up to {camera.HANDS} hands, filled in by a\n"
            f"simulated hand and photographed; {self._machine()}.\nShares of the rows: read right, asked about, "
            "silently wrong; seconds of one core; sheets that could\nnot be read. Aims: silently wrong 0.1 %, asked "
            "5 %, 3 seconds.\n\n"
        )
        for slips in (False, True):
            self.stdout.write(
                "\nWith the slips of a writer: wrong sums, corrected digits, ticks beside their box or in the next.\n\n"
                if slips
                else ""
            )
            self.stdout.write(camera.HEAD)
            for count in camera.read_sheets(slugs, seeds, slips=slips):
                self.stdout.write(count.line())
            for count in camera_lists.read_lists(slugs, seeds, slips=slips):
                self.stdout.write(count.line())

    def _lighthouse(self, runs: int, hands: int) -> None:
        try:
            program, browser = lighthouse.find()
        except NotInstalledError as missing:
            raise CommandError(str(missing)) from None
        least = ", ".join(f"{name} {score}" for name, score in lighthouse.AIMS.items())
        self.stdout.write(f"Lighthouse on its phone profile, median of {runs}; {self._machine()}.")
        self.stdout.write(
            f"Aims: {least}, at most {FIRST_VIEW:,} bytes. machine is Lighthouse's measure of this processor: far\n"
            "below 1,000 it is busy with other things, and speed says little. What took something off is named.\n\n"
        )
        self.stdout.write(lighthouse.HEAD)
        with testbed():
            for page in lighthouse.measure_pages(program, browser, runs=runs, hands=hands):
                for line in page.lines():
                    self.stdout.write(line)

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

    def _print_weight(self, weight: Weight) -> None:
        first = "" if weight.first is None else f"{weight.first:,}"
        words = f"   aim {weight.aim:,}: {verdict(weight.first, weight.aim)}" if weight.first and weight.aim else ""
        self.stdout.write(f"{weight.name:28}{first:>8}{weight.after:8,}{words}")
