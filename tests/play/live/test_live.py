"""Listeners are notified of every change once, and only of their own topics."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from functools import partial
from threading import Event
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from scorekeeper.play import announcements as notifications
from scorekeeper.play import live, recording
from scorekeeper.play.live import Hub, Stream, TopicUpdate
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording.write import Write
from tests.database_proxy import Proxy
from tests.play.live_pages import (
    Page,
    cookie_of,
    idle,
    in_the_pages,
    listening,
    run_in_event_loop,
    seated,
    until,
)
from tests.play.tables import GARDE, PASSED, Scorer, device, token
from tests.servers import database_url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="one process with SQLite hears itself")


@pytest.fixture
def scorer() -> Scorer:
    """A table with one hand, at revision 1."""
    scorer = Scorer()
    scorer.record()
    return scorer


def test_each_change_is_notified_once(scorer: Scorer) -> None:
    watcher, second_scorer = seated(scorer.session), seated(scorer.session, Role.SCORER)

    async def scenario() -> None:
        watching, writing = await listening(watcher).open(), await listening(second_scorer).open()
        assert (watching.status, watching.body) == (200, "retry: 2000\n\n")
        for revision in (2, 3):
            await in_the_pages(scorer.record, PASSED)
            await watching.hears(*[("changed", at) for at in range(2, revision + 1)])
            await writing.hears(*[("changed", at) for at in range(2, revision + 1)])
        for _again in range(3):
            await in_the_pages(notifications.announce, scorer.session.public_id)
        await in_the_pages(scorer.record, PASSED)
        await watching.hears(("changed", 2), ("changed", 3), ("changed", 4))
        await writing.hears(("changed", 2), ("changed", 3), ("changed", 4))

    run_in_event_loop(scenario)


def test_a_slow_phone_is_sent_only_the_latest_state(scorer: Scorer) -> None:
    slow, quick = seated(scorer.session), seated(scorer.session)

    async def scenario() -> None:
        behind, ahead = await listening(slow).open(), await listening(quick).open()
        behind.takes.clear()
        for revision in range(2, 7):
            await in_the_pages(scorer.record, PASSED)
            await until(lambda at=revision: ahead.events[-1:] == [("changed", at)])  # type: ignore[misc]
        assert behind.events == [("changed", 2)]
        behind.takes.set()
        await behind.hears(("changed", 2), ("changed", 6))

    run_in_event_loop(scenario)


@pytest.mark.parametrize(
    ("shown", "last", "messages"),
    [
        (1, "", [("changed", 3)]),
        (1, "2", [("changed", 3)]),
        (1, "3", []),
        (3, "1", []),
        (3, "", []),
        (0, "nonsense", [("changed", 3)]),
        (-1, "-1", [("changed", 3)]),
    ],
)
def test_a_reconnecting_phone_is_sent_what_it_missed(
    scorer: Scorer, shown: int, last: str, messages: list[tuple[str, int | None]]
) -> None:
    watcher = seated(scorer.session)
    for _hand in range(2):
        scorer.record(PASSED)

    async def scenario() -> None:
        page = await listening(watcher, shown, headers={"last-event-id": last} if last else {}).open()
        await page.hears(*messages)
        await in_the_pages(scorer.record, PASSED)
        await page.hears(*messages, ("changed", 4))

    run_in_event_loop(scenario)


def test_a_disconnected_page_gets_nothing_more_and_is_forgotten(scorer: Scorer) -> None:
    watcher, other = seated(scorer.session), seated(scorer.session)

    async def scenario() -> None:
        page = await listening(watcher).open()
        assert len(live.hub().everybody()) == 1
        page.gone.set()
        await page.task
        assert (live.hub().everybody(), live.hub().streams) == (set(), {})
        staying = await listening(other).open()
        await in_the_pages(scorer.record)
        await staying.hears(("changed", 2))
        assert page.events == []

    run_in_event_loop(scenario)


def test_a_phone_that_was_shut_out_gets_nothing_more(scorer: Scorer) -> None:
    out, stays = seated(scorer.session), seated(scorer.session)
    shutting = Write(scorer.session, scorer.access, 1, token())

    async def scenario() -> None:
        leaving, staying = await listening(out).open(), await listening(stays).open()
        await in_the_pages(recording.shut_out, shutting, access_pk=out.pk)
        await until(lambda: leaving.over)
        await leaving.task
        await staying.hears(("changed", 2))
        await in_the_pages(scorer.record)
        await staying.hears(("changed", 2), ("changed", 3))
        assert leaving.events == []
        assert (await listening(out).open()).status == 404

    run_in_event_loop(scenario)


def test_the_board_is_notified_of_its_own_tables_and_of_new_ones(scorer: Scorer) -> None:
    device_id, other = scorer.access.device, Scorer()

    async def scenario() -> None:
        board = await Page(f"board&t={scorer.session.public_id}.1", cookie_of(device_id)).open()
        joining = device()
        theirs = await Page("board", cookie_of(joining)).open()
        await in_the_pages(recording.join, other.session, device=joining, role=Role.WATCHER)
        await theirs.hears(("changed", None))
        assert board.events == []
        await in_the_pages(recording.join, other.session, device=device_id, role=Role.WATCHER)
        await board.hears(("changed", None))
        tables = f"board&t={scorer.session.public_id}.1&t={other.session.public_id}.0"
        both = await Page(tables, cookie_of(device_id)).open()
        await in_the_pages(other.record)
        await both.hears(("changed", 1))
        await in_the_pages(scorer.record)
        await both.hears(("changed", 1), ("changed", 2))

    run_in_event_loop(scenario)


def test_the_board_link_is_notified_until_it_is_renewed(scorer: Scorer) -> None:
    device_id = scorer.access.device
    shared = recording.share_board(device_id)

    async def scenario() -> None:
        wall = await Page(f"board={shared.token}&t={scorer.session.public_id}.1", "").open()
        await in_the_pages(scorer.record)
        await wall.hears(("changed", 2))
        await in_the_pages(recording.share_board, device_id)
        await until(lambda: wall.over)
        assert wall.events == [("changed", 2)]

    run_in_event_loop(scenario)


def test_a_lost_notification_is_made_up_for_at_the_next_heartbeat(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = seated(scorer.session)

    async def scenario() -> None:
        page = await listening(watcher).open()
        await until(lambda: len(page.events) >= 2)
        assert set(page.events) == {("beat", None)}
        monkeypatch.setattr(notifications, "announce", lambda topic: None)
        await in_the_pages(scorer.record)
        await until(lambda: ("changed", 2) in page.events)
        count = len(page.events)
        await until(lambda: len(page.events) > count + 2)
        assert page.events.count(("changed", 2)) == 1

    run_in_event_loop(scenario, beat=0.3)


def test_a_table_that_changes_while_it_is_read_is_read_again() -> None:
    async def scenario() -> None:
        reads, done = list[str](), asyncio.Event()

        async def read(topic: str) -> TopicUpdate:
            reads.append(topic)
            at = len(reads)
            await done.wait()
            return TopicUpdate(at, frozenset({"mine"}))

        async def revisions(topics: Iterable[str]) -> Mapping[str, int]:
            return {}

        here, stream = Hub(read, revisions), Stream({"table": 0}, "mine")
        here.enter(stream)
        notifications.deliver("table")
        await until(lambda: reads == ["table"])
        for _again in range(3):
            notifications.deliver("table")
        await idle()
        assert reads == ["table"]
        done.set()
        await until(lambda: stream.at == {"table": 2})
        await idle()
        assert reads == ["table", "table"]

    run_in_event_loop(scenario)


def test_a_rolled_back_change_is_not_notified(scorer: Scorer) -> None:
    watcher = seated(scorer.session)

    def failing() -> None:
        with transaction.atomic():
            Session.objects.filter(pk=scorer.session.pk).update(revision=2)
            notifications.announce(scorer.session.public_id)
            raise ArithmeticError

    async def scenario() -> None:
        page, heard = await listening(watcher).open(), list[str]()
        notifications.listen(heard.append)
        try:
            with pytest.raises(ArithmeticError):
                await in_the_pages(failing)
            await in_the_pages(scorer.record)
            await page.hears(("changed", 2))
            assert heard == [scorer.session.public_id]
        finally:
            notifications.leave(heard.append)

    run_in_event_loop(scenario)


def refused(*pages: tuple[str, str], **changes: Any) -> set[tuple[int, str, bytes]]:
    """The status, body and length of the answers to pages that may not listen; each is a query and a cookie."""
    responses = set()

    async def scenario() -> None:
        for query, cookie in pages:
            page = await Page(query, cookie, **changes).open()
            await until(lambda at=page: at.over)  # type: ignore[misc]
            responses.add((page.status, page.body, dict(page.messages[0]["headers"])[b"content-length"]))

    run_in_event_loop(scenario)
    return responses


@pytest.mark.parametrize(
    "query",
    [
        *("", "t=", "t=.", "t=nonsense", "t=.1", "t=%00.1", "t=%ff.1", "t=%F0%9F%82%A1.1"),
        *("t={here}.1&t=nonsense.0", "t={here}.1&t={elsewhere}.0", "t={elsewhere}.0", "t={here}"),
        *("&".join(["t={here}.1"] * 3000), "t=" + "x" * 60000),
    ],
    ids=lambda query: query[:24],
)
def test_an_invalid_query_gets_no_stream(scorer: Scorer, query: str) -> None:
    query = query.format(here=scorer.session.public_id, elsewhere=Scorer().session.public_id)
    (status, body, length), *others = refused((query, cookie_of(scorer.access.device)))
    assert (status // 100, body, length, others) == (4, "", b"0", [])


def test_a_browser_without_access_gets_no_stream(scorer: Scorer) -> None:
    query, cookie = f"t={scorer.session.public_id}.1", cookie_of(scorer.access.device)
    strangers = ["", "device=", "device=forged", f"{cookie}x", f"device={scorer.access.device}", cookie_of(device())]
    assert refused(
        *[(query, stranger) for stranger in strangers], *[("board", stranger) for stranger in strangers[:-1]]
    ) == {(404, "", b"0")}


def test_an_unknown_host_gets_no_stream(scorer: Scorer) -> None:
    page = (f"t={scorer.session.public_id}.1", cookie_of(scorer.access.device))
    assert refused(page, headers={"host": "evil.example"}) == {(400, "", b"0")}


@pytest.mark.parametrize("method", ["POST", "HEAD", "PUT", "OPTIONS"])
def test_a_stream_accepts_only_get(scorer: Scorer, method: str) -> None:
    page = (f"t={scorer.session.public_id}.1", cookie_of(scorer.access.device))
    assert refused(page, method=method) == {(405, "", b"0")}


HERE = ("192.0.2.7", 4711)


@pytest.fixture
def most_streams(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of streams for which the server has room: eight."""
    monkeypatch.setattr("scorekeeper.web.connections.most_streams", lambda: 8)
    return 8


