"""How many taps a hand takes, and whether a thumb hits what it aims at."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import PLACE, taps
from tests.play.tables import FIVE, FOUR, Scribe

# Every click and every key that a person, not a script, brought about.
WATCH = """
    window.clicks = [];
    window.keys = 0;
    addEventListener("click", (event) => { if (event.isTrusted) clicks.push(event.target.outerHTML); }, true);
    addEventListener("keydown", () => { keys += 1; }, true);
"""
FOUR_PLAY = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
FIVE_PLAY = FOUR_PLAY | {"partner": "Emil"}


@pytest.mark.parametrize(
    ("players", "hand", "count"),
    [(FOUR[:3], FOUR_PLAY, 6), (FOUR, FOUR_PLAY, 6), (FIVE, FIVE_PLAY, 7)],
    ids=["three", "four", "five"],
)
def test_ordinary_hand_from_ledger_to_ledger(
    phones: Phones,
    transactional_db: None,
    javascript: bool,
    players: tuple[str, ...],
    hand: dict[str, Any],
    count: int,
) -> None:
    scribe = Scribe(players=players)
    phone = phones(scribe, javascript=javascript)
    if javascript:
        phone.page.add_init_script(WATCH)
    page = phone.sit_down(scribe.session)
    aimed = [f'[name="{name}"][value="{value}"]' for name, value in taps(hand, players)] + ["#save"]
    assert len(aimed) == count
    for target in aimed:
        tap_where_it_stands(page, target, scroll=len(players) == 5)
    phone.says("Hand 1: Anne +")
    assert phone.ledger() == ["1"]
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Hand 2 · {players[0]} deals")
    if javascript:
        assert page.evaluate("[clicks.length, keys]") == [count, 0]


def tap_where_it_stands(page: Page, selector: str, *, scroll: bool) -> None:
    target = page.locator(selector)
    if scroll:
        target.evaluate("target => target.scrollIntoView({block: 'nearest'})")
    place = target.evaluate(PLACE)
    assert place, f"{selector} has to be scrolled to"
    assert place["width"] >= 44, selector
    assert place["height"] >= 44, selector
    page.touchscreen.tap(place["x"], place["y"])


def test_deal_that_nobody_plays_takes_two_taps(phones: Phones, transactional_db: None, javascript: bool) -> None:
    scribe = Scribe()
    phone = phones(scribe, javascript=javascript)
    page = phone.sit_down(scribe.session)
    tap_where_it_stands(page, '[name="call"][value="passed"]', scroll=False)
    tap_where_it_stands(page, "#save", scroll=False)
    phone.says("Hand 1: nothing moves")
