"""A load balancer checks whether the server is alive and ready: under any name, over plain HTTP, and often."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client


def ask(address: str, **headers: str) -> Any:
    return Client(headers=headers).get(address)


def test_alive_asks_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `django_db`, a query would fail."""
    answer = ask("/health/alive")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_ready_when_the_tables_are_those_of_this_version() -> None:
    assert (ask("/health/ready").status_code, ask("/health/ready").content) == (200, b"ok\n")


@pytest.mark.django_db
def test_not_ready_while_a_migration_is_missing() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="play").delete()
    answer = ask("/health/ready")
    assert answer.status_code == 503
    assert answer.content.startswith(b"The database is not up to date: play.0")


@pytest.mark.django_db
def test_not_ready_while_the_database_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    answer = ask("/health/ready")
    assert (answer.status_code, answer.content) == (503, b"The database isn't responding.\n")
    assert ask("/health/alive").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_database_without_tables_is_not_ready() -> None:
    call_command("migrate", "play", "zero", verbosity=0)
    try:
        assert ask("/health/ready").status_code == 503
    finally:
        call_command("migrate", verbosity=0)
    assert ask("/health/ready").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/health/alive", "/health/ready"])
def test_it_is_answered_whatever_the_host_is_called_without_https_or_a_cookie(address: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = ask(address, host="10.3.2.1:8000")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert not answer.cookies
    assert ask("/", host="10.3.2.1:8000").status_code != 200


def test_it_is_asked_and_told_nothing() -> None:
    assert Client().head("/health/alive").status_code == 200
    assert Client().post("/health/alive").status_code == 405
    assert Client().get("/health/").status_code == 404