async def opened(access: Access, times: int = 1, **changes: Any) -> list[Page]:
    return [await listening(access, **changes).open() for _ in range(times)]


def statuses(pages: Iterable[Page]) -> list[int]:
    return [page.status for page in pages]


def test_when_all_streams_are_taken_new_ones_are_refused(scorer: Scorer, most_streams: int) -> None:
    watchers = [seated(scorer.session) for _ in range(most_streams + 1)]

    async def scenario() -> None:
        pages = [await listening(watcher).open() for watcher in watchers]
        assert statuses(pages) == [200] * most_streams + [503]
        assert pages[-1].body == ""
        pages[0].gone.set()
        await pages[0].task
        assert statuses(await opened(watchers[-1])) == [200]

    run_in_event_loop(scenario)


def test_the_streams_of_one_browser_are_limited(scorer: Scorer, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "browser_streams": 2}
    one, other = seated(scorer.session), seated(scorer.session)

    async def scenario() -> None:
        pages = await opened(one, 3)
        assert statuses(pages) == [200, 200, 429]
        assert statuses(await opened(other, 2)) == [200, 200]
        pages[0].gone.set()
        await pages[0].task
        assert statuses(await opened(one, 2)) == [200, 429]

    run_in_event_loop(scenario)


def test_the_streams_of_one_address_are_limited_whatever_the_browser(scorer: Scorer, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "streams": 2}
    watchers = [seated(scorer.session) for _ in range(3)]

    async def scenario() -> None:
        pages = [await listening(watcher, client=HERE).open() for watcher in watchers]
        assert statuses(pages) == [200, 200, 429]
        assert statuses(await opened(watchers[2], client=("192.0.2.9", 4711))) == [200]

    run_in_event_loop(scenario)


