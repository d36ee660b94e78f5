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

from scorekeeper.play import announcements as notifications
from scorekeeper.play import queries, recording
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.live import admit
from scorekeeper.play.models import Access, Board, Change, Role, Session
from scorekeeper.play.recording.write import Write
from tests.play.browsers import HTMX, browser, words_of
from tests.play.tables import FIVE, GARDE, PASSED, Scorer, device, start

pytestmark = pytest.mark.django_db


def wall(of: str) -> str:
    """Return the address of a link to somebody's board."""
    return reverse("linked_board", args=[recording.share_board(of).token])


def tables(page: str) -> list[str]:
    """Return the tables on the page behind it, in its order."""
    return [part.split("/")[0] for part in page.split('href="/s/')[1:]]


def written(session: Session, hours_ago: int) -> None:
    at = timezone.now() - timedelta(hours=hours_ago)
    Change.objects.filter(session=session).update(at=at)
    Session.objects.filter(pk=session.pk).update(started_at=at)


# Which tables


def test_the_board_lists_the_open_tables_of_a_device_in_starting_order() -> None:
    device_id = device()
    one, two, closed, shut_out = (Scorer(device=device_id) for _ in range(4))
    watched, stranger = start(), start()
    recording.join(watched, device=device_id, role=Role.WATCHER)
    closed.close()
    Access.objects.filter(session=shut_out.session).update(shut_out_at=timezone.now())
    assert queries.board(device_id) == [one.session, two.session, watched]
    assert stranger not in queries.board(device_id)
    closed.reopen()
    assert closed.session in queries.board(device_id)


def test_a_table_unused_for_a_day_is_left_out() -> None:
    device_id = device()
    yesterday, last_night, going_on = (Scorer(device=device_id) for _ in range(3))
    written(yesterday.session, 25)
    written(last_night.session, 23)
    written(going_on.session, 30)
    going_on.record()
    assert queries.board(device_id) == [going_on.session, last_night.session]


@pytest.mark.parametrize("stranger", [None, "", "0" * 32])
def test_the_board_of_an_unknown_browser_is_empty(stranger: str | None) -> None:
    start()
    assert queries.board(stranger) == []


def test_of_too_many_tables_the_latest_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_ON_BOARD", 2)
    device_id = device()
    _first, second, third = (Scorer(device=device_id) for _ in range(3))
    assert queries.board(device_id) == [second.session, third.session]


# What it shows


def test_a_table_shows_the_leader_the_dealer_and_the_last_hand() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record(PASSED)
    scorer.void(2)
    page = browser(scorer).get(reverse("board"))
    # Anne dealt second, after David; the voided hand 2 counts for nothing, so Anne deals again.
    assert "French Tarot Hand 3 · Anne deals" in words_of(page)
    assert "Anne 198 +198 leads Bruno −66 −66 Chloé −66 −66 David −66 −66" in words_of(page)
    assert "1 Garde by Anne, 49 points, 2 bouts" in words_of(page)
    assert "All passed" not in words_of(page)


def test_before_the_first_hand_there_is_no_leader() -> None:
    page = words_of(browser(Scorer()).get(reverse("board")))
    assert "Hand 1 · David deals Anne 0 Bruno 0 Chloé 0 David 0 No hand yet." in page


def test_without_a_table_the_board_says_so_and_sets_no_cookie() -> None:
    page = Client().get(reverse("board"))
    assert "Nobody is playing at the moment." in words_of(page)
    assert "device" not in page.cookies


def test_htmx_gets_only_the_tables_and_the_stream_address() -> None:
    scorer = Scorer()
    scorer.record()
    public_id = scorer.session.public_id
    page = browser(scorer).get(reverse("board"), headers=HTMX).content.decode()
    assert page.lstrip().startswith('<section id="board"')
    assert f'data-live="/live/?t={public_id}.1&amp;board="' in page


def test_a_board_takes_as_many_queries_for_three_tables_as_for_one() -> None:
    device_id, counts = device(), []
    url = wall(device_id)
    for number in (1, 3):
        while Session.objects.count() < number:
            Scorer(device=device_id).record()
        forget_ledgers()
        with CaptureQueriesContext(connection) as statements:
            assert browser(name=device_id).get(url).status_code == 200
        counts.append(len(statements))
    assert counts == [6, 6]


def test_a_full_board_is_a_small_page() -> None:
    device_id = device()
    for _ in range(queries.MOST_ON_BOARD):
        Scorer(device=device_id, players=FIVE).record({**GARDE, "partner": 1})
    recording.share_board(device_id)
    page = browser(name=device_id).get(reverse("board")).content
    assert len(tables(page.decode())) == queries.MOST_ON_BOARD
    assert len(page) < 60_000


@pytest.mark.parametrize(("count", "offered"), [(1, False), (2, True)])
def test_the_home_page_links_to_the_board_if_there_are_two_tables(count: int, offered: bool) -> None:
    device_id = device()
    for _ in range(count):
        Scorer(device=device_id)
    assert (f'href="{reverse("board")}"' in browser(name=device_id).get("/").content.decode()) is offered


