"""Hands drawn for the benches: the rules accept all of them, every call and table occurs, and each draw differs."""

from __future__ import annotations

from collections import Counter

import pytest

from games import registry
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import CORRECTION
from scorekeeper.devtools.demo_data.drawn_hands import DrawnSession, draw_sessions, seen_before

every_game = pytest.mark.parametrize("slug", registry.slugs())


@every_game
@pytest.mark.parametrize("hands", [1, 50, 500])
def test_the_rules_accept_as_many_hands_as_were_asked_for(slug: str, hands: int) -> None:
    sessions = draw_sessions(slug, hands, 1)
    ledgers = [replay(*session) for session in sessions]
    assert [ledger.refusal for ledger in ledgers] == [None] * len(sessions)
    assert sum(len(ledger.hands) for ledger in ledgers) == hands
    # What follows the last hand of a game could only be corrections, which cost less to replay.
    assert not [
        ledger for ledger in ledgers for _, before in ledger.played() if ledger.rules.over(ledger.table, before)
    ]


@every_game
def test_no_rule_set_number_of_players_option_or_call_is_left_out(slug: str) -> None:
    rules = registry.get(slug).rules
    sessions = draw_sessions(slug, 3000, 1)
    tables = [session.table for session in sessions]
    for rule_set in rules.rule_sets.values():
        of_rule_set = [table for table in tables if table.rules == rule_set.slug]
        assert {table.size for table in of_rule_set} == set(rule_set.players)
        for option in rule_set.options:
            values = {table.options[option.name] for table in of_rule_set}
            assert values >= {value for value, _words in option.choices} | {option.default}
            assert len(values) > 1
    drawn = {
        (session.table.rules, hand.get("call", rules.ordinary_call)) for session in sessions for hand in session.hands
    }
    called = {(table.rules, call) for table in tables for call in (*rules.calls(table), CORRECTION)}
    assert drawn == called


def test_common_hands_come_most_often() -> None:
    hands = [hand for session in draw_sessions("tarot", 3000, 1) for hand in session.hands]
    calls = Counter(hand["call"] for hand in hands)
    # Six in ten common hands are a garde, three a prise, one is passed.
    assert [call for call, _number in calls.most_common(3)] == ["garde", "prise", "passed"]
    assert calls["garde_contre"] < calls["passed"] / 2
    points = Counter(hand["points"] // 10 for hand in hands if hand["call"] == "garde" and "points" in hand)
    assert points[4] > points[2] + points[7]


def test_a_seed_always_draws_the_same_hands_and_another_seed_others() -> None:
    def drawn(seed: int) -> list[object]:
        return [session.hands for session in draw_sessions("skat", 100, seed)]

    assert drawn(1) == drawn(1) != drawn(2)


def test_hands_seen_before_are_counted_per_table() -> None:
    rules = registry.get("mort").rules
    table, longer = rules.table("ABC"), rules.table("ABC", options={"tournees": 2})
    naming = Naming(table.players, by_seat=True)
    sessions = [
        DrawnSession(rules, table, [{"tricks": 7}, {"tricks": 8}], naming),
        DrawnSession(rules, table, [{"tricks": 7, "note": "counted twice", "dealer": 1}], naming),
        DrawnSession(rules, longer, [{"tricks": 8}], naming),
    ]
    assert seen_before(sessions) == 0.25
