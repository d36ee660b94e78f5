"""A phone of a club may view all of its club's tables, and no others."""

import pytest
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.play import recording
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import SampleClub
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE, Scorer, device, start, token

pytestmark = pytest.mark.django_db


def address(session: Session, page: str = "session") -> str:
    return reverse(page, args=[session.public_id])


def another_phone(sample_club: SampleClub) -> str:
    name = device()
    clubs.admit_phone(sample_club.club, name)
    return name


def test_a_club_phone_watches_a_club_table_without_writing() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    phone = another_phone(sample_club)
    client = browser(name=phone)
    shown = client.get(address(scorer.session))
    assert shown.status_code == 200
    assert b'id="outcome"' not in shown.content
    assert Access.objects.get(device=phone).role == Role.WATCHER
    assert client.post(address(scorer.session, "record"), {"revision": "1", "token": token()}).status_code == 403
    scorer.close()
    assert client.get(address(scorer.session)).status_code == 200


def test_watching_grants_access_once_and_scorers_remain_scorers() -> None:
    sample_club = SampleClub()
    session = sample_club.start()
    for _time in range(2):
        sample_club.phone.get(address(session))
        browser(name=another_phone(sample_club)).get(address(session))
    assert sorted(session.accesses.values_list("role", flat=True)) == ["scorer", "watcher", "watcher"]


@pytest.mark.parametrize(
    "page", ["session", "ledger", "journal", "chart", "export", "record", "close", "reopen", "share"]
)
def test_phones_of_other_clubs_or_none_find_nothing(page: str) -> None:
    session = SampleClub("Ours").start()
    for client in (SampleClub("Theirs").phone, browser()):
        for response in (client.get(address(session, page)), client.post(address(session, page))):
            assert response.status_code in (404, 405), page
        assert client.get(address(session, page)).status_code in (404, 405)
    assert session.accesses.count() == 1


def test_a_phone_that_was_shut_out_stays_out() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    phone = another_phone(sample_club)
    watcher = recording.join(scorer.session, device=phone, role=Role.WATCHER)
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=watcher.pk)
    response = browser(name=phone).get(address(scorer.session))
    assert response.status_code == 403
    assert "shut out" in words_of(response).lower() or "let you in" in words_of(response)
    watcher.refresh_from_db()
    assert watcher.shut_out_at


def test_a_phone_that_left_keeps_what_it_watched_and_gets_nothing_new() -> None:
    sample_club = SampleClub()
    seen, unseen = sample_club.start(), sample_club.start()
    phone = another_phone(sample_club)
    client = browser(name=phone)
    client.get(address(seen))
    clubs.leave_club(phone)
    assert client.get(address(seen)).status_code == 200
    assert client.get(address(unseen)).status_code == 404


def test_a_table_without_a_club_is_visible_only_to_its_own_phones() -> None:
    at_home = start()
    assert SampleClub().phone.get(address(at_home)).status_code == 404


def test_the_first_page_of_a_club_phone_lists_its_tables() -> None:
    sample_club, other = SampleClub(), SampleClub("Other")
    open_table, closed_table = sample_club.table(), sample_club.table()
    open_table.record(GARDE)
    closed_table.close()
    other.start()
    Scorer(start())
    phone = another_phone(sample_club)
    page = browser(name=phone).get("/club/")
    assert [listed.session for listed in page.context["tables"]] == [open_table.session]
    assert "1 hand" in words_of(page)
    assert "you watch" in words_of(page)
    assert "you watch" not in words_of(sample_club.phone.get("/club/"))


def test_a_club_lists_a_table_as_watched_to_a_scorer_who_was_shut_out() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    phone = another_phone(sample_club)
    other = recording.join(scorer.session, device=phone, role=Role.SCORER)
    client = browser(name=phone)
    assert "you watch" not in words_of(client.get("/club/"))
    recording.shut_out(Write(scorer.session, **scorer.now({})), access_pk=other.pk)
    assert "you watch" in words_of(client.get("/club/"))


def test_the_home_page_leads_to_the_club_on_club_phones_only() -> None:
    sample_club = SampleClub("Les Atouts")
    assert '<a class="button" href="/club/">Les Atouts</a>' in sample_club.phone.get("/").content.decode()
    assert b'href="/club/"' not in browser().get("/").content


def test_a_phone_without_a_club_is_redirected_home() -> None:
    SampleClub().start()
    assert browser().get("/club/")["Location"] == "/"
    for page in ("/club/standings/", "/club/members/", "/club/members/1/", "/club/members/1/sessions/"):
        assert browser().get(page).status_code == 404
