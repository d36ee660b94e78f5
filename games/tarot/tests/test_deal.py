"""The deal: who deals, who sits out, and that corrections don't affect it."""

from __future__ import annotations

from typing import Any

import pytest

from games.tarot.tests.sessions import NAMES, Raw, hand, ledger, refusal

PASSED: Raw = {"call": "passed"}
SEC: Raw = {"call": "petit_sec"}
MISDEAL: Raw = {"call": "misdeal"}
CORRECTION: Raw = {"call": "correction", "amounts": {"Anne": 10, "Bruno": -10}, "note": "a stake paid late"}


def dealers(*hands: Raw, players: int = 4, **options: Any) -> list[str | None]:
    """Return the dealer of each hand, followed by the dealer of the next one."""
    played = ledger(*hands, rules="fft", players=players, **options)
    seats = [scored.dealer for scored in played.hands] + [played.rules.dealer(played.table, played.state)]
    return [None if seat is None else NAMES[seat] for seat in seats]


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        (
            "the last player deals first, then the deal goes round",
            [hand()] * 4,
            ["David", "Anne", "Bruno", "Chloé", "David"],
        ),
        ("passed moves the deal", [PASSED], ["David", "Anne"]),
        ("petit sec moves the deal", [SEC], ["David", "Anne"]),
        ("a misdeal is dealt again by the same", [MISDEAL, MISDEAL, hand()], ["David", "David", "David", "Anne"]),
        ("a stated dealer takes over the rotation", [hand(dealer="Bruno"), hand()], ["Bruno", "Chloé", "David"]),
        (
            "a stated dealer who misdeals deals again",
            [{**MISDEAL, "dealer": "Bruno"}, hand()],
            ["Bruno", "Bruno", "Chloé"],
        ),
        ("a stated dealer of a passed deal", [{**PASSED, "dealer": "Bruno"}], ["Bruno", "Chloé"]),
        (
            "a correction has no dealer and moves no deal",
            [hand(), CORRECTION, hand()],
            ["David", None, "Anne", "Bruno"],
        ),
    ],
)
def test_the_dealers_rotate(sentence: str, hands: list[Raw], expected: list[str]) -> None:
    assert dealers(*hands) == expected


@pytest.mark.parametrize(
    ("sentence", "hands", "expected"),
    [
        ("the deal moves on when somebody takes", [hand(), hand(taker="Bruno")], ["Emma", "Anne", "Bruno"]),
        ("the mort deals on after passed", [PASSED, PASSED, hand()], ["Emma", "Emma", "Emma", "Anne"]),
        ("the mort deals on after petit sec", [SEC, hand()], ["Emma", "Emma", "Anne"]),
        ("the mort deals on after a misdeal", [MISDEAL, hand()], ["Emma", "Emma", "Anne"]),
        ("a stated dealer deals on as well", [{**PASSED, "dealer": "Bruno"}, hand()], ["Bruno", "Bruno", "Chloé"]),
    ],
)
def test_the_dealers_rotate_with_a_mort(sentence: str, hands: list[Raw], expected: list[str]) -> None:
    assert dealers(*hands, players=5, five_players="mort") == expected


def test_five_with_a_called_king_rotate_also_after_a_pass() -> None:
    assert dealers(PASSED, hand(), players=5) == ["Emma", "Anne", "Bruno"]


def test_the_first_dealer_can_be_chosen() -> None:
    played = ledger(hand(dealer="Anne"), rules="fft")
    assert played.hands[0].dealer == 0


def test_a_player_who_deals_out_of_turn_sits_out_instead() -> None:
    # Bruno deals instead of Emma, so he sits out and she can take: (25 + 4) × 1, three times for her.
    played = ledger(hand(taker="Emma", dealer="Bruno"), rules="fft", players=5, five_players="mort")
    assert played.totals == (-29, 0, -29, -29, 87)
    refused = refusal(hand(taker="Bruno", dealer="Bruno"), rules="fft", players=5, five_players="mort")
    assert refused == (1, "taker", "not_playing")


def test_a_correction_changes_totals_and_stores_its_reason() -> None:
    played = ledger(CORRECTION)
    assert played.totals == (10, -10, 0, 0)
    assert [(line.rule, str(line.label)) for line in played.hands[0].entry.lines] == [
        ("correction", "a stake paid late")
    ]


def test_a_correction_may_include_the_mort() -> None:
    correction = {"call": "correction", "amounts": {"Emma": 6, "Anne": -6}, "note": "fetched the drinks"}
    played = ledger(correction, rules="fft", players=5, five_players="mort")
    assert played.totals == (-6, 0, 0, 0, 6)
