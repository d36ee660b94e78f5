"""What people do when something is wrong: from the menu, below the ledger, and after closing."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.tarot_hands import PRISE, recorded
from tests.play.stretches import BRUNO_TAKES
from tests.play.tables import GARDE, Scorer, fresh

pytestmark = pytest.mark.django_db(transaction=True)

SMALL = {"width": 390, "height": 664}
WRONG_PERSON = "The wrong person, or a wrong name"


def fold(page: Page) -> Locator:
    """Return what the page has under "Something wrong?"."""
    return page.locator("details.fold").filter(has=page.locator("summary", has_text="Something wrong?"))


def totals(scorer: Scorer) -> dict[str, int]:
    ledger = fresh(scorer.session)
    return dict(zip(ledger.names, ledger.totals, strict=True))


def exchange_anne_and_bruno(page: Page) -> None:
    page.get_by_role("link", name=WRONG_PERSON).click()
    page.get_by_label("Player 1", exact=True).fill("Bruno")
    page.get_by_label("Player 2", exact=True).fill("Anne")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("the totals would then be")).to_be_visible()
    page.get_by_role("button", name="Save").first.click()
    page.wait_for_url("**/s/*/")


def test_a_hand_is_inserted_two_are_swapped_and_two_people_exchanged(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer, viewport=SMALL)
    page = phone.sit_down(scorer.session)
    fold(page).locator("summary").tap()
    expect(fold(page).get_by_role("link")).to_have_text([WRONG_PERSON])
    for raw in (GARDE, BRUNO_TAKES):
        scorer.record(raw)

    page = phone.sit_down(scorer.session)
    page.locator(".menu > summary").tap()
    page.get_by_role("navigation", name="This session").get_by_role("link", name="Something wrong?").tap()
    expect(page.locator("#something-wrong")).to_be_focused()
    page.get_by_role("link", name="A hand was forgotten before hand 2").tap()
    phone.tap_all(PRISE)
    expect(phone.save).to_contain_text("Insert")
    phone.save.tap()
    page.wait_for_url("**/s/*/")
    assert recorded(scorer) == ["garde", "prise", "garde"]
    assert totals(scorer) == {"Anne": 107, "Bruno": 207, "Chloé": -157, "David": -157}

    fold(page).locator("summary").tap()
    page.get_by_role("link", name="Hands 2 and 3 are in the wrong order").tap()
    page.get_by_role("button", name="Swap").tap()
    page.wait_for_url("**/s/*/")
    assert recorded(scorer) == ["garde", "garde", "prise"]

    fold(page).locator("summary").tap()
    exchange_anne_and_bruno(page)
    assert totals(scorer) == {"Bruno": 107, "Anne": 207, "Chloé": -157, "David": -157}
    with page.expect_response("**/undo/"):
        page.get_by_role("button", name="Undo").tap()
    phone.shows([107, 207, -157, -157])
    assert totals(scorer) == {"Anne": 107, "Bruno": 207, "Chloé": -157, "David": -157}


def test_by_keyboard_a_hand_is_found_and_after_closing_two_people_are_exchanged(phones: Phones) -> None:
    scorer = Scorer()
    for raw in (GARDE, BRUNO_TAKES):
        scorer.record(raw)
    phone = phones(scorer, viewport=SMALL)
    page = phone.sit_down(scorer.session)
    fold(page).locator("summary").press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Hand 2 is wrong")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    expect(page.get_by_role("link", name="Amend")).to_be_visible()
    scorer.close()
    page = phone.open("hand", scorer.session.public_id, 2)
    fold(page).locator("summary").press("Enter")
    page.get_by_role("link", name="Reopen the session").press("Enter")
    page.locator("#something-wrong").press("Enter")
    expect(page.get_by_role("button", name="Reopen the session")).to_be_visible()
    exchange_anne_and_bruno(page)
    assert totals(scorer) == {"Bruno": 132, "Anne": 132, "Chloé": -132, "David": -132}
