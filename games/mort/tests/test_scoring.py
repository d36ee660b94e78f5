"""Scoring of Mort: what neither the worked examples nor the evenings show."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.tests.sessions import (
    CORRECTION,
    LOST,
    MISDEAL,
    RULES,
    WIN,
    Raw,
    hand,
    last_game,
    ledger,
    refusal,
    scored,
    totals,
)
from games.scoring.documents import DocumentError
from games.scoring.tariffs import FigurePlace
from tests.games.contest_checks import Pieces, each_contested
from tests.games.documents import own_tariff
from tests.games.evening_comparison import wrong


def test_whole_evenings_agree_with_an_independent_scorer() -> None:
    """It was written from the rules page alone."""
    assert wrong("mort") == {}


def test_vivant_stated_as_dealer_deals_for_mort_or_for_himself_whichever_comes_first() -> None:
    def dealers(*hands: Raw) -> list[str]:
        return [played["dealer"] for played in ledger(*hands)["hands"]]

    stated = {**LOST, "dealer": "Ada"}
    assert dealers(LOST, stated, LOST) == ["Ada", "Ada", "Cora"]
    assert dealers(LOST, LOST, LOST, stated, LOST) == ["Ada", "Ben", "Ada", "Ada", "Ben"]


# Lines of the ledger


def test_the_derivation_of_the_hand_that_ends_a_game() -> None:
    lines = ledger(hand(13), hand(3), hand(11))["hands"][-1]["lines"]
    assert [(line["rule"], line["label"], line["amounts"]["Ada"]) for line in lines] == [
        ("tricks", "Ada and Mort: 11 − 6 tricks, their marker is at 5", 0),
        ("game-won", "Ada and Mort win the game: 5 − 4", 2),
        ("class", "A simple game: 1", 2),
        ("game-won", "Consolation: 4", 8),
        ("slam", "Slams of Ada and Mort: 20 × 1", 40),
    ]


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (hand(6, "a tricks"), ["Ben and Cora revoked: tricks that pass to Ada and Mort: 3",
                               "Ada and Mort: 9 − 6 tricks, their marker is at 3"]),
        (hand(9, "v deduct"), ["Ada and Mort revoked: 0 off, their marker is at 0",
                               "Ada and Mort: 9 − 6 tricks, their marker is at 3"]),
        # Thirteen tricks of a side that revoked are no slam.
        (hand(13, "v add"), ["Ada and Mort revoked: Ben and Cora add 3, their marker is at 3",
                             "Ada and Mort: 13 − 6 tricks, but they revoked, so they stop at 4"]),
    ],
)  # fmt: skip
def test_zero_lines_explain_the_marker(played: Raw, words: list[str]) -> None:
    (only,) = ledger(played)["hands"]
    assert [line["label"] for line in only["lines"]] == words
    assert not any(only["amounts"].values())


# Statistics: Mort has none but of games, which Vivant wins or loses against both adversaries


def game(vivant: str, adversaries: str, *, won: bool) -> list[Pieces]:
    """Return the contests of a hand that ends a game, which Vivant won or lost."""
    return [("vivant", vivant, adversaries, won), ("adversary", adversaries, vivant, not won)]


def test_the_last_hand_of_a_game_counts_for_both_sides() -> None:
    assert each_contested(scored(WIN, hand(8), hand(2), MISDEAL, LOST, CORRECTION)) == [
        game("Ada", "Ben, Cora", won=True),
        [("", "Ben", "Cora, Ada", None)],
        game("Ben", "Cora, Ada", won=False),  # eleven tricks: five points
        [],
        [],
    ]


def test_a_penalty_can_decide_a_game_too() -> None:
    """Vivant has three points and adds three for the adversaries' revoke, which wins the game with only six tricks."""
    assert each_contested(scored(hand(9), hand(6, "a add")))[1] == game("Ada", "Ben, Cora", won=True)


def test_with_four_players_one_sits_out_even_if_sharing_with_vivant() -> None:
    assert each_contested(scored(WIN, players=4, sit_out_shares=True)) == [game("Ada", "Ben, Cora", won=True)]


# A club's own tariff: each figure that can be set is the one that is paid

