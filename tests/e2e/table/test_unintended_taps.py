"""Taps that were not meant for what they hit: beside an open menu, or on a button that has just appeared."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import held, until
from tests.e2e.tarot_hands import PRISE
from tests.play.tables import PASSED, Scorer, fresh

pytestmark = pytest.mark.django_db(transaction=True)

HOLD_MOMENTS = """() => addEventListener("animationstart", ({target}) => {
    for (const moment of target.getAnimations()) moment.pause();
})"""
"""From now on, the moment in which a new button takes no taps lasts until `END_MOMENTS`."""
END_MOMENTS = "() => { for (const moment of document.getAnimations()) moment.finish(); }"


def middle(target: Locator) -> tuple[float, float]:
    """Return the middle of a button or link, to tap there whatever is there by then."""
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def numbers(scorer: Scorer) -> list[int]:
    return [hand.number for hand in fresh(scorer.session).hands]


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with two hands."""
    scorer = Scorer()
    scorer.record()
    scorer.record()
    return scorer


def is_open(page: Page) -> bool:
    return bool(page.locator(".menu").evaluate("menu => menu.open"))


@pytest.mark.parametrize("javascript", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_tap_beside_the_open_menu_only_closes_it(phones: Phones, scorer: Scorer, javascript: bool) -> None:
    phone = phones(scorer, javascript=javascript)
    page = phone.sit_down(scorer.session)
    page.locator(".menu > summary").tap()
    assert is_open(page)
    undo, first_page = page.get_by_role("button", name="Undo"), page.locator(".wordmark")
    for place in (middle(undo), middle(first_page)):
        page.touchscreen.tap(*place)
        until(page, lambda: not is_open(page))
        expect(page).to_have_url(f"{phone.site}/s/{scorer.session.public_id}/")
        page.locator(".menu > summary").tap()
    assert numbers(scorer) == [1, 2]
    page.get_by_role("navigation", name="This session").get_by_role("link", name="Share").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Let others in")


def test_escape_closes_the_menu(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer).sit_down(scorer.session)
    page.locator(".menu > summary").press("Enter")
    page.get_by_role("link", name="How it went").focus()
    page.keyboard.press("Escape")
    assert not is_open(page)
    expect(page.locator(".menu > summary")).to_be_focused()


def test_a_tap_on_a_button_that_has_just_appeared_does_nothing(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    undo, clear = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Clear"))
    page.evaluate(HOLD_MOMENTS)
    place = middle(undo)
    undo.tap()
    phone.says("Hand 2 was undone.")
    sent = held(page, "**/call/clear/")
    assert middle(clear) == place
    page.touchscreen.tap(*place)  # the second tap of a double tap would clear what Undo gave back
    page.evaluate(END_MOMENTS)
    assert sent == []
    page.unroute("**/call/clear/")
    clear.tap()
    expect(clear).to_have_count(0)
    assert numbers(scorer) == [1]


def test_a_double_tap_of_the_slower_scorer_does_not_record_over_the_warning(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    scorer.record(PASSED)
    page.evaluate(HOLD_MOMENTS)
    place = middle(phone.save)
    phone.save.tap()
    phone.says("The session has changed in the meantime")
    page.touchscreen.tap(*place)
    page.evaluate(END_MOMENTS)
    assert numbers(scorer) == [1, 2, 3]
    phone.save.tap()
    phone.says("Hand 4: Bruno +75")


def test_a_tap_does_not_undo_what_another_phone_recorded_at_that_moment(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    page.evaluate(HOLD_MOMENTS)
    scorer.record()
    expect(page.locator(".ledger .number")).to_have_text(["3", "2", "1"])
    page.touchscreen.tap(*middle(page.get_by_role("button", name="Undo")))
    page.evaluate(END_MOMENTS)
    assert numbers(scorer) == [1, 2, 3]


def test_a_second_tap_while_a_form_is_sent_sends_nothing(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    scorer.close()
    page = phone.open("session", scorer.session.public_id)
    page.locator("summary", has_text="Something wrong?").tap()
    sent = held(page, "**/reopen/")
    place = middle(phone.page.get_by_role("button", name="Reopen the session"))
    page.get_by_role("button", name="Reopen the session").tap()
    page.touchscreen.tap(*place)
    until(page, lambda: bool(sent))
    assert len(sent) == 1
    sent[0].continue_()
