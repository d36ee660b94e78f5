"""Another process holds the SQLite lock for long: everybody can read, and no hand is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from django.db import connection
from django.urls import reverse

from scorekeeper.api import auth
from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.play.models import Access, Role
from tests.clubs.clubs import SampleClub, signed_in
from tests.database.phone import PATIENCE, Phone
from tests.operations.running_server import heard
from tests.play.tables import Scorer, device, fresh, start
from tests.servers import Server

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows"),
]


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def phone(server: Server) -> Phone:
    return Phone(server, Scorer().access)


@contextmanager
def locked() -> Iterator[sqlite3.Connection]:
    """Another program has begun to write, and finishes at the end unless it did before."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other
        if other.in_transaction:
            other.execute("COMMIT")


def test_readers_do_not_wait_behind_waiting_writers(transactional_db: None) -> None:
    with Server(PATIENCE_UNDER_TEST=f"{PATIENCE}") as server:  # a busy machine needs long for a few pages
        phones = [Phone(server, Scorer().access) for _ in range(10)]
        forms = [phone.filled_in() for phone in phones]
        with locked() as other, ThreadPoolExecutor(len(phones)) as hands:
            sent = [hands.submit(phone.send, form) for phone, form in zip(phones, forms, strict=True)]
            heard(server.port)
            for phone in phones:
                assert phone.table().status == 200
            assert not any(request.done() for request in sent)
            other.execute("COMMIT")
            assert [request.result().status for request in sent] == [200] * len(phones)
    for phone in phones:
        assert fresh(phone.session).totals == (198, -66, -66, -66)


def test_a_writer_gives_up_and_its_retry_is_recorded_once(phone: Phone) -> None:
    form = phone.filled_in()
    with locked():
        refused = phone.send(form)
        assert (refused.status, refused.headers["Retry-After"]) == (503, "2")
        assert "The database is busy at the moment, so nothing was recorded. Nothing is lost." in refused.text
    for _time in range(2):
        assert phone.send(form).status == 200
    assert fresh(phone.session).totals == (198, -66, -66, -66)


def test_all_waiting_writers_get_a_response(server: Server) -> None:
    phones = [Phone(server, Scorer().access) for _ in range(10)]
    forms = [phone.filled_in() for phone in phones]
    with locked(), ThreadPoolExecutor(len(phones)) as hands:
        responses = list(hands.map(Phone.send, phones, forms))
    assert {response.status for response in responses} == {503}
    assert [phone.send(form).status for phone, form in zip(phones, forms, strict=True)] == [200] * 10


def test_a_page_with_an_optional_write_is_shown(server: Server, phone: Phone) -> None:
    club = Club.objects.create(name="Coupe-File", slug="coupe-file")
    tables, name = device(), device()
    for cookie in (tables, name):
        ClubDevice.objects.create(club=club, device=cookie)
    watcher = Phone(server, Access(session=start(device=tables), device=name, role=Role.WATCHER))
    _token, secret = auth.issue(club, "website")
    with locked():
        assert watcher.table().status == 200
        assert phone.ask("GET", "/api/v1/club", Authorization=f"Bearer {secret}").status == 200
    assert not Access.objects.filter(device=name).exists()
    assert watcher.table().status == 200
    assert Access.objects.filter(device=name).exists()


def test_following_a_link_while_locked_shows_a_page_that_reloads_itself(phone: Phone) -> None:
    phone.cookies.clear()
    link = reverse("watch", args=[phone.session.watch_token])
    with locked():
        response = phone.ask("GET", link)
    assert (response.status, response.headers["Retry-After"]) == (503, "2")
    assert "This page reloads automatically." in response.text


def test_a_locked_database_is_not_ready_for_hands(server: Server, phone: Phone) -> None:
    assert phone.ask("GET", "/health/ready").status == 200
    with locked():
        refused = phone.ask("GET", "/health/ready")
        assert (refused.status, refused.text) == (503, "The database is locked by another program.\n")
        assert phone.ask("GET", "/health/alive").status == 200
    assert phone.ask("GET", "/health/ready").status == 200


def test_a_lock_that_ends_in_time_for_a_hand_is_ready(transactional_db: None) -> None:
    with Server(PATIENCE_UNDER_TEST=f"{PATIENCE}") as server:
        phone = Phone(server, Scorer().access)
        with locked() as other, ThreadPoolExecutor() as balancer:
            asked = balancer.submit(phone.ask, "GET", "/health/ready")
            heard(server.port)
            other.execute("COMMIT")
            assert asked.result().status == 200


def test_a_panel_page_that_stores_something_in_the_session_says_so_while_locked(phone: Phone) -> None:
    """Here it is the secret of an authenticator app."""
    phone.cookies = {"sessionid": signed_in(SampleClub().organiser()).cookies["sessionid"].value}
    with locked():
        refused = phone.ask("GET", "/admin/second-factor/")
        assert (refused.status, refused.headers["Retry-After"]) == (503, "2")
        assert "This page reloads automatically." in refused.text
    assert phone.ask("GET", "/admin/second-factor/").status == 200
