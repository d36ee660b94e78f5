"""The number of taps for the most common hands of every game, and whether targets are large enough."""

from dataclasses import replace

import pytest
from playwright.sync_api import ViewportSize

from games import common_hands, registry
from tests.e2e.conftest import Phones
from tests.e2e.recording.taps import enter, prepare_hand
from tests.play.tables import device

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
