"""The number of taps for the most common hands of every game, and whether targets are large enough."""

from dataclasses import replace

import pytest
from playwright.sync_api import ViewportSize, expect

from games import common_hands, registry
from tests.e2e.conftest import Phones
from tests.e2e.recording.taps import enter, prepare_hand
from tests.play.tables import Scorer, device

LEFT_BY_THE_BROWSER: ViewportSize = {"width": 390, "height": 664}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
MOST_COMMON = 3
"""How many hands are entered on a phone on its side."""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("size", "hands"),
    [(LEFT_BY_THE_BROWSER, common_hands.TEN), (ON_ITS_SIDE, MOST_COMMON)],
    ids=["upright", "on its side"],
)
@pytest.mark.parametrize("slug", registry.slugs())
def test_the_most_common_hands_take_the_declared_number_of_taps_without_a_scroll(
    phones: Phones, site: str, transactional_db: None, slug: str, size: ViewportSize, hands: int
) -> None:
    name = device()
    phone = phones()
    phone.known_as(name)
    phone.page.set_viewport_size(size)
    for hand in common_hands.common_hands(slug).hands[:hands]:
        prepared = prepare_hand(hand, name)
        found = enter(phone.page, site, prepared)
        assert (found.taps, found.keys, found.small) == (hand.taps, 0, []), hand.id
        assert found.scrolled == [], hand.id
        assert prepared.recorded(), hand.id


@pytest.mark.browser
def test_entering_a_different_hand_is_noticed(phones: Phones, site: str, transactional_db: None) -> None:
    one, other, *_rest = common_hands.common_hands("mort").hands
    name = device()
    phone = phones()
    phone.known_as(name)
    prepared = prepare_hand(one, name)
    assert not prepared.recorded()
    enter(phone.page, site, replace(prepared, chips=other.chips))
    assert not prepared.recorded()


@pytest.mark.browser
def test_the_jack_of_diamonds_is_above_the_bar_while_others_can_end_the_game(
    phones: Phones, transactional_db: None
) -> None:
    scorer = Scorer(game="hearts", rules="standard", options={"target": 50, "jack": True})
    scorer.record({"call": "hand", "points": {"0": 26, "1": 0, "2": 0, "3": 0}, "jack": 0})
    phone = phones(scorer, viewport=LEFT_BY_THE_BROWSER)
    page = phone.sit_down(scorer.session)
    expect(page.locator(".position")).to_contain_text("Bruno, Chloé, David")
    chips = page.locator(".chip:has([name=jack])").first.bounding_box()
    bar = page.locator(".bar").bounding_box()
    assert chips
    assert bar
    assert chips["y"] + chips["height"] <= bar["y"]
