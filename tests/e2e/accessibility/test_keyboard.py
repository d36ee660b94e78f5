"""By keyboard alone and by screen reader: the focus is visible, nothing traps it, and every change is announced."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility.sample_hands import AMENDED, GARDE, HANDS, PRISE, UNDONE, Choices, Hand
from tests.e2e.accessibility.screen_reader import Listener
from tests.e2e.conftest import Phones
from tests.e2e.phones import SETTLING, group_of_chips, unanswered
from tests.play.tables import FOUR, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

UNSEEN = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect();
    if (one.matches("body, main")) return null;
    const shown = one.matches(".chip > input") ? one.nextElementSibling : one, style = getComputedStyle(shown);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || !(hit === one || one.contains(hit) || hit.contains(one))) return `hidden: ${one.outerHTML}`;
    const ground = (place) => {
        const colour = getComputedStyle(place).backgroundColor;
        return colour === "rgba(0, 0, 0, 0)" && place.parentElement ? ground(place.parentElement) : colour;
    };
    const light = (colour) => colour.match(/\\d+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0.05);
    const [ring, round] = [light(style.outlineColor), light(ground(shown.parentElement))];
    const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return drawn && Math.max(ring, round) / Math.min(ring, round) >= 3 ? null : `no ring: ${one.outerHTML}`;
}"""
"""Return the focused element if that can't be seen: it is covered, or its ring has a contrast below 3."""

WHERE = """(target) => {
    const one = document.activeElement;
    if (one === target || (one.type === "radio" && one.name === target.name && one.form === target.form)) return "";
    const chosen = target.type === "radio" && target.form.querySelector(`[name="${target.name}"]:checked`);
    return one.compareDocumentPosition(chosen || target) & 2 ? "Shift+Tab" : "Tab";
}"""
"""Return the key that leads to a target, or to what is chosen in its group; none if it has the focus."""


