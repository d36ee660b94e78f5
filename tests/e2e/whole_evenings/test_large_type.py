"""An evening of Tarot at five on a phone with its type at 130 per cent, with long names.

The hands, by the federation's rules; the taker gets two parts and the partner one, or the taker alone all four:

* Marie-Christine with Élisabeth, garde by 8: (25 + 8) × 2 = 66
* Maximilianowitz alone, prise short by 3: 25 + 3 = 28
* Hannelore with Anne-Sophie, garde contre by 4: (25 + 4) × 6 = 174
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.accessibility.lost import LOST
from tests.e2e.conftest import Phones
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Hannelore", "Marie-Christine", "Maximilianowitz", "Anne-Sophie", "Élisabeth")
LARGE_TYPE: ViewportSize = {"width": 300, "height": 511}
"""What 390 × 664 pixels are where everything is 1.3 times as large."""
HANDS: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
    ({"call": "garde", "taker": NAMES[1], "partner": NAMES[4], "bouts": 2, "points": 49}, (-66, 132, -66, -66, 66)),
    ({"call": "prise", "taker": NAMES[2], "partner": None, "bouts": 1, "points": 48}, (-38, 160, -178, -38, 94)),
    (
        {"call": "garde_contre", "taker": NAMES[0], "partner": NAMES[3], "bouts": 3, "points": 40},
        (310, -14, -352, 136, -80),
    ),
)
BROKEN_NAMES = """(names) => names
    .map((one) => [one.textContent, document.createRange(), one])
    .filter(([name, range, one]) => {
        range.selectNodeContents(one);
        return range.getClientRects().length > name.split("-").length;
    })
    .map(([name]) => name)"""
"""The names of more lines than parts."""


def test_tarot_at_five_with_long_names_in_large_type(phones: Phones) -> None:
    scorer = Scorer(players=NAMES)
    phone = phones(scorer, locale="fr-FR", viewport=LARGE_TYPE, color_scheme="light")
    page, cut = phone.sit_down(scorer.session), dict[str, list[str]]()
    for number, (hand, totals) in enumerate(HANDS, 1):
        phone.tap_all(hand, NAMES)
        phone.shows(totals)
        cut[f"hand {number} filled in"] = page.evaluate(LOST)
        assert phone.record() == 200
        assert phone.ledger()[0] == str(number)
        cut[f"hand {number} recorded"] = page.evaluate(LOST)
    close(page)
    cut["settled"] = page.evaluate(LOST) + page.locator(".ranked__name > span").evaluate_all(BROKEN_NAMES)
    assert {state: what for state, what in cut.items() if what} == {}
    expect(page.locator(".ranked__total")).to_have_text(["+310", "+136", "−14", "−80", "−352"])


def close(page: Page) -> None:
    """Close the session without a scroll, after the one that the browser itself makes to the top of a new page."""
    page.locator(".menu > summary").tap()
    link = page.get_by_role("link", name="Terminer et régler", exact=True)
    expect(link).to_be_in_viewport(ratio=1)
    link.tap()
    button = page.get_by_role("button", name="Terminer et régler")
    expect(button).to_be_in_viewport(ratio=1)
    button.tap()
    expect(page.locator("#ranking")).to_be_visible()