# Through its link


def test_the_board_link_shows_the_tables_and_leads_only_where_access_was_granted() -> None:
    device_id, guest = device(), device()
    one, two = Scorer(device=device_id), Scorer(device=device_id)
    url = wall(device_id)
    page = Client().get(url)
    assert words_of(page).count("Hand 1 · David deals") == 2
    assert tables(page.content.decode()) == []
    recording.join(two.session, device=guest, role=Role.WATCHER)
    assert tables(browser(name=guest).get(url).content.decode()) == [two.session.public_id]
    assert tables(browser(name=device_id).get(url).content.decode()) == [one.session.public_id, two.session.public_id]
    assert Access.objects.filter(device=guest).count() == 1


def test_the_board_link_reveals_no_table_token_and_no_way_to_renew_it() -> None:
    scorer = Scorer()
    page = Client().get(wall(scorer.access.device)).content.decode()
    for secret in (scorer.session.scorer_token, scorer.session.watch_token, scorer.access.device, "/board/share/"):
        assert secret not in page


def test_a_link_is_created_and_renewed_on_the_board() -> None:
    scorer = Scorer()
    client = browser(scorer)
    assert "Create a wall display link" in words_of(client.get(reverse("board")))
    seen = []
    for _ in range(2):
        assert client.post(reverse("share_board"))["Location"] == "/board/#link-to-board"
        shared = Board.objects.get()
        seen.append(reverse("linked_board", args=[shared.token]))
        assert seen[-1] in client.get(reverse("board")).content.decode()
        assert Client().get(seen[-1]).status_code == 200
    old_link_page, unknown_link_page = (
        Client().get(seen[0]),
        Client().get(reverse("linked_board", args=["never-was-one"])),
    )
    assert (old_link_page.status_code, unknown_link_page.status_code) == (404, 404)
    assert "This link is not valid" in words_of(old_link_page)
    assert old_link_page.content == unknown_link_page.content


def test_a_browser_without_a_cookie_cannot_create_a_link() -> None:
    assert Client().post(reverse("share_board"))["Location"] == "/board/"
    assert Client().get(reverse("share_board"))["Location"] == "/board/"
    assert not Board.objects.exists()


# Its stream


def stream_of(url: str, client: Client | None = None) -> Any:
    factory = RequestFactory()
    if client:
        factory.cookies = client.cookies
    return admit.func.__wrapped__(factory.get(url))  # type: ignore[attr-defined]


def test_a_board_is_notified_of_its_tables_and_of_new_ones() -> None:
    scorer = Scorer()
    device_id, public_id = scorer.access.device, scorer.session.public_id
    stream = stream_of(f"/live/?t={public_id}.0&board=", browser(scorer))
    assert stream.at == {public_id: 0, notifications.board_of(device_id): 0}
    assert (stream.device, stream.message) == (device_id, b"")


def test_the_board_link_is_notified_too_until_it_is_renewed() -> None:
    scorer = Scorer()
    device_id, public_id = scorer.access.device, scorer.session.public_id
    shared = recording.share_board(device_id)
    url = f"/live/?t={public_id}.0&board={shared.token}"
    stream = stream_of(url)
    assert stream.at.keys() == {public_id, notifications.board_of(device_id), notifications.link_of(shared.token)}
    assert stream.device == device_id
    recording.share_board(device_id)
    assert stream_of(url) is None


def test_an_outdated_board_is_notified_at_once() -> None:
    scorer, other = Scorer(), start()
    for query in ("", f"t={other.public_id}.0&"):
        stream = stream_of(f"/live/?{query}board=", browser(scorer))
        assert stream.message.startswith(b"event: changed")
        assert other.public_id not in stream.at


def test_without_a_board_there_is_no_stream() -> None:
    assert stream_of("/live/?board=") is None
    assert stream_of("/live/?board=never-was-one") is None
    assert stream_of("/live/?board=%00") is None


@pytest.mark.parametrize("verb", ["close", "reopen", "shut_out", "let_in"])
def test_boards_are_notified_when_a_table_appears_or_disappears(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer, guest = Scorer(), device()
    access = recording.join(scorer.session, device=guest, role=Role.WATCHER)
    verbs: dict[str, Callable[[], Any]] = {
        "close": scorer.close,
        "reopen": scorer.reopen,
        "shut_out": lambda: recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=access.pk),
        "let_in": lambda: recording.let_in(Write(scorer.session, **scorer.now({})), access_pk=access.pk),
    }
    for before in {"reopen": ["close"], "let_in": ["shut_out"]}.get(verb, []):
        verbs[before]()
    announced: list[str] = []
    monkeypatch.setattr(notifications, "announce", lambda *topics: announced.extend(topics))
    verbs[verb]()
    boards = {notifications.board_of(name) for name in (guest, scorer.access.device)}
    assert set(announced) == {scorer.session.public_id, *boards}