class Typist:
    """Somebody who uses only a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, target: Locator) -> None:
        """Press Tab, forwards or backwards, until the focus is there; it is visible at every stop."""
        expect(target).to_be_attached()
        for _ in range(80):
            key = target.evaluate(WHERE)
            if not key:
                return
            self.page.keyboard.press(key)
            assert self.page.evaluate(UNSEEN) is None
        raise AssertionError(f"{target} cannot be reached")

    def press(self, target: Locator, key: str = "Enter") -> None:
        self.go_to(target)
        self.page.keyboard.press(key)

    def pick(self, radio: Locator) -> None:
        """Move to the group, and with the arrow keys to the choice."""
        self.go_to(radio)
        for _ in range(24):
            if radio.evaluate("radio => radio === document.activeElement && radio.checked"):
                return
            chosen = radio.evaluate("() => document.activeElement.checked")
            self.page.keyboard.press("ArrowRight" if chosen else "Space")
        raise AssertionError(f"{radio} cannot be chosen")

    def choose(self, choices: Choices) -> None:
        for group, name in choices:
            place = group_of_chips(self.page, group)
            self.pick(place.get_by_role("radio", name=name, exact=True))

    def save(self, words: str) -> None:
        self.press(self.page.get_by_role("button", name=words, exact=True))


def start(typist: Typist) -> None:
    page = typist.page
    page.goto("/")
    typist.press(page.get_by_role("link", name="New session"))
    expect(page.get_by_role("heading", level=1)).to_have_text("New session")
    games = page.get_by_role("group", name="Game")
    typist.press(games.locator("summary"))
    typist.press(games.get_by_role("button", name="French Tarot"))
    expect(games.get_by_role("radio", name="French Tarot")).to_be_focused()
    expect(page.locator(".htmx-request")).to_have_count(0)  # the previous game also has rules of that name
    for number, name in enumerate(FOUR, 1):
        typist.go_to(page.get_by_role("textbox", name=f"Player {number}", exact=True))
        page.keyboard.type(name)
    typist.pick(page.get_by_role("radio", name="Player 4 deals first"))
    typist.press(page.locator("summary", has_text="Rules:"))
    typist.pick(page.get_by_role("group", name="Rules").get_by_role("radio", name="Federation (FFT)"))
    expect(page.locator(".htmx-request")).to_have_count(0)  # the options of these rules have come
    typist.press(page.get_by_role("button", name="Start the session"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 1 ·")
    page.wait_for_load_state()  # and then its scripts hear what is pressed


def record(typist: Typist, number: int, hand: Hand) -> None:
    listener = Listener(typist.page)
    typist.choose(hand.choices)
    listener.hears(f"{hand.said} Record: {hand.result}".strip())
    typist.save(f"Record: {hand.result}")
    listener.hears(f"Hand {number}: {hand.result}")
    listener.hears_totals(hand.totals)
    # Not thrown back to the beginning of the page; there is nothing to do there, and no ring around it.
    title = typist.page.locator("#hand-title")
    expect(title).to_be_focused()
    expect(title).to_have_css("outline-style", "none")


def test_an_evening_by_keyboard_and_screen_reader(phones: Phones) -> None:
    page = phones(is_mobile=False, has_touch=False).page
    typist, listener = Typist(page), Listener(page)
    start(typist)
    for number, hand in enumerate((GARDE, PRISE, UNDONE), 1):
        record(typist, number, hand)
    typist.press(page.get_by_role("button", name="Undo"))
    listener.hears("Hand 3 was undone.")
    listener.hears_totals(PRISE.totals)
    expect(page.locator(SETTLING)).to_have_count(0)  # and then the focus is where it stays
    typist.press(page.get_by_role("link", name="1 why?", exact=True))
    listener.hears(re.compile(r"^Hand 1\b"))
    why = page.get_by_role("article", name="Hand 1")
    typist.press(why.get_by_role("link", name="Amend"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Amend hand 1")
    page.wait_for_load_state()
    typist.choose(AMENDED.choices)
    listener.hears(f"{AMENDED.said} Amend: {AMENDED.result}")
    typist.save(f"Amend: {AMENDED.result}")
    listener.hears_totals(AMENDED.totals)
    typist.press(page.locator("summary", has_text="Menu"))
    typist.press(page.get_by_role("navigation", name="This session").get_by_role("link", name="Close and settle"))
    typist.press(page.get_by_role("button", name="Close and settle"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Anne")
    typist.go_to(page.get_by_role("link", name="Export"))


REQUIRED = """fields => fields.map((field) => {
    const groups = [...field.parentElement.querySelectorAll("[role=radiogroup][aria-required=true]")];
    return [field.id, groups.length > 0 || field.closest("[aria-required=true]") !== null];
})"""


@pytest.mark.parametrize(("rules", "hand"), HANDS.items(), ids=[game for game, _rules in HANDS])
def test_a_hand_of_each_game_by_keyboard_and_screen_reader(phones: Phones, rules: tuple[str, str], hand: Hand) -> None:
    """Whatever a hand is refused for if left out was announced as required."""
    first_dealer = 0 if rules[0] == "mort" else 3  # the first dealer is Vivant
    scorer = Scorer(game=rules[0], rules=rules[1], first_dealer=first_dealer)
    page = phones(scorer, is_mobile=False, has_touch=False).sit_down(scorer.session)
    typist = Typist(page)
    typist.choose(hand.choices[:1])
    typist.press(page.get_by_role("button", name=re.compile("^Still missing")))
    missing = page.locator("#outcome .error:not(:empty)")
    expect(missing.first).to_be_visible()
    found: dict[str, Any] = dict(missing.evaluate_all(REQUIRED))
    assert found == dict.fromkeys(found, True)
    record(typist, 1, hand)


def test_the_start_button_keeps_the_focus_when_the_form_is_redrawn(phones: Phones, transactional_db: None) -> None:
    page = phones().open("new")
    start = page.get_by_role("button", name="Start the session")
    start.focus()
    with page.expect_response("**/new/"):
        page.get_by_role("group", name="Game").locator("[value='game:skat']").evaluate("button => button.click()")
    expect(page.locator("#rules > summary")).to_contain_text("International (ISkO)")
    expect(start).to_be_focused()


def test_what_has_the_focus_stays_where_it_is_when_the_form_is_redrawn(phones: Phones, transactional_db: None) -> None:
    page = phones(is_mobile=False, has_touch=False, viewport={"width": 390, "height": 664}).page
    page.goto("/new/")
    typist = Typist(page)
    typist.press(page.locator("summary", has_text="Rules:"))
    start = page.get_by_role("button", name="Start the session")
    with unanswered(page, "**/new/"):
        with page.expect_request("**/new/"):
            typist.pick(page.get_by_role("group", name="Rules").get_by_role("radio").last)
        typist.go_to(start)
        before = start.bounding_box()
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(start).to_be_focused()
    assert page.evaluate(UNSEEN) is None
    assert start.bounding_box() == pytest.approx(before, abs=1)
