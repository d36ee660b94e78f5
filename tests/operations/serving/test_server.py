"""Shutdown: requests in progress are answered, and the process ends without an error."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.web.hosts import addresses, host_names
from tests.external_programs import ROOT, install, python, record_a_hand, serving
from tests.operations.running_server import PATIENCE, get, heard, stopped
from tests.play.tables import start
from tests.ports import free_port
from tests.servers import database_url


def hung_up(port: int) -> None:
    """Return when the server accepts no more connections: it has begun to shut down."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        except (ConnectionRefusedError, ConnectionResetError):  # reset if it was queued as the server stopped to listen
            return
    raise AssertionError("the server still takes connections")


@pytest.fixture
def installation(tmp_path: Path) -> tuple[Path, str]:
    """A data directory with SQLite, and the path of a link to watch a table there."""
    folder = tmp_path / "data"
    assert python("manage.py", "prepare", data_dir=folder).returncode == 0
    return folder, record_a_hand(folder)


def test_running_requests_are_finished_before_the_server_stops(installation: tuple[Path, str]) -> None:
    folder, link = installation
    with (
        serving(folder, DJANGO_SETTINGS_MODULE="tests.patient_settings") as (server, port, _output),
        closing(sqlite3.connect(folder / "db.sqlite3", isolation_level=None)) as other,
        ThreadPoolExecutor() as browsers,
    ):
        assert other.execute("SELECT count(*) FROM play_access").fetchone() == (1,)
        other.execute("BEGIN IMMEDIATE")  # opening the link is a write, and so has to wait
        waiting = browsers.submit(get, port, link, Host="localhost")
        heard(port)
        assert not waiting.done()
        server.send_signal(signal.SIGTERM)
        hung_up(port)
        assert server.poll() is None
        other.execute("COMMIT")
        status, headers = waiting.result(timeout=PATIENCE)
        assert (status, headers["location"][:3]) == (302, "/s/")
        assert server.wait(timeout=PATIENCE) == 0
        assert other.execute("SELECT count(*) FROM play_access").fetchone() == (2,)


STREAMING = """
import asyncio, sys
sys.path.insert(0, {root!r})
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
import django
django.setup()
from scorekeeper.operations.management.commands.serve import listen
from scorekeeper.operations.serving import server

async def application(scope, receive, send):
    await send({{"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}})
    await send({{"type": "http.response.body", "body": b": here\\n\\n", "more_body": True}})
    while (await receive())["type"] != "http.disconnect":
        pass
    print("hung up", flush=True)

print("ready", flush=True)
server.run(server.configured(application), listen("127.0.0.1", {port}))
"""


