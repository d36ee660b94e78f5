"""A phone of a club may view all of its club's tables, and no others."""

import pytest
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.clubs.clubs import House
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE, Scribe, device, start, token

pytestmark = pytest.mark.django_db


def address(session: Session, page: str = "session") -> str:
    return reverse(page, args=[session.public_id])


def another_phone(house: House) -> str:
    name = device()
    clubs.admit_phone(house.club, name)
    return name


def test_a_phone_of_the_club_watches_and_does_not_write() -> None:
    house = House()
    scribe = house.table()
    scribe.record(GARDE)
    phone = another_phone(house)
    client = browser(name=phone)
    shown = client.get(address(scribe.session))
    assert shown.status_code == 200
    assert b'id="outcome"' not in shown.content
    assert Access.objects.get(device=phone).role == Role.WATCHER
    assert client.post(address(scribe.session, "record"), {"revision": "1", "token": token()}).status_code == 403
    scribe.close()
    assert client.get(address(scribe.session)).status_code == 200


def test_it_is_let_in_once_and_who_writes_goes_on_writing() -> None:
    house = House()
    session = house.start()
    for _time in range(2):
        house.phone.get(address(session))
        browser(name=another_phone(house)).get(address(session))
    assert sorted(session.accesses.values_list("role", flat=True)) == ["scorer", "watcher", "watcher"]


@pytest.mark.parametrize(
    "page", ["session", "ledger", "journal", "chart", "export", "record", "close", "reopen", "share"]
)
def test_a_phone_of_another_club_and_a_stranger_find_nothing(page: str) -> None:
    session = House("Ours").start()
    for client in (House("Theirs").phone, browser()):
        for answer in (client.get(address(session, page)), client.post(address(session, page))):
            assert answer.status_code in (404, 405), page
        assert client.get(address(session, page)).status_code in (404, 405)
    assert session.accesses.count() == 1


def test_who_was_shut_out_stays_out() -> None:
    house = House()
    scribe = house.table()
    phone = another_phone(house)
    watcher = services.join(scribe.session, device=phone, role=Role.WATCHER)
    services.revoke_access(Write(scribe.session, **scribe.now({})), access_pk=watcher.pk)
    answer = browser(name=phone).get(address(scribe.session))
    assert answer.status_code == 403
    assert "shut out" in words_of(answer).lower() or "let you in" in words_of(answer)
    watcher.refresh_from_db()
    assert watcher.shut_out_at


def test_a_phone_that_left_sees_what_it_has_seen_and_nothing_new() -> None:
    house = House()
    seen, unseen = house.start(), house.start()
    phone = another_phone(house)
    client = browser(name=phone)
    client.get(address(seen))
    clubs.leave_club(phone)
    assert client.get(address(seen)).status_code == 200
    assert client.get(address(unseen)).status_code == 404


def test_a_table_of_no_club_is_nobodys_but_its_own() -> None:
    at_home = start()
    assert House().phone.get(address(at_home)).status_code == 404


def test_the_first_page_of_a_clubs_phone_lists_its_tables() -> None:
    house, other = House(), House("Other")
    mine, closed = house.table(), house.table()
    mine.record(GARDE)
    closed.close()
    other.start()
    Scribe(start())
    phone = another_phone(house)
    page = browser(name=phone).get("/club/")
    assert [listed.session for listed in page.context["tables"]] == [mine.session]
    assert "1 hand" in words_of(page)
    assert "you watch" in words_of(page)
    assert "you watch" not in words_of(house.phone.get("/club/"))


def test_the_home_of_a_clubs_phone_leads_to_the_club_and_that_of_another_phone_does_not() -> None:
    house = House("Les Atouts")
    assert '<a class="button" href="/club/">Les Atouts</a>' in house.phone.get("/").content.decode()
    assert b'href="/club/"' not in browser().get("/").content


def test_a_phone_of_no_club_is_sent_home_from_there() -> None:
    House().start()
    assert browser().get("/club/")["Location"] == "/"
    for page in ("/club/standings/", "/club/members/", "/club/members/1/", "/club/members/1/sessions/"):
        assert browser().get(page).status_code == 404
