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
from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.web.cookies import DEVICE_COOKIE
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.play.browsers import browser, words_of
from tests.play.new_sessions import posted
from tests.play.tables import FOUR, Scorer, device, start, token

pytestmark = pytest.mark.django_db


def link(sample_club: SampleClub) -> str:
    return reverse("join_club", args=[sample_club.club.phones_token])


def seated(session: Session) -> list[Player]:
    return [seat.player for seat in session.seats]


def chips(response: Any) -> list[str]:
    return [known.name for known in response.context["known"]]


# The link


def test_opening_the_link_does_not_join_but_its_button_does(client: Client) -> None:
    sample_club = SampleClub()
    page = client.get(link(sample_club))
    assert "Add this phone to the club" in words_of(page)
    assert ClubDevice.objects.count() == 1
    assert client.post(link(sample_club))["Location"] == reverse("new")
    assert "A session of the club: Coupe-file" in words_of(client.get("/new/"))
    assert "already belongs to the club" in words_of(client.get(link(sample_club)))


def test_a_joining_phone_keeps_its_device_name() -> None:
    sample_club, device_id = SampleClub(), device()
    response = browser(name=device_id).post(link(sample_club))
    assert DEVICE_COOKIE in response.cookies
    assert queries.club_of(device_id) == sample_club.club


def test_a_phone_belongs_to_one_club_and_is_told_which_it_would_leave() -> None:
    first, second = SampleClub("First"), SampleClub("Second")
    assert "currently belongs to First and will leave that club" in words_of(first.phone.get(link(second)))
    first.phone.post(link(second))
    assert queries.club_of(first.device) == second.club


def test_a_phone_that_leaves_its_club_keeps_its_tables() -> None:
    sample_club = SampleClub()
    session = sample_club.start()
    assert "This phone belongs to the club" in words_of(sample_club.phone.get("/club/phone/"))
    sample_club.phone.post("/club/phone/")
    assert queries.club_of(sample_club.device) is None
    assert sample_club.phone.get(reverse("session", args=[session.public_id])).status_code == 200
    assert sample_club.phone.get("/club/phone/")["Location"] == "/"


def test_a_renewed_link_invalidates_the_old_one_and_phones_stay_unless_removed(client: Client) -> None:
    sample_club = SampleClub()
    old = link(sample_club)
    services.renew_phones_link(sample_club.club)
    for response in (client.get(old), client.post(old)):
        assert response.status_code == 404
        assert "This link is not valid" in words_of(response)
    assert queries.club_of(sample_club.device) == sample_club.club
    signed_in(sample_club.organiser()).post(
        reverse("admin:clubs_club_link", args=[sample_club.club.pk]), {"let_all_go": "1", "confirmed": "yes"}
    )
    assert queries.club_of(sample_club.device) is None


def test_a_phone_without_a_club_learns_of_no_club(client: Client) -> None:
    SampleClub()
    assert client.get("/club/")["Location"] == "/"
    page = words_of(client.get("/new/"))
    assert "of the club" not in page
    assert "guest" not in page
    assert "Anne" not in page


# The people it offers


def test_members_are_offered_by_display_name_without_the_retired() -> None:
    sample_club = SampleClub(members=("Anne Arnaud",))
    sample_club.member("Johann Gottlieb Schmidt", "Hannes")
    sample_club.member("Karl Korn", retired=True)
    sample_club.member("Zoé", guest=True)
    page = sample_club.phone.get("/new/")
    assert chips(page) == ["Anne Arnaud", "Hannes"]
    assert page.context["known_names"] == ["Anne Arnaud", "Hannes", "Zoé"]
    assert b"Karl" not in page.content


def test_recent_players_are_offered_first() -> None:
    sample_club = SampleClub(members=(*MEMBERS, "Aaron"))
    sample_club.start(*reversed(MEMBERS))
    assert chips(sample_club.phone.get("/new/")) == [*MEMBERS, "Aaron"]
    sample_club.start("Aaron", *MEMBERS[2:], "Zoé")
    assert chips(sample_club.phone.get("/new/")) == ["Aaron", *MEMBERS[2:], *MEMBERS[:2]]


