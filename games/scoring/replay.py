"""The ledger: a replay of the recorded hands, which are all that is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import add
from typing import Any, NamedTuple

from games.scoring.codec import decode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.rules import AnyRules
from games.scoring.text import Text
from games.scoring.types import Amounts, Correction, Entry, Line, ScoredHand, State, Table


@dataclass(frozen=True, slots=True)
class Refusal:
    """The number of the hand at which a replay stopped, counted from 1, and why."""

    number: int
    error: RuleError


class TableList(NamedTuple):
    """The points and, where the game counts them, the games won and lost, in seat order; 0 where it doesn't."""

    points: Amounts
    won: Amounts
    lost: Amounts


@dataclass(frozen=True, slots=True)
class Ledger:
    """All scored hands up to the first that was refused, and the state after them."""

    rules: AnyRules
    table: Table
    hands: tuple[ScoredHand, ...]
    state: State
    refusal: Refusal | None = None

    @property
    def totals(self) -> Amounts:
        return self.hands[-1].totals if self.hands else (0,) * self.table.size

    def then(self, raw: Mapping[str, Any], naming: Naming) -> Ledger:
        """Return the ledger with one more hand; raise `RuleError` if the hand is refused."""
        scored = score_hand(self.rules, self.table, self.state, self.totals, raw, naming)
        return Ledger(self.rules, self.table, (*self.hands, scored), scored.state)

    def played(self) -> Iterator[tuple[ScoredHand, State]]:
        """Yield each hand with the state before it, in which a stated dealer replaces the expected one."""
        rules, table = self.rules, self.table
        state = rules.opening(table)
        for scored in self.hands:
            dealer = scored.hand.dealer
            yield scored, state if dealer is None else rules.with_dealer(table, state, dealer)
            state = scored.state

    def table_list(self) -> TableList:
        """Return what the list of the table says after these hands."""
        rules, table = self.rules, self.table
        won, lost = [0] * table.size, [0] * table.size
        for scored, state in self.played() if rules.counts_games else ():
            if not isinstance(scored.hand.outcome, Correction):
                for contest in rules.contests(table, state, scored.hand.outcome, scored.entry.amounts):
                    for seat in contest.side:
                        (won if contest.made else lost)[seat] += 1
        return TableList(rules.list_points(table, self.hands), tuple(won), tuple(lost))


def replay(rules: AnyRules, table: Table, raws: Iterable[Mapping[str, Any]], naming: Naming) -> Ledger:
    """Score all hands in order; stop at the first that is refused and note it in `Ledger.refusal`."""
    state = rules.opening(table)
    totals: Amounts = (0,) * table.size
    hands: list[ScoredHand] = []
    refusal = None
    try:
        for raw in raws:
            scored = score_hand(rules, table, state, totals, raw, naming)
            hands.append(scored)
            state, totals = scored.state, scored.totals
    except RuleError as error:
        refusal = Refusal(len(hands) + 1, error)
    return Ledger(rules, table, tuple(hands), state, refusal)


def score_hand(
    rules: AnyRules, table: Table, state: State, totals: Amounts, raw: Mapping[str, Any], naming: Naming
) -> ScoredHand:
    """Decode and score one hand and add up the totals: one step of the fold. Raise `RuleError` if it is refused."""
    hand, state = decode_hand(rules, table, state, raw, naming)
    outcome = hand.outcome
    if isinstance(outcome, Correction):
        entry = Entry.from_lines(table.size, [Line("correction", Text("{note}", {"note": hand.note}), outcome.amounts)])
        dealer, after = None, rules.corrected(table, state, outcome.amounts)
    else:
        entry, after = rules.score(table, state, outcome)
        dealer = rules.dealer(table, state)
    return ScoredHand(hand, dealer, entry, tuple(map(add, totals, entry.amounts)), after)
