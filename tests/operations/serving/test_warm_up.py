"""What the server prepares once it responds: the tables in play, so that the first pages are quick after a restart."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from django.db import DatabaseError
from django.utils import timezone

from scorekeeper.operations.serving.warm_up import ask, between_requests, read_tables, templates
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.wsgi import application
from tests.play.tables import Scorer, device

PATIENCE = 60


def recorded(**changes: Any) -> Session:
    table = Scorer(**changes)
    table.record()
    return table.session


def prepared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Take all steps in a process that knows no table; return the requested paths."""
    asked: list[str] = []

    def noting(_application: object, path: str, device: str = "") -> None:
        asked.append(path)
        ask(application, path, device)

    monkeypatch.setattr("scorekeeper.operations.serving.warm_up.ask", noting)
    ledgers.forget()
    list(read_tables(application))
    return asked


def test_the_templates_of_the_panel_and_of_all_apps_are_loaded() -> None:
    assert {"admin/change_list.html", "admin/front_page.html", "standings/standings.html"} <= {*templates()}


@pytest.mark.django_db(transaction=True)  # requests close connections
def test_the_tables_in_play_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, closed, old = recorded(), recorded(), Scorer(), recorded()
    closed.record()
    closed.close()
    old.changes.update(at=timezone.now() - timedelta(hours=25))
    boston = Scorer(game="boston", rules="decimal", options={"pool": True}).session
    assert {*prepared(monkeypatch)} == {f"/s/{newest.public_id}/" for newest in (other, boston)}
    for session in (one, other, boston):
        session.refresh_from_db()
        assert ledgers.cached(session)
    for session in (closed.session, old):
        session.refresh_from_db()
        assert ledgers.cached(session) is None


@pytest.mark.django_db(transaction=True)  # requests close connections
def test_without_tables_the_home_page_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    assert prepared(monkeypatch) == ["/"]


@pytest.mark.django_db(transaction=True)  # requests close connections
@pytest.mark.parametrize("host", ["*", ".example.org", "cards.example.org"])
def test_a_page_is_requested_as_by_a_phone(settings: Any, host: str) -> None:
    settings.ALLOWED_HOSTS = [host]
    session, seen = recorded(), list[str]()

    def seeing(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, *head: Any) -> Any:
            seen.append(status)
            return start_response(status, *head)

        return application(environ, start)

    ask(seeing, f"/s/{session.public_id}/", session.accesses.get().device)
    ask(seeing, f"/s/{session.public_id}/", device())
    assert seen == ["200 OK", "404 Not Found"]


def test_requests_have_their_turn_after_each_step() -> None:
    order, began, asked = [], Event(), Event()

    def steps() -> Iterator[None]:
        began.set()
        assert asked.wait(PATIENCE)
        order.append("first step")
        yield
        order.append("second step")
        yield

    with ThreadPoolExecutor(max_workers=1) as thread:
        ended = between_requests(thread, steps())
        assert began.wait(PATIENCE)
        request = thread.submit(order.append, "request")
        asked.set()
        request.result(PATIENCE)
        assert ended.wait(PATIENCE)
    assert order == ["first step", "request", "second step"]


@pytest.mark.parametrize(("error", "said"), [(DatabaseError(), ""), (LookupError("a game"), "could not be prepared")])
def test_the_server_continues_if_nothing_can_be_prepared(
    caplog: pytest.LogCaptureFixture, error: Exception, said: str
) -> None:
    def step(_number: int) -> None:
        raise error

    with ThreadPoolExecutor(max_workers=1) as thread:
        assert between_requests(thread, map(step, range(2))).wait(PATIENCE)
        assert thread.submit(str, "a page").result(PATIENCE) == "a page"
    assert said in caplog.text
    assert bool(caplog.text) == bool(said)
