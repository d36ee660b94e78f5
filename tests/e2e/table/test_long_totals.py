"""Totals of six and nine figures side by side on a phone: each fits its own column."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Phones
from tests.play.tables import FIVE, FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

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
    problems: list[str] = page.evaluate(OUTSIDE)
    return problems


@pytest.mark.parametrize(
    ("last_of_all", "total"), [(700_000, "−722344"), (900_000_000, "−900022344")], ids=["six", "nine"]
)
@pytest.mark.parametrize("players", [FOUR, FIVE], ids=["four", "five"])
def test_every_total_fits_its_column(
    phones: Phones, transactional_db: None, players: tuple[str, ...], last_of_all: int, total: str
) -> None:
    scorer, last = Scorer(players=players), len(players) - 1
    for amount in (9999, 12345, last_of_all):
        amounts: dict[str, Any] = {"0": -amount, str(last): amount}
        scorer.record({"call": "correction", "amounts": amounts, "note": "by hand"})
    phone = phones(scorer)
    problems = {}
    for width in (320, 390, 900):
        phone.page.set_viewport_size({"width": width, "height": 700})
        page = phone.sit_down(scorer.session)
        phone.ask_why(3)
        problems[width] = outside(page)
        assert page.locator(".standings b").first.inner_text() == total
        assert page.locator(".ledger .hand b").first.inner_text() == total
        problems[width] += outside(phone.open("board"))
        assert page.locator(".tile__totals b").first.inner_text() == total
    assert problems == {320: [], 390: [], 900: []}


def test_names_with_the_same_beginning_can_be_told_apart(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=("Chloé-Mathilde", "Chloé-Manon", "Friedrich Leopold von Stolberg", "Bo"))
    scorer.record(GARDE)
    page = phones(scorer).sit_down(scorer.session)
    names = page.locator(".standings .name > :first-child")
    assert names.evaluate_all("names => names.filter((name) => name.scrollHeight > name.clientHeight).length") == 0
    cut = "words => words.filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent)"
    assert page.locator(".word", has_text="Ma").evaluate_all(cut) == []


def test_a_long_heading_is_above_its_line_and_the_form(phones: Phones, transactional_db: None) -> None:
    long = ("Jean-Baptiste", "Marie-Christine", "Bernard", "Françoise")
    scorer = Scorer(game="belote", rules="classic", players=long, first_dealer=2)
    scorer.record({"call": "prise", "taker": 0, "capot": "attack"})
    scorer.record({"call": "prise", "taker": 1, "points": 92})
    page = phones(scorer, viewport={"width": 390, "height": 664}, locale="fr-FR").sit_down(scorer.session)
    message, heading, form = (page.locator(place) for place in ("#status-message", ".heading", "#outcome"))
    assert "Marie-Christine et Françoise 92\u00a0–\u00a070" in message.inner_text()
    assert page.locator(".head").evaluate("head => getComputedStyle(head).borderBottomWidth") == "0px"
    ends = "place => place.getBoundingClientRect().bottom"
    starts = "place => place.getBoundingClientRect().top"
    assert message.evaluate(ends) <= heading.evaluate(ends) <= form.evaluate(starts)
