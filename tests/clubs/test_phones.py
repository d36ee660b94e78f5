"""A phone of a club: the link by which it joins, the people it offers, the club its sessions belong to."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs import queries, services
from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.play import queries as tables
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services as scoring
from scorekeeper.play.recording import session_start
from scorekeeper.web.device_cookie import COOKIE
from tests.clubs.clubs import MEMBERS, House, signed_in
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, Scribe, device, start, token
from tests.play.test_new_session_pages import posted

pytestmark = pytest.mark.django_db


def link(house: House) -> str:
    return reverse("join_club", args=[house.club.phones_token])


def seated(session: Session) -> list[Player]:
    return [seat.player for seat in session.seats.select_related("player").order_by("place")]


def chips(response: Any) -> list[str]:
    return [known.name for known in response.context["known"]]


# The link


def test_to_look_at_the_link_is_not_to_take_it_and_one_button_joins(client: Client) -> None:
    house = House()
    page = client.get(link(house))
    assert "Add this phone to the club" in words_of(page)
    assert ClubDevice.objects.count() == 1
    assert client.post(link(house))["Location"] == reverse("new")
    assert "A session of the club: Coupe-file" in words_of(client.get("/new/"))
    assert "already belongs to the club" in words_of(client.get(link(house)))


def test_the_phone_that_joins_is_the_one_that_was_known_before() -> None:
    house, mine = House(), device()
    response = browser(name=mine).post(link(house))
    assert COOKIE in response.cookies
    assert queries.club_of(mine) == house.club


def test_a_phone_belongs_to_one_club_and_is_told_what_it_would_leave() -> None:
    first, second = House("First"), House("Second")
    assert "currently belongs to First and will leave that club" in words_of(first.phone.get(link(second)))
    first.phone.post(link(second))
    assert queries.club_of(first.device) == second.club


def test_a_phone_leaves_its_club_and_keeps_its_tables() -> None:
    house = House()
    session = house.start()
    assert "This phone belongs to the club" in words_of(house.phone.get("/club/phone/"))
    house.phone.post("/club/phone/")
    assert queries.club_of(house.device) is None
    assert house.phone.get(reverse("session", args=[session.public_id])).status_code == 200
    assert house.phone.get("/club/phone/")["Location"] == "/"


def test_a_link_that_was_renewed_leads_nowhere_and_phones_stay_unless_they_are_removed(client: Client) -> None:
    house = House()
    old = link(house)
    services.renew_phones_link(house.club)
    for answer in (client.get(old), client.post(old)):
        assert answer.status_code == 404
        assert "This link is not valid" in words_of(answer)
    assert queries.club_of(house.device) == house.club
    signed_in(house.organiser()).post(reverse("admin:clubs_club_link", args=[house.club.pk]), {"let_all_go": "1"})
    assert queries.club_of(house.device) is None
    assert queries.was_removed(house.club, house.device)


def test_nobody_in_no_club_learns_of_any(client: Client) -> None:
    House()
    assert client.get("/club/")["Location"] == "/"
    page = words_of(client.get("/new/"))
    assert "of the club" not in page
    assert "guest" not in page
    assert "Anne" not in page


# The people it offers


def test_members_are_offered_by_what_the_table_calls_them_and_who_is_retired_is_not() -> None:
    house = House(members=("Anne Arnaud",))
    house.member("Johann Gottlieb Schmidt", "Hannes")
    house.member("Karl Korn", retired=True)
    house.member("Zoé", guest=True)
    page = house.phone.get("/new/")
    assert chips(page) == ["Anne Arnaud", "Hannes"]
    assert page.context["known_names"] == ["Anne Arnaud", "Hannes", "Zoé"]
    assert b"Karl" not in page.content


def test_those_who_played_last_come_first() -> None:
    house = House(members=(*MEMBERS, "Aaron"))
    house.start(*reversed(MEMBERS))
    assert chips(house.phone.get("/new/")) == [*MEMBERS, "Aaron"]
    house.start("Aaron", *MEMBERS[2:], "Zoé")
    assert chips(house.phone.get("/new/")) == ["Aaron", *MEMBERS[2:], *MEMBERS[:2]]


def test_a_name_that_is_no_members_is_a_guests_which_the_page_says_without_asking() -> None:
    house = House()
    seats = dict(
        zip(("player-0", "player-1", "player-2", "player-3"), (*MEMBERS[:2], "chloé  CLAIR", "Zoé"), strict=True)
    )
    drafted = house.phone.post("/new/", posted(action="redraw", **seats))
    assert [seat.guest for seat in drafted.context["form"].seats()] == [False, False, False, True]
    assert words_of(drafted).count("guest") == 2  # the sentence, and the seat
    house.phone.post("/new/", posted(**seats))
    session = Session.objects.get()
    assert session.club == house.club
    assert [(player.name, player.guest) for player in seated(session)] == [
        *[(name, False) for name in MEMBERS[:3]],
        ("Zoé", True),
    ]
    again = house.start(*MEMBERS[:3], "zoé", token=token())
    assert seated(again) == seated(session)


def test_a_nickname_and_the_name_behind_it_are_one_person_and_the_sheet_says_what_was_tapped() -> None:
    house = House(members=())
    hannes = house.member("Johann Schmidt", "Hannes")
    by_nickname, by_name = house.start("Hannes", *FOUR[1:]), house.start("Johann Schmidt", *FOUR[1:])
    assert seated(by_nickname)[0] == seated(by_name)[0] == hannes
    assert tables.seats(by_nickname)[0].name == "Hannes"


def test_whom_the_table_calls_so_comes_before_who_is_only_registered_so() -> None:
    house = House(members=())
    house.member("Anna", "Nanni")
    nickname = house.member("Annabelle Roth", "Anna")
    assert seated(house.start("Anna", *FOUR[1:]))[0] == nickname


def test_who_is_retired_and_comes_once_more_is_still_the_same_person() -> None:
    house = House(members=())
    karl = house.member("Karl", retired=True)
    house.member("Zoé", guest=True)
    assert seated(house.start("Karl", *FOUR[1:]))[0] == karl


def test_the_same_people_again_play_for_their_club_from_any_phone() -> None:
    house = House()
    session = house.start()
    stranger = device()
    scoring.join(session, device=stranger, role=Role.SCORER, label="Bruno")
    again = session_start.again(session, device=stranger, token=token())
    assert again.club == house.club
    assert seated(again) == seated(session)


# Separate clubs


def test_two_clubs_and_the_home_table_have_people_of_their_own() -> None:
    one, other = House("One", FOUR), House("Other", FOUR)
    at_home = start()
    sessions = [one.start(*FOUR), other.start(*FOUR), at_home]
    assert [session.club for session in sessions] == [one.club, other.club, None]
    for session in sessions:
        assert {player.club for player in seated(session)} == {session.club}
    assert len({player.pk for session in sessions for player in seated(session)}) == 12


def test_a_phone_that_left_its_club_takes_nobody_along() -> None:
    house = House(members=FOUR)
    house.start(*FOUR)
    services.leave_club(house.device)
    assert chips(house.phone.get("/new/")) == []
    at_home = house.start(*FOUR)
    assert at_home.club is None
    assert {player.club for player in seated(at_home)} == {None}


def test_who_writes_at_a_clubs_table_by_its_link_does_not_belong_to_the_club() -> None:
    house, stranger = House(), device()
    scoring.join(house.start(), device=stranger, role=Role.SCORER, label="Bruno")
    assert chips(browser(name=stranger).get("/new/")) == []
    assert start(device=stranger).club is None


def test_the_page_of_a_new_session_asks_as_much_for_three_members_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        house = House(f"Club {number}", MEMBERS[:number])
        house.start(*MEMBERS)
        with CaptureQueriesContext(connection) as asked:
            house.phone.get("/new/")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_table_asks_nothing_more_for_a_session_of_a_club() -> None:
    counts = []
    for scribe in (Scribe(), House().table()):
        client, address = browser(scribe), reverse("session", args=[scribe.session.public_id])
        client.get(address)
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address)
        counts.append(len(asked))
        assert "sessionid" not in answer.cookies
    assert counts[0] == counts[1]
