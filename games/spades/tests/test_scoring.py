"""Scoring of Spades: what the worked examples don't show."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, replay
from games.scoring.tariffs import OwnTariff
from games.spades.rules import SpadesState

NAMES = ("Anne", "Bruno", "Chloé", "David")
RULES = registry.get("spades").rules
Raw = dict[str, Any]


def hand(first: int, second: int, tricks: int, *nils: Raw) -> Raw:
    return {"call": "hand", "bid_team1": first, "bid_team2": second, "tricks": tricks, "nils": list(nils)}


def ledger(*hands: Raw, tariff: OwnTariff | None = None, **options: Any) -> Ledger:
    table = RULES.table(NAMES, options=options, tariff=tariff)
    played = replay(RULES, table, hands, Naming(NAMES))
    assert played.refusal is None
    return played


def bags_of(played: Ledger) -> tuple[int, int]:
    assert isinstance(played.state, SpadesState)
    return played.state.bags


def test_more_than_twenty_bags_cost_two_penalties() -> None:
    # 9 bags and then 12 tricks above a bid of 1: 21 bags.
    played = ledger(hand(1, 1, 10), hand(1, 1, 13))
    assert played.hands[1].entry.amounts[0] == 10 + 12 - 200
    assert bags_of(played) == (1, 2)


def test_a_bid_that_is_set_keeps_the_bags_of_a_failed_nil() -> None:
    # Microsoft's Zone: a nil and a bid of two, one trick each.
    played = ledger(hand(2, 9, 2, {"player": "Anne", "tricks": 1}))
    assert played.totals[0] == -20 - 100 + 1
    assert bags_of(played) == (1, 2)


def test_without_a_penalty_a_bag_is_only_a_point() -> None:
    free = RULES.tariff("partnership").own("No bags", {("figures", "ten_bags", "points"): 0})
    played = ledger(hand(1, 1, 13), tariff=free)
    assert [line.rule for line in played.hands[0].entry.lines] == ["bid", "bags"]
    assert played.totals[0] == 10 + 12


def test_the_last_hand_names_the_winner() -> None:
    line = ledger(hand(10, 2, 10), target=100).hands[0].entry.lines[-1]
    assert (line.rule, line.amounts) == ("game-won", (0, 0, 0, 0))
    assert line.label.render(NAMES) == "Anne + Chloé win, 100 to 21"


def test_who_bid_what_counts_in_the_statistics() -> None:
    played = ledger(hand(5, 4, 9, {"player": "Bruno"}, {"player": "Chloé", "blind": True, "tricks": 3}))
    outcome, amounts = played.hands[0].hand.outcome, played.hands[0].entry.amounts
    contests = RULES.contests(played.table, RULES.opening(played.table), outcome, amounts)
    assert [(contest.call, contest.side, contest.opponents, contest.made) for contest in contests] == [
        ("bid", (0, 2), (1, 3), True),
        ("blind", (2,), (1, 3), False),
        ("bid", (1, 3), (0, 2), True),
        ("nil", (1,), (0, 2), True),
    ]


@pytest.mark.parametrize("limit", [1, 99])
def test_a_limit_near_zero_is_refused(limit: int) -> None:
    with pytest.raises(RuleError) as refused:
        RULES.table(NAMES, options={"lose_at": limit})
    assert (refused.value.code, refused.value.field) == ("out_of_range", "options.lose_at")
