"""A load balancer checks whether the server is alive and ready: under any name, over plain HTTP, and often."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client


def ask(address: str, **headers: str) -> Any:
    return Client(headers=headers).get(address)


def test_alive_makes_no_query(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `django_db`, a query would fail."""
    response = ask("/health/alive")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_it_is_ready_when_all_migrations_are_applied() -> None:
    assert (ask("/health/ready").status_code, ask("/health/ready").content) == (200, b"ok\n")


@pytest.mark.django_db
def test_it_is_not_ready_while_a_migration_is_missing() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="play").delete()
    response = ask("/health/ready")
    assert response.status_code == 503
    assert response.content.startswith(b"The database is not up to date: play.0")


@pytest.mark.django_db
def test_it_is_not_ready_while_the_database_does_not_respond(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any) -> None:
        raise OperationalError("server closed the connection")

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", away)
    response = ask("/health/ready")
    assert (response.status_code, response.content) == (503, b"The database isn't responding.\n")
    assert ask("/health/alive").status_code == 200


@pytest.mark.thorough
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
def test_health_checks_work_for_any_host_name_over_http_without_cookies(address: str, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    response = ask(address, host="10.3.2.1:8000")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert not response.cookies
    assert ask("/", host="10.3.2.1:8000").status_code != 200


def test_health_checks_answer_only_get_and_head() -> None:
    assert Client().head("/health/alive").status_code == 200
    assert Client().post("/health/alive").status_code == 405
    assert Client().get("/health/").status_code == 404
