"""The operator's page in the panel: who sees it, and what it says."""

from __future__ import annotations

import json
import logging
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from scorekeeper import telemetry
from scorekeeper.files.archive import last_backup
from scorekeeper.operations import health
from scorekeeper.operations.logs.formats import RecentErrors
from scorekeeper.operations.monitoring import processes, recent, storage
from scorekeeper.operations.monitoring.processes import ProcessReport, Reporter
from scorekeeper.operations.monitoring.recent import LoggedError, RecentRequests
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import words_of
from tests.play.tables import start

pytestmark = pytest.mark.django_db

PAGE = "/admin/server/"


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A process that was just started, with a data folder of its own."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(recent, "requests", RecentRequests())
    recent.errors.clear()
    telemetry.active_sessions._at.clear()
    yield tmp_path
    recent.errors.clear()


@pytest.fixture
def operator() -> Client:
    return signed_in(User.objects.create_superuser("root", password="spades and clubs"))


def test_only_the_site_administrator_sees_it(operator: Client) -> None:
    sample_club = SampleClub()
    organiser = signed_in(sample_club.organiser())
    assert organiser.get(PAGE).status_code == 404
    assert PAGE not in organiser.get("/admin/").content.decode()
    assert sample_club.phone.get(PAGE).status_code == 302
    assert operator.get(PAGE).status_code == 200
    assert PAGE in operator.get("/admin/").content.decode()
    assert reverse("admin:server") == PAGE


def test_a_fresh_server_shows_what_it_knows(operator: Client) -> None:
    words = words_of(operator.get(PAGE))
    assert "There is no backup yet." in words
    assert "Requests in the last five minutes 0 a minute Response time –" in words
    assert "None since the server was started." in words
    assert "No pages were requested." in words
    assert "Server processes" not in words
    assert "Last backup –" in words


def test_load_and_slow_pages_are_computed_from_the_requests(operator: Client) -> None:
    for milliseconds in (4, 8, 30, 400):
        recent.requests.add("record", milliseconds / 1000, 0.0, failed=False)
    recent.requests.add("admin:index", 2.0, 1.5, failed=True)
    response = operator.get(PAGE)
    slowest, next_one = response.context["server"].routes
    assert (slowest.route, slowest.count, slowest.waiting, slowest.failed) == ("admin:index", 1, 75, 1)
    assert (next_one.route, next_one.count, next_one.worst) == ("record", 4, 0.4)
    assert 0.005 <= next_one.median <= 0.01
    words = words_of(response)
    assert "admin:index 2000 ms 2000 ms 75% 1 1 record" in words
    assert "median 28 ms, 95% within 1750 ms" in words  # interpolated between 20 and 35, and between 1000 and the worst


def test_an_old_backup_is_a_warning(fresh: Path, operator: Client) -> None:
    (fresh / "backups").mkdir()
    made = fresh / "backups" / "tonight.backup"
    made.write_bytes(b"x" * 2048)
    assert "The last backup was made" not in words_of(operator.get(PAGE))
    eight_days_ago = time.time() - 8 * 24 * 3600
    os.utime(made, (eight_days_ago, eight_days_ago))
    words = words_of(operator.get(PAGE))
    assert "The last backup was made 1 week, 1 day ago." in words
    assert "2.0 KB" in words
    elsewhere = fresh / "usb.backup"
    elsewhere.write_bytes(b"x")
    last_backup.note(elsewhere)
    words = words_of(operator.get(PAGE))
    assert "The last backup was made" not in words
    assert str(elsewhere) in words


