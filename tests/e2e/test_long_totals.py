"""Totals of six and nine figures side by side on a phone: each fits its own column."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Phones
from tests.play.tables import FIVE, FOUR, GARDE, Scribe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

OUTSIDE = """() => {
    const places = ":is(.standings, .ledger .hand td) :is(b, small), .reasons td:not([colspan]), .tile__totals b";
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
    """The amounts that are cut off, broken, or in another player's column."""
    found: list[str] = page.evaluate(OUTSIDE)
    return found


@pytest.mark.parametrize(
    ("last_of_all", "total"), [(700_000, "−722344"), (900_000_000, "−900022344")], ids=["six", "nine"]
)
@pytest.mark.parametrize("players", [FOUR, FIVE], ids=["four", "five"])
def test_every_total_stands_whole_in_its_column(
    phones: Phones, transactional_db: None, players: tuple[str, ...], last_of_all: int, total: str
) -> None:
    scribe, last = Scribe(players=players), len(players) - 1
    for amount in (9999, 12345, last_of_all):
        amounts: dict[str, Any] = {"0": -amount, str(last): amount}
        scribe.record({"call": "correction", "amounts": amounts, "note": "by hand"})
    phone = phones(scribe)
    found = {}
    for width in (320, 390, 900):
        phone.page.set_viewport_size({"width": width, "height": 700})
        page = phone.sit_down(scribe.session)
        phone.ask_why(3)
        found[width] = outside(page)
        assert page.locator(".standings b").first.inner_text() == total
        assert page.locator(".ledger .hand b").first.inner_text() == total
        found[width] += outside(phone.open("board"))
        assert page.locator(".tile__totals b").first.inner_text() == total
    assert found == {320: [], 390: [], 900: []}


def test_names_that_begin_alike_are_told_apart(phones: Phones, transactional_db: None) -> None:
    scribe = Scribe(players=("Chloé-Mathilde", "Chloé-Manon", "Anne", "Bo"))
    scribe.record(GARDE)
    page = phones(scribe).sit_down(scribe.session)
    for place in (".standings .name > :first-child", ".ledger thead span"):
        names = page.locator(place)
        heights = names.evaluate_all("names => names.slice(0, 2).map((name) => [name.scrollHeight, name.clientHeight])")
        assert [whole for whole, seen in heights if whole > seen] == []
        assert names.evaluate_all("names => names.filter((name) => name.scrollWidth > name.clientWidth).length") == 0
