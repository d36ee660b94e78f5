"""What everybody sees of a round: their own seat, who sits where, and the clock, on pages that stay up to date."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import rounds
from scorekeeper.evenings.models import Round
from tests.accounts.member_logins import sign_in, with_login
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drafted, keys, plan, published, start
from tests.play.browsers import browser, words_of
from tests.play.tables import PASSED, Scorer

pytestmark = pytest.mark.django_db


def url(name: str, of: ClubEvening, *more: int) -> str:
    return reverse(name, args=[of.evening.public_id, *more])


def words(of: ClubEvening, name: str = "evening", client: Client | None = None) -> str:
    return words_of((client or of.phone).get(url(name, of)))


def set_clock(of: ClubEvening, action: str, minutes: str = "") -> Any:
    return of.phone.post(url("evening_clock", of, 1), {"action": action, "minutes": minutes}, follow=True)


def phone_of(of: ClubEvening, name: str) -> Client:
    """A phone of the club that is named after a member."""
    device = of.watching_phone()
    ClubDevice.objects.filter(device=device).update(label=name)
    return browser(name=device)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("member b", "Member B: table 1, seat 2"),
        ("Member G", "Member G: table 2, seat 3"),
        ("Member H", "Member H sits out in round 1"),
    ],
    ids=["at the first table", "at the second table", "sits out"],
)
def test_the_evening_page_begins_with_the_seat_of_the_player_the_phone_is_named_after(name: str, said: str) -> None:
    of = ClubEvening()
    published(of)
    page = words(of, client=phone_of(of, name))
    assert said in page
    assert page.index(said) < page.index("Tables")


def test_the_seat_of_the_signed_in_member_takes_precedence_over_the_name_of_the_phone() -> None:
    of = ClubEvening()
    published(of)
    client = phone_of(of, "Member B")
    assert "Member B: table 1" in words(of, client=client)
    with_login(of.player("Member E"))
    sign_in(client)
    assert "Member E: table 2, seat 1" in words(of, client=client)


def test_only_the_members_own_page_shows_the_seat() -> None:
    of = ClubEvening()
    published(of)
    with_login(of.player("Member E"))
    client = of.phone
    sign_in(client)
    own, other = (words_of(client.get(reverse("member", args=[of.player(f"Member {letter}").pk]))) for letter in "EF")
    assert "Member E: table 2, seat 1 All seats" in own
    assert "seat" not in other


def test_a_phone_without_a_seat_in_the_round_sees_the_seats_of_the_others() -> None:
    of = ClubEvening()
    published(of)
    page = words(of, client=phone_of(of, "Member L"))
    assert "Member L:" not in page
    assert "Table 2 Member E, Member F, Member G" in page


def test_nobody_sees_a_draft() -> None:
    of = ClubEvening()
    drafted(of)
    for name in ("evening", "evening_seats"):
        assert "Round 1" not in words(of, name)
    assert "No seats yet." in words(of, "evening_seats")


def test_the_list_of_people_says_briefly_where_they_sit() -> None:
    of = ClubEvening()
    for name in TWELVE[:9]:
        of.phone.post(url("evening_check_in", of), {"player": of.player(name).pk})
    of.phone.post(url("evening_leave", of), {"player": of.player(TWELVE[8]).pk})
    start(of, published(of), 2)
    page = words(of)
    for said in ("Member A Table 1, seat 1", "Member E Table 2", "Member H free", "Member I gone"):
        assert said in page
    assert "Member E Table 2, seat" not in page


def test_a_seat_is_shown_until_its_table_is_over() -> None:
    of = ClubEvening()
    (session,) = start(of, published(of), 2)
    client = phone_of(of, "Member E")
    assert "Member E: table 2, seat 1" in words(of, client=client)
    type(session).objects.filter(pk=session.pk).update(closed_at=timezone.now())
    assert "Member E: table" not in words(of, client=client)


def test_all_seats_are_listed_by_table_and_by_name() -> None:
    of = ClubEvening()
    published(of)
    page = words(of, "evening_seats", client=browser(name=of.watching_phone()))
    assert "Table 2 Member E Member F Member G" in page
    assert "Sitting out: Member H" in page
    assert "Member G table 2, seat 3 Member H sits out" in page


MEANWHILE: dict[str, tuple[Callable[[ClubEvening, Round], Any], str]] = {
    "a round is published": (
        lambda of, _round: rounds.publish(rounds.draft(of.evening, plan(), [keys(of, *TWELVE[:3])])),
        "Round 2",
    ),
    "two are swapped": (
        lambda of, round_: rounds.swap(round_, *keys(of, TWELVE[0], TWELVE[4]), reason="Wheelchair"),
        "Member E: table 1, seat 1",
    ),
    "the clock is started": (lambda of, round_: rounds.start_clock(round_, 90), "until"),
}


@pytest.mark.parametrize("name", ["evening", "evening_seats"])
@pytest.mark.parametrize("what", MEANWHILE)
def test_open_pages_change_with_the_round_and_only_then(name: str, what: str) -> None:
    of = ClubEvening()
    round_ = published(of)
    client = phone_of(of, "Member E")
    change, said = MEANWHILE[what]
    page = client.get(url(name, of))
    assert said not in words_of(page)
    poll = {"seen": page.context["version"]}
    assert client.get(url(name, of), poll).status_code == 204
    change(of, round_)
    update = client.get(url(name, of), poll)
    assert (update.status_code, said in words_of(update)) == (200, True)


def test_no_hand_makes_a_wall_with_seats_fetch_them_but_the_end_of_a_table_does() -> None:
    of = ClubEvening()
    (session,) = start(of, published(of), 2)
    client = phone_of(of, "Member E")
    page = client.get(url("evening_seats", of))
    assert "Member E: table 2, seat 1" in words_of(page)
    poll, scorer = {"seen": page.context["version"]}, Scorer(session)
    scorer.record(PASSED)
    assert client.get(url("evening_seats", of), poll).status_code == 204
    scorer.close()
    assert "Member E: table" not in words_of(client.get(url("evening_seats", of), poll))


# The clock


def test_the_clock_is_started_again_and_stopped_from_the_evening() -> None:
    of = ClubEvening()
    published(of)
    for minutes in (90, 5):
        page = set_clock(of, "start_clock", str(minutes))
        (ends,) = re.findall(r'data-ends="(\d+)"', page.content.decode())
        started = Round.objects.get().clock_started_at
        assert started
        assert int(ends) == int((started + timedelta(minutes=minutes)).timestamp())
    assert b"data-ends" in of.phone.get(url("evening_seats", of)).content
    assert b"data-ends" not in set_clock(of, "stop_clock").content
    assert Round.objects.get().minutes == 5


@pytest.mark.parametrize("minutes", ["", "0", "601", "x", "-5"])
def test_impossible_minutes_are_refused(minutes: str) -> None:
    of = ClubEvening()
    published(of)
    page = set_clock(of, "start_clock", minutes)
    assert (page.status_code, "Enter 1 to 600 minutes." in words_of(page)) == (422, True)


def test_a_clock_that_has_run_out_says_so() -> None:
    of = ClubEvening()
    published(of)
    set_clock(of, "start_clock", "90")
    running = of.phone.get(url("evening", of)).content.decode()
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=91))
    over = of.phone.get(url("evening", of)).content.decode()
    hidden = [re.findall(r'class="clock__(\w+)" hidden', page) for page in (running, over)]
    assert hidden == [["over"], ["end"]]


def test_only_published_rounds_have_a_clock() -> None:
    of = ClubEvening()
    drafted(of)
    assert set_clock(of, "start_clock", "90").status_code == 404
