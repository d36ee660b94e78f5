"""The table: keyboard instead of touch, a small screen, large type."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import SETTLING
from tests.e2e.recording.taps import PLACE
from tests.play.tables import FIVE, GARDE, PASSED, Scorer, fresh

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Maximilian-Alexander", "Anne-Sophie", "Chloé", "Jean-Baptiste", "Wilhelmine")


def a_table(**changes: Any) -> Scorer:
    """Twelve hands, one of each kind: plain, amended, voided, with a note, passed, a correction."""
    scorer = Scorer(**changes)
    partner = {"partner": 1} if len(scorer.session.seats) == 5 else {}
    for number in range(8):
        scorer.record({**GARDE, **partner, "points": 40 + number})
    scorer.amend(2, {**GARDE, **partner, "points": 60, "poignees": [{"player": 0, "size": "simple"}]})
    scorer.void(3)
    scorer.record(PASSED)
    scorer.record({**GARDE, **partner, "petit_au_bout": "attack", "note": "counted twice"})
    scorer.record({"call": "correction", "amounts": {"0": 20, "1": -20}, "note": "played out of turn"})
    scorer.record({**GARDE, **partner, "call": "garde_contre", "points": 12})
    return scorer


# Keyboard instead of touch


HIDDEN_FOCUS = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit && (hit === one || one.contains(hit) || hit.contains(one)) ? null : one.outerHTML;
}"""


