"""Rescoring of recorded hands at another table, with real games, which show it best."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.scoring.documents import read
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from games.scoring.rescoring import OriginalHand, WhatIf, score_otherwise
from tests.games.documents import Raw, document

NAMES = ("Anne", "Bruno", "Chloé", "David")
SOLO: Raw = {"call": "solo", "caller": "Anne", "tricks": 5}
OVER: Raw = {"call": "solo", "caller": "Bruno", "tricks": 7}
GRAND: Raw = {"call": "grand", "last_trick": "David"}
MISERE: Raw = {"call": "misere", "caller": "Chloé", "made": False}


def played(game: str, *hands: Raw, players: Any = NAMES, **table: Any) -> Ledger:
    return read(document(game, players, hands, **table), registry.find_rules).single().ledger()


def otherwise(ledger: Ledger, hands: tuple[Raw, ...], **table: Any) -> WhatIf:
    """Rescore the hands at the ledger's table, with the given changes to it."""
    rules, first = ledger.rules, ledger.table.first_dealer
    other = rules.table(ledger.table.players, **{"rules": ledger.table.rules, "first_dealer": first, **table})
    given = [
        OriginalHand(number, raw, scored)
        for number, (raw, scored) in enumerate(zip(hands, ledger.hands, strict=True), 1)
    ]
    return score_otherwise(rules, other, given, Naming(ledger.table.players))


# By Foster, Anne's solo is worth 10, Bruno's 10 and 2 for odd tricks, a misère 15; by the British rules 1, 1 and 2.
def test_solo_whist_rescored_by_the_other_rules() -> None:
    hands = (SOLO, OVER, MISERE)
    ledger = played("solo_whist", *hands)
    assert ledger.totals == (30 - 12 + 15, -10 + 36 + 15, -10 - 12 - 45, -10 - 12 + 15)
    comparison = otherwise(ledger, hands, rules="british")
    assert [hand.scored and hand.scored.entry.amounts for hand in comparison.hands] == [
        (3, -1, -1, -1),
        (-1, 3, -1, -1),
        (2, 2, -6, 2),
    ]
    assert comparison.totals() == (ledger.totals, (4, 4, -8, 0))
    assert comparison.complete
    assert all(hand.differs for hand in comparison.hands)


def test_a_tariff_with_one_changed_stake() -> None:
    hands = (SOLO, MISERE)
    ledger = played("solo_whist", *hands)
    own = ledger.rules.tariff("foster").own("Thursdays", {("stake", "solo", "each"): 12})
    comparison = otherwise(ledger, hands, tariff=own)
    assert [hand.differs for hand in comparison.hands] == [True, False]
    assert comparison.totals() == ((45, 5, -55, 5), (51, 3, -57, 3))


def test_rescoring_by_the_same_rules_changes_nothing() -> None:
    hands = (SOLO, OVER)
    ledger = played("solo_whist", *hands)
    comparison = otherwise(ledger, hands)
    assert not any(hand.differs for hand in comparison.hands)
    assert comparison.totals() == (ledger.totals, ledger.totals)
    assert comparison.then.hands == ledger.hands


def test_a_refused_hand_is_left_out_and_the_others_are_scored() -> None:
    hands = (SOLO, GRAND, OVER)
    ledger = played("solo_whist", *hands, options={"grand": True})
    comparison = otherwise(ledger, hands, rules="british", options={"grand": False})
    assert [hand.refused is not None for hand in comparison.hands] == [False, True, False]
    assert comparison.hands[1].refused is not None
    assert comparison.hands[1].refused.field == "call"
    assert (comparison.complete, comparison.stopped) == (False, False)
    # Only the two other hands count: 30 − 12, −10 + 36, twice −10 − 12; by the British rules 3 − 1, −1 + 3, twice −2.
    assert comparison.totals() == ((18, 26, -22, -22), (2, 2, -2, -2))


def test_the_dealer_of_a_left_out_hand_still_counts() -> None:
    """With four at Skat, the dealer sits out: first David and, as the deal passed on, then Anne."""
    ramsch = {"call": "ramsch", "points_taken": {"Anne": 50, "Bruno": 40, "Chloé": 30}}
    grand = {"call": "grand", "declarer": "David", "bid": 18, "matadors": 1, "card_points": 70}
    hands = (ramsch, grand)
    ledger = played("skat", *hands, rules="isko", options={"ramsch": True})
    comparison = otherwise(ledger, hands)
    assert [hand.refused is not None for hand in comparison.hands] == [True, False]
    alone = ledger.hands[1].entry.amounts
    state: Any = ledger.hands[1].state
    expected = ledger.hands[1]._replace(totals=alone, state=state._replace(points=alone))
    assert comparison.hands[1].scored == expected


def test_if_hands_depend_on_each_other_nothing_is_scored_after_a_refused_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = (SOLO, GRAND, OVER)
    ledger = played("solo_whist", *hands, options={"grand": True})
    monkeypatch.setattr(type(ledger.rules), "carries_on", lambda self, table: True)
    comparison = otherwise(ledger, hands, options={"grand": False})
    assert comparison.stopped
    assert [(hand.scored is None, hand.refused is None) for hand in comparison.hands] == [
        (False, True),
        (True, False),
        (True, True),
    ]
    assert comparison.totals() == ((30, -10, -10, -10), (30, -10, -10, -10))


@pytest.mark.parametrize(
    ("game", "options", "carries"),
    [
        ("solo_whist", {}, False),
        ("tarot", {}, False),
        ("skat", {}, False),
        ("boston", {"pool": False}, False),
        ("boston", {"pool": True}, True),
        ("cayenne", {}, True),
        ("mort", {}, True),
    ],
)
def test_games_in_which_hands_depend_on_earlier_ones(game: str, options: dict[str, Any], carries: bool) -> None:
    rules = registry.get(game).rules
    size = max(rules.rule_sets[rules.default_rules].players)
    assert rules.carries_on(rules.table(NAMES[:size], options=options)) is carries


def test_the_hands_of_a_skat_list_are_independent() -> None:
    rules = registry.get("skat").rules
    table = rules.table(NAMES[:3], rules="isko", options={"payment": "sheet", "seeger": True})
    assert rules.carries_on(table) is False
