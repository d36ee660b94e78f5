"""Benchmark of growth: rising numbers of tables and watchers, until the server can no longer cope.

The *knee* is the largest number with which it still copes. Phones, server and database share this machine, so what each
of them uses is printed as well. One server process has a core of its own where there are two. Two of them, PostgreSQL
and the phones share all cores.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection

from scorekeeper.devtools.bench.browser import Browser
from scorekeeper.devtools.bench.clubs import many_clubs
from scorekeeper.devtools.bench.measurements import everything, hands_seen_before, new_device, replays
from scorekeeper.devtools.bench.restarts import table_after_restarts
from scorekeeper.devtools.bench.timing import measure, verdict
from scorekeeper.devtools.bench.under_load import live, load
from scorekeeper.devtools.bench.under_load.notify import commits
from scorekeeper.devtools.bench.under_load.phones import ListeningPhone
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.postgresql import find_programs, throw_away_cluster
from scorekeeper.devtools.sandbox.server import running_server
from scorekeeper.devtools.sandbox.testbed import testbed

WORKERS = {"sqlite": 1, "postgresql": 2}
TABLES = {"sqlite": (50, 100, 150, 200, 250, 300, 400), "postgresql": (10, 20, 30, 50, 75, 100, 150, 200)}
GOAL = {"sqlite": 300, "postgresql": 150}
"""The target: tables that record within `load.AIM`."""
WATCHERS = (500, 1000, 2000, 3000, 4000)
GOAL_OF_WATCHERS = 3000
SLOWEST_WATCHERS = 200
"""Milliseconds for the 99th percentile of the watchers of one table."""
OVER_HTTP, AIM_OVER_HTTP = 5, 5
"""Tables, and the milliseconds for the median of recording at them over HTTP."""
ROUNDS, RESTARTS = 60, 15
CLUBS, HANDS_OF_EACH, ROUNDS_OF_CLUBS = 1000, 2000, 10
SAFE = "-c max_connections=50"
"""PostgreSQL as it is installed: each commit waits for the disk."""
ON_DISK = Path("/var/tmp")  # noqa: S108 - a folder of its own is made there
"""Where PostgreSQL's files are: a temporary folder may be in memory, where commits are free."""


def tables(_application: WSGIHandler, seconds: int, *, quick: bool) -> Iterator[str]:
    """Measure rising numbers of tables on the configured database."""
    workers, vendor = WORKERS[connection.vendor], connection.vendor
    yield (
        f"{connection.display_name}, {workers} process{'es' if workers > 1 else ''}: tables of four phones, at each a "
        f"hand every {load.EVERY:g} seconds.\nMilliseconds of recording, and until the others had it; per hand the "
        "milliseconds of a core that the server\nused; shares of a core that server, database and phones used.\n"
    )
    yield (
        f"{'tables':>6}{'p50':>9}{'p95':>9}{'others':>9}{'p95':>9}{'missed':>8}{'errors':>8}{'a hand':>8}{'server':>8}"
        f"{'database':>9}{'phones':>8}"
    )
    knee = 0
    for count in (2,) if quick else TABLES[vendor]:
        times = load.measure_load(count, seconds, workers)
        recording, others = times.took, times.delays
        shares = times.shares
        yield (
            f"{count:6}{_percentiles(recording)}{_percentiles(others)}{times.missed:8}{len(times.problems):8}"
            f"{shares.server * load.EVERY / count * 1000:8.1f}{shares.server:8.0%}{shares.database:9.0%}"
            f"{shares.phones:8.0%}"
        )
        if times.slow > load.AIM or times.missed or times.problems:
            break
        knee = count
    yield f"the knee: {knee} tables; goal {GOAL[vendor]}: {'met' if knee >= GOAL[vendor] else 'MISSED'}\n"