def test_a_disk_that_is_almost_full_is_a_warning(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = SimpleNamespace(free=9, total=100)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage)
    assert "The disk is almost full." in words_of(operator.get(PAGE))
    usage.free = 10
    assert "The disk is almost full." not in words_of(operator.get(PAGE))


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (1000, "this will last 1 month."),
        (2600, "this will last 2 months."),
        (10**9, "this will last more than ten years."),
    ],
)
def test_how_long_the_disk_lasts_follows_from_the_sessions(
    free: int, words: str, operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    start()
    start()
    disk = storage.Storage(free=free, total=free, database=1000, log=0)
    monkeypatch.setattr(storage, "of_files", lambda: disk)
    monkeypatch.setattr(connection, "vendor", "sqlite")
    assert words in words_of(operator.get(PAGE))


def test_missing_migrations_are_an_error(operator: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_latest", lambda: frozenset({("clubs", "9999_later")}))
    assert "The database is older than the program. The command “migrate” brings it up to date: clubs.9999_later" in (
        words_of(operator.get(PAGE))
    )


def test_logged_errors_are_shown_without_what_they_quote(operator: Client) -> None:
    log = logging.getLogger("scorekeeper.test_server_page")
    handler = RecentErrors(logging.ERROR)
    log.addHandler(handler)
    log.propagate = False
    error = ValueError("Marion Maier")
    log.error("Internal Server Error: /join/%s/", "V5sXzRdA0bC", exc_info=(ValueError, error, None))
    log.warning("not an error")
    log.removeHandler(handler)
    words = words_of(operator.get(PAGE))
    assert "Internal Server Error: /join/…/ (ValueError)" in words
    assert "Marion" not in words
    assert "not an error" not in words


# Other processes


def report(**changes: Any) -> ProcessReport:
    recent.requests.add("record", 0.02, 0.01, failed=False)
    telemetry.active_sessions.add(7)
    recent.errors.append(LoggedError(time.time(), "Internal Server Error: /"))
    return replace(processes.own(), **changes)


def leave(folder: Path, one: ProcessReport) -> None:
    (folder / "processes").mkdir(exist_ok=True)
    (folder / "processes" / f"{one.host}-{one.pid}.json").write_text(json.dumps(asdict(one)))


def test_a_report_survives_its_file() -> None:
    one = report()
    assert ProcessReport.read(json.dumps(asdict(one))) == one


def test_figures_of_other_hosts_are_added(fresh: Path, operator: Client) -> None:
    other = report(host="hall-2", pid=10_001, streams=40, per_minute=120.0, sessions=[7, 8])
    leave(fresh, other)
    response = operator.get(PAGE)
    server = response.context["server"]
    assert [one.host for one in server.processes] == [processes.own().host, "hall-2"]
    assert server.active == 2
    assert server.streams == 40
    assert server.per_minute >= 120
    assert [(route.route, route.count) for route in server.routes] == [("record", 2)]
    assert "hall-2 · 10001 120" in words_of(response)


def test_a_process_that_has_stopped_is_not_shown(fresh: Path) -> None:
    me = processes.own()
    leave(fresh, report(host="hall-2", pid=1, at=time.time() - processes.FRESH - 1))
    leave(fresh, report(pid=2**22 + 1))  # on this host, and above the highest number there is
    leave(fresh, report(pid=os.getpid()))
    (fresh / "processes" / "broken.json").write_text("{")
    (fresh / "processes" / "older.json").write_text('{"routes": {}}')
    assert [(one.host, one.pid) for one in processes.everyone()] == [(me.host, me.pid)]
    leave(fresh, report(pid=os.getppid()))
    assert [one.pid for one in processes.everyone()] == [me.pid, os.getppid()]


def test_a_process_leaves_its_report_and_removes_old_ones(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    reporter = Reporter()
    leave(fresh, report(host="hall-2", pid=1))
    old = fresh / "processes" / "hall-2-1.json"
    os.utime(old, (0, 0))
    reporter.report()
    (path,) = (fresh / "processes").iterdir()
    assert ProcessReport.read(path.read_text()).pid == os.getpid()


def test_a_folder_that_cannot_be_written_to_is_logged_once(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    (fresh / "processes").write_text("a file")
    reporter = Reporter()
    reporter.report()
    reporter.report()
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "The panel can't show this process to the others"
    ]


def test_a_single_process_with_sqlite_leaves_no_report(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "sqlite")
    Reporter().report()
    assert not (fresh / "processes").exists()


# The requests of the last hour


def test_requests_are_kept_for_an_hour() -> None:
    now = [0.0]
    requests = RecentRequests(lambda: now[0])
    requests.add("home", 0.01, 0.0, failed=False)
    assert requests.minutes_of(recent.LATELY) == pytest.approx(1 / 60)
    now[0] = 59 * 60
    assert requests.of_last(recent.MINUTES)["home"].durations.count == 1
    assert requests.of_last(recent.LATELY) == {}
    assert requests.minutes_of(recent.LATELY) == 4
    now[0] = 60 * 60
    requests.add("home", 0.02, 0.0, failed=False)
    assert requests.of_last(recent.MINUTES)["home"].durations.worst == 0.02
    assert len(requests._minutes) == 2
    for minute in range(61, 200):
        now[0] = minute * 60
        requests.add("home", 0.02, 0.0, failed=False)
    assert len(requests._minutes) == recent.MINUTES


def test_sessions_are_active_for_an_hour() -> None:
    now = [0.0]
    active = telemetry.ActiveSessions(lambda: now[0])
    active.add(7)
    now[0] = 1800.0
    active.add(8)
    assert active.now() == [7, 8]
    now[0] = 3600.0
    assert active.now() == [8]