def go_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there; it is visible all the way."""
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(HIDDEN_FOCUS) is None
        if page.locator(f"{selector}:focus").count():
            return
    raise AssertionError(f"{selector} cannot be reached")


def choose(page: Page, name: str, value: str) -> None:
    """Go to a group of chips, and with the arrow keys to one of them."""
    go_to(page, f'[name="{name}"]')
    page.keyboard.press("Space")
    for _ in range(20):
        if page.locator(f'[name="{name}"][value="{value}"]').is_checked():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{name} {value} cannot be chosen")


def test_a_hand_is_entered_with_the_keyboard_alone(phones: Phones, javascript: bool) -> None:
    scorer = Scorer(players=FIVE)
    phone = phones(scorer, javascript=javascript, is_mobile=False, has_touch=False)
    page = phone.sit_down(scorer.session)
    hand = {"call": "garde", "taker": "1", "partner": "alone", "bouts": "2", "points-tens": "4", "points-units": "9"}
    for name, value in hand.items():
        choose(page, name, value)
    go_to(page, "summary")
    page.keyboard.press("Enter")
    choose(page, "poignees-1", "simple")
    go_to(page, "[name=note]")
    page.keyboard.type("by keys")
    go_to(page, "#save")
    page.keyboard.press("Enter")
    # (25 + 8) × 2 + 20 = 86 from each of four
    phone.says("Hand 1: Bruno +344")
    go_to(page, '.ledger a[href$="/hands/1/"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Hand 1")).to_contain_text("by keys")
    assert fresh(scorer.session).totals == (-86, 344, -86, -86, -86)


def test_an_unusual_dealer_is_named_above_the_form(phones: Phones, javascript: bool) -> None:
    scorer = Scorer(players=FIVE, game="tarot")
    phone = phones(scorer, javascript=javascript)
    page = phone.sit_down(scorer.session)
    title = page.locator("#hand-title")
    expect(title).to_have_text("Hand 1 · Emil deals")
    for dealer in (1, 4):
        phone.tap("dealer", str(dealer))
        if not javascript:
            with page.expect_navigation():
                page.locator("noscript .check").tap()
        expect(title).to_have_text(f"Hand 1 · {FIVE[dealer]} deals")


# For screen readers


def test_changes_are_announced_in_a_live_region(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    heard = page.locator("#screen-reader-status")
    expect(heard).to_have_role("status")
    heard.evaluate("heard => { window.heard = heard; }")
    phone.fill_in({"call": "garde", "taker": "Anne", "bouts": 2, "points": 92})
    expect(heard).to_contain_text("92")
    phone.fill_in({"call": "garde", "taker": "Anne", "bouts": 2, "points": 49})
    expect(heard).to_have_text("of the attack: made by 8 Record: Anne +198")
    phone.save.tap()
    expect(heard).to_have_text("Hand 1: Anne +198")
    # It must stay the same element: screen readers would not listen to a new one.
    assert page.evaluate("heard.isConnected")


# A small screen and large type


def too_wide(page: Page) -> list[str]:
    """Return what leaves the screen on the right, if the page can be scrolled sideways."""
    wide: list[str] = page.evaluate(
        """() => {
            const page = document.scrollingElement;
            if (page.scrollWidth <= page.clientWidth) return [];
            const right = (one) => {
                const range = document.createRange();
                range.selectNodeContents(one);
                return Math.max(...[...range.getClientRects()].map((box) => box.right));
            };
            const aside = ".scroll, .ledger, .derivation-row";
            const out = [...document.body.querySelectorAll("*")]
                .filter((one) => right(one) > page.clientWidth + 0.5 && !one.closest(aside))
                .map((one) => one.outerHTML.slice(0, 80));
            return [`${page.scrollWidth} > ${page.clientWidth}`, ...out.slice(-3)];
        }"""
    )
    return wide


@pytest.mark.usefixtures("bad_wifi")
def test_nothing_moves_under_the_finger_when_the_connection_is_lost(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    # A page without its styles has no bar at the bottom: wait until the targets are on the screen.
    save, first = (
        page.wait_for_function(PLACE, arg=target.element_handle()).json_value()
        for target in (phone.save, phone.chip("bouts", "2"))
    )
    phone.context.set_offline(True)
    expect(page.locator("#connection-status")).to_contain_text("Not connected")
    assert [phone.save.evaluate(PLACE), phone.chip("bouts", "2").evaluate(PLACE)] == [save, first]
    page.get_by_role("banner").get_by_role("link").first.focus()
    assert page.get_by_role("banner").get_by_role("link").first.evaluate(PLACE)


@pytest.mark.parametrize(("width", "size"), [(320, 16), (390, 32)], ids=["320 pixels", "200 % text"])
def test_nothing_is_wider_than_the_screen(phones: Phones, width: int, size: int) -> None:
    scorer = a_table(players=LONG)
    phone = phones(scorer, is_mobile=False, viewport={"width": width, "height": 844})
    page = phone.page
    # The font size set in the browser.
    phone.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})
    pages = [reverse("home"), reverse("new"), reverse("games"), reverse("rules", args=["tarot"])]
    of_session = ("session", "correction", "ledger", "journal", "chart", "share", "close")
    pages += [reverse(name, args=[scorer.session.public_id]) for name in of_session]
    pages += [reverse(name, args=[scorer.session.public_id, 2]) for name in ("hand", "amend", "void")]
    problems = {}
    for address in pages:
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{size}px"
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        problems[address] = too_wide(page)
    phone.sit_down(scorer.session)
    phone.ask_why(12)
    problems["derivation"] = too_wide(page)
    assert {name: what for name, what in problems.items() if what} == {}


def test_a_line_of_a_derivation_leads_to_its_paragraph_of_the_rules(phones: Phones) -> None:
    scorer = Scorer(game="solo_whist", rules="foster")
    scorer.record({"call": "abundance", "caller": 0, "tricks": 11})
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    why = phone.ask_why(1)
    expect(why).to_contain_text("20 + 2, Abundance made by 2")
    why.get_by_role("link", name="Abundance").tap()
    phone.page.wait_for_url("**/games/solo_whist/#abundance")
    expect(phone.page.get_by_role("heading", name="Abundance", exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_what_was_undone_stays_above_the_line_of_the_header(phones: Phones, locale: str) -> None:
    scorer = Scorer(players=("Marion", "Théo", "Inès", "Maximilian"))
    scorer.record(GARDE)
    phone = phones(scorer, viewport={"width": 360, "height": 560}, locale=locale)
    phone.open("session", scorer.session.public_id)
    phone.page.locator(".undo").tap()
    expect(phone.page.locator(".undo")).to_have_attribute("formaction", scorer.session.urls["clear_call"])
    expect(phone.page.locator(SETTLING)).to_have_count(0)
    bottoms = [
        phone.page.locator(selector).evaluate("element => element.getBoundingClientRect().bottom")
        for selector in ("#status-message", ".head")
    ]
    assert bottoms[0] <= bottoms[1]


def test_a_hand_that_is_kept_on_the_phone_looks_the_same_when_the_session_is_closed(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    phone = phones(scorer)
    phone.open("session", scorer.session.public_id)
    record = phone.page.evaluate("new URL('record/', location).href")
    hand = {"url": record, "fields": {"token": "kept", "revision": "1"}, "words": "Call Garde", "refused": True}
    phone.page.evaluate("hand => localStorage.setItem('waiting-hands', JSON.stringify({ kept: hand }))", hand)
    phone.page.reload()
    discard = phone.page.get_by_role("button", name="Discard")
    box = discard.bounding_box()
    assert box
    assert box["height"] >= 44
    assert discard.evaluate("button => getComputedStyle(button.closest('ol')).listStyleType") == "none"
