"""The panel's first page: the five frequent jobs of an organiser, each in one to three clicks from there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import attendance
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.web.dates import this_evening
from tests.clubs.clubs import SampleClub
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import seated
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of
from tests.e2e.panel import sign_in
from tests.e2e.phones import Phone, pdf_of
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = pytest.mark.parametrize("screen", [(390, 664), (1180, 820)], ids=["phone", "laptop"])


def click(phone: Phone, *names: str) -> None:
    """Click on buttons and links from the panel's first page on, of which the first needs no scrolling."""
    page = phone.page
    page.goto("/admin/")
    for name in names:
        target = page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True))
        expect(target.first).to_be_visible()
        if name == names[0]:
            expect(target.first).to_be_in_viewport(ratio=1)
        target.first.click()
        page.wait_for_load_state()


def organiser(phones: Phones, club: SampleClub, screen: tuple[int, int]) -> Phone:
    """Return a browser that belongs to no club yet, in which the organiser of the club is signed in."""
    width, height = screen
    phone = phones(is_mobile=False, viewport={"width": width, "height": height})
    club.organiser("marion")
    sign_in(phone, "marion")
    return phone


@SCREENS
def test_an_evening_is_started_drawn_and_printed(phones: Phones, screen: tuple[int, int]) -> None:
    club = ClubEvening(day=this_evening() - timedelta(days=7))
    phone = organiser(phones, club, screen)
    assert complaints_of(phone.page) == []
    click(phone, "Start the evening")
    evening = Evening.objects.get(date=this_evening())
    expect(phone.page.get_by_role("heading", name="Who is present")).to_be_visible()
    for name in TWELVE[:8]:
        attendance.check_in(evening, name=name)

    ClubDevice.objects.all().delete()  # so that the draw makes the browser run evenings on the way
    phone.page.goto("/admin/")
    assert complaints_of(phone.page) == []
    click(phone, "Draw tables", "Draw", "Start 2 tables")
    expect(phone.page.get_by_text("Table 2").first).to_be_visible()
    assert Session.objects.filter(evening=evening).count() == 2

    click(phone, "Print")
    assert pdf_of(phone).has(TWELVE[0])


@SCREENS
def test_the_result_of_a_tournament_is_released(phones: Phones, screen: tuple[int, int]) -> None:
    club = seated()
    Evening.objects.update(is_sealed=True)
    phone = organiser(phones, club, screen)
    click(phone, "Result", "Release the result")
    expect(phone.page.get_by_role("button", name="Seal the result")).to_be_visible()
    assert not Evening.objects.get().is_sealed


@SCREENS
def test_the_standing_of_the_season_is_one_click_away(phones: Phones, screen: tuple[int, int]) -> None:
    club = ClubEvening()
    Season.objects.create(club=club.club, name="Winter", starts=this_evening() - timedelta(days=30))
    played(club.club, {TWELVE[0]: 50, TWELVE[1]: -50}, day=this_evening())
    phone = organiser(phones, club, screen)
    click(phone, "Standings · Winter")
    expect(phone.page.get_by_role("rowheader", name=TWELVE[0])).to_be_visible()


@SCREENS
def test_an_empty_club_begins_with_three_steps_in_sight(phones: Phones, screen: tuple[int, int]) -> None:
    phone = organiser(phones, SampleClub(members=()), screen)
    ClubDevice.objects.all().delete()
    for name in ("Add the members", "Let the tables’ phones join", "Start the first evening"):
        phone.page.goto("/admin/")
        assert complaints_of(phone.page) == []
        click(phone, name)
    expect(phone.page.get_by_role("heading", name="Who is present")).to_be_visible()
    assert Evening.objects.get().date == this_evening()
