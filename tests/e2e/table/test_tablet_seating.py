"""A tablet between four players: each total faces its player, and the page turns towards the scorer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.without_has import take_has_away
from tests.play.tables import FIVE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

TABLET = {"width": 1180, "height": 820}
GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}

# The direction of a text on the screen, and the side it is at, by the matrix of all transforms above it.
TURNED = """(item) => {
    let angle = 0;
    for (let one = item; one; one = one.parentElement) {
        const {a, b} = new DOMMatrix(getComputedStyle(one).transform);
        angle += Math.round(Math.atan2(b, a) * 2 / Math.PI);
    }
    const {x, y, width, height} = item.getBoundingClientRect();
    const distances = {top: y, left: x, bottom: innerHeight - y - height, right: innerWidth - x - width};
    const side = Object.keys(distances).reduce((one, other) => distances[one] < distances[other] ? one : other);
    return [side, (angle + 4) % 4];
}"""
# What overlaps at the edges: the parts of each player, the wordmark, and the menu.
OVERLAPS = """() => {
    const parts = [...document.querySelectorAll("#standings li > *, .wordmark > *, .menu > summary")];
    const boxes = parts
        .filter((one) => getComputedStyle(one).clipPath === "none")
        .map((one) => [one.innerText ?? one.outerHTML, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && box.height);
    return boxes.flatMap(([name, one], index) => boxes.slice(index + 1)
        .filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1
            && one.top < other.bottom - 1 && other.top < one.bottom - 1)
        .map(([other]) => `${name} overlaps ${other}`));
}"""
READ_FROM = {"bottom": 0, "left": 1, "top": 2, "right": 3}


def sides(page: Page) -> dict[str, str]:
    """Return the side of each total; asserts that it can be read from there."""
    found = {}
    for item in page.locator("#standings li").all():
        side, quarters = item.evaluate(TURNED)
        assert quarters == READ_FROM[side]
        found[item.locator("label").inner_text().strip()] = side
    return found


def heading(page: Page) -> int:
    quarters: int = page.locator("h1").evaluate(TURNED)[1]
    return quarters


@pytest.mark.parametrize("has", [True, False], ids=["with-has", "without-has"])
def test_the_page_turns_to_the_scorer_and_totals_stay_at_their_seats(phones: Phones, has: bool) -> None:
    scorer = Scorer()
    phone = phones(scorer, viewport=TABLET, is_mobile=False)
    if not has:
        take_has_away(phone.context)
    page = phone.sit_down(scorer.session)
    seated = {"Anne": "bottom", "Bruno": "right", "Chloé": "top", "David": "left"}
    assert sides(page) == seated
    phone.tap("call", "garde")
    for name, quarters in (("David", 1), ("Chloé", 2), ("Bruno", 3), ("Anne", 0), ("Chloé", 2)):
        with page.expect_response("**/tablet-side/"):
            page.locator("#standings label", has_text=name).tap()
        assert heading(page) == quarters
        assert sides(page) == seated
        expect(phone.chip("call", "garde")).to_be_checked()
    phone.tap_all(GARDE)
    phone.record()
    phone.says("Hand 1: Anne +198")
    assert heading(page) == 2
    page.reload()
    assert heading(page) == 2
    phone.open("share", scorer.session.public_id)
    assert heading(page) == 2


def test_it_turns_without_scripts_and_by_keyboard(phones: Phones, javascript: bool) -> None:
    scorer = Scorer(players=FIVE)
    page = phones(scorer, viewport=TABLET, is_mobile=False, javascript=javascript).sit_down(scorer.session)
    assert set(sides(page).values()) == {"bottom", "right", "top", "left"}
    page.locator(".menu > summary").focus()
    page.keyboard.press("Enter")
    page.locator(".menu__more > summary").focus()
    page.keyboard.press("Enter")
    page.locator("#tablet-side").get_by_label("Anne").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tablet-side").get_by_label("Emil")).to_be_checked()
    assert heading(page) == 1


@pytest.mark.parametrize(
    "screen",
    [{"viewport": {"width": 390, "height": 844}}, {"viewport": {"width": 1440, "height": 900}, "has_touch": False}],
    ids=["phone", "laptop"],
)
def test_pages_other_than_the_table_do_not_turn(phones: Phones, screen: dict[str, object]) -> None:
    scorer = Scorer()
    page = phones(scorer, is_mobile=False, **screen).sit_down(scorer.session)
    page.locator("#standings label", has_text="Chloé").click(force=True)
    assert heading(page) == 0
    assert {page.locator("#standings li").nth(seat).evaluate(TURNED)[1] for seat in range(4)} == {0}


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180), (1024, 768)], ids=str)
def test_long_names_at_the_edges_overlap_nothing(phones: Phones, size: tuple[int, int]) -> None:
    names = ("Anne", "Bruno", "Ruprecht von Hohenzell zu Sayn", "Luc-Emmanuel de la Rochefoucauld", "Emil")
    scorer = Scorer(players=names, rules="fft")
    scorer.record({**GARDE, "taker": 0, "partner": 1})
    phone = phones(scorer, viewport={"width": size[0], "height": size[1]}, is_mobile=False)
    page = phone.sit_down(scorer.session)
    expect(page.locator("#standings .top-left")).to_be_visible()
    assert page.evaluate(OVERLAPS) == []
