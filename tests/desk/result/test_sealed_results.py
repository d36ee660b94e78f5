"""A sealed result: what its tables have come to is seen by the desk and by their own players, and counts nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.evenings.models import Evening
from scorekeeper.play import recording
from scorekeeper.play.models import Board, Role, Session
from scorekeeper.standings import standings
from tests.api.api_client import Program
from tests.desk.lists.list_desk import TAROT, ListDesk, joined, list_of
from tests.play.browsers import HTMX, browser, watcher_of, words_of
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db

TOTAL = "198"
"""What Anne has after the one garde that every table plays here."""


class SealedDesk(ListDesk):
    """A sealed tournament of three tables: one is closed, one is open with a hand, one has not started."""

    def __init__(self) -> None:
        super().__init__(**TAROT)
        self.closed = self.played()
        self.open = self.scorer(2, "Emil")
        self.open.record(GARDE)
        Evening.objects.update(is_sealed=True)

    def release(self) -> None:
        Evening.objects.update(is_sealed=False)

    def evening_page(self, name: str = "evening") -> str:
        return reverse(name, args=[self.club.evening.public_id])


def pages_of(session: Session, *names: str) -> list[str]:
    return [reverse(name, args=[session.public_id]) for name in names]


def shows_total(response: Any) -> bool:
    return TOTAL in words_of(response)


# The pages of a table

OF_A_TABLE = ("session", "journal", "chart", "scores", "ledger", "export", "print_session", "result_picture")


def test_other_phones_of_the_club_do_not_look_at_a_table() -> None:
    desk = SealedDesk()
    other = browser(name=desk.club.watching_phone())
    for scorer in (desk.closed, desk.open):
        for url in pages_of(scorer.session, *OF_A_TABLE, "table_list", "updates"):
            page = other.get(url)
            assert (page.status_code, "The result is sealed" in words_of(page)) == (403, True), url
    desk.release()
    assert other.get(reverse("session", args=[desk.closed.session.public_id])).status_code == 200


def test_the_sharing_page_says_what_the_watcher_link_shows_meanwhile() -> None:
    desk = SealedDesk()
    url, phone = reverse("share", args=[desk.open.session.public_id]), browser(desk.open)
    sentence = "While the result of the tournament is sealed, only the players of this table see anything there."
    assert sentence in words_of(phone.get(url))
    desk.release()
    assert sentence not in words_of(phone.get(url))


def test_players_see_their_own_table_and_the_desk_sees_all() -> None:
    desk = SealedDesk()
    bruno = browser(joined(desk.closed.session, "Bruno"))
    named = browser(joined(desk.closed.session, "Chloé", Role.WATCHER))
    (url,) = pages_of(desk.closed.session, "session")
    for client in (browser(desk.closed), bruno, named, desk.club.phone):
        assert shows_total(client.get(url))
    assert bruno.get(list_of(desk.closed.session)).status_code == 200
    assert watcher_of(desk.closed.session).get(url).status_code == 403


def test_players_still_see_their_own_table_once_its_list_is_confirmed_and_locked() -> None:
    desk = SealedDesk()
    bruno = browser(joined(desk.closed.session, "Bruno"))
    desk.post("confirm", {})
    (url,) = pages_of(desk.closed.session, "session")
    assert shows_total(bruno.get(url))


def test_members_who_have_signed_in_see_the_table_at_which_they_sit() -> None:
    desk = SealedDesk()
    name = desk.club.watching_phone()
    ClubDevice.objects.filter(device=name).update(player=desk.club.player("David"))
    client = browser(name=name)
    assert client.get(reverse("session", args=[desk.closed.session.public_id])).status_code == 200
    assert client.get(reverse("session", args=[desk.open.session.public_id])).status_code == 403


def test_a_phone_of_the_club_is_known_by_its_name() -> None:
    desk = SealedDesk()
    name = desk.club.watching_phone()
    ClubDevice.objects.filter(device=name).update(label="david ")
    assert browser(name=name).get(reverse("session", args=[desk.closed.session.public_id])).status_code == 200
    assert browser(name=name).get(reverse("session", args=[desk.open.session.public_id])).status_code == 403


def test_messengers_show_no_result_of_a_sealed_table() -> None:
    desk = SealedDesk()
    session = desk.closed.session
    link, picture = (reverse(name, args=[session.watch_token]) for name in ("watch", "watch_picture"))
    program = {"user-agent": "WhatsApp/2.23"}
    assert f"+{TOTAL}" not in Client().get(link, headers=program).content.decode()
    assert Client().get(picture, headers=program).status_code == 404
    desk.release()
    assert f"+{TOTAL}" in Client().get(link, headers=program).content.decode()
    assert Client().get(picture, headers=program).status_code == 200


def test_a_session_outside_the_rounds_is_not_sealed() -> None:
    desk = SealedDesk()
    aside = desk.club.played("Ida", "Jakob", "Karl", "Lotte")
    assert shows_total(browser(name=desk.club.watching_phone()).get(reverse("session", args=[aside.public_id])))


# Lists of tables


def test_the_evening_shows_the_progress_of_its_tables_but_no_totals() -> None:
    desk = SealedDesk()
    other = browser(name=desk.club.watching_phone())
    page = other.get(desk.evening_page())
    assert not shows_total(page)
    assert "Anne, Bruno, Chloé, David" in words_of(page)
    assert shows_total(desk.club.phone.get(desk.evening_page()))
    seen = {"seen": page.context["version"]}
    assert other.get(desk.evening_page(), seen).status_code == 204
    desk.release()
    assert shows_total(other.get(desk.evening_page(), seen))


@pytest.mark.parametrize("name", ["evening_cash", "evening_payments", "print_evening"])
def test_nobody_else_sees_or_prints_the_settlement(name: str) -> None:
    desk = SealedDesk()
    other, url = browser(name=desk.club.watching_phone()), desk.evening_page(name)
    assert other.get(url).status_code == 403
    assert desk.club.phone.get(url).status_code != 403
    desk.release()
    assert other.get(url).status_code != 403


def test_the_home_page_and_the_page_of_the_club_leave_sealed_tables_out() -> None:
    desk = SealedDesk()
    name = desk.club.watching_phone()
    for scorer in (desk.closed, desk.open):
        recording.join(scorer.session, device=name, role=Role.WATCHER)
    other = browser(name=name)
    for url in (reverse("home"), reverse("club")):
        assert not shows_total(other.get(url))
        desk.release()
        assert shows_total(other.get(url))
        Evening.objects.update(is_sealed=True)
    assert shows_total(browser(desk.closed).get(reverse("home")))


def test_a_wall_display_shows_names_and_progress_without_totals() -> None:
    desk = SealedDesk()
    Board.objects.create(device=desk.club.device, token="w" * 22)
    wall = reverse("linked_board", args=["w" * 22])
    words = words_of(desk.club.phone.get(wall))
    assert ("Emil" in words, "The result is sealed" in words, TOTAL in words) == (True, True, False)
    assert shows_total(desk.club.phone.get(reverse("board")))
    desk.release()
    assert shows_total(Client().get(wall))


def test_a_phone_that_may_not_see_a_sealed_table_fetches_nothing_of_it() -> None:
    desk = SealedDesk()
    other, (table,) = browser(name=desk.club.watching_phone()), pages_of(desk.open.session, "session")
    desk_phone = desk.club.phone
    for client, status in ((desk_phone, 200), (other, 403)):  # what the desk fetched is kept
        answer = client.get(table, {"since": 0}, headers=HTMX)
        assert (answer.status_code, shows_total(answer)) == (status, status == 200)
    desk.release()
    assert shows_total(other.get(table, {"since": 0}, headers=HTMX))


def test_the_lists_of_a_round_show_their_state_without_links() -> None:
    desk = SealedDesk()
    other = browser(name=desk.club.watching_phone())
    page = other.get(desk.status)
    assert ("finished, not confirmed" in words_of(page), desk.url() in page.content.decode()) == (True, False)
    assert other.get(desk.url()).status_code == 403
    assert desk.url() in desk.club.phone.get(desk.status).content.decode()


# What adds up


def test_sealed_results_count_in_no_standings_until_they_are_released() -> None:
    desk = SealedDesk()
    other, anne = browser(name=desk.club.watching_phone()), desk.club.player("Anne")
    terms = standings.Terms(club=desk.club.club)
    of_anne = [reverse(name, args=[anne.pk]) for name in ("member", "member_sessions")]
    urls = [reverse("standings"), reverse("championship"), *of_anne]
    assert not terms.results().exists()
    assert not any(shows_total(other.get(url)) for url in urls)
    desk.release()
    assert terms.results().count() == 4
    assert all(shows_total(other.get(url)) for url in urls)


def test_the_api_leaves_sealed_sessions_out_and_says_why_for_a_single_one() -> None:
    desk = SealedDesk()
    program, sealed = Program(desk.club.club), desk.closed.session.public_id
    evening = f"evenings/{desk.club.evening.public_id}"
    assert program.get_json("sessions")["sessions"] == []
    assert program.get_json(evening)["sessions"] == []
    for address in (f"sessions/{sealed}", f"sessions/{sealed}/document", f"sessions/{sealed}/ledger"):
        assert program.ask(address).status_code == 403
    Evening.objects.update(settled_at=desk.round.published_at)
    assert program.get_json(evening)["settlement"] is None
    desk.release()
    assert [session["id"] for session in program.get_json(evening)["sessions"]][:1] == [sealed]
    assert program.ask(f"sessions/{sealed}").status_code == 200
