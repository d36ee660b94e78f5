"""Actions of strangers are logged briefly and rarely; problems of the server are logged in full."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from subprocess import PIPE

import pytest

from scorekeeper.operations.logs.limits import FEW, LONGEST, MOST_SLOW, PERIOD, LogRateLimits
from tests.clocks import Clock
from tests.external_programs import ROOT, serving
from tests.operations.running_server import get, stopped


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("scorekeeper.operations.logs.limits.time.monotonic", clock)
    return clock


def record(name: str, level: int, message: str, *values: object) -> logging.LogRecord:
    fault = ValueError("as it is raised")
    return logging.LogRecord(name, level, "", 0, message, values, (ValueError, fault, None))


def accept() -> logging.LogRecord:
    return record("asyncio", logging.ERROR, "socket.accept() out of system resource\nsocket: 7")


def foreign(host: str = "evil.example") -> logging.LogRecord:
    return record("django.security.DisallowedHost", logging.ERROR, f"Invalid HTTP_HOST header: '{host}'.")


def written(limits: LogRateLimits, *records: logging.LogRecord) -> list[str]:
    return [one.getMessage() for one in records if limits.filter(one)]


def test_a_failed_accept_is_logged_once_a_minute(clock: Clock) -> None:
    limits = LogRateLimits()
    assert len(written(limits, *[accept() for _ in range(1000)])) == 1
    clock.now += PERIOD - 1
    assert written(limits, accept()) == []
    clock.now += 1
    assert written(limits, accept(), accept()) == [f"{accept().getMessage()} (and 1000 more of the kind)"]
    clock.now += PERIOD
    assert written(limits, accept()) == [f"{accept().getMessage()} (and 1 more of the kind)"]
    clock.now += PERIOD
    assert written(limits, accept()) == [accept().getMessage()]


def of_event(event: str) -> logging.LogRecord:
    one = logging.LogRecord("scorekeeper.events", logging.INFO, "", 0, "A request was refused.", (), None)
    one.fields = {"event": event}
    return one


@pytest.mark.parametrize("event", ["throttled", "stream_refused"])
def test_events_that_strangers_cause_are_logged_a_few_times_a_minute(event: str, clock: Clock) -> None:
    limits = LogRateLimits()
    assert len(written(limits, *[of_event(event) for _ in range(1000)])) == FEW
    assert len(written(limits, *[of_event("backup") for _ in range(1000)])) == 1000
    clock.now += PERIOD
    assert written(limits, of_event(event)) == [f"A request was refused. (and {1000 - FEW} more of the kind)"]


def test_if_every_request_is_slow_only_some_are_logged(clock: Clock) -> None:
    limits = LogRateLimits()
    slow = [record("scorekeeper.slow", logging.WARNING, "Slow: %s", number) for number in range(1000)]
    assert len(written(limits, *slow)) == MOST_SLOW


def test_an_unknown_host_is_a_warning_without_a_traceback_a_few_times_a_minute(clock: Clock) -> None:
    limits, one = LogRateLimits(), foreign()
    assert limits.filter(one)
    assert (one.levelno, one.levelname, one.exc_info) == (logging.WARNING, "WARNING", None)
    assert len(written(limits, *[foreign(f"{number}.example") for number in range(1000)])) == FEW - 1


def test_a_long_unknown_host_name_is_cut_to_one_line(clock: Clock) -> None:
    (line,) = written(LogRateLimits(), foreign("evil\n2026-11-21 ERROR " + "x" * 5000))
    assert "\n" not in line
    assert len(line) == LONGEST + 1


def test_invalid_http_is_logged_once_a_minute_per_kind(clock: Clock) -> None:
    messages = ["Invalid HTTP request received.", "Unsupported upgrade request."]
    records = [record("uvicorn.error", logging.WARNING, one) for one in messages * 5]
    assert written(LogRateLimits(), *records) == messages


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("asyncio", logging.ERROR),
        ("uvicorn.error", logging.ERROR),
        ("django.request", logging.ERROR),
        ("scorekeeper.play.live.hub", logging.ERROR),
    ],
)
def test_our_own_errors_are_always_logged_in_full(name: str, level: int, clock: Clock) -> None:
    limits, records = LogRateLimits(), [record(name, level, "broken: %s", "this") for _ in range(1000)]
    assert written(limits, *records) == ["broken: this"] * 1000
    assert all(one.exc_info for one in records)


OUT_OF_FILES = """
import asyncio, os, resource, sys
sys.path.insert(0, {root!r})
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
import django
django.setup()

async def main():
    server = await asyncio.start_server(lambda *wire: None, "127.0.0.1", 0, backlog=100)
    await asyncio.to_thread(print)  # whatever it opens for a thread
    most = len(os.listdir("/dev/fd")) + 2
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""


@pytest.mark.thorough
def test_running_out_of_open_files_is_logged_once(tmp_path: Path) -> None:
    """It would log it a hundred times a second, depending on the length of the queue."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-c", OUT_OF_FILES.format(root=str(ROOT))]
    with (
        subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as process,
        ExitStack() as wires,
    ):
        assert process.stdout
        process.stdout.readline()
        port = int(process.stdout.readline())
        for _connection in range(50):
            wires.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=60)))
        messages = process.communicate("", timeout=60)[1]
    assert messages.count("socket.accept() out of system resource") == 1
    assert len(messages) < 5000


# On the real server


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["/", "/live/?t=x.1"])
def test_an_unknown_host_is_logged_in_one_line(path: str, tmp_path: Path) -> None:
    with serving(tmp_path, stderr=subprocess.PIPE, LOG_FORMAT="json") as (server, port, _output):
        assert get(port, path, Host="evil.example")[0] == 400
        log = stopped(server)
    (line,) = [json.loads(line) for line in log.splitlines() if "evil.example" in line]
    assert (line["level"], line["logger"]) == ("WARNING", "django.security.DisallowedHost")
    assert "exception" not in line


@pytest.mark.thorough
def test_a_flood_of_invalid_requests_does_not_fill_the_log(tmp_path: Path) -> None:
    patient = {"DJANGO_SETTINGS_MODULE": "tests.patient_settings"}  # or a minute could pass meanwhile
    with serving(tmp_path, stderr=subprocess.PIPE, **patient) as (server, port, _output):
        for _time in range(2 * FEW):
            for path in ("/", "/live/"):
                assert get(port, path, Host="evil.example")[0] == 400
            with closing(socket.create_connection(("127.0.0.1", port), timeout=60)) as connection:
                connection.sendall(b"nonsense\r\n\r\n")
                assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
        log = stopped(server)
    assert 0 < log.count("evil.example") <= 2 * FEW  # Django logs it twice
    assert log.count("Invalid HTTP request received.") == 1
    assert "Traceback" not in log
