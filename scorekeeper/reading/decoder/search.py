"""The most likely sequence of hands that the rules allow and whose totals are those on the sheet.

The search goes through the rows from the top. A *position* is what the rules and the sheet carry from row to row; a
*step* is one way from a position over a row to the next. At the end, the probability of each step follows from all the
ways that include it, as in the forward-backward algorithm for hidden Markov models.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import exp, inf, log
from typing import Any, NamedTuple

from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import Amounts, ScoredHand, State
from games.ui.marked_sheet import MarkedSheet, Marks
from scorekeeper.reading.decoder.evidence import (
    LOOKS_DIFFERENT,
    empty_row,
    guesses_of,
    least_left_out,
    ticked_cost,
    unticked_cost,
    whatever_stands_there,
)
from scorekeeper.reading.decoder.totals import TotalsSeen, ValuesSeen, Writing
from scorekeeper.reading.observations import RowSeen

UNREADABLE = -log(1e-8)
"""The cost of an unreadable hand with exactly these totals."""

IN_WORDS = -log(1e-5)
"""The same for a hand in words, for which the box is ticked."""

MOST_POSITIONS = 24
WORTH_GOING_ON = 11.0
"""Positions are continued if they cost at most this much more than the best."""

CLEARLY = 0.9
"""The boxes of a row say a hand if, without the totals, it is at least this likely among the allowed ones."""

FITS_BY_CHANCE = 0.01
"""How often a hand has the totals of another one. A hand that the search didn't try may still be the right one."""

NO_MARKS: Marks = {}


class RowPosition(NamedTuple):
    """What is carried from row to row: the state and totals by the rules, and how far the sheet's totals are off."""

    state: State
    totals: Amounts
    offsets: Amounts


@dataclass(slots=True)
class RowStep:
    """One way over a row: from `before`, by `raw` (None for an unknown hand), with the totals as written.

    An `empty` row has no hand. `probability` is known once all rows have been gone through.
    """

    before: Node
    cost: float
    raw: Mapping[str, Any] | None
    marks: Marks
    writing: Writing
    scored: ScoredHand | None = None
    empty: bool = False
    probability: float = 0.0

    @property
    def key(self) -> str:
        """Equal for all steps by the same hand."""
        return "empty" if self.empty else _key(self.raw)


def _key(raw: Mapping[str, Any] | None) -> str:
    return json.dumps(raw, sort_keys=True, default=str)


@dataclass(slots=True, eq=False)
class Node:
    """A position after a row, with all steps that lead there and the costs of everything before and after it."""

    position: RowPosition
    steps: list[RowStep] = field(default_factory=list)
    forward: float = inf
    best: float = inf
    best_step: RowStep | None = None
    backward: float = 0.0

    def add(self, step: RowStep) -> None:
        self.steps.append(step)
        self.forward = together((self.forward, step.before.forward + step.cost))
        if step.before.best + step.cost < self.best:
            self.best, self.best_step = step.before.best + step.cost, step


def together(costs: Iterable[float]) -> float:
    """Return the cost of one of several alternatives happening.

    >>> round(together([log(4), log(4)]), 6) == round(log(2), 6)
    True
    """
    costs = [cost for cost in costs if cost < inf]
    if not costs:
        return inf
    least = min(costs)
    return least - log(sum(exp(least - cost) for cost in costs))


