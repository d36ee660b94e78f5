"""The board: which tables are on it, what it shows of each, and who sees it through its link."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play import notifications, queries
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.live.messages import admit
from scorekeeper.play.models import Access, Board, Change, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.play.browsers import browser, words_of
from tests.play.tables import FIVE, GARDE, PASSED, Scribe, device, start

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def wall(of: str) -> str:
    """Return the address of a link to somebody's board."""
    return reverse("linked_board", args=[services.share_board(of).token])


def tables(page: str) -> list[str]:
    """Return the tables on the page behind it, in its order."""
    return [part.split("/")[0] for part in page.split('href="/s/')[1:]]


def written(session: Session, hours_ago: int) -> None:
    at = timezone.now() - timedelta(hours=hours_ago)
    Change.objects.filter(session=session).update(at=at)
    Session.objects.filter(pk=session.pk).update(started_at=at)


# Which tables


def test_the_board_has_the_open_tables_of_a_device_in_the_order_in_which_they_began() -> None:
    mine = device()
    one, two, closed, shut_out = (Scribe(device=mine) for _ in range(4))
    watched, stranger = start(), start()
    services.join(watched, device=mine, role=Role.WATCHER)
    closed.close()
    Access.objects.filter(session=shut_out.session).update(shut_out_at=timezone.now())
    assert queries.board(mine) == [one.session, two.session, watched]
    assert stranger not in queries.board(mine)
    closed.reopen()
    assert closed.session in queries.board(mine)


def test_a_table_at_which_nothing_was_written_for_a_day_is_left_out() -> None:
    mine = device()
    yesterday, last_night, going_on = (Scribe(device=mine) for _ in range(3))
    written(yesterday.session, 25)
    written(last_night.session, 23)
    written(going_on.session, 30)
    going_on.record()
    assert queries.board(mine) == [going_on.session, last_night.session]


@pytest.mark.parametrize("stranger", [None, "", "0" * 32])
def test_the_board_of_a_stranger_is_empty(stranger: str | None) -> None:
    start()
    assert queries.board(stranger) == []


def test_of_too_many_tables_those_that_began_last_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_ON_BOARD", 2)
    mine = device()
    _first, second, third = (Scribe(device=mine) for _ in range(3))
    assert queries.board(mine) == [second.session, third.session]


# What it shows


def test_a_table_says_who_leads_who_deals_and_what_came_last() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record(PASSED)
    scribe.void(2)
    page = browser(scribe).get(reverse("board"))
    # Anne dealt second, after David; the voided hand 2 counts for nothing, so Anne deals again.
    assert "French Tarot Hand 3 · Anne deals" in words_of(page)
    assert "Anne 198 +198 leads Bruno −66 −66 Chloé −66 −66 David −66 −66" in words_of(page)
    assert "1 Garde by Anne, 49 points, 2 bouts" in words_of(page)
    assert "All passed" not in words_of(page)


def test_before_the_first_hand_nobody_leads() -> None:
    page = words_of(browser(Scribe()).get(reverse("board")))
    assert "Hand 1 · David deals Anne 0 Bruno 0 Chloé 0 David 0 No hand yet." in page


def test_without_a_table_the_board_says_so_and_names_no_browser() -> None:
    page = Client().get(reverse("board"))
    assert "Nobody is playing at the moment." in words_of(page)
    assert "device" not in page.cookies


def test_htmx_is_sent_the_tables_alone_and_where_to_listen() -> None:
    scribe = Scribe()
    scribe.record()
    public_id = scribe.session.public_id
    page = browser(scribe).get(reverse("board"), headers=HTMX).content.decode()
    assert page.lstrip().startswith('<section id="board"')
    assert f'data-live="/live/?t={public_id}.1&amp;board="' in page


def test_a_board_takes_as_many_statements_for_three_tables_as_for_one() -> None:
    mine, counts = device(), []
    url = wall(mine)
    for number in (1, 3):
        while Session.objects.count() < number:
            Scribe(device=mine).record()
        ledgers.forget()
        with CaptureQueriesContext(connection) as statements:
            assert browser(name=mine).get(url).status_code == 200
        counts.append(len(statements))
    assert counts == [5, 5]


def test_a_full_board_is_a_small_page() -> None:
    mine = device()
    for _ in range(queries.MOST_ON_BOARD):
        Scribe(device=mine, players=FIVE).record({**GARDE, "partner": 1})
    services.share_board(mine)
    page = browser(name=mine).get(reverse("board")).content
    assert len(tables(page.decode())) == queries.MOST_ON_BOARD
    assert len(page) < 60_000


@pytest.mark.parametrize(("count", "offered"), [(1, False), (2, True)])
def test_home_leads_to_the_board_from_two_tables_on(count: int, offered: bool) -> None:
    mine = device()
    for _ in range(count):
        Scribe(device=mine)
    assert (f'href="{reverse("board")}"' in browser(name=mine).get("/").content.decode()) is offered


