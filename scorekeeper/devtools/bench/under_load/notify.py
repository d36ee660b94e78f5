"""Benchmark of what NOTIFY costs: PostgreSQL takes one lock for the whole server while such a transaction commits."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import psycopg
from django.db import connection

from scorekeeper.play.live.postgres_notify import parameters

WRITERS = (1, 2, 8)
TABLE = "bench_notify"


def commits(seconds: float) -> Iterator[str]:
    """Count the commits of one row in a second, without and with an announcement, by several writers at once."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {TABLE} (writer integer PRIMARY KEY, written integer NOT NULL)")
        cursor.executemany(f"INSERT INTO {TABLE} VALUES (%s, 0)", [[one] for one in range(max(WRITERS))])  # noqa: S608
    yield "Commits of one row a second, while somebody listens.\n"
    yield f"{'writers':>7}{'without':>9}{'NOTIFY':>9}   milliseconds of a writer more"
    with psycopg.connect(**parameters(), autocommit=True) as listening:
        listening.execute("LISTEN scorekeeper")
        for writers in WRITERS:
            without, announcing = (_rate(writers, seconds, announce=one) for one in (False, True))
            more = (writers / announcing - writers / without) * 1000
            yield f"{writers:7}{without:9,.0f}{announcing:9,.0f}{more:10.2f}"
    yield ""


def _rate(writers: int, seconds: float, *, announce: bool) -> float:
    """Return the commits a second of that many writers, each on a connection of its own."""

    def write(writer: int) -> int:
        count = 0
        with psycopg.connect(**parameters()) as writing:
            until = perf_counter() + seconds
            while perf_counter() < until:
                writing.execute(f"UPDATE {TABLE} SET written = written + 1 WHERE writer = %s", [writer])  # noqa: S608
                if announce:
                    writing.execute("SELECT pg_notify('scorekeeper', %s)", [f"{writer} {count}"])
                writing.commit()
                count += 1
        return count

    with ThreadPoolExecutor(writers) as threads:
        return sum(threads.map(write, range(writers))) / seconds
