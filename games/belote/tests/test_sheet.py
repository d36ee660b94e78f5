"""Rule card and score sheet of Belote: what this table plays, and nothing that contradicts it."""

from __future__ import annotations

from typing import Any

import pytest

from games.belote.rules import BeloteRules
from games.scoring.naming import Naming
from games.scoring.replay import replay
from tests.games.sheet_text import OnPaper

PLAYERS = ("Anne", "Yves", "Bruno", "Zoé")
RULES = BeloteRules()


def on_paper(*hands: dict[str, Any], rules: str = "classic", **options: Any) -> OnPaper:
    table = RULES.table(PLAYERS, rules=rules, options=options)
    return OnPaper(replay(RULES, table, hands, Naming(table.players)))


def card(rules: str = "classic", **options: Any) -> dict[str, str]:
    """Return the sentences and tariffs of the rule card, each part by its heading."""
    return {
        str(part.title): " ".join(
            [*map(str, part.sentences), *(str(cell.words) for one in part.tariffs for cell in sum(one.rows, one.head))]
        )
        for part in on_paper(rules=rules, **options).sheet.card()
    }


# The rule card


def test_the_card_of_the_plain_classic_game() -> None:
    plain = card()
    assert list(plain) == ["Card points", "Belote", "Contract made (classic)", "Dedans", "Litige", "Correction"]
    assert "162" in plain["Card points"]
    assert plain["Dedans"] == (
        "If the attack has less, the defence scores 162, or 252 for a capot. Each side keeps its belote."
    )


def test_the_card_has_rounding_and_announcements_where_they_are_played() -> None:
    more = card(round_to_ten=True, announcements=True)
    assert {"Rounding", "Announcements"} <= set(more)
    assert "and all announcements*" in more["Dedans"]
    assert "Four jacks 200" in more["Tariff"]
    assert "Sans atout" not in more["Tariff"]


def test_the_card_has_sans_atout_where_it_is_played() -> None:
    tariff = card(announcements=True, sans_tout_atout=True)["Tariff"]
    assert "Sans atout" in tariff
    assert "Four jacks 200 100" in tariff


def test_the_card_has_no_litige_where_equal_totals_are_dedans() -> None:
    plain = card(tie="dedans")
    assert "Litige" not in plain
    assert plain["Dedans"].endswith("With equal totals, the attack is dedans as well.")


def test_the_card_of_the_coinche() -> None:
    usual = card("coinche")
    assert {"The contract (coinche)", "Coinche, surcoinche", "Rounding"} <= set(usual)
    assert not {"Dedans", "Litige", "What is written", "Announcements"} & set(usual)
    assert "80 240 480 960" in usual["Tariff"]  # 160 + 80, times 2 and 4


def test_the_card_of_a_coinche_that_multiplies_the_contract_alone() -> None:
    contract_alone = card("coinche", doubles="contract")
    assert contract_alone["Coinche, surcoinche"].endswith("and the contract times 2 or 4.")
    assert "80 240" not in contract_alone["Tariff"]


def test_the_card_of_a_coinche_without_rounding_has_no_rounded_figures() -> None:
    exact = card("coinche", round_to_ten=False)
    assert "Rounding" not in exact
    assert "80 240" not in exact["Tariff"]


@pytest.mark.parametrize(("marque", "what"), [("annonces", "the contract is"), ("faits", "the points made are")])
def test_the_card_of_a_coinche_that_writes_less(marque: str, what: str) -> None:
    less = card("coinche", marque=marque)
    assert less["What is written"].startswith(f"Only {what} written")
    assert "the defence writes 160" in less["What is written"]
    assert "adds the bid" not in less["The contract (coinche)"]
    assert "80 240" not in less["Tariff"]
    assert "writes 162" in card("coinche", marque=marque, round_to_ten=False)["What is written"]


# The rows


def test_a_row_says_that_a_hand_was_a_litige() -> None:
    litige, made = on_paper(
        {"call": "prise", "taker": "Anne", "points": 71, "belote": "attack"},
        {"call": "prise", "taker": "Yves", "points": 100},
    ).rows
    assert (litige["what"], litige["points"]) == ("Belote (Attack), litige", "71")
    assert "gain-0" not in litige
    assert litige["gain-1"] == "+91"
    assert "what" not in made
    assert made["gain-1"] == "+191"  # 100, and the 91 that were held


def test_equal_totals_that_are_dedans_are_no_litige() -> None:
    (row,) = on_paper({"call": "prise", "taker": "Anne", "points": 81}, tie="dedans").rows
    assert "what" not in row
    assert row["gain-1"] == "+162"
