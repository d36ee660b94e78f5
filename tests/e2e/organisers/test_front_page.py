"""The panel's first page: the five frequent jobs of an organiser, each in one to three clicks from there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Locator, expect

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


class Job:
    """Clicks on buttons and links by their names, from the panel's first page on; the first one needs no scrolling."""

    def __init__(self, phone: Phone) -> None:
        self.page = phone.page
        self.clicks = 0
        self.page.goto("/admin/")

    def click(self, name: str, *, exact: bool = True) -> None:
        named: Locator = self.page.get_by_role("button", name=name, exact=exact)
        target = named.or_(self.page.get_by_role("link", name=name, exact=exact)).first
        expect(target).to_be_visible()
        if not self.clicks:
            expect(target).to_be_in_viewport(ratio=1)
        target.click()
        self.page.wait_for_load_state()
        self.clicks += 1


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
    start = Job(phone)
    start.click("Start the evening")
    evening = Evening.objects.get(date=this_evening())
    expect(phone.page.get_by_role("heading", name="Who is present")).to_be_visible()
    assert start.clicks == 1
    for name in TWELVE[:8]:
        attendance.check_in(evening, name=name)

    ClubDevice.objects.all().delete()  # so that the draw makes the browser run evenings on the way
    draw = Job(phone)
    assert complaints_of(phone.page) == []
    draw.click("Draw tables")
    draw.click("Draw")
    draw.click("Start 2 tables")
    expect(phone.page.get_by_text("Table 2").first).to_be_visible()
    assert (Session.objects.filter(evening=evening).count(), draw.clicks) == (2, 3)

    printing = Job(phone)
    printing.click("Print")
    assert pdf_of(phone).has(TWELVE[0])
    assert printing.clicks + 1 == 2  # with “PDF to print”


@SCREENS
def test_the_result_of_a_tournament_is_released(phones: Phones, screen: tuple[int, int]) -> None:
    club = seated()
    Evening.objects.update(is_sealed=True)
    release = Job(organiser(phones, club, screen))
    release.click("Result")
    release.click("Release the result")
    expect(release.page.get_by_role("button", name="Seal the result")).to_be_visible()
    assert (Evening.objects.get().is_sealed, release.clicks) == (False, 2)


@SCREENS
def test_the_standing_of_the_season_is_one_click_away(phones: Phones, screen: tuple[int, int]) -> None:
    club = ClubEvening()
    Season.objects.create(club=club.club, name="Winter", starts=this_evening() - timedelta(days=30))
    played(club.club, {TWELVE[0]: 50, TWELVE[1]: -50}, day=this_evening())
    standing = Job(organiser(phones, club, screen))
    standing.click("Standings · Winter")
    expect(standing.page.get_by_role("rowheader", name=TWELVE[0])).to_be_visible()
    assert standing.clicks == 1


@SCREENS
def test_an_empty_club_begins_with_three_steps_in_sight(phones: Phones, screen: tuple[int, int]) -> None:
    phone = organiser(phones, SampleClub(members=()), screen)
    ClubDevice.objects.all().delete()
    for name in ("Add the members", "Let the tables’ phones join", "Start the first evening"):
        job = Job(phone)
        assert complaints_of(phone.page) == []
        job.click(name)
        assert job.clicks == 1
    assert Evening.objects.get().date == this_evening()
