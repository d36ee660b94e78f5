"""A list of Skat on a phone: its figures with five long names, and its end."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.play.tables import FOUR, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Wilhelmine", "Hannelore", "Jean-Baptiste", "Marie-Christine", "Bo")
GRAND = {"call": "grand", "declarer": 0, "matadors": 4, "card_points": 70, "bid": 24}

# What is wider than its place in the ledger, or than the screen.
TOO_WIDE = """() => [...document.querySelectorAll(".beside-totals li, .hand td, .standings li")]
    .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.innerText)"""


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR", "en-GB"])
def test_the_figures_of_a_seeger_fabian_list_fit_a_phone(phones: Phones, locale: str) -> None:
    scorer = Scorer(game="skat", rules="pub", options={"seeger": True, "bock": "none"}, players=LONG, first_dealer=4)
    for number in range(10):
        made = {"card_points": 70 if number % 2 else 40}
        scorer.record({**GRAND, **made, "declarer": (number + 1) % 5})
    page = phones(scorer, viewport={"width": 390, "height": 664}, locale=locale).sit_down(scorer.session)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 664})
        expect(page.locator(".beside-totals li")).to_have_count(5)
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0


def test_the_last_hand_of_a_list_leads_to_closing_or_playing_on(phones: Phones, javascript: bool) -> None:
    scorer = Scorer(game="skat", rules="isko", players=FOUR[:3], planned_hands=2)
    scorer.record({"call": "passed"})
    phone = phones(scorer, javascript=javascript)
    page = phone.sit_down(scorer.session)
    expect(page.locator("#hand-title")).to_contain_text("Hand 2 of 2")
    phone.tap("call", "passed")
    phone.record()
    expect(page.get_by_role("heading", name="The list is over")).to_be_visible()
    expect(page.get_by_role("link", name="Close and settle").last).to_be_in_viewport()
    page.get_by_role("link", name="Enter another hand").tap()
    expect(page.locator("#hand-title")).to_contain_text("Hand 3 of 2")
    phone.tap("call", "passed")
    phone.record()
    expect(page.get_by_role("heading", name="The list is over 3 of 2")).to_be_visible()


def test_a_phone_without_a_connection_counts_the_hands_of_the_list(phones: Phones, bad_wifi: None) -> None:
    scorer = Scorer(game="skat", rules="isko", players=FOUR[:3], planned_hands=2)
    scorer.record({"call": "passed"})
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.context.set_offline(True)
    phone.tap("call", "passed")
    phone.save.tap()
    expect(page.locator("#hand-title")).to_have_text("Hand 3 of 2 · Bruno deals")
    expect(page.locator("#waiting li span")).to_have_text("All passed")
    phone.tap("call", "passed")
    phone.save.tap()
    expect(page.locator("#hand-title")).to_have_text("Hand 4 of 2 · Chloé deals")
    phone.context.set_offline(False)
    expect(page.locator("#waiting li")).to_have_count(0)
    expect(page.locator("#hand-title")).to_have_text("The list is over 3 of 2")
