"""Scoring of played hands by another rule set, other options or another tariff.

The hands and their dealers stay as they were. A hand that the other rules refuse is left out. In a game that carries
more than the deal from hand to hand, scoring stops there, since every later score depends on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any, NamedTuple

from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, score_hand
from games.scoring.rules import AnyRules
from games.scoring.types import Amounts, ScoredHand, SeatNumber, State, Table


class OriginalHand(NamedTuple):
    """A recorded hand, with its number and its original score."""

    number: int
    raw: Mapping[str, Any]
    scored: ScoredHand


class RescoredHand(NamedTuple):
    """A hand with its other score, or why the other rules refuse it; neither after scoring has stopped."""

    played: OriginalHand
    scored: ScoredHand | None
    refused: RuleError | None

    @property
    def differs(self) -> bool:
        """Whether the other score has different amounts."""
        return self.scored is not None and self.scored.entry.amounts != self.played.scored.entry.amounts


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """All hands scored again.

    `then` is the ledger of those that could be scored. `stopped` is whether scoring stopped at a refused hand.
    """

    hands: tuple[RescoredHand, ...]
    then: Ledger
    stopped: bool

    @property
    def complete(self) -> bool:
        """Whether every hand could be scored."""
        return len(self.then.hands) == len(self.hands)

    @property
    def reads_hands(self) -> bool:
        """Whether any hand could be scored, if one was played; all rules can read corrections and misdeals."""
        played = [hand for hand in self.hands if self.then.rules.is_played(hand.played.raw.get("call"))]
        return not played or any(hand.scored for hand in played)

    def totals(self) -> tuple[Amounts, Amounts]:
        """Return the original and the other totals of the hands that could be scored again."""
        original: Amounts = (0,) * self.then.table.size
        for hand in self.hands:
            if hand.scored:
                original = tuple(map(add, original, hand.played.scored.entry.amounts))
        return original, self.then.totals


def score_otherwise(rules: AnyRules, table: Table, hands: Iterable[OriginalHand], naming: Naming) -> WhatIf:
    """Score hands again at a table with the same seats."""
    state: State = rules.opening(table)
    totals: Amounts = (0,) * table.size
    stopped = False
    scored_hands: list[ScoredHand] = []
    rescored_hands: list[RescoredHand] = []
    for played in hands:
        scored = refused = None
        if not stopped:
            try:
                as_dealt = _dealt_by(rules, table, state, played.scored.dealer)
                scored = score_hand(rules, table, as_dealt, totals, played.raw, naming)
            except RuleError as error:
                refused, stopped = error, rules.carries_on(table)
            else:
                state, totals = scored.state, scored.totals
                scored_hands.append(scored)
        rescored_hands.append(RescoredHand(played, scored, refused))
    rescored = Ledger(rules, table, tuple(scored_hands), state)
    return WhatIf(hands=tuple(rescored_hands), then=rescored, stopped=stopped)


def _dealt_by(rules: AnyRules, table: Table, state: State, dealer: SeatNumber | None) -> State:
    """Return the state with the original dealer; unchanged for a correction, which has none."""
    if dealer is None or rules.dealer(table, state) == dealer:
        return state
    dealt: State = rules.with_dealer(table, state, dealer)
    return dealt
