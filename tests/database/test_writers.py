"""Threads of one process that write to SQLite: one after the other, and each for as long as a request may wait."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from contextvars import copy_context
from threading import Event

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.database import locks
from scorekeeper.database.faults import Fault, fault_of
from scorekeeper.devtools.bench import form_of
from scorekeeper.files.archive.tables import snapshot
from tests.concurrency import at_once
from tests.database.phone import TAPS
from tests.play.browsers import browser
from tests.play.tables import Scorer, fresh

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows"),
]


@contextmanager
def another_thread_writes() -> Iterator[None]:
    begun, over = Event(), Event()

    def write() -> None:
        try:
            with transaction.atomic():
                begun.set()
                assert over.wait(60)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        writing = thread.submit(write)
        try:
            assert begun.wait(60)
            yield
        finally:
            over.set()
            writing.result()


def nobody_writes() -> bool:
    """Return whether the next thread may write at once."""
    if locks._turn.acquire(blocking=False):
        locks.end_turn()
        return True
    return False


def named(name: str) -> Club:
    return Club.objects.create(name=name, slug=name.lower())


@contextmanager
def a_request(monkeypatch: pytest.MonkeyPatch, patience: float) -> Iterator[None]:
    monkeypatch.setattr(locks, "PATIENCE", patience)
    before = locks._until.get()
    locks.arrived()
    yield
    locks._until.set(before)


def test_a_hand_that_cannot_be_written_in_time_is_refused_and_recorded_once_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scorer = Scorer()
    phone, address = browser(scorer), reverse("record", args=[scorer.session.public_id])
    form = form_of(phone.get(reverse("session", args=[scorer.session.public_id])).content.decode(), "outcome") | TAPS
    with a_request(monkeypatch, 0.1), another_thread_writes():
        refused = phone.post(address, form, headers={"HX-Request": "true"})
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "2")
    assert "The database is busy at the moment, so nothing was recorded." in refused.content.decode()
    for _time in range(2):
        assert phone.post(address, form, headers={"HX-Request": "true"}).status_code == 200
    assert fresh(scorer.session).totals == (198, -66, -66, -66)


@pytest.mark.parametrize("in_transaction", [True, False])
def test_a_writer_waits_for_another_thread_no_longer_than_its_request_may(
    monkeypatch: pytest.MonkeyPatch, *, in_transaction: bool
) -> None:
    def write() -> None:
        if in_transaction:
            with transaction.atomic():
                named("Coupe-File")
        else:
            named("Coupe-File")

    with another_thread_writes(), a_request(monkeypatch, 0), pytest.raises(OperationalError) as refused:
        write()
    assert fault_of(refused.value) is Fault.BUSY
    assert "another thread" in str(refused.value)
    write()
    assert Club.objects.count() == 1


def test_a_write_that_is_not_essential_is_skipped_while_another_thread_writes() -> None:
    with another_thread_writes(), locks.unless_busy():
        named("Coupe-File")
    assert not Club.objects.exists()
    with locks.unless_busy():
        named("Coupe-File")
    assert Club.objects.exists()


def test_nobody_waits_to_read() -> None:
    named("Coupe-File")
    with another_thread_writes():
        assert Club.objects.count() == 1
        with snapshot():
            assert Club.objects.count() == 1


def committed() -> None:
    with transaction.atomic():
        named("Coupe-File")
        with transaction.atomic():
            assert not nobody_writes()


def rolled_back() -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        named("Coupe-File")
        assert not nobody_writes()
        raise ZeroDivisionError


def cut_off() -> None:
    with transaction.atomic():
        named("Coupe-File")
        connection.close()


def alone() -> None:
    named("Coupe-File")
    with pytest.raises(IntegrityError):
        named("Coupe-File")


@pytest.mark.parametrize("write", [committed, rolled_back, cut_off, alone])
def test_a_turn_ends_however_the_transaction_does(write: Callable[[], None]) -> None:
    write()
    assert nobody_writes()


def test_a_transaction_that_cannot_begin_ends_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        with a_request(monkeypatch, 0), pytest.raises(OperationalError) as refused:
            rolled_back()
    assert fault_of(refused.value) is Fault.BUSY
    assert nobody_writes()


def test_all_writers_have_their_turn() -> None:
    def write() -> str:
        for _time in range(20):
            with transaction.atomic():
                club = Club.objects.get(slug="coupe-file")
                Club.objects.filter(pk=club.pk).update(name=str(int(club.name) + 1))
        return "written"

    Club.objects.create(name="0", slug="coupe-file")
    assert at_once([lambda: copy_context().run(write)] * 8) == {"written": 8}
    assert Club.objects.get().name == "160"
