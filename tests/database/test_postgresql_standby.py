"""A PostgreSQL server that accepts no writes, because it is a standby or became one: another host takes over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import Mock, patch

import psycopg
import pytest
from django.db import DatabaseError, close_old_connections, connection
from django.test import Client
from django.urls import reverse

from scorekeeper.database.postgresql import base
from scorekeeper.database.postgresql.base import each_host
from scorekeeper.devtools.bench.browser import form_of
from scorekeeper.play.live.postgres_notify import parameters
from tests.database.phone import TAPS
from tests.play.browsers import browser
from tests.play.tables import Scorer, fresh

on_postgresql = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no standby"),
]


@contextmanager
def read_only_from_now_on() -> Iterator[None]:
    """Let new connections find a server that accepts no writes, as a standby does."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    connection.close()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
            cursor.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        connection.close()


@contextmanager
def demoted() -> Iterator[None]:
    """Make the server of the open connection refuse writes from now on; a new connection finds another server."""
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        yield
    finally:
        connection.close()


class TestServerThatAcceptsNoWrites:
    pytestmark = on_postgresql

    def test_it_is_not_ready(self, client: Client) -> None:
        assert client.get("/health/ready").content == b"ok\n"
        with read_only_from_now_on():
            response = client.get("/health/ready")
            assert (response.status_code, response.content) == (503, b"The database is read-only.\n")
        assert client.get("/health/ready").content == b"ok\n"

    def test_its_connection_is_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        connection.ensure_connection()
        assert connection.is_usable()
        with demoted():
            monkeypatch.setattr(base, "CHECK", 0)  # as if it had not been used for a while
            assert not connection.is_usable()

    def test_its_connection_is_closed_at_once_after_an_error(self) -> None:
        connection.ensure_connection()
        assert connection.is_usable()
        with demoted():
            with pytest.raises(DatabaseError), connection.cursor() as cursor:
                cursor.execute("CREATE TABLE refused ()")
            assert not connection.is_usable()

    def test_a_connection_in_use_is_not_checked_each_time(self) -> None:
        connection.ensure_connection()
        assert connection.is_usable()
        asked = Mock(wraps=connection.connection.execute)
        with patch.object(connection.connection, "execute", asked):
            assert connection.is_usable()
        asked.assert_not_called()

    def test_a_connection_that_the_server_closes_is_dropped(self) -> None:
        connection.ensure_connection()
        assert connection.is_usable()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
        with psycopg.connect(**parameters()) as other:
            other.execute("SELECT pg_terminate_backend(%s, 10000)", [backend])
        assert not connection.is_usable()
        connection.close()

    def test_a_hand_waits_on_the_phone_and_is_recorded_elsewhere(self) -> None:
        scorer = Scorer()
        phone, record = browser(scorer), reverse("record", args=[scorer.session.public_id])
        page = phone.get(reverse("session", args=[scorer.session.public_id])).content.decode()
        form = form_of(page, "outcome") | TAPS
        with demoted():
            refused = phone.post(record, form, HTTP_HX_REQUEST="true")
            assert (refused.status_code, refused["Retry-After"]) == (503, "2")
            close_old_connections()  # as the server does after each request
            assert phone.post(record, form, HTTP_HX_REQUEST="true").status_code == 200
            assert fresh(scorer.session).totals == (198, -66, -66, -66)


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("db1", "5433", [("db1", "5433")]),
        ("db1,db2", "5433", [("db1", "5433"), ("db2", "5433")]),
        ("db1,db2", "5433,5434", [("db1", "5433"), ("db2", "5434")]),
        ("db1,db2,db3", "5433,5434", [("db1,db2,db3", "5433,5434")]),  # libpq refuses it with the reason
    ],
)
def test_each_host_has_its_own_parameters(host: str, port: str, expected: list[tuple[str, str]]) -> None:
    hosts = each_host({"dbname": "scorekeeper", "host": host, "port": port})
    assert [(one["host"], one["port"]) for one in hosts] == expected
    assert {one["dbname"] for one in hosts} == {"scorekeeper"}


def test_parameters_without_a_host_or_a_port_stay_as_they_are() -> None:
    assert each_host({"dbname": "scorekeeper"}) == [{"dbname": "scorekeeper"}]
    both = each_host({"host": "db1,db2"})
    assert both == [{"host": "db1", "port": ""}, {"host": "db2", "port": ""}]
