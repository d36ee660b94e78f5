"""The disk is full: a write says so, nothing is recorded, and what was typed is kept."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management.base import CommandError
from django.db import Error, IntegrityError, OperationalError, connection, transaction
from django.urls import reverse

from scorekeeper import __version__
from scorekeeper.database import unavailable
from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.devtools.bench import form_of
from scorekeeper.operations import health
from scorekeeper.operations.management.commands import prepare
from scorekeeper.upgrades import upgrade
from tests.database.phone import TAPS
from tests.play.browsers import browser
from tests.play.tables import PASSED, Scorer, fresh

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's disk is its own")

FULL = "The server’s disk is full, so nothing was recorded."


@pytest.fixture(autouse=True)
def nothing_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unavailable, "_met", {})
    monkeypatch.setattr(unavailable, "_logged", {})


@contextmanager
def full_disk() -> Iterator[None]:
    """Give SQLite no further pages."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


@on_sqlite
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("htmx", [True, False], ids=["htmx", "page"])
def test_a_hand_that_cannot_be_stored_is_refused_with_a_message_and_kept(
    htmx: bool, caplog: pytest.LogCaptureFixture
) -> None:
    scorer = Scorer()
    phone, address = browser(scorer), reverse("record", args=[scorer.session.public_id])
    headers = {"HX-Request": "true"} if htmx else {}
    with full_disk():
        with suppress(OperationalError):
            while True:  # until the last pages are full
                scorer.record(PASSED)
        page = phone.get(reverse("session", args=[scorer.session.public_id])).content.decode()
        form = form_of(page, "outcome") | TAPS
        for _time in range(2):
            refused = phone.post(address, form, headers=headers)
            assert refused.status_code == 503
            assert FULL in refused.content.decode()
            assert "Retry-After" not in refused.headers  # trying again in a moment would not help
            assert refused.headers["Cache-Control"] == "no-store"
        if htmx:
            assert refused.headers["HX-Retarget"] == "#status-message"
            assert "What you typed is kept." in refused.content.decode()
        else:
            assert f'name="token" value="{form["token"]}"' in refused.content.decode()
        assert health.what_is_missing() == "The disk is full: something could not be recorded in the last minute."
    assert caplog.messages.count("The database is full: database or disk is full") == 1
    assert phone.post(address, form, headers=headers).status_code in (200, 302)
    assert fresh(scorer.session).totals == (198, -66, -66, -66)


@on_sqlite
@pytest.mark.django_db
def test_health_is_not_ready_before_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not health.what_is_missing()
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=20 * 1024**2))
    assert health.what_is_missing().startswith("The disk is full: 20 MB are left in /")


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_starting_on_a_full_disk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def migrate(*_given: Any, **_options: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE TABLE more AS SELECT zeroblob(10000000) AS column_of_a_new_version")

    monkeypatch.setattr(upgrade, "call_command", migrate)
    with full_disk(), pytest.raises(CommandError) as refused:
        prepare.Command().migrate(copied=True)
    assert str(refused.value) == (
        f"The database can't be migrated to version {__version__}: database or disk is full. It is as it was before."
    )


# What an exception says about the database


def of_sqlite(*statements: str) -> Error:
    """What Django raises if SQLite refuses the last of these."""
    with closing(sqlite3.connect(":memory:")) as database:
        try:
            for statement in statements:
                database.execute(statement)
        except sqlite3.OperationalError as cause:
            error = OperationalError(str(cause))
            error.__cause__ = cause
            return error
    raise AssertionError("it was not refused")


def of_postgresql(state: str) -> Error:
    error = OperationalError()
    error.__cause__ = type("Error", (Exception,), {"sqlstate": state})()
    return error


@pytest.mark.parametrize(
    ("exception", "fault"),
    [
        (of_sqlite("PRAGMA max_page_count = 1", "CREATE TABLE a (b)"), Fault.FULL),
        (of_sqlite("PRAGMA query_only = 1", "CREATE TABLE a (b)"), Fault.READ_ONLY),
        (of_sqlite("SELECT * FROM nowhere"), None),  # our own mistake
        (of_postgresql("53100"), Fault.FULL),
        (of_postgresql("53300"), Fault.AWAY),  # too many connections
        (of_postgresql("57P03"), Fault.AWAY),  # starting up
        (of_postgresql("40P01"), Fault.BUSY),  # a deadlock
        (of_postgresql("25006"), Fault.READ_ONLY),  # a read-only transaction
        (of_postgresql("42P01"), None),  # no such table
        (OperationalError("server closed the connection unexpectedly"), Fault.AWAY),
        (IntegrityError("UNIQUE constraint failed"), None),
        (OSError(errno.ENOSPC, "No space left on device"), Fault.FULL),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (ValueError("is no number"), None),
    ],
)
def test_the_message_depends_on_the_exception(exception: Exception, fault: Fault | None) -> None:
    assert fault_of(exception) is fault
