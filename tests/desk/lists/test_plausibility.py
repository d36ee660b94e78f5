"""The list of a table as on paper, and what looks mistyped there."""

from __future__ import annotations

from typing import Any

import pytest

from games.registry import find_rules
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import Table
from scorekeeper.desk.table_states import TableSheet, doubts_of_hands, doubts_of_list, doubts_of_progress, sheet_of
from scorekeeper.play.ledger import Progress

SHEET: dict[str, Any] = {"payment": "sheet", "contra": False, "ramsch": False}
FOUR = ("Anne", "Bruno", "Chloé", "David")
FEDERATION = [(912, 9, 1), (131, 4, 3), (540, 8, 2), (-45, 3, 2)]


def skat(names: tuple[str, ...] = FOUR, **options: Any) -> Table:
    rules = find_rules("skat")
    assert rules is not None
    return rules.table(names, rules="isko", options={**SHEET, **options})


def sheet(table: Table, figures: list[tuple[int, int, int]]) -> TableSheet:
    rules = find_rules("skat")
    assert rules is not None
    return sheet_of(rules, table, results(figures))


def results(figures: list[tuple[int, int, int]]) -> list[dict[str, int]]:
    return [dict(zip(("points", "won", "lost"), row, strict=True)) for row in figures]


def doubts(table: Table, figures: list[tuple[int, int, int]], hands: int | None = 48) -> list[str]:
    rules = find_rules("skat")
    assert rules is not None
    return [doubt.message.render(table.players) for doubt in doubts_of_list(rules, table, results(figures), hands)]


# The list


def test_a_list_by_the_federation_has_the_check_line_of_the_book() -> None:
    """3058 = 1538 + 50 · (24 − 8) + 90 · 8: at four, 3 · 30 for each lost game."""
    table = sheet(skat(seeger=True), FEDERATION)
    assert [row.round_points for row in table.rows] == [1522, 331, 1020, 185]
    assert [row.others_lost for row in table.rows] == [7, 5, 6, 6]
    assert (table.check.points, table.check.each_own, table.check.games) == (1538, 50, 16)
    assert (table.check.each_others, table.check.lost) == (90, 8)
    assert table.total == table.check.round_points == 3058


def test_at_a_table_of_three_a_lost_game_brings_the_others_eighty() -> None:
    table = sheet(skat(("Emil", "Frida", "Gustav"), seeger=True), [(300, 6, 0), (-20, 2, 2), (88, 3, 1)])
    assert [row.round_points for row in table.rows] == [720, 20, 268]
    assert (table.check.each_others, table.check.round_points) == (80, 1008)


def test_without_the_federations_points_only_the_game_points_count() -> None:
    table = sheet(skat(), FEDERATION)
    assert not table.has_premiums
    assert table.total == table.check.round_points == 1538


# What looks mistyped


@pytest.mark.parametrize(
    ("first", "doubt"),
    [
        ((912, 9, 1), []),
        ((2340, 9, 1), []),  # nine times 264, without the cheapest lost game, 36
        ((2341, 9, 1), ["Anne: 2341 points don’t fit 9 won and 1 lost games."]),
        ((9120, 9, 1), ["Anne: 9120 points don’t fit 9 won and 1 lost games."]),
        ((-912, 9, 0), ["Anne: −912 points don’t fit 9 won and 0 lost games."]),
        ((18, 0, 0), ["Anne: 18 points don’t fit 0 won and 0 lost games."]),
        ((-100, 9, 24), ["55 games were won or lost, in 48 hands."]),
    ],
    ids=["as printed", "the most", "a point more", "a digit too many", "a sign", "nothing played", "too many games"],
)
def test_figures_that_no_hands_can_give_are_doubtful(first: tuple[int, int, int], doubt: list[str]) -> None:
    assert doubts(skat(seeger=True), [first, *FEDERATION[1:]]) == doubt


def test_if_games_can_be_doubled_there_is_no_limit() -> None:
    table = skat(contra=True)
    assert doubts(table, [(9120, 9, 1), *FEDERATION[1:]]) == []


def test_without_a_plan_any_number_of_games_is_possible() -> None:
    assert doubts(skat(), [(-100, 9, 24), *FEDERATION[1:]], hands=None) == []


def test_in_tarot_the_hands_of_the_round_limit_the_points() -> None:
    """Four hands at 986 from each of three: a garde contre without a point, petit, poignées and slam."""
    rules = find_rules("tarot")
    assert rules is not None
    table = rules.table(FOUR, rules="fft")

    def of(points: int) -> int:
        rows = [{"points": points}, {"points": -points}, {"points": 0}, {"points": 0}]
        return len(list(doubts_of_list(rules, table, rows, 4)))

    assert [of(11832), of(11833)] == [0, 2]


@pytest.mark.parametrize(
    ("names", "poignees", "most"),
    [
        (FOUR[:3], [("Bruno", "triple")], 2 * 986),
        (FOUR, [("Bruno", "simple"), ("Chloé", "simple")], 3 * 986),
        ((*FOUR, "Emil"), [("Bruno", "double"), ("Chloé", "double")], 4 * 1006),
    ],
    ids=["three", "four", "five"],
)
def test_the_most_that_a_hand_of_tarot_costs_is_possible(
    names: tuple[str, ...], poignees: list[tuple[str, str]], most: int
) -> None:
    """(25 + 56 + 10) × 6 and 400 from each, and 40 for poignées, or 60 where two of ten trumps are double ones."""
    rules = find_rules("tarot")
    assert rules is not None
    table = rules.table(names, rules="fft")
    shown = [{"player": player, "size": size} for player, size in poignees]
    hand = {"call": "garde_contre", "taker": "Anne", "bouts": 0, "points": 0, "petit_au_bout": "defence"}
    hand |= {"poignees": shown, "slam_announced": "grand", "slam_made": "defence"}
    ledger = replay(rules, table, [hand], Naming(table.players))
    assert ledger.refusal is None
    assert ledger.totals[0] == -most
    assert rules.round_range(table, hands=1, won=0, lost=0) == (-most, most)


@pytest.mark.parametrize(
    ("call", "card_points", "doubtful"),
    [("grand", 20, True), ("grand", 21, False), ("grand", 0, True), ("suit", 20, False), ("grand", 90, False)],
    ids=["lost by 80", "lost by 78", "without a point", "a suit game", "won"],
)
def test_a_grand_lost_by_80_is_doubtful(call: str, card_points: int, doubtful: bool) -> None:
    table = skat()
    rules = find_rules("skat")
    assert rules is not None
    won = {"call": "grand", "declarer": "Anne", "bid": 18, "matadors": 1, "card_points": 70}
    hand = {**won, "call": call, "declarer": "Bruno", "card_points": card_points}
    if call == "suit":
        hand["suit"] = "clubs"
    ledger = replay(rules, table, [won, hand], Naming(table.players))
    assert ledger.refusal is None
    found = doubts_of_hands(ledger, [1, 7])
    assert [doubt.hand for doubt in found] == ([7] if doubtful else [])


@pytest.mark.parametrize(
    ("hands", "planned", "words"),
    [
        (3, 48, ["The session was closed after 3 of 48 hands."]),
        (48, 48, []),
        (49, 48, []),
        (3, None, []),
    ],
)
def test_a_session_that_was_closed_before_its_last_hand_is_in_doubt(
    hands: int, planned: int | None, words: list[str]
) -> None:
    found = doubts_of_progress(Progress(round=1, hands=hands, planned=planned))
    assert [doubt.message.render(FOUR) for doubt in found] == words