TRIPLE, DOUBLE, SIMPLE = [hand(11)], [hand(5), hand(11)], [hand(3), hand(11)]
"""Vivant wins 5 to 0, 5 to 2 and 5 to 4."""
SLAM, LOST_SLAM = [hand(13), hand(11)], [hand(0), hand(11)]

# Each adversary pays the winners' marker, class, consolation and slams, less the losers' marker and slams.
PAID: list[tuple[str, list[Raw], int, int]] = [
    ("class.triple.points", TRIPLE, 7, 5 + 7 + 4),
    ("class.double.points", DOUBLE, 7, 5 + 7 + 4 - 2),
    ("class.simple.points", SIMPLE, 7, 5 + 7 + 4 - 4),
    ("added.consolation.points", TRIPLE, 7, 5 + 3 + 7),
    ("added.slam.points", SLAM, 50, 5 + 3 + 4 + 50),
    ("added.slam.points", LOST_SLAM, 50, 5 + 3 + 4 - 50),
]


@pytest.mark.parametrize(("place", "hands", "own", "each"), PAID)
def test_a_club_figure(place: str, hands: list[Raw], own: int, each: int) -> None:
    tariff = own_tariff(place, own)
    assert totals(*hands, **tariff) == (2 * each, -each, -each)
    ended = last_game(*hands, **tariff)
    assert ended is not None
    assert ended[2] == each


def test_derivations_use_the_club_figures() -> None:
    figures = {"class.triple.points": 7, "added.consolation.points": 6, "added.slam.points": 50}
    played = ledger(*SLAM, tariff={"name": "Thursdays", "figures": figures})["hands"]
    assert [line["label"] for each in played for line in each["lines"]] == [
        "Ada and Mort win all thirteen tricks: a slam, 50 at the end of the game; their marker stays at 0",
        "Ada and Mort: 11 − 6 tricks, their marker is at 5",
        "Ada and Mort win the game: 5 − 0",
        "A triple game: 7",
        "Consolation: 6",
        "Slams of Ada and Mort: 50 × 1",
    ]


def test_the_list_of_all_figures() -> None:
    tested = {FigurePlace.from_text(place) for place, *_rest in PAID}
    for printed in RULES.tariffs.values():
        assert set(printed.figures) == tested


# Refusals, from the paragraph "Errors" of the rules page


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"tournees": 0}, ("options.tournees", "out_of_range")),
        ({"players": 4, "first_dealer": "Dan"}, ("first_dealer", "not_playing")),
    ],
)
def test_invalid_tables_are_refused(table: dict[str, Any], expected: tuple[str, str]) -> None:
    assert refusal(hand(99), **table) == (None, *expected)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        pytest.param({"call": "hand", "tricks": 8}, ("call", "unknown_choice"), id="the word we use ourselves"),
        pytest.param(hand(1, "v tricks"), ("revokes.0.penalty", "impossible"), id="the only trick stays"),
        pytest.param(hand(12, "a tricks"), ("revokes.0.penalty", "impossible"), id="the adversaries’ only trick"),
        # Of four tricks, three pass, and the last one must stay. Points are added before, whatever the list.
        pytest.param(
            hand(4, "v add", "v tricks", "v tricks"), ("revokes.2.penalty", "impossible"), id="the place is the list’s"
        ),
        pytest.param({**MISDEAL, "dealer": "Dan"}, ("dealer", "not_playing"), id="who sits out deals a misdeal"),
    ],
)
def test_invalid_hands_are_refused(played: Raw, expected: tuple[str, str]) -> None:
    assert refusal(hand(7), played, players=4) == (2, *expected)


def test_the_fields_are_read_in_the_order_of_the_page() -> None:
    spoilt: Raw = {"call": "slam", "slam": 1, "tricks": 99, "revokes": 7}
    for field in list(spoilt):
        assert refusal({"tricks": 8, **spoilt})[:2] == (1, field)
        del spoilt[field]


def test_a_player_who_sits_out_is_named_in_the_error() -> None:
    with pytest.raises(DocumentError) as refused:
        ledger(players=4, first_dealer="Dan")
    assert refused.value.as_json()["error"]["message"] == "Dan sits this game out."


def test_a_correction_after_the_last_game_is_accepted_and_ends_nothing() -> None:
    assert refusal(WIN, WIN, WIN, CORRECTION, hand(7)) == (5, None, "over")