class Search:
    """The search through the rows of a sheet, from the position before its first row."""

    def __init__(self, sheet: MarkedSheet, state: State, totals: Amounts, offsets: Amounts = ()) -> None:
        self.sheet, self.rules, self.table = sheet, sheet.rules, sheet.table
        self.naming = Naming(self.table.players, by_seat=True)
        self.fields = sheet.fields()
        start = Node(RowPosition(state, totals, offsets or (0,) * self.table.size), forward=0.0, best=0.0)
        self.layers: list[list[Node]] = [[start]]
        self.untried: list[float] = []  # for each row, what any way over it that wasn't tried costs at least
        self.cost = 0.0  # of all ways over the rows, summed
        self._scored = lru_cache(maxsize=20_000)(self._score)

    def read(self, rows: Sequence[RowSeen]) -> list[RowStep]:
        """Search the rows; return the most likely step over each."""
        for row in rows:
            self.layers.append(self._over(self.layers[-1], row))
        self.cost = together(node.forward for node in self.layers[-1])
        self._weigh()
        node = min(self.layers[-1], key=lambda node: node.best)
        steps: list[RowStep] = []
        while node.best_step:
            steps.append(node.best_step)
            node = node.best_step.before
        return steps[::-1]

    def alternatives(self, row: int) -> list[RowStep]:
        """Return the likeliest step for each possible hand of a row, counted from 0, the likeliest hand first."""
        by_hand: dict[str, list[RowStep]] = defaultdict(list)
        for node in self.layers[row + 1]:
            for step in node.steps:
                by_hand[step.key].append(step)
        hands = sorted(by_hand.values(), key=lambda steps: -sum(step.probability for step in steps))
        return [max(steps, key=lambda step: step.probability) for steps in hands]

    def share_tried(self, row: int, step: RowStep) -> float:
        """Return how likely the hand of a row, counted from 0, is among those tried, if otherwise it is this one.

        The hands left out look less like what is written. One of them is the likelier, the more of what is written a
        hand overrules.
        """
        more = step.before.forward + step.cost - self.untried[row]
        return 1 / (1 + FITS_BY_CHANCE * exp(min(more, 100.0)))

    def by_boxes(self, position: RowPosition, row: RowSeen) -> tuple[Mapping[str, Any], ScoredHand] | None:
        """Return the hand that the boxes of a row clearly say, regardless of its totals; None if there is none."""
        allowed = [
            (cost, scored)
            for cost, marks in guesses_of(self.fields, row)
            if (scored := self._scored(position.state, position.totals, _frozen(marks)))
        ]
        if not allowed:
            return None
        least, hand = allowed[0]
        looks_like_it = least <= whatever_stands_there(row) + unticked_cost(row.in_words) + LOOKS_DIFFERENT
        return hand if looks_like_it and exp(together(cost for cost, _hand in allowed) - least) >= CLEARLY else None

    def steps(self, row: int) -> list[RowStep]:
        """Return all steps over a row, counted from 0."""
        return [step for node in self.layers[row + 1] for step in node.steps]

    # One row

    def _over(self, nodes: Sequence[Node], row: RowSeen) -> list[Node]:
        guesses, totals, found = guesses_of(self.fields, row), TotalsSeen(row.totals, self.table.size), _Found()
        unknown = whatever_stands_there(row) + min(UNREADABLE, IN_WORDS + ticked_cost(row.in_words))
        values, left_out = ValuesSeen(row.values), least_left_out(guesses)
        for node in nodes:
            found.leave_out(node.forward + left_out + totals.least)
            position = node.position
            found.add(position, self._empty(node, row))
            found.add(*self._unknown(node, unknown, totals))
            for cost, marks in guesses:
                if not found.worth_trying(node.forward + cost + totals.least):
                    found.leave_out(node.forward + cost + totals.least)
                    break
                scored = self._scored(position.state, position.totals, _frozen(marks))
                if scored is None:
                    continue
                raw, hand = scored
                marked = cost + values.cost(self.sheet.value(hand))
                running, expected = self.sheet.running(hand), partial(self.sheet.writes_total, hand)
                for writing in totals.writings(running, position.offsets, expected):
                    if not found.worth_trying(node.forward + marked + writing.cost):
                        break
                    after = RowPosition(hand.state, hand.totals, writing.offsets)
                    found.add(after, RowStep(node, marked + writing.cost, raw, marks, writing, hand))
        self.untried.append(found.untried)
        return found.worth_going_on()

    def _score(
        self, state: State, totals: Amounts, marks: tuple[tuple[str, Any], ...]
    ) -> tuple[Mapping[str, Any], ScoredHand] | None:
        """Return the hand that marks mean, and its score; None if they mean none, or one that the rules refuse."""
        try:
            raw = self.sheet.outcome(state, dict(marks))
            return raw, score_hand(self.rules, self.table, state, totals, raw, self.naming)
        except RuleError:
            return None

    def _empty(self, node: Node, row: RowSeen) -> RowStep:
        nothing = Writing(empty_row(row), (None,) * self.table.size, node.position.offsets)
        return RowStep(node, nothing.cost, None, NO_MARKS, nothing, empty=True)

    def _unknown(self, node: Node, unknown: float, totals: TotalsSeen) -> tuple[RowPosition, RowStep]:
        """Return the step over an unknown hand: the totals are as written, and the deal passes on."""
        position, written = node.position, totals.best_reading()
        cost = unknown + totals.least
        now = tuple(
            total if number is None else number - offset
            for total, number, offset in zip(position.totals, written, position.offsets, strict=True)
        )
        step = RowStep(node, cost, None, NO_MARKS, Writing(cost, written, position.offsets))
        return RowPosition(self._dealt_on(position.state), now, position.offsets), step

    def _dealt_on(self, state: State) -> State:
        try:
            following = self.table.after(self.rules.dealer(self.table, state))
            moved: State = self.rules.with_dealer(self.table, state, following)
        except RuleError:
            return state
        return moved

    # All rows

    def _weigh(self) -> None:
        """Compute the probability of every step."""
        for node in self.layers[-1]:
            node.backward = 0.0
        for layer, before in zip(self.layers[:0:-1], self.layers[-2::-1], strict=True):
            onward: dict[int, list[float]] = defaultdict(list)
            for node in layer:
                for step in node.steps:
                    onward[id(step.before)].append(step.cost + node.backward)
                    step.probability = exp(self.cost - step.before.forward - step.cost - node.backward)
            for node in before:
                node.backward = together(onward[id(node)])