# Through its link


def test_whoever_has_the_link_sees_the_tables_and_is_led_only_where_let_in() -> None:
    mine, guest = device(), device()
    one, two = Scribe(device=mine), Scribe(device=mine)
    url = wall(mine)
    page = Client().get(url)
    assert words_of(page).count("Hand 1 · David deals") == 2
    assert tables(page.content.decode()) == []
    services.join(two.session, device=guest, role=Role.WATCHER)
    assert tables(browser(name=guest).get(url).content.decode()) == [two.session.public_id]
    assert tables(browser(name=mine).get(url).content.decode()) == [one.session.public_id, two.session.public_id]
    assert Access.objects.filter(device=guest).count() == 1


def test_the_link_gives_away_neither_a_token_of_a_table_nor_how_to_renew_it() -> None:
    scribe = Scribe()
    page = Client().get(wall(scribe.access.device)).content.decode()
    for secret in (scribe.session.scorer_token, scribe.session.watch_token, scribe.access.device, "/board/share/"):
        assert secret not in page


def test_a_link_is_made_and_renewed_on_the_board() -> None:
    scribe = Scribe()
    client = browser(scribe)
    assert "Create a wall display link" in words_of(client.get(reverse("board")))
    seen = []
    for _ in range(2):
        assert client.post(reverse("share_board"))["Location"] == "/board/#link-to-board"
        shared = Board.objects.get()
        seen.append(reverse("linked_board", args=[shared.token]))
        assert seen[-1] in client.get(reverse("board")).content.decode()
        assert Client().get(seen[-1]).status_code == 200
    gone, never = Client().get(seen[0]), Client().get(reverse("linked_board", args=["never-was-one"]))
    assert (gone.status_code, never.status_code) == (404, 404)
    assert "This link is not valid" in words_of(gone)
    assert gone.content == never.content


def test_a_browser_without_a_name_makes_no_link() -> None:
    assert Client().post(reverse("share_board"))["Location"] == "/board/"
    assert Client().get(reverse("share_board"))["Location"] == "/board/"
    assert not Board.objects.exists()


# Its stream


def stream_of(url: str, client: Client | None = None) -> Any:
    factory = RequestFactory()
    if client:
        factory.cookies = client.cookies
    return admit.func.__wrapped__(factory.get(url))  # type: ignore[attr-defined]


def test_a_board_hears_of_its_tables_and_of_new_ones() -> None:
    scribe = Scribe()
    mine, public_id = scribe.access.device, scribe.session.public_id
    stream = stream_of(f"/live/?t={public_id}.0&board=", browser(scribe))
    assert stream.at == {public_id: 0, notifications.board_of(mine): 0}
    assert (stream.device, stream.message) == (mine, b"")


def test_the_link_hears_as_the_board_does_until_it_is_renewed() -> None:
    scribe = Scribe()
    mine, public_id = scribe.access.device, scribe.session.public_id
    shared = services.share_board(mine)
    url = f"/live/?t={public_id}.0&board={shared.token}"
    stream = stream_of(url)
    assert stream.at.keys() == {public_id, notifications.board_of(mine), notifications.link_of(shared.token)}
    assert stream.device == mine
    services.share_board(mine)
    assert stream_of(url) is None


def test_a_board_that_shows_other_tables_than_it_should_is_told_at_once() -> None:
    scribe, other = Scribe(), start()
    for asked in ("", f"t={other.public_id}.0&"):
        stream = stream_of(f"/live/?{asked}board=", browser(scribe))
        assert stream.message.startswith(b"event: changed")
        assert other.public_id not in stream.at


def test_no_stream_for_who_has_no_board() -> None:
    assert stream_of("/live/?board=") is None
    assert stream_of("/live/?board=never-was-one") is None
    assert stream_of("/live/?board=%00") is None


@pytest.mark.parametrize("verb", ["close", "reopen", "shut_out", "let_in"])
def test_boards_hear_of_a_table_that_comes_or_goes(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scribe, guest = Scribe(), device()
    access = services.join(scribe.session, device=guest, role=Role.WATCHER)
    verbs: dict[str, Callable[[], Any]] = {
        "close": scribe.close,
        "reopen": scribe.reopen,
        "shut_out": lambda: services.revoke_access(Write(scribe.session, **scribe.now({})), access_pk=access.pk),
        "let_in": lambda: services.restore_access(Write(scribe.session, **scribe.now({})), access_pk=access.pk),
    }
    for before in {"reopen": ["close"], "let_in": ["shut_out"]}.get(verb, []):
        verbs[before]()
    announced: list[str] = []
    monkeypatch.setattr(notifications, "announce", lambda *topics: announced.extend(topics))
    verbs[verb]()
    boards = {notifications.board_of(name) for name in (guest, scribe.access.device)}
    assert set(announced) == {scribe.session.public_id, *boards}
