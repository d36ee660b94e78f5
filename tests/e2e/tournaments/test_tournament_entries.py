"""A Preisskat from the evening to its entries: on a laptop and a phone of the desk, and by link on a player's phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.desk.models import Tournament
from tests.desk.club_evening import ClubEvening
from tests.e2e.conftest import Phones

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_an_evening_becomes_a_preisskat_and_people_enter(phones: Phones, *, javascript: bool) -> None:
    club = ClubEvening(members=("Anne Arnaud", "Bruno Braun"))
    desk = phones(javascript=javascript, viewport={"width": 1180, "height": 820}, is_mobile=False, has_touch=False)
    desk.known_as(club.device)
    page = desk.open("evening", club.evening.public_id)
    page.get_by_role("link", name="Make this evening a tournament").click()
    page.wait_for_url("**/tournament/new/")  # until its scripts have run: they answer the change of the game
    page.get_by_label("Game and rules").select_option("skat:isko")
    if not javascript:
        page.get_by_role("button", name="Show the usual terms of this game").click()
    expect(page.get_by_label("At a table of 4")).to_have_value("48")
    page.get_by_label("Number of rounds").fill("3")
    page.get_by_label("Number of rounds").press("Tab")
    if not javascript:
        page.get_by_role("button", name="Show a line for each round").click()
    page.get_by_label("Round 3").select_option("rank")
    page.get_by_role("button", name="Make this evening a tournament").click()

    # One by name, then two as lines.
    page.get_by_label("Name", exact=True).fill("anne arnaud")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("status")).to_have_text("Anne Arnaud has entered with number 1.")
    page.get_by_text("Several at once").click()
    page.get_by_label("One line each").fill("Zoé; Asse; women\nAnne Arnaud")
    page.get_by_role("button", name="Enter all").click()
    expect(page.get_by_role("alert")).to_contain_text("Anne Arnaud has already entered, with number 1.")

    # A fee, on the list of the phone.
    expect(page.get_by_role("heading", name="2 entries")).to_be_visible()
    page.get_by_role("checkbox", name="Fee of Zoé paid").click()
    expect(page.get_by_role("checkbox", name="Fee of Zoé paid")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#fees")).to_have_text("1 has paid, €10.00 of €20.00")

    # By the link.
    page.get_by_role("link", name="Sign-up link").click()
    page.get_by_role("button", name="Open the link").click()
    url = page.get_by_label("Link", exact=True).input_value()
    player = phones(javascript=javascript).page
    player.goto(url)
    player.get_by_label("First and last name").fill("Käthe Petersen")
    player.get_by_role("button", name="Sign up").click()
    expect(player.get_by_role("button", name="Take back the sign-up of Käthe Petersen")).to_be_visible()
    page.get_by_role("link", name="Entries").first.click()
    page.get_by_role("button", name="Confirm Käthe Petersen").click()
    player.reload()
    expect(player.get_by_text("You are number 3")).to_be_visible()
    player.get_by_role("button", name="Take back the entry of Käthe Petersen").click()
    expect(player.get_by_label("First and last name")).to_be_visible()

    tournament = Tournament.objects.get(evening=club.evening)
    assert tournament.terms["seating"] == ["draw", "rank", "rank"]
    assert list(tournament.entries.values_list("number", "name")) == [(1, "Anne Arnaud"), (2, "Zoé")]