def _percentiles(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    return "".join(f"{ordered[int(len(ordered) * part)] * 1000:9.1f}" for part in (0.5, 0.95))


def watchers(_application: WSGIHandler, seconds: int, *, quick: bool) -> Iterator[str]:
    """Measure rising numbers of watchers of one table, by streams."""
    yield f"Watchers of one table, a hand every second. Milliseconds until they have it.\n\n{live.HEAD}"
    knee = 0
    for count in (2,) if quick else WATCHERS:
        session = table_with(live.HANDS_BEFORE, writer := secrets.token_hex(16))
        with running_server(apart=True) as server:
            times = asyncio.run(
                live.watched(server, session, writer, live.let_in(session, count), ListeningPhone, seconds)
            )
        yield times.line()
        if times.slow > SLOWEST_WATCHERS or times.missed or times.problems:
            break
        knee = count
    met = "met" if knee >= GOAL_OF_WATCHERS else "MISSED"
    yield f"the knee: {knee:,} watchers; goal {GOAL_OF_WATCHERS:,}: {met}\n"


def figures(application: WSGIHandler, seconds: int, *, quick: bool) -> Iterator[str]:
    """Repeat the other figures side by side: recording against the floor, replays, the first page, and over HTTP."""
    device = new_device()
    of_requests, of_games = everything(Browser(application, device), device), replays()
    measure([*of_requests, *of_games], 2 if quick else ROUNDS)
    yield f"One request after the other; milliseconds.\n\n{'':28}{'median':>8}{'95 %':>8}{'cpu':>8}"
    for one in (*of_requests, *of_games):
        yield one.line()
    yield hands_seen_before()
    yield table_after_restarts(device, 2 if quick else RESTARTS)
    times = load.measure_load(OVER_HTTP, seconds, WORKERS[connection.vendor])
    words = f"aim of the median {AIM_OVER_HTTP} ms: {verdict(median(times.took) * 1000, AIM_OVER_HTTP)}"
    yield f"{f'over HTTP at {OVER_HTTP} tables':26}{_percentiles(times.took)}   {words}\n"


def notifications(_application: WSGIHandler, seconds: int, *, quick: bool) -> Iterator[str]:
    """Measure what NOTIFY costs at a commit; on PostgreSQL only."""
    if connection.vendor == "postgresql":
        yield from commits(1 if quick else seconds / 4)


def clubs(application: WSGIHandler, _seconds: int, *, quick: bool) -> Iterator[str]:
    """Compare the pages of a club among many others with the same pages alone, as `bench clubs` does."""
    number, hands, rounds = (2, 200, 2) if quick else (CLUBS, HANDS_OF_EACH, ROUNDS_OF_CLUBS)
    yield f"A club among {number:,} with {hands:,} hands each, and alone; milliseconds.\n\n{many_clubs.HEAD}"
    with many_clubs.crowd(number, hands) as found:
        for page in many_clubs.compare(application, found, rounds, [many_clubs.RECORDING] if quick else ()):
            yield page.line()


PARTS: Mapping[str, Callable[..., Iterator[str]]] = {
    "tables": tables,
    "watchers": watchers,
    "figures": figures,
    "notify": notifications,
    "clubs": clubs,  # last, because it leaves the database full
}
"""What can be measured. A part is given the application and the seconds, and yields lines."""


def grown(parts: Sequence[str], seconds: int, *, quick: bool) -> Iterator[str]:
    """Measure these parts on the configured database and, where that is SQLite, tables on a new PostgreSQL as well."""
    with testbed() as application:
        for part in parts:
            yield from PARTS[part](application, seconds, quick=quick)
    programs, others = find_programs(), [part for part in parts if part in ("tables", "notify")]
    if connection.vendor == "postgresql" or not others:
        return
    if programs is None:
        yield "PostgreSQL is not installed: nothing was measured on it."
        return
    with throw_away_cluster(programs, SAFE, parent=ON_DISK if ON_DISK.exists() else None) as url:
        yield from _lines_of("--parts", *others, "--seconds", str(seconds), *(["--quick"] if quick else []), on=url)


def _lines_of(*options: str, on: str) -> Iterator[str]:
    """Yield what this bench prints on another database."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "manage.py", "bench", "grown", *options],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": on},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        for line in process.stdout or ():
            yield line.rstrip("\n")
    if process.returncode:
        raise RuntimeError("The bench on PostgreSQL failed.")
