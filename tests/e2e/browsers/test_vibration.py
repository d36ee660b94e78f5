"""A phone that can vibrate does so when a hand is recorded, unless it is turned off in the menu."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
FELT = "navigator.vibrate = (time) => Boolean(sessionStorage.felt = Number(sessionStorage.felt ?? 0) + time);"
NOTHING_VIBRATES = "Object.defineProperty(Navigator.prototype, 'vibrate', {value: undefined});"


def felt(page: Page) -> int:
    """Return for how many milliseconds the phone has vibrated."""
    total: int = page.evaluate("Number(sessionStorage.felt ?? 0)")
    return total


def open_menu(page: Page) -> None:
    page.locator("summary", has_text="Menu").tap()
    page.locator("summary", has_text="More").tap()


def test_the_phone_vibrates_for_a_recorded_hand_but_not_for_a_refused_one(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    phone.context.add_init_script(FELT)
    page = phone.sit_down(scorer.session)
    page.locator("#save").tap()
    expect(page.locator("#outcome .error").first).not_to_be_empty()
    assert felt(page) == 0
    phone.tap_all(GARDE)
    phone.record()
    expect(page.locator("#ledger")).to_contain_text("198")
    assert felt(page) == 15


def test_it_can_be_turned_off_and_stays_off(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    phone.context.add_init_script(FELT)
    page = phone.sit_down(scorer.session)
    open_menu(page)
    page.get_by_label("Vibrate when a hand is recorded").uncheck()
    page.reload()
    open_menu(page)
    expect(page.get_by_label("Vibrate when a hand is recorded")).not_to_be_checked()
    page.keyboard.press("Escape")
    phone.sit_down(scorer.session)
    phone.tap_all(GARDE)
    phone.record()
    expect(page.locator("#ledger")).to_contain_text("198")
    assert felt(page) == 0


def test_a_phone_that_cannot_vibrate_has_no_setting_for_it(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    phone.context.add_init_script(NOTHING_VIBRATES)
    page = phone.sit_down(scorer.session)
    open_menu(page)
    expect(page.locator("#vibration")).to_be_hidden()
