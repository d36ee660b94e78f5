"""The layout of the organisers' panel, and a phone that joins its club."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorekeeper.clubs import queries
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of
from tests.e2e.panel import sign_in, wide

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_page_fits_the_narrowest_screen(phones: Phones) -> None:
    SampleClub().organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 195, "height": 844}, locale="de")
    sign_in(phone, "marion")
    assert wide(phone) == []


def test_the_tools_of_a_list_are_below_its_heading(phones: Phones) -> None:
    SampleClub().organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 800, "height": 844})
    sign_in(phone, "marion")
    phone.page.goto("/admin/clubs/player/")
    heading, tools = (phone.page.locator(selector).bounding_box() for selector in ("#content h1", ".object-tools"))
    assert heading
    assert tools
    assert tools["y"] >= heading["y"] + heading["height"]


def sample_club_names(sample_club: SampleClub) -> list[str]:
    return list(queries.people(sample_club.club).members)


def test_a_phone_joins_its_club_and_starts_a_session_with_a_guest(phones: Phones) -> None:
    sample_club = SampleClub()
    phone = phones(is_mobile=False)
    page = phone.page
    page.goto(reverse("join_club", args=[sample_club.club.phones_token]))
    assert complaints_of(page) == []
    page.get_by_role("button", name="Add this phone to the club").tap()
    for name in sample_club_names(sample_club)[:3]:
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Player 4", exact=True).fill("Zoé")
    page.get_by_role("button", name="Draw seats").tap()
    expect(page.locator(".seat__guest")).to_have_count(1)
    assert complaints_of(page) == []
    page.get_by_role("button", name="Start the session").tap()
    page.wait_for_url("**/s/*/")
    assert sample_club.club.sessions.get().stretch.seats.get(player__guest=True).name == "Zoé"
    page.goto("/club/")
    assert complaints_of(page) == []
