"""Score sheet and rule card of Schafkopf: only what this table plays."""

from __future__ import annotations

from typing import Any

import pytest

from games.schafkopf.tests.sessions import ledger, table
from tests.games.sheet_text import OnPaper


def on_paper(**options: Any) -> OnPaper:
    return OnPaper(ledger(table(**options)))


def card(**options: Any) -> dict[str, str]:
    """Return the sentences of the rule card by their headings."""
    return {str(part.title): " ".join(map(str, part.sentences)) for part in on_paper(**options).sheet.card()}


def explained(**options: Any) -> str:
    return " ".join(map(str, on_paper(**options).sheet.explained()))


def test_a_plain_table_has_neither_ramsch_nor_stock() -> None:
    tariff = on_paper().tariff_cells()
    assert tariff[:4] == ["The game", "10/50", "Rufspiel", "10"]
    assert not {"Ramsch", "Jungfrau in a Ramsch", "into the stock, from each"} & set(tariff)
    assert not {"Ramsch", "Durchmarsch", "Stock"} & set(card())
    assert explained() == (
        "○ deals; × played, two of them in a Rufspiel. Each: what each of the others pays (+) or gets (−)."
    )


@pytest.mark.parametrize(
    ("jungfrau", "figures", "sentence"),
    [
        ("own", ["Ramsch", "20", "Jungfrau in a Ramsch", "40"], "she gets four times the base."),
        ("doubles", ["Ramsch", "20"], "she doubles what everybody gets."),
        ("none", ["Ramsch", "20"], "then the one with the higher trump*."),
    ],
)
def test_a_table_with_ramsch(jungfrau: str, figures: list[str], sentence: str) -> None:
    tariff = on_paper(ramsch=True, jungfrau=jungfrau).tariff_cells()
    begin = tariff.index("Ramsch")
    assert tariff[begin : tariff.index("For")] == figures
    assert card(ramsch=True, jungfrau=jungfrau)["Ramsch"].endswith(sentence)
    assert "In a Ramsch, × lost." in explained(ramsch=True)


@pytest.mark.parametrize(("stock", "game"), [("rufspiel", "wins the next Rufspiel"), ("every", "wins the next game")])
def test_a_table_with_a_stock(stock: str, game: str) -> None:
    assert on_paper(stock=stock).tariff_cells()[-2:] == ["into the stock, from each", "10"]
    assert game in card(stock=stock)["Stock"]
    assert "without the stock" in explained(stock=stock)
