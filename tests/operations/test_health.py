"""A load balancer checks whether the server is alive and ready: under any name, over plain HTTP, and often."""

from __future__ import annotations

from concurrent.futures import wait
from threading import Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper import asgi
from tests.asgi_requests import AsgiRequest, piece


def ask(address: str, *headers: tuple[bytes, bytes], method: str = "GET") -> tuple[int, bytes]:
    answer = AsgiRequest(address=address, headers=headers, method=method)
    assert answer.headers[b"cache-control"] == b"no-store"
    return answer.status, answer.body


def test_alive_makes_no_query() -> None:
    """Without `django_db`, a query would fail."""
    assert ask("/health/alive") == (200, b"ok\n")


@pytest.mark.django_db(transaction=True)
def test_it_is_ready_when_all_migrations_are_applied() -> None:
    assert ask("/health/ready") == (200, b"ok\n")


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_while_a_migration_is_missing() -> None:
    last = MigrationRecorder(connection).migration_qs.filter(app="play").latest("pk")
    last.delete()
    try:
        status, text = ask("/health/ready")
        assert (status, text) == (503, b"The database is not up to date: play.%s is missing.\n" % last.name.encode())
    finally:
        last.save()


@pytest.mark.django_db(transaction=True)
def test_it_is_not_ready_while_the_database_does_not_respond(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    assert ask("/health/ready") == (503, b"The database isn't responding.\n")
    assert ask("/health/alive") == (200, b"ok\n")


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_a_database_without_tables_is_not_ready() -> None:
    call_command("migrate", "play", "zero", verbosity=0)
    try:
        assert ask("/health/ready")[0] == 503
    finally:
        call_command("migrate", verbosity=0)
    assert ask("/health/ready")[0] == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["/health/alive", "/health/ready"])
def test_health_checks_work_for_any_host_name(address: str) -> None:
    host = (b"host", b"scores.example")
    assert ask(address, host)[0] == 200
    assert AsgiRequest(piece(), address="/", headers=[host]).status == 400


@pytest.mark.django_db(transaction=True)
def test_health_checks_answer_while_no_thread_is_free() -> None:
    released = Event()
    held = [pool.submit(released.wait) for kind, pool in asgi.pools.items() for _one in range(asgi.THREADS[kind])]
    try:
        assert ask("/health/alive") == ask("/health/ready") == (200, b"ok\n")
        assert not any(request.done() for request in held)
    finally:
        released.set()
        wait(held)


def test_health_checks_answer_only_get_and_head() -> None:
    assert ask("/health/alive", method="HEAD")[0] == 200
    assert ask("/health/alive", method="POST")[0] == 405
