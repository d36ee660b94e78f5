"""PostgreSQL is stopped: everybody is told soon, and everything works again when it is back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.urls import reverse

from tests.database.phone import PATIENCE, Phone
from tests.database_proxy import Proxy
from tests.play.tables import Scorer, fresh
from tests.servers import Server, database_url

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is a file"),
]

WAITING = 40
"""Phones that request at the same moment: one after the other they would all have given up."""


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy(database_url()) as proxy:
        yield proxy


@pytest.fixture
def server(transactional_db: None, proxy: Proxy) -> Iterator[Server]:
    with Server(database=proxy.url) as server:
        yield server


@pytest.fixture
def phone(server: Server) -> Phone:
    return Phone(server, Scorer().access)


def back(phone: Phone) -> None:
    """Return when the table is shown again."""
    until = time.monotonic() + PATIENCE
    while phone.table().status != 200:
        assert time.monotonic() < until, "the server does not come back"
        time.sleep(0.05)


def test_every_page_reports_the_outage_and_works_again_afterwards(proxy: Proxy, phone: Phone) -> None:
    assert phone.table().status == 200
    for _time in range(2):
        proxy.cut()
        with ThreadPoolExecutor(WAITING) as others:
            responses = [request.result() for request in [others.submit(phone.table) for _ in range(WAITING)]]
        assert {response.status for response in responses} == {503}
        assert phone.ask("GET", "/health/ready").text == "The database isn't responding.\n"
        assert phone.ask("GET", "/health/alive").status == 200
        assert phone.ask("GET", "/offline/").status == 200
        proxy.mend()
        back(phone)
        assert phone.ask("GET", "/health/ready").status == 200


def test_the_error_page_reloads_itself_and_is_not_cached(proxy: Proxy, phone: Phone) -> None:
    phone.table()
    proxy.cut()
    response = phone.ask("GET", reverse("session", args=[phone.session.public_id]), **{"Accept-Language": "de"})
    assert (response.status, response.headers["Retry-After"], response.headers["Cache-Control"]) == (
        503,
        "2",
        "no-store",
    )
    assert "Die Datenbank antwortet zurzeit nicht." in response.text
    assert '<meta http-equiv="refresh" content="2" />' in response.text
    assert "/static/js/retry.js" in response.text
    part = phone.ask("GET", reverse("session", args=[phone.session.public_id]), **{"HX-Request": "true"})
    assert (part.status, part.headers["Retry-After"], part.text) == (503, "2", "")
    assert "HX-Redirect" not in part.headers  # nobody is redirected away from a form
    api = phone.ask("GET", "/api/v1/club", Authorization=f"Bearer score_{'x' * 43}")
    assert (api.status, api.headers["Retry-After"], api.headers["Cache-Control"]) == (503, "2", "no-store")
    assert api.headers["Content-Type"] == "application/problem+json"


def test_a_hand_sent_during_the_outage_is_recorded_once_afterwards(proxy: Proxy, phone: Phone) -> None:
    form = phone.filled_in()
    proxy.cut()
    for _time in range(2):
        refused = phone.send(form)
        assert (refused.status, refused.headers["Retry-After"]) == (503, "2")
        assert (refused.headers["HX-Retarget"], refused.headers["HX-Reswap"]) == ("#status-message", "outerHTML")
        assert "What you typed is kept." in refused.text
    proxy.mend()
    back(phone)
    for _time in range(2):
        assert phone.send(form).status == 200
    assert fresh(phone.session).totals == (198, -66, -66, -66)


def test_without_scripts_the_typed_hand_is_returned(proxy: Proxy, phone: Phone) -> None:
    form = phone.filled_in(note="a word")
    proxy.cut()
    record = reverse("record", args=[phone.session.public_id])
    page = phone.ask("POST", record, urlencode(form), **{"Content-Type": "application/x-www-form-urlencoded"})
    assert page.status == 503
    assert '<input type="hidden" name="note" value="a word" />' in page.text
    assert "retry.js" not in page.text  # a reload would give another page
    assert "refresh" not in page.text


def test_watchers_receive_what_was_recorded_during_the_outage(proxy: Proxy, server: Server) -> None:
    scorer = Scorer()
    phone = Phone(server, scorer.access)
    with phone.stream() as events:
        scorer.record()
        events.until("id: 1\nevent: changed")
        proxy.cut()
        assert phone.table().status == 503
        scorer.record()  # by another way
        proxy.mend()
        events.until("id: 2\nevent: changed")
