"""The table of each game in its states: what axe finds, and that nothing is lost at twice the size.

WCAG 2.2: text at twice the size has half the screen (1.4.4, 1.4.10); readers may increase the spacing (1.4.12).
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play.models import Session
from tests.e2e.accessibility.sample_evenings import STORIES, Story
from tests.e2e.accessibility.screen_reader import Listener, start
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.e2e.phones import SETTLING
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

LOST = """() => {
    const found = [], wide = document.scrollingElement.scrollWidth;
    if (wide > innerWidth) found.push(`${wide} wide of ${innerWidth}`);
    // unseen, or scrolled by itself
    const aside = ".visually-hidden, .skip, svg, section.link, .connection-status, .typing__rows, [role=status]";
    const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest(aside);
    const short = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30);
    const say = (what, one) => found.push(`${what}: ${one.tagName}.${one.className} ${short(one)}`);
    for (const one of [...document.body.querySelectorAll("*")].filter(seen)) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        // A name that is short in its column stands whole on a chip, and is whole where all is large.
        if (style.textOverflow === "ellipsis" && innerWidth > 288) continue;
        const cut = style.overflowX !== "visible" && style.overflowX !== "auto";
        const wider = one.scrollWidth > one.clientWidth + 1 && !one.matches("input");  // a text field scrolls
        if (cut && (wider || one.scrollHeight > one.clientHeight + 1)) say("cut", one);
        if (style.display === "inline" || one.closest(".scroll, .ledger, .reasons")) continue;
        for (const node of [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim())) {
            const range = document.createRange();
            range.selectNodeContents(node);
            const written = range.getBoundingClientRect();
            if (written.right > box.right + 1.5 || written.left < box.left - 1.5) say("out of its box", one);
        }
    }
    // The bar of a table and the button that starts a session are above what is scrolled behind them.
    const targets = [...document.querySelectorAll("a, button, summary, label.chip, .input")];
    const boxes = targets.filter((one) => seen(one) && !one.closest(".bar, .new-form__start, tr.hand"))
        .map((one) => [one, one.getBoundingClientRect()]);
    for (const [one, a] of boxes) for (const [other, b] of boxes) {
        if (!(one.compareDocumentPosition(other) & 4) || one.contains(other)) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) say(`under ${short(one)}`, other);
    }
    return found;
}"""

SPACED = """
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
"""


def lost(page: Page, name: str) -> dict[str, list[str]]:
    """Return what is cut off, overlaps or leaves the screen on a page, at several widths and with spaced text."""
    problems = {}
    for width in (195, 320, 390, 590):
        page.set_viewport_size({"width": width, "height": 640})
        problems[f"{name}, {width} wide"] = page.evaluate(LOST)
    page.set_viewport_size({"width": 390, "height": 844})
    style = page.add_style_tag(content=SPACED)
    problems[f"{name}, spaced"] = page.evaluate(LOST)
    style.evaluate("style => style.remove()")
    return problems


CARRIED: dict[str, Any] = {"call": "correction", "amounts": {"0": 6, "1": -6}, "note": "carried over"}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_every_state_of_the_table_of_each_game_is_accessible(phones: Phones, story: Story, bad_wifi: None) -> None:
    phone = phones(is_mobile=False, bypass_csp=True)
    page, problems = phone.page, {}

    def look(state: str, *, large: bool = True) -> None:
        problems[state] = violations(page, by_night=False)
        if large:
            problems.update(lost(page, state))

    listener = Listener(page)
    start(listener, story)
    page.locator("details.rare > summary").press("Enter")
    look("empty, and what is rare unfolded")
    page.locator("#save").press("Enter")
    expect(page.locator("#outcome .error:not(:empty)").first).to_be_visible()
    look("refused")
    for number, hand in enumerate(story.hands, 1):
        listener.choose(hand.choices)
        if number == 1:
            expect(page.locator("#save")).to_have_text(f"Record: {hand.result}")
            look("filled in")
        page.locator("#save").press("Enter")
        expect(page.locator("#status-message")).to_contain_text(f"Hand {number}: {hand.result}")
        expect(page.locator(SETTLING)).to_have_count(0)
    page.get_by_role("link", name="1 why?").press("Enter")
    expect(page.get_by_role("article", name="Hand 1")).to_be_visible()
    look("just recorded, and a hand explained")
    scorer = Scorer(Session.objects.get())
    phone.open("amend", scorer.session.public_id, 1)
    look("amending")
    phone.sit_down(scorer.session)
    listener.choose(story.undone.choices)
    scorer.record(CARRIED)
    page.locator("#save").press("Enter")
    expect(page.locator("#status-message")).to_contain_text("The session has changed in the meantime")
    look("after somebody else")
    page.route("**/record/", lambda route: route.abort())
    page.locator("#save").press("Enter")
    expect(page.locator("#waiting li")).to_have_count(1)
    look("with a hand that waits")
    scorer.close()
    phone.sit_down(scorer.session)
    look("closed")
    assert {state: what for state, what in problems.items() if what} == {}


LONG = ("Maximilian-Alexander", "Anne-Sophie", "Chloé", "Jean-Baptiste", "Wilhelmine")
HIGH: dict[str, Any] = {"call": "correction", "amounts": {"0": 45_678, "1": -45_678}, "note": "counted twice"}


def test_five_long_names_and_high_totals_fit_on_every_page(phones: Phones) -> None:
    scorer = Scorer(players=LONG)
    for hand in (*[{**GARDE, "partner": 1}] * 3, HIGH):
        scorer.record(hand)
    phone = phones(scorer, is_mobile=False, bypass_csp=True)
    page, problems = phone.page, {}
    for name in ("session", "ledger", "chart", "journal", "share", "close", "type", "correction"):
        phone.open(name, scorer.session.public_id)
        problems.update(lost(page, name))
    page.goto("/new/")
    problems.update(lost(page, "new"))
    assert {state: what for state, what in problems.items() if what} == {}


SEVEN = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
CUT = """names => names.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [320, 390])
def test_names_of_seven_letters_fit_with_wide_letter_spacing(phones: Phones, width: int) -> None:
    """WCAG 2.2, 1.4.12: above the save button and in the head of the ledger, with five at the table."""
    scorer = Scorer(players=SEVEN)
    scorer.record({**GARDE, "partner": 1})
    phone = phones(scorer, is_mobile=False, bypass_csp=True, viewport={"width": width, "height": 664})
    page = phone.sit_down(scorer.session)
    page.add_style_tag(content=SPACED)
    assert page.locator(".standings .name > :first-child, .ledger thead span").evaluate_all(CUT) == []


@pytest.mark.parametrize(("width", "height"), [(320, 256), (320, 568), (390, 664), (844, 390)])
def test_sticky_elements_leave_two_thirds_of_the_page(phones: Phones, width: int, height: int) -> None:
    """A desktop page of 1280 × 1024 zoomed to 400 % is 320 × 256 (WCAG 2.2, 1.4.10)."""
    scorer = Scorer(players=SEVEN)
    phone = phones(scorer, is_mobile=False, bypass_csp=True, viewport={"width": width, "height": height})
    page = phone.sit_down(scorer.session)
    phone.fill_in({**GARDE, "taker": "Anne", "partner": "Bruno"}, FIVE)
    assert phone.record() == 200
    bar = page.locator(".bar").evaluate("bar => [getComputedStyle(bar).position, bar.getBoundingClientRect().height]")
    assert bar[0] == "static" or bar[1] <= height / 3, bar
