"""What hands that were played would have come to at another table: by another rule set, other options, another tariff.

The hands stay as they were played, and so does who dealt them. A hand that the other rules refuse is left out; where a
hand changes what later ones come to, nothing after it can be said either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any, NamedTuple

from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import AnyRules, Ledger, ScoredHand, score_hand
from games.scoring.types import Amounts, Seat, State, Table


class Played(NamedTuple):
    """A hand as it was recorded, with the score that it had and the number by which it goes."""

    number: int
    raw: Mapping[str, Any]
    scored: ScoredHand


class Otherwise(NamedTuple):
    """A hand with what it would have come to, or why the other rules refuse it; neither once nothing can be said."""

    played: Played
    scored: ScoredHand | None
    refused: RuleError | None

    @property
    def differs(self) -> bool:
        """Whether it would have moved something else."""
        return self.scored is not None and self.scored.entry.amounts != self.played.scored.entry.amounts


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """All hands scored again; `then` is the ledger of those that could be, `stopped` that none was tried any more."""

    hands: tuple[Otherwise, ...]
    then: Ledger
    stopped: bool

    @property
    def complete(self) -> bool:
        """Whether every hand could be scored."""
        return len(self.then.hands) == len(self.hands)

    def totals(self) -> tuple[Amounts, Amounts]:
        """What the hands that could be scored again came to, and what they would have come to."""
        was: Amounts = (0,) * self.then.table.size
        for hand in self.hands:
            if hand.scored:
                was = tuple(map(add, was, hand.played.scored.entry.amounts))
        return was, self.then.totals


def score_otherwise(rules: AnyRules, table: Table, hands: Iterable[Played], naming: Naming) -> WhatIf:
    """Score hands again at a table with the same seats."""
    state: State = rules.opening(table)
    totals: Amounts = (0,) * table.size
    stopped = False
    scored_hands: list[ScoredHand] = []
    found: list[Otherwise] = []
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
        found.append(Otherwise(played, scored, refused))
    then = Ledger(rules, table, tuple(scored_hands), state)
    return WhatIf(hands=tuple(found), then=then, stopped=stopped)


def _dealt_by(rules: AnyRules, table: Table, state: State, dealer: Seat | None) -> State:
    """The state in which it is the deal of whoever dealt; a correction has no dealer."""
    if dealer is None or rules.dealer(table, state) == dealer:
        return state
    dealt: State = rules.with_dealer(table, state, dealer)
    return dealt
