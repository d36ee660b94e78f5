"""Scoring of Doppelkopf beyond the worked examples; each figure is worked by hand from the tournament rules."""

from __future__ import annotations

from typing import Any

import pytest

from games.doppelkopf.tests.sessions import FIVE, FOUR, RULES, ledger, normal, refused, solo, table


def value(hand: dict[str, Any]) -> int:
    """Return what Anne gets by the tournament rules, who is Re."""
    return ledger(table(), hand).totals[0]


@pytest.mark.parametrize(
    ("augen", "said", "expected"),
    [
        (121, {}, 1),
        (120, {}, -2),  # the point against the old ones
        (120, {"kontra_announced": "kontra"}, 3),
        (119, {"kontra_announced": "kontra"}, -4),
        (151, {}, 2),
        (150, {}, 1),
        (151, {"re_announced": "keine_90"}, 5),  # won, below 90, Re 2, keine 90
        (150, {"re_announced": "keine_90"}, -5),  # won, Re 2, keine 90, the old ones
        (0, {"re_announced": "schwarz"}, -15),  # won, three steps, Re 2, four Absagen, four reached, the old ones
    ],
)
def test_who_wins_and_for_how_much(augen: int, said: dict[str, str], expected: int) -> None:
    assert value(normal(augen, **said)) == expected


def test_a_trick_of_nines_is_no_schwarz() -> None:
    assert value(normal(240)) == 4
    assert value(normal(240, schwarz=True)) == 5
    assert value(normal(240, re_announced="schwarz")) == -(1 + 2 + 4 + 1)


def test_what_is_worth_nothing_has_no_line() -> None:
    played = ledger(table(), normal(121, fuchs_kontra=1))
    assert [(line.rule, str(line.label)) for line in played.hands[0].entry.lines] == [
        ("game-value", "Re: 1 won"),
        ("special-points", "Kontra: 1 Fuchs"),
    ]
    assert played.totals == (0, 0, 0, 0)
    assert [line.rule for line in ledger(table(), normal(122)).hands[0].entry.lines] == ["game-value"]


def test_the_ledger_derives_every_factor() -> None:
    at = table("home")
    hands = [normal(120, bock=1), normal(130, re_announced="re", kontra_announced="kontra", fuchs_re=1)]
    assert [str(line.label) for line in ledger(at, *hands).hands[1].entry.lines] == [
        "Re: 1 won",
        "Re: 1 Fuchs",
        "Re, Kontra announced: 2 × 4",
        "Bock: 8 × 2",
    ]


def test_a_bock_round_has_as_many_hands_as_players() -> None:
    at = table("home", FIVE)
    hands = [normal(121, bock=1), *(solo("Chloé", 121, dealer="Edith") for _hand in range(6))]
    assert [hand.entry.amounts[2] for hand in ledger(at, *hands).hands] == [-1, 6, 6, 6, 6, 6, 3]


def test_a_pflichtsolo_is_played_once_and_keeps_the_deal() -> None:
    at = table()
    first = solo("Anne", 130, pflicht=True)
    assert [hand.dealer for hand in ledger(at, first, normal(121), normal(121)).hands] == [3, 3, 0]
    assert refused(at, first, solo("Anne", 121, pflicht=True)) == ("pflicht", "impossible")


def test_a_club_can_change_the_points() -> None:
    own = RULES.tariff("ddv").own("Ours", {("game", "announced", "points"): 1, ("special", "fuchs", "points"): 2})
    at = RULES.table(FOUR, tariff=own)
    assert ledger(at, normal(135, re_announced="re", fuchs_re=1)).totals == (4, 4, -4, -4)
    assert ledger(at, normal(135, re_announced="re", fuchs_re=2)).totals == (6, 6, -6, -6)