def test_behind_a_proxy_the_forwarded_address_counts(scorer: Scorer, settings: Any) -> None:
    settings.TRUST_PROXY, settings.CONCURRENT = True, {**settings.CONCURRENT, "streams": 1}
    watcher = seated(scorer.session)

    async def scenario() -> None:
        responses = [
            await listening(watcher, client=("127.0.0.1", 4711), headers={"x-forwarded-for": forwarded}).open()
            for forwarded in ("192.0.2.7", "192.0.2.7", "192.0.2.9", "192.0.2.8, 192.0.2.9")
        ]
        assert statuses(responses) == [200, 429, 200, 429]

    run_in_event_loop(scenario)


def test_without_own_limits_the_total_limit_applies(scorer: Scorer, settings: Any, most_streams: int) -> None:
    watcher = seated(scorer.session)
    of_one = most_streams * 3 // 4

    async def scenario() -> None:
        pages = await opened(watcher, of_one + 1, client=HERE)
        assert statuses(pages) == [200] * of_one + [429]  # a quarter is reserved for others
        settings.CONCURRENT = dict.fromkeys(settings.CONCURRENT)
        left = most_streams - of_one
        assert statuses(await opened(watcher, left + 1, client=HERE)) == [200] * left + [503]

    run_in_event_loop(scenario)


