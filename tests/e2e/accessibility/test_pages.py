"""A closed session, its link and its menu on a phone, and a session on paper."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.play.tables import FIVE, FOUR, GARDE, Scorer


@pytest.mark.django_db(transaction=True)
def test_the_result_the_payments_and_what_to_do_next_are_seen_at_once(phones: Phones) -> None:
    scorer = Scorer(players=("Marie-Claude", *FOUR[1:]), stake="0.05")
    scorer.record()
    scorer.close()
    page = phones(scorer, viewport={"width": 390, "height": 664}).sit_down(scorer.session)
    seen = page.locator("h1, .ranked, .payment")
    assert seen.count() == 1 + 4 + 3
    next_steps = (
        page.get_by_role("link", name="Share the picture"),
        page.get_by_role("button", name="Same people again"),
    )
    for element in (*seen.all(), *next_steps):
        expect(element).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 560)])
def test_closing_needs_no_scroll(phones: Phones, transactional_db: None, width: int, height: int) -> None:
    scorer = Scorer(players=("Marie-Christine", "Anne-Sophie", *FIVE[2:]), stake="0.25")
    for taker in range(5):
        scorer.record({**GARDE, "taker": taker, "partner": (taker + 1) % 5})
    phone = phones(scorer, viewport={"width": width, "height": height}, locale="fr-FR")
    page = phone.open("close", scorer.session.public_id)
    for element in (page.get_by_role("link", name="Continuer"), page.get_by_role("button", name="Terminer et régler")):
        expect(element).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Terminer et régler").tap()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    scorer.session.refresh_from_db()
    assert scorer.session.closed_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_link_is_copied_by_tapping(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer, permissions=["clipboard-read", "clipboard-write"])
    page = phone.open("share", scorer.session.public_id)
    page.get_by_role("button", name="Copy").first.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/join/{scorer.session.scorer_token}/")


def test_a_session_prints_24_hands_per_page(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    for _ in range(3):
        scorer.record()
    phone = phones(scorer, viewport={"width": 794, "height": 1123})
    page = phone.open("ledger", scorer.session.public_id)
    page.emulate_media(media="print")
    expect(page.locator(".ledger .hand-summary").first).to_be_visible()
    scorer.close()
    page = phone.sit_down(scorer.session)
    page.emulate_media(media="print")
    # A page of A4 in pixels.
    heights = page.locator(".sheet__hand").evaluate_all("hands => hands.map(hand => hand.offsetHeight)")
    assert max(heights) * 24 < 1123


@pytest.mark.parametrize("width", [195, 260, 390])
def test_the_session_menu_opens_within_the_screen(phones: Phones, transactional_db: None, width: int) -> None:
    scorer = Scorer()
    phone = phones(scorer, viewport={"width": width, "height": 600})
    page = phone.sit_down(scorer.session)
    page.locator(".menu > summary").tap()
    menu = page.get_by_role("navigation", name="This session")
    expect(menu).to_be_visible()
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.locator(".menu__more > summary").tap()
    last = menu.get_by_role("link").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
