"""The metrics of a real server under load; with PostgreSQL, of its two processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import TypeVar
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.models import User
from django.db import connection
from prometheus_client.parser import text_string_to_metric_families

from scorekeeper.play.models import Hand
from tests.clubs.clubs import signed_in
from tests.play.tables import Scorer
from tests.ports import free_ports
from tests.recording_phones import Writer
from tests.servers import Server

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 180
"""Seconds after which the test fails, however busy the machine is."""
TABLES, HANDS = 4, 5
PROCESSES = 2 if connection.vendor == "postgresql" else 1

OF_REQUESTS = ("http_requests_total", "http_request_duration_seconds_count", "http_request_wait_seconds_count")

Found = TypeVar("Found")
Figures = dict[str, list[float]]
"""The values under each name, whatever their labels."""


def waited_for(find: Callable[[], Found | None], what: str) -> Found:
    """Return what is found as soon as there is something."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError, URLError):
            if found := find():
                return found
        time.sleep(0.05)
    raise TimeoutError(what)


def scraped(port: int) -> Figures:
    """Return the metrics of a process."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as response:
        text = response.read().decode()
    figures: Figures = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            name = sample.name + ("_" + sample.labels["verb"] if "verb" in sample.labels else "")
            figures.setdefault(name, []).append(sample.value)
    return figures


def total(figures: list[Figures], name: str) -> float:
    return sum(sum(one.get(name, [])) for one in figures)


@pytest.fixture
def first() -> int:
    return free_ports(PROCESSES)


@pytest.fixture
def server(transactional_db: None, first: int, tmp_path: Path) -> Iterator[Server]:
    under_test = {"METRICS_UNDER_TEST": f"127.0.0.1:{first}", "FOLDER_UNDER_TEST": str(tmp_path)}
    with Server(workers=PROCESSES, **under_test) as server:
        yield server


def test_the_sums_are_those_of_the_phones(server: Server, first: int) -> None:
    ports = range(first, first + PROCESSES)
    waited_for(lambda: [scraped(port) for port in ports], "metrics at each port")
    enough = Event()
    writers = [
        Writer(server.port, scorer.session.public_id, scorer.access.device, enough)
        for scorer in (Scorer() for _ in range(TABLES))
    ]
    for writer in writers:
        writer.start()
    waited_for(
        lambda: all(sum(sent.acknowledged for sent in list(one.hands.values())) >= HANDS for one in writers), "hands"
    )
    enough.set()
    for writer in writers:
        writer.join(timeout=PATIENCE)
        assert not writer.is_alive()
    answers = sum((writer.answers for writer in writers), Counter[int | str]())
    unanswered = answers.pop("none", 0)  # a phone gave up; the server may have counted the request all the same

    def complete() -> list[Figures] | None:  # a request is counted when its answer has been sent
        figures = [scraped(port) for port in ports]
        counted = {total(figures, f"scorekeeper_{name}") for name in OF_REQUESTS}
        recorded = total(figures, "scorekeeper_changes_total_record")
        return figures if min(counted) >= answers.total() and recorded == Hand.objects.count() else None

    figures = waited_for(complete, "the requests of all phones")
    for name in OF_REQUESTS:
        assert answers.total() <= total(figures, f"scorekeeper_{name}") <= answers.total() + unanswered
    recorded = total(figures, "scorekeeper_changes_total_record")
    assert recorded >= TABLES * HANDS
    assert total(figures, "scorekeeper_database_statements_total") > recorded
    assert total(figures, "scorekeeper_database_statement_seconds_total") > 0
    assert total(figures, "scorekeeper_sessions_active") >= TABLES
    assert min(one["process_resident_memory_bytes"][0] for one in figures) > 10 * 1024**2


@pytest.mark.skipif(PROCESSES == 1, reason="SQLite allows one process")
def test_a_killed_process_leaves_no_figures_behind(server: Server, first: int) -> None:
    operator = signed_in(User.objects.create_superuser("root", password="spades and clubs"))
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in operator.cookies.items())

    def shown() -> set[int] | None:
        """Return the processes on the operator's page once there are two."""
        page = urlopen(Request(f"{server.url}/admin/server/", headers={"Cookie": cookie}), timeout=10).read().decode()
        pids = {int(row.partition("<")[0]) for row in page.split(f"{socket.gethostname()} · ")[1:]}
        return pids if len(pids) == 2 else None

    def started() -> list[float]:
        return [scraped(port)["process_start_time_seconds"][0] for port in (first, first + 1)]

    latest = max(waited_for(started, "metrics"))
    before = waited_for(shown, "two processes on the page")
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    waited_for(lambda: killed not in (shown() or {killed}), "another process in its place")
    assert max(waited_for(started, "metrics")) > latest  # the new process has the port of the old one