def test_an_unknown_name_becomes_a_guest_without_a_question() -> None:
    sample_club = SampleClub()
    seats = dict(
        zip(("player-0", "player-1", "player-2", "player-3"), (*MEMBERS[:2], "chloé  CLAIR", "Zoé"), strict=True)
    )
    drafted = sample_club.phone.post("/new/", posted(action="redraw", **seats))
    assert [seat.guest for seat in drafted.context["form"].seats()] == [False, False, False, True]
    assert words_of(drafted).count("guest") == 2  # the sentence, and the seat
    sample_club.phone.post("/new/", posted(**seats))
    session = Session.objects.get()
    assert session.club == sample_club.club
    assert [(player.name, player.guest) for player in seated(session)] == [
        *[(name, False) for name in MEMBERS[:3]],
        ("Zoé", True),
    ]
    again = sample_club.start(*MEMBERS[:3], "zoé", token=token())
    assert seated(again) == seated(session)


def test_a_nickname_and_a_full_name_are_one_person_and_the_sheet_shows_what_was_tapped() -> None:
    sample_club = SampleClub(members=())
    hannes = sample_club.member("Johann Schmidt", "Hannes")
    by_nickname, by_name = sample_club.start("Hannes", *FOUR[1:]), sample_club.start("Johann Schmidt", *FOUR[1:])
    assert seated(by_nickname)[0] == seated(by_name)[0] == hannes
    assert tables.seats(by_nickname)[0].name == "Hannes"


def test_a_display_name_takes_precedence_over_a_full_name() -> None:
    sample_club = SampleClub(members=())
    sample_club.member("Anna", "Nanni")
    nickname = sample_club.member("Annabelle Roth", "Anna")
    assert seated(sample_club.start("Anna", *FOUR[1:]))[0] == nickname


def test_a_retired_member_who_plays_again_is_the_same_person() -> None:
    sample_club = SampleClub(members=())
    karl = sample_club.member("Karl", retired=True)
    sample_club.member("Zoé", guest=True)
    assert seated(sample_club.start("Karl", *FOUR[1:]))[0] == karl


def test_playing_again_with_the_same_people_stays_in_the_club_on_any_phone() -> None:
    sample_club = SampleClub()
    session = sample_club.start()
    stranger = device()
    recording.join(session, device=stranger, role=Role.SCORER, label="Bruno")
    again = start_again(session, device=stranger, token=token())
    assert again.club == sample_club.club
    assert seated(again) == seated(session)


# Separate clubs


def test_clubs_and_the_home_table_have_separate_players() -> None:
    one, other = SampleClub("One", FOUR), SampleClub("Other", FOUR)
    at_home = start()
    sessions = [one.start(*FOUR), other.start(*FOUR), at_home]
    assert [session.club for session in sessions] == [one.club, other.club, None]
    for session in sessions:
        assert {player.club for player in seated(session)} == {session.club}
    assert len({player.pk for session in sessions for player in seated(session)}) == 12


def test_a_phone_that_left_its_club_no_longer_knows_its_members() -> None:
    sample_club = SampleClub(members=FOUR)
    sample_club.start(*FOUR)
    services.leave_club(sample_club.device)
    assert chips(sample_club.phone.get("/new/")) == []
    at_home = sample_club.start(*FOUR)
    assert at_home.club is None
    assert {player.club for player in seated(at_home)} == {None}


def test_joining_a_table_by_link_does_not_join_its_club() -> None:
    sample_club, stranger = SampleClub(), device()
    recording.join(sample_club.start(), device=stranger, role=Role.SCORER, label="Bruno")
    assert chips(browser(name=stranger).get("/new/")) == []
    assert start(device=stranger).club is None


def test_the_new_session_page_takes_as_many_queries_for_three_members_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        sample_club = SampleClub(f"Club {number}", MEMBERS[:number])
        sample_club.start(*MEMBERS)
        with CaptureQueriesContext(connection) as captured:
            sample_club.phone.get("/new/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_table_takes_no_more_queries_for_a_club_session() -> None:
    counts = []
    for scorer in (Scorer(), SampleClub().table()):
        client, address = browser(scorer), reverse("session", args=[scorer.session.public_id])
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address)
        counts.append(len(captured))
        assert "sessionid" not in response.cookies
    assert counts[0] == counts[1]
