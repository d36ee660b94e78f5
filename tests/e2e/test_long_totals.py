"""Totals of six figures beside one another on a phone: each stands whole in its own column."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Phones
from tests.play.tables import FIVE, FOUR, Scribe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

OUTSIDE = """() => {
    const places = ".standings :is(b, small), .ledger .hand td > *, .reasons td:not([colspan])";
    const outside = (amount) => {
        const range = document.createRange();
        range.selectNodeContents(amount);
        const [text, column] = [range, amount.closest("td, li")].map((place) => place.getBoundingClientRect());
        const broken = text.height > 2 * parseFloat(getComputedStyle(amount).fontSize);
        return broken || text.left < column.left - 0.5 || text.right > column.right + 0.5;
    };
    const amounts = [...document.querySelectorAll(places)].filter((place) => place.textContent.trim());
    return amounts.filter(outside).map((amount) => amount.textContent.trim());
}"""


def outside(page: Page) -> list[str]:
    """The amounts that are cut, broken, or stand in the column of somebody else."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.parametrize("players", [FOUR, FIVE], ids=["four", "five"])
def test_every_total_stands_whole_in_its_column(
    phones: Phones, transactional_db: None, players: tuple[str, ...]
) -> None:
    scribe, last = Scribe(players=players), len(players) - 1
    for amount in (9999, 12345, 700_000):
        amounts: dict[str, Any] = {"0": -amount, str(last): amount}
        scribe.record({"call": "correction", "amounts": amounts, "note": "by hand"})
    phone = phones(scribe)
    found = {}
    for width in (320, 390, 900):
        phone.page.set_viewport_size({"width": width, "height": 700})
        page = phone.sit_down(scribe.session)
        phone.ask_why(3)
        found[width] = outside(page)
        assert page.locator(".standings b").first.inner_text() == "−722344"
        assert page.locator(".ledger .hand b").first.inner_text() == "−722344"
    assert found == {320: [], 390: [], 900: []}