def _frozen(marks: Marks) -> tuple[tuple[str, Any], ...]:
    return tuple(marks.items())


class _Found:
    """The positions reached after a row."""

    def __init__(self) -> None:
        self.nodes: dict[RowPosition, Node] = {}
        self.least = inf
        self.untried = inf

    def leave_out(self, cost: float) -> None:
        """Remember that ways that cost at least this much are not tried."""
        self.untried = min(self.untried, cost)

    def add(self, position: RowPosition, step: RowStep) -> None:
        if position not in self.nodes:
            self.nodes[position] = Node(position)
        self.nodes[position].add(step)
        self.least = min(self.least, step.before.forward + step.cost)

    def worth_trying(self, cost: float) -> bool:
        """Return whether a way that costs at least this much may be among the likeliest."""
        return cost <= self.least + WORTH_GOING_ON

    def worth_going_on(self) -> list[Node]:
        """Return the likeliest positions."""
        nodes = sorted(self.nodes.values(), key=lambda node: node.forward)[:MOST_POSITIONS]
        return [node for node in nodes if node.forward <= nodes[0].forward + WORTH_GOING_ON]


FAR_LIKELIER = log(100)
ENOUGH = 8
"""This many rows are enough to tell where a sheet begins."""


def at_0(running: Amounts) -> Amounts:
    """Return by how much totals that begin at 0 again are higher than the running totals of the session."""
    return tuple(-total for total in running)


def begins_at_0(
    sheet: MarkedSheet, state: State, totals: Amounts, running: Amounts, rows: Sequence[RowSeen], offsets: Amounts = ()
) -> bool:
    """Return whether the totals of these rows are far likelier if they begin at 0 than with the known `offsets`.

    `totals` are those before the rows by the rules, and `running` those that the sheet would have.
    """
    anew = at_0(running)
    if anew == (offsets or (0,) * len(anew)):
        return False
    usual, fresh = (_cost(sheet, state, totals, rows[:ENOUGH], offset) for offset in (offsets, anew))
    return fresh + FAR_LIKELIER < usual


def _cost(sheet: MarkedSheet, state: State, totals: Amounts, rows: Sequence[RowSeen], offsets: Amounts) -> float:
    search = Search(sheet, state, totals, offsets)
    search.read(rows)
    return search.cost
