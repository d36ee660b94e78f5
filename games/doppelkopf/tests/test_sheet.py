"""Score sheet of Doppelkopf: each row can be computed again, Bock rounds included."""

from __future__ import annotations

from typing import Any

from games.doppelkopf.tests.sessions import ledger, normal, table
from tests.games.sheet_text import OnPaper

TIE = normal(120, bock=1)
"""A hand that sets off a Bock round. Kontra wins, for 1 point and 1 against the old ones."""
REMARKS = ["Bock", "×2", "×2", "×2", "×2"]


def remarks(*hands: dict[str, Any], bock: str) -> list[str]:
    return [row.get("what", "") for row in OnPaper(ledger(table("home", bock=bock), *hands)).rows]


def test_a_hand_of_a_bock_round_is_marked() -> None:
    rows = OnPaper(ledger(table("home"), TIE, *[normal(135)] * 5)).rows
    assert [row.get("what", "") for row in rows] == [*REMARKS, ""]
    assert [row["value"] for row in rows] == ["−2", *["+2"] * 4, "+1"]


def test_bock_rounds_side_by_side_count_four_times() -> None:
    assert remarks(TIE, TIE, normal(135), bock="stacked") == ["Bock", "Bock, ×2", "×4"]


def test_bock_rounds_one_after_the_other_count_double() -> None:
    assert remarks(TIE, TIE, normal(135), bock="queued") == ["Bock", "Bock, ×2", "×2"]


def test_the_foot_explains_the_mark_where_there_are_bock_rounds() -> None:
    def explained(rules: str, **options: Any) -> str:
        return " ".join(map(str, OnPaper(ledger(table(rules, **options))).sheet.explained()))

    assert "×2: a hand of a Bock round, which counts double. ×4" in explained("home")
    assert "×4" not in explained("home", bock="queued")
    for without in (explained("home", bock="none"), explained("ddv")):
        assert "Bock" not in without


def test_the_card_has_doubling_and_bock_rounds_where_they_are_played() -> None:
    def card(rules: str, **options: Any) -> list[str]:
        return OnPaper(ledger(table(rules, **options))).card()

    assert {"Re and Kontra double", "Bock rounds"} <= set(card("home"))
    assert "Re and Kontra double" not in card("home", announcements="plus_two")
    assert "Bock rounds" not in card("home", bock="none")
    assert not {"Re and Kontra double", "Bock rounds"} & set(card("ddv"))