def test_a_refused_stream_takes_no_share(scorer: Scorer, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "streams": 1}
    stranger = (f"t={scorer.session.public_id}.1", cookie_of(device()))
    assert refused(*[stranger] * 3, client=HERE) == {(404, "", b"0")}
    assert refused(*[stranger] * 3, client=HERE, headers={"host": "evil.example"}) == {(400, "", b"0")}


@on_postgresql
def test_changes_by_another_process_are_notified(scorer: Scorer) -> None:
    watcher = seated(scorer.session)

    def elsewhere() -> None:
        with psycopg.connect(database_url()) as other:
            other.execute("UPDATE play_session SET revision = 2 WHERE id = %s", [scorer.session.pk])
            other.execute("SELECT pg_notify('scorekeeper', %s)", [scorer.session.public_id])

    async def scenario() -> None:
        page = await listening(watcher).open()
        await asyncio.to_thread(elsewhere)
        await page.hears(("changed", 2))

    run_in_event_loop(scenario)


@on_postgresql
def test_a_board_that_changed_meanwhile_is_notified_when_the_connection_is_restored(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board_owner, other = scorer.access.device, Scorer()
    monkeypatch.setattr(live, "PAUSE", 0.1)

    async def scenario(proxy: Proxy) -> None:
        board = await Page(f"board&t={scorer.session.public_id}.1", cookie_of(board_owner)).open()
        proxy.cut()
        await in_the_pages(recording.join, other.session, device=board_owner, role=Role.WATCHER)
        assert board.events == []
        proxy.mend()
        await board.hears(("changed", None))

    with Proxy(database_url()) as proxy:
        direct, through = live.parameters, {"host": "127.0.0.1", "port": proxy.port}
        monkeypatch.setattr(live, "parameters", lambda: direct() | through)
        run_in_event_loop(partial(scenario, proxy))


@on_postgresql
def test_a_board_that_changed_before_anybody_listened_is_notified(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    board_owner, other, reachable, direct = scorer.access.device, Scorer(), Event(), live.parameters
    monkeypatch.setattr(live, "PAUSE", 0.1)

    def once_reachable() -> dict[str, Any]:
        if not reachable.is_set():
            raise psycopg.OperationalError("not yet")
        return direct()

    async def scenario() -> None:
        board = await Page(f"board&t={scorer.session.public_id}.1", cookie_of(board_owner)).open(is_heard=False)
        await in_the_pages(recording.join, other.session, device=board_owner, role=Role.WATCHER)
        assert board.events == []
        reachable.set()
        await board.hears(("changed", None))

    monkeypatch.setattr(live, "parameters", once_reachable)
    run_in_event_loop(scenario)


@on_postgresql
def test_a_lost_listening_connection_is_restored_and_catches_up(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watcher, reachable, parameters = seated(scorer.session), Event(), live.parameters
    reachable.set()
    monkeypatch.setattr(live, "PAUSE", 0.1)
    listeners = "FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listening'"

    def while_reachable() -> dict[str, Any]:
        if not reachable.is_set():
            raise psycopg.OperationalError("away")
        return parameters() | {"application_name": "listening"}

    def cut() -> None:
        reachable.clear()
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid, 5000) {listeners}")
            assert cursor.fetchall() == [(True,)]

    async def scenario() -> None:
        page = await listening(watcher).open()
        await in_the_pages(scorer.record, PASSED)
        await page.hears(("changed", 2))
        await in_the_pages(cut)
        await in_the_pages(scorer.record, GARDE)
        assert page.events == [("changed", 2)]
        reachable.set()
        await page.hears(("changed", 2), ("changed", 3))
        await in_the_pages(scorer.record, PASSED)
        await page.hears(("changed", 2), ("changed", 3), ("changed", 4))

    monkeypatch.setattr(live, "parameters", while_reachable)
    with caplog.at_level(logging.WARNING, "scorekeeper.play.live"):
        run_in_event_loop(scenario)
    assert "not told by PostgreSQL what other processes write" in caplog.text
