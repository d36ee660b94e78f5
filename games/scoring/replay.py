"""The ledger is a replay of the hands: nothing else is true, nothing else is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any, NamedTuple

from games.scoring.codec import decode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.rules import Rules
from games.scoring.text import Text
from games.scoring.types import Amounts, Correction, Entry, Hand, Line, Seat, State, Table

AnyRules = Rules[Any, Any]


class ScoredHand(NamedTuple):
    """One hand with what it moved: who dealt it (nobody a correction), the totals and the state after it."""

    hand: Hand
    dealer: Seat | None
    entry: Entry
    totals: Amounts
    state: State


@dataclass(frozen=True, slots=True)
class Refusal:
    """The hand at which a replay stopped, counted from 1, and why."""

    number: int
    error: RuleError


@dataclass(frozen=True, slots=True)
class Ledger:
    """All hands with their entries, up to the first that was refused."""

    rules: AnyRules
    table: Table
    hands: tuple[ScoredHand, ...]
    state: State
    refusal: Refusal | None = None

    @property
    def totals(self) -> Amounts:
        return self.hands[-1].totals if self.hands else (0,) * self.table.size

    def then(self, raw: Mapping[str, Any], naming: Naming) -> Ledger:
        """The ledger with one more hand, or a `RuleError` that says why it cannot be."""
        scored = score_hand(self.rules, self.table, self.state, self.totals, raw, naming)
        return Ledger(self.rules, self.table, (*self.hands, scored), scored.state)

    def played(self) -> Iterator[tuple[ScoredHand, State]]:
        """Each hand with the state in which it was played: the one after the hand before, and its stated dealer."""
        rules, table = self.rules, self.table
        state = rules.opening(table)
        for scored in self.hands:
            dealer = scored.hand.dealer
            yield scored, state if dealer is None else rules.with_dealer(table, state, dealer)
            state = scored.state


def replay(rules: AnyRules, table: Table, raws: Iterable[Mapping[str, Any]], naming: Naming) -> Ledger:
    """Score hand after hand; stops at the first that is refused and names it."""
    state = rules.opening(table)
    totals: Amounts = (0,) * table.size
    hands: list[ScoredHand] = []
    refusal = None
    for number, raw in enumerate(raws, 1):
        try:
            scored = score_hand(rules, table, state, totals, raw, naming)
        except RuleError as error:
            refusal = Refusal(number, error)
            break
        hands.append(scored)
        state, totals = scored.state, scored.totals
    return Ledger(rules, table, tuple(hands), state, refusal)


def score_hand(
    rules: AnyRules, table: Table, state: State, totals: Amounts, raw: Mapping[str, Any], naming: Naming
) -> ScoredHand:
    """One step of the fold: decode, score, and add up."""
    hand, state = decode_hand(rules, table, state, raw, naming)
    outcome = hand.outcome
    if isinstance(outcome, Correction):
        entry = Entry.of(table.size, [Line("correction", Text("{note}", {"note": hand.note}), outcome.amounts)])
        dealer, after = None, rules.corrected(table, state)
    else:
        entry, after = rules.score(table, state, outcome)
        dealer = rules.dealer(table, state)
    return ScoredHand(hand, dealer, entry, tuple(map(add, totals, entry.amounts)), after)