@contextmanager
def streaming(data_dir: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Our server around an application that only streams."""
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir)}
    command = [sys.executable, "-c", STREAMING.format(root=str(ROOT), port=port)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline() == "ready\n"
            yield server, port
        finally:
            server.kill()


def connected(port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("the server did not come up")


def test_open_event_streams_are_closed_at_once_and_quietly(tmp_path: Path) -> None:
    with streaming(tmp_path) as (server, port), ExitStack() as stack:
        wires = [stack.enter_context(connected(port)) for _ in range(20)]
        for wire in wires:
            wire.sendall(b"GET /live/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            output = b""
            while b": here" not in output:
                output += wire.recv(65536)
        server.send_signal(signal.SIGTERM)
        for wire in wires:
            assert not wire.recv(65536).endswith(b": here\n\n")
        out, complained = server.communicate(timeout=PATIENCE)
        assert (server.returncode, out.count("hung up"), complained) == (0, 20, "")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_the_event_streams_of_pages_are_closed_too(tmp_path: Path) -> None:
    """On PostgreSQL, with the connection that listens for other processes, too."""
    session = start()
    own = {"DATABASE_URL": database_url(), "PYTHONWARNINGS": "ignore:No directory at"}  # static files are not collected
    with (
        serving(tmp_path, stderr=subprocess.PIPE, **own) as (server, port, _output),
        ExitStack() as stack,
    ):
        _status, headers = get(port, f"/watch/{session.watch_token}/", Host="localhost")
        cookie = headers["set-cookie"].partition(";")[0]
        for wire in [stack.enter_context(connected(port)) for _ in range(5)]:
            address = f"/live/?t={session.public_id}.{session.revision}"
            wire.sendall(f"GET {address} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
            output = b""
            while b"retry:" not in output:
                output += wire.recv(65536)
                assert output.startswith(b"HTTP/1.1 200 ")
        assert stopped(server) == ""


def test_stopping_does_not_wait_for_half_a_form(tmp_path: Path) -> None:
    with serving(tmp_path, stderr=subprocess.PIPE) as (server, port, _output), connected(port) as wire:
        wire.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf")
        heard(port)
        assert stopped(server) == ""


# Several processes


def test_sqlite_allows_one_worker(tmp_path: Path) -> None:
    for given in ({"WORKERS": "2"}, {"WORKERS": "0"}):
        done = python("manage.py", "serve", data_dir=tmp_path, **given)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 1
    done = python("manage.py", "serve", data_dir=tmp_path, WORKERS="2")
    assert done.stderr == ("CommandError: SQLite allows only one process. Several need PostgreSQL (DATABASE_URL).\n")


def workers_of(server: int) -> list[str]:
    """Return the processes that serve; a helper of Python's own is not one."""
    found = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return [process for process in found if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="one process with SQLite")
def test_several_workers_serve_with_postgresql_and_stop_together(tmp_path: Path) -> None:
    with serving(tmp_path, WORKERS="2", DATABASE_URL=database_url()) as (server, port, _output):
        for host in ("localhost", *addresses(), *host_names()):
            assert get(port, "/health/ready", Host=host)[0] == 200
            assert get(port, "/static/nothing.css", Host=host)[0] == 404
        workers = workers_of(server.pid)
        assert len(workers) == 2
        stopped(server)
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite is a file")
def test_a_dropped_database_connection_is_replaced(tmp_path: Path) -> None:
    """A managed database restarts, or drops idle connections: the next page must not be an error."""
    with serving(tmp_path, DATABASE_URL=database_url()) as (_server, port, _output):
        assert get(port, "/watch/nobody/", Host="localhost")[0] == 404
        with connection.cursor() as cursor:
            # Only those of this database: others may be in use beside it.
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            cursor.execute(f"SELECT pg_terminate_backend(pid) {others}")
            assert cursor.rowcount
        assert get(port, "/watch/nobody/", Host="localhost")[0] == 404


# The log


def test_the_server_log_is_json_and_contains_no_secret(tmp_path: Path) -> None:
    with closing(sqlite3.connect(install(tmp_path))) as database:
        database.execute("DROP TABLE play_session")  # so that a page fails
    with serving(tmp_path, stderr=subprocess.PIPE, LOG_FORMAT="json", LOG_REQUESTS="1") as (server, port, _output):
        status, headers = get(port, "/join/V5sXzRdA0bC/?x=V5sXzRdA0bC", Host="localhost", **{"X-Request-ID": "abc-1"})
        assert (status, headers["x-request-id"]) == (500, "abc-1")
        get(port, "/watch/V5sXzRdA0bC", Host="evil.example")
        get(port, "/health/alive", Host="evil.example")
        log = stopped(server)
    assert "V5sXzRdA0bC" not in log
    lines = [json.loads(line) for line in log.splitlines()]
    error, line, *more = [line for line in lines if line["logger"] != "scorekeeper.events"]
    assert error["message"] == "Internal Server Error: /join/…/"
    assert "no such table" in error["exception"]
    assert error["request_id"] == line["request_id"] == "abc-1"
    assert (line["path"], line["status"]) == ("/join/…/", 500)
    assert [other["path"] for other in more if other["logger"] == "scorekeeper.requests"] == ["/watch/…"]
