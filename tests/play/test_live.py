"""Listeners are told of every change once, and of nothing that isn't theirs."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable, Mapping
from threading import Event
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from scorekeeper.play import notifications
from scorekeeper.play.live import asgi, hub, postgres_notify
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.web.capacity import Capacity
from tests.play.live_pages import Page, cookie_of, idle, in_the_pages, listening, live, seated, until
from tests.play.tables import GARDE, PASSED, Scribe, device, token
from tests.servers import database_url

pytestmark = pytest.mark.django_db(transaction=True)

on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="one process with SQLite hears itself")


@pytest.fixture
def scribe() -> Scribe:
    """A table at which one hand was played: its revision is 1."""
    scribe = Scribe()
    scribe.record()
    return scribe


def test_each_change_is_told_once(scribe: Scribe) -> None:
    watcher, scorer = seated(scribe.session), seated(scribe.session, Role.SCORER)

    async def story() -> None:
        watching, writing = await listening(watcher).open(), await listening(scorer).open()
        assert (watching.status, watching.body) == (200, "retry: 2000\n\n")
        for revision in (2, 3):
            await in_the_pages(scribe.record, PASSED)
            await watching.hears(*[("table", at) for at in range(2, revision + 1)])
            await writing.hears(*[("changed", at) for at in range(2, revision + 1)])
        for _again in range(3):
            await in_the_pages(notifications.announce, scribe.session.public_id)
        await in_the_pages(scribe.record, PASSED)
        await watching.hears(("table", 2), ("table", 3), ("table", 4))
        await writing.hears(("changed", 2), ("changed", 3), ("changed", 4))

    live(story)


def test_who_watches_is_sent_the_table_as_it_is(scribe: Scribe) -> None:
    watcher = seated(scribe.session)

    async def story() -> None:
        watching = await listening(watcher).open()
        await in_the_pages(scribe.record)
        await watching.hears(("table", 2))
        assert 'id="table"' in watching.body
        assert re.search(r">\+?396<", watching.body)  # 2 × 198
        assert "<form" not in watching.body
        await in_the_pages(scribe.close)
        await watching.hears(("table", 2), ("changed", 3))  # the table is gone: the page is reloaded

    live(story)


def test_who_may_write_cannot_ask_for_the_table_of_those_who_watch(scribe: Scribe) -> None:
    async def story() -> None:
        query = f"t={scribe.session.public_id}.1&push"
        page = await Page(query, cookie_of(scribe.access.device)).open()
        await in_the_pages(scribe.record)
        await page.hears(("changed", 2))

    live(story)


def test_a_slow_phone_is_sent_the_latest_only(scribe: Scribe) -> None:
    slow, quick = seated(scribe.session), seated(scribe.session)

    async def story() -> None:
        behind, ahead = await listening(slow).open(), await listening(quick).open()
        behind.takes.clear()
        for revision in range(2, 7):
            await in_the_pages(scribe.record, PASSED)
            await until(lambda at=revision: ahead.events[-1:] == [("table", at)])  # type: ignore[misc]
        assert behind.events == [("table", 2)]
        behind.takes.set()
        await behind.hears(("table", 2), ("table", 6))

    live(story)


@pytest.mark.parametrize(
    ("shown", "last", "told"),
    [
        (1, "", [("table", 3)]),
        (1, "2", [("table", 3)]),
        (1, "3", []),
        (3, "1", []),
        (3, "", []),
        (0, "nonsense", [("table", 3)]),
        (-1, "-1", [("table", 3)]),
    ],
)
def test_who_comes_back_is_sent_what_it_has_not(
    scribe: Scribe, shown: int, last: str, told: list[tuple[str, int | None]]
) -> None:
    watcher = seated(scribe.session)
    for _hand in range(2):
        scribe.record(PASSED)

    async def story() -> None:
        page = await listening(watcher, shown, headers={"last-event-id": last} if last else {}).open()
        await page.hears(*told)
        await in_the_pages(scribe.record, PASSED)
        await page.hears(*told, ("table", 4))

    live(story)


def test_a_page_that_was_left_is_told_no_more_and_forgotten(scribe: Scribe) -> None:
    watcher, other = seated(scribe.session), seated(scribe.session)

    async def story() -> None:
        page = await listening(watcher).open()
        assert len(asgi.hub().everybody()) == 1
        page.gone.set()
        await page.task
        assert (asgi.hub().everybody(), asgi.hub().streams) == (set(), {})
        staying = await listening(other).open()
        await in_the_pages(scribe.record)
        await staying.hears(("table", 2))
        assert page.events == []

    live(story)


def test_who_is_shut_out_hears_no_more(scribe: Scribe) -> None:
    out, stays = seated(scribe.session), seated(scribe.session)
    shutting = Write(scribe.session, scribe.access, 1, token())

    async def story() -> None:
        leaving, staying = await listening(out).open(), await listening(stays).open()
        await in_the_pages(services.revoke_access, shutting, access_pk=out.pk)
        await until(lambda: leaving.over)
        await leaving.task
        await staying.hears(("table", 2))
        await in_the_pages(scribe.record)
        await staying.hears(("table", 2), ("table", 3))
        assert leaving.events == []
        assert (await listening(out).open()).status == 404

    live(story)


def test_the_board_hears_of_its_own_tables_and_of_new_ones(scribe: Scribe) -> None:
    mine, other = scribe.access.device, Scribe()

    async def story() -> None:
        board = await Page(f"board&t={scribe.session.public_id}.1", cookie_of(mine)).open()
        joining = device()
        theirs = await Page("board", cookie_of(joining)).open()
        await in_the_pages(services.join, other.session, device=joining, role=Role.WATCHER)
        await theirs.hears(("changed", None))
        assert board.events == []
        await in_the_pages(services.join, other.session, device=mine, role=Role.WATCHER)
        await board.hears(("changed", None))
        tables = f"board&t={scribe.session.public_id}.1&t={other.session.public_id}.0"
        both = await Page(tables, cookie_of(mine)).open()
        await in_the_pages(other.record)
        await both.hears(("changed", 1))
        await in_the_pages(scribe.record)
        await both.hears(("changed", 1), ("changed", 2))

    live(story)


def test_the_link_to_a_board_hears_the_same_until_it_is_renewed(scribe: Scribe) -> None:
    mine = scribe.access.device
    shared = services.share_board(mine)

    async def story() -> None:
        wall = await Page(f"board={shared.token}&t={scribe.session.public_id}.1", "").open()
        await in_the_pages(scribe.record)
        await wall.hears(("changed", 2))
        await in_the_pages(services.share_board, mine)
        await until(lambda: wall.over)
        assert wall.events == [("changed", 2)]

    live(story)


def test_a_lost_announcement_is_made_good_at_the_next_beat(scribe: Scribe, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = seated(scribe.session)
    monkeypatch.setattr(hub, "BEAT", 0.3)

    async def story() -> None:
        page = await listening(watcher).open()
        await until(lambda: len(page.events) >= 2)
        assert set(page.events) == {("beat", None)}
        monkeypatch.setattr(notifications, "announce", lambda topic: None)
        await in_the_pages(scribe.record)
        await until(lambda: ("table", 2) in page.events)
        count = len(page.events)
        await until(lambda: len(page.events) > count + 2)
        assert page.events.count(("table", 2)) == 1

    live(story)


def test_what_moves_on_while_it_is_read_is_read_once_more() -> None:
    async def story() -> None:
        reads, done = list[str](), asyncio.Event()

        async def read(topic: str, variants: frozenset[hub.Variant]) -> hub.TopicUpdate:
            reads.append(topic)
            at = len(reads)
            await done.wait()
            return hub.TopicUpdate(at, frozenset({"mine"}), {None: hub.event("changed", at=at)})

        async def revisions(topics: Iterable[str]) -> Mapping[str, int]:
            return {}

        here, stream = hub.Hub(read, revisions), hub.Stream({"table": 0}, "mine")
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

    live(story)


def test_what_was_taken_back_is_not_told(scribe: Scribe) -> None:
    watcher = seated(scribe.session)

    def failing() -> None:
        with transaction.atomic():
            Session.objects.filter(pk=scribe.session.pk).update(revision=2)
            notifications.announce(scribe.session.public_id)
            raise ArithmeticError

    async def story() -> None:
        page, heard = await listening(watcher).open(), list[str]()
        notifications.listen(heard.append)
        try:
            with pytest.raises(ArithmeticError):
                await in_the_pages(failing)
            await in_the_pages(scribe.record)
            await page.hears(("table", 2))
            assert heard == [scribe.session.public_id]
        finally:
            notifications.leave(heard.append)

    live(story)


def test_each_language_and_notation_is_sent_its_own() -> None:
    scribe = Scribe(game="boston", rules="original", options={"overtricks": True, "pool": False, "ante": 10})
    watchers = [seated(scribe.session) for _ in range(4)]
    asked = [("en", ""), ("fr", ""), ("de", "; counters=drawn"), ("de", "")]

    async def story() -> None:
        pages = [
            await listening(watcher, cookie=cookie, headers={"accept-language": language}).open()
            for watcher, (language, cookie) in zip(watchers, asked, strict=True)
        ]
        # 21 from each: 63, or 6 red counters and 3 white ones
        await in_the_pages(scribe.record, {"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9})
        for page in pages:
            await page.hears(("table", 1))
        english, french, *_german = sent = [re.sub(r"\s+(data: )?", " ", page.body) for page in pages]
        assert "Hand 2 · Anne deals" in english
        assert "Donne 2 · donneur : Anne" in french
        assert ["Spiel 2 · Anne gibt" in table for table in sent] == [False, False, True, True]
        assert ["+63" in table for table in sent] == [True, True, False, True]
        assert ['class="drawn-counters"' in table for table in sent] == [False, False, True, False]

    live(story)


def refused(*pages: tuple[str, str], **changes: Any) -> set[tuple[int, str, bytes]]:
    """The status, body and length of the answers to pages that may not listen; each is a query and a cookie."""
    found = set()

    async def story() -> None:
        for query, cookie in pages:
            page = await Page(query, cookie, **changes).open()
            await until(lambda at=page: at.over)  # type: ignore[misc]
            found.add((page.status, page.body, dict(page.messages[0]["headers"])[b"content-length"]))

    live(story)
    return found


@pytest.mark.parametrize(
    "query",
    [
        *("", "push", "t=", "t=.", "t=nonsense", "t=.1", "t=%00.1", "t=%ff.1", "t=%F0%9F%82%A1.1"),
        *("t={here}.1&t=nonsense.0", "t={here}.1&t={elsewhere}.0", "t={elsewhere}.0", "t={here}"),
        *("&".join(["t={here}.1"] * 3000), "t=" + "x" * 60000),
    ],
    ids=lambda query: query[:24],
)
def test_a_query_that_makes_no_sense_gets_no_stream(scribe: Scribe, query: str) -> None:
    query = query.format(here=scribe.session.public_id, elsewhere=Scribe().session.public_id)
    (status, body, length), *others = refused((query, cookie_of(scribe.access.device)))
    assert (status // 100, body, length, others) == (4, "", b"0", [])


def test_who_was_not_let_in_gets_no_stream(scribe: Scribe) -> None:
    query, mine = f"t={scribe.session.public_id}.1", cookie_of(scribe.access.device)
    strangers = ["", "device=", "device=forged", f"{mine}x", f"device={scribe.access.device}", cookie_of(device())]
    assert refused(*[(query, cookie) for cookie in strangers], *[("board", cookie) for cookie in strangers[:-1]]) == {
        (404, "", b"0")
    }


def test_a_foreign_host_gets_no_stream(scribe: Scribe) -> None:
    page = (f"t={scribe.session.public_id}.1", cookie_of(scribe.access.device))
    assert refused(page, headers={"host": "evil.example"}) == {(400, "", b"0")}


@pytest.mark.parametrize("method", ["POST", "HEAD", "PUT", "OPTIONS"])
def test_a_stream_is_only_to_be_got(scribe: Scribe, method: str) -> None:
    page = (f"t={scribe.session.public_id}.1", cookie_of(scribe.access.device))
    assert refused(page, method=method) == {(405, "", b"0")}


HERE = ("192.0.2.7", 4711)


@pytest.fixture
def capacity(monkeypatch: pytest.MonkeyPatch) -> Capacity:
    """A server with room for eight streams."""
    small = Capacity(connections=10, streams=8, backlog=1)
    monkeypatch.setattr("scorekeeper.web.capacity.of_process", lambda: small)
    return small


async def opened(access: Access, times: int = 1, **changes: Any) -> list[Page]:
    return [await listening(access, **changes).open() for _ in range(times)]


def statuses(pages: Iterable[Page]) -> list[int]:
    return [page.status for page in pages]


def test_who_comes_when_all_streams_are_taken_is_sent_away(scribe: Scribe, capacity: Capacity) -> None:
    watchers = [seated(scribe.session) for _ in range(capacity.streams + 1)]

    async def story() -> None:
        pages = [await listening(watcher).open() for watcher in watchers]
        assert statuses(pages) == [200] * capacity.streams + [503]
        assert pages[-1].body == ""
        pages[0].gone.set()
        await pages[0].task
        assert statuses(await opened(watchers[-1])) == [200]

    live(story)


def test_one_browser_has_so_many_streams_and_leaves_the_others_theirs(scribe: Scribe, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "browser_streams": 2}
    one, other = seated(scribe.session), seated(scribe.session)

    async def story() -> None:
        pages = await opened(one, 3)
        assert statuses(pages) == [200, 200, 429]
        assert statuses(await opened(other, 2)) == [200, 200]
        pages[0].gone.set()
        await pages[0].task
        assert statuses(await opened(one, 2)) == [200, 429]

    live(story)


def test_one_address_has_so_many_streams_whatever_browsers_there_are(scribe: Scribe, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "streams": 2}
    watchers = [seated(scribe.session) for _ in range(3)]

    async def story() -> None:
        pages = [await listening(watcher, client=HERE).open() for watcher in watchers]
        assert statuses(pages) == [200, 200, 429]
        assert statuses(await opened(watchers[2], client=("192.0.2.9", 4711))) == [200]

    live(story)


def test_behind_a_proxy_it_is_the_address_that_the_proxy_names(scribe: Scribe, settings: Any) -> None:
    settings.TRUST_PROXY, settings.CONCURRENT = True, {**settings.CONCURRENT, "streams": 1}
    watcher = seated(scribe.session)

    async def story() -> None:
        found = [
            await listening(watcher, client=("127.0.0.1", 4711), headers={"x-forwarded-for": forwarded}).open()
            for forwarded in ("192.0.2.7", "192.0.2.7", "192.0.2.9", "192.0.2.8, 192.0.2.9")
        ]
        assert statuses(found) == [200, 429, 200, 429]

    live(story)


def test_no_limit_is_that_of_all(scribe: Scribe, settings: Any, capacity: Capacity) -> None:
    watcher = seated(scribe.session)
    of_one = capacity.streams * 3 // 4

    async def story() -> None:
        pages = await opened(watcher, of_one + 1, client=HERE)
        assert statuses(pages) == [200] * of_one + [429]  # a quarter is reserved for others
        settings.CONCURRENT = dict.fromkeys(settings.CONCURRENT)
        left = capacity.streams - of_one
        assert statuses(await opened(watcher, left + 1, client=HERE)) == [200] * left + [503]

    live(story)


def test_who_is_refused_takes_no_slot(scribe: Scribe, settings: Any) -> None:
    settings.CONCURRENT = {**settings.CONCURRENT, "streams": 1}
    stranger = (f"t={scribe.session.public_id}.1", cookie_of(device()))
    assert refused(*[stranger] * 3, client=HERE) == {(404, "", b"0")}
    assert refused(*[stranger] * 3, client=HERE, headers={"host": "evil.example"}) == {(400, "", b"0")}


@on_postgresql
def test_what_another_process_writes_is_heard(scribe: Scribe) -> None:
    watcher = seated(scribe.session)

    def elsewhere() -> None:
        with psycopg.connect(database_url()) as other:
            other.execute("UPDATE play_session SET revision = 2 WHERE id = %s", [scribe.session.pk])
            other.execute("SELECT pg_notify('scorekeeper', %s)", [scribe.session.public_id])

    async def story() -> None:
        page = await listening(watcher).open()
        await asyncio.to_thread(elsewhere)
        await page.hears(("table", 2))

    live(story)


@on_postgresql
def test_a_connection_that_listens_and_is_lost_is_made_again_and_catches_up(
    scribe: Scribe, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watcher, reachable, parameters = seated(scribe.session), Event(), postgres_notify.parameters
    reachable.set()
    monkeypatch.setattr(postgres_notify, "PAUSE", 0.1)
    listeners = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%%'"

    def while_reachable() -> dict[str, Any]:
        if not reachable.is_set():
            raise psycopg.OperationalError("away")
        return parameters()

    def cut() -> None:
        reachable.clear()
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid, 5000) {listeners}")
            assert cursor.fetchall() == [(True,)]

    async def story() -> None:
        page = await listening(watcher).open()
        await in_the_pages(scribe.record, PASSED)
        await page.hears(("table", 2))
        await in_the_pages(cut)
        await in_the_pages(scribe.record, GARDE)
        assert page.events == [("table", 2)]
        reachable.set()
        await page.hears(("table", 2), ("table", 3))
        await in_the_pages(scribe.record, PASSED)
        await page.hears(("table", 2), ("table", 3), ("table", 4))

    monkeypatch.setattr(postgres_notify, "parameters", while_reachable)
    with caplog.at_level(logging.WARNING, "scorekeeper.play.live.postgres_notify"):
        live(story)
    assert "not told by PostgreSQL what other processes write" in caplog.text
