"""Scoring of Schafkopf beyond the worked examples; each figure is worked by hand from the rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games.schafkopf.hand import Outcome
from games.schafkopf.tests.sessions import FIVE, FOUR, PASSED, RULES, alone, ledger, refused, rufspiel, table
from games.scoring.documents import ledger_document


@pytest.mark.parametrize(
    ("tariff", "hand", "expected"),
    [
        ("5_20", rufspiel(step="schwarz", laufende=3), 30),  # 5 + 10 + 15
        ("10_20", alone("bettel"), 90),  # 3 × 30
        ("5_10_20", rufspiel(False, klopfer=1, spritzen=1), -40),  # 10 × 4
        ("5_20", {"call": "sie", "declarer": "Anne", "klopfer": 1}, 1440),  # (20 + 40) × 4 × 2, from three
        ("10_20_50", alone("wenz", False, tout=True, laufende=4, spritzen=2), -2160),  # (50 + 40) × 2 × 4, to three
    ],
)
def test_what_the_declarer_gets(tariff: str, hand: dict[str, Any], expected: int) -> None:
    assert ledger(table(tariff=tariff), hand).totals[0] == expected


def test_every_step_has_a_line_with_its_paragraph() -> None:
    hand = rufspiel(step="schwarz", laufende=4, klopfer=1, spritzen=1)
    lines = ledger(table(), hand).hands[0].entry.lines
    assert [(line.rule, str(line.label), line.amounts[0]) for line in lines] == [
        ("rufspiel", "Rufspiel made: 10", 10),
        ("schneider-schwarz", "Schneider + Schwarz: 10 + 10", 20),
        ("laufende", "4 Laufende × 10", 40),
        ("doubling", "1 Klopfer, 1 Spritze: × 4", 210),
    ]


def test_thrown_together_without_a_stock_has_no_line() -> None:
    assert ledger(table(), PASSED).hands[0].entry.lines == ()


def test_jungfrauen_are_paid_by_the_loser_alone() -> None:
    hand = {"call": "ramsch", "loser": "Anne", "jungfrauen": ["Bruno", "Chloé"], "klopfer": 1}
    assert ledger(table(ramsch=True), hand).totals == (-200, 80, 80, 40)
    assert ledger(table(ramsch=True, jungfrau="doubles"), hand).totals == (-480, 160, 160, 160)


def test_a_ramsch_and_a_durchmarsch_leave_the_stock_alone() -> None:
    hands = [PASSED, {"call": "ramsch", "loser": "Anne"}, {"call": "durchmarsch", "declarer": "Anne"}]
    played = ledger(table(ramsch=True, stock="every"), *hands)
    assert [hand["state"] for hand in ledger_document(played)["hands"]] == [{"stock": 40}] * 3


def test_what_is_left_in_the_stock_is_shared_by_all() -> None:
    at = table(FIVE, stock="rufspiel", tariff="5_20")
    played = ledger(at, PASSED)  # 20 among five
    assert played.totals == (-5, -5, -5, -5, 0)
    assert RULES.round_totals(at, played.totals, (), ()) == (-1, -1, -1, -1, 4)
    odd = ledger(at, PASSED, rufspiel(False, dealer="Edith"))  # 40 among five, and 5 paid by each of two
    assert RULES.round_totals(at, odd.totals, (), ()) == (-12, -12, 8, 8, 8)


def test_a_player_who_sits_out_is_refused_after_the_other_fields() -> None:
    at = table(FIVE, ramsch=True)
    assert refused(at, {"call": "solo", "declarer": "Edith"}) == ("made", "required")
    assert refused(at, rufspiel(declarer="Edith", partner="Edith")) == ("declarer", "not_playing")
    assert refused(at, rufspiel(partner="Edith")) == ("partner", "not_playing")
    assert refused(at, {"call": "ramsch", "loser": "Edith", "jungfrauen": ["Edith"]}) == ("jungfrauen.0", "not_playing")
    assert refused(at, {"call": "ramsch", "loser": "Edith"}) == ("loser", "not_playing")


@pytest.mark.parametrize(
    ("hand", "refusal"),
    [
        (rufspiel(laufende=2), ("laufende", "out_of_range")),
        (rufspiel(laufende=15), ("laufende", "out_of_range")),
        (alone("wenz", laufende=1), ("laufende", "out_of_range")),
        (alone("wenz", laufende=5), ("laufende", "out_of_range")),
        (alone("solo", spritzen=5), ("spritzen", "out_of_range")),
        (rufspiel(tout=True), ("tout", "unknown_field")),
        (alone("bettel", step="schneider"), ("step", "unknown_field")),
        ({"call": "ramsch", "loser": "Anne"}, ("call", "unknown_choice")),
    ],
)
def test_refusals(hand: dict[str, Any], refusal: tuple[str, str]) -> None:
    assert refused(table(), hand) == refusal


def test_a_club_can_pay_a_wenz_apart_from_a_solo() -> None:
    own = RULES.tariff("club").own("Ours", {("game", "wenz", "10_50"): 40, ("more", "laufende", "10_50"): 5})
    at = RULES.table(FOUR, tariff=own)
    assert ledger(at, alone("wenz", laufende=2)).totals[0] == 150
    assert ledger(at, alone("solo")).totals[0] == 150


def test_who_played_against_whom() -> None:
    def contest(hand: dict[str, Any]) -> list[tuple[str, tuple[int, ...], tuple[int, ...], bool | None]]:
        at = table(ramsch=True)
        scored = ledger(at, hand).hands[0]
        assert isinstance(scored.hand.outcome, Outcome)
        contests = RULES.contests(at, RULES.opening(at), scored.hand.outcome, scored.entry.amounts)
        return [(c.call, c.side, c.opponents, c.made) for c in contests]

    assert contest(rufspiel(False)) == [("rufspiel", (0, 1), (2, 3), False)]
    assert contest({"call": "sie", "declarer": "Bruno"}) == [("sie", (1,), (0, 2, 3), True)]
    assert contest({"call": "ramsch", "loser": "Anne"}) == contest(PASSED) == []
