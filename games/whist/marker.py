"""The markers of Whist, and how a hand moves them: revokes, tricks, then honours. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass

from games.families.whist.hand import BOOK
from games.families.whist.marker import (
    ADDED,
    DEDUCTED,
    HONOURS,
    PENALTY,
    SHUT_OUT,
    TAKEN,
    TAKEN_WORDS,
    TRICKS,
    MarkedHand,
    majority,
    tricks_of,
)
from games.families.whist.rubber import NOTHING_MOVED, POINTS, RubberState, Won
from games.scoring.sides import SIDE_WORDS, Side
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Line, Table
from games.whist.hand import Outcome
from games.whist.tariff import ALL_HONOURS, AMERICAN_PENALTY, CLASS_WORDS, GAMES, TARGETS
from games.whist.tariff import HONOURS as HONOUR_POINTS

STOOD, GAME_WON, GAME_AGAINST = "stood", "game", "against"
"""The kinds of steps that only Whist has: honours of a side that needed one point, and games."""

_LABELS = {
    DEDUCTED: _("{side} revoked: {points} off; their marker is at {marker}"),
    ADDED: _("{others} revoked: {points} for {side}; their marker is at {marker}"),
    TAKEN: TAKEN_WORDS,
    TRICKS: _("{side}: {number} tricks, {points} above six; their marker is at {marker}"),
    HONOURS: _("{side}: {number} honours, {points}; their marker is at {marker}"),
    SHUT_OUT: _("{side}: {number} honours come too late"),
    STOOD: _("{side} stood at {stood}: their {number} honours don’t count"),
    GAME_WON: _("{side} win the game, {game_class}: {points}"),
    GAME_AGAINST: _("{side} win the game against {number}: {points}"),
}

_STOPPED = _("{side} revoked and stop at {marker}")


@dataclass
class WhistHand(MarkedHand[Side]):
    """A hand that is being scored, and the game that it won, after which no more points are counted."""

    _: KW_ONLY
    table: Table
    won: Won | None = None

    def add(self, rule: str, kind: str, side: Side, number: int, points: int, *, stops: bool = False) -> None:
        if self.won:
            return
        super().add(rule, kind, side, number, points, stops=stops)
        if self.marker[side] >= self.game:
            losers = self.marker[side.other]
            game_class = TARGETS[self.table.rules].classes[losers]
            value = self.table.figures[GAMES, game_class, POINTS]
            self.note("game-won", GAME_AGAINST if self.table.rules == "american" else GAME_WON, side, losers, value)
            self.won = Won(side, value, game_class)

    def lines(self) -> Iterator[Line]:
        """Yield a line for each step; none of them moves counters. Tricks taken after the game are left out."""
        game_class = CLASS_WORDS.get(self.won.game_class, "") if self.won else ""
        over = False
        for step in self.steps:
            if over and step.kind == TAKEN:
                continue
            over = over or step.rule == "game-won"
            values = {
                "side": SIDE_WORDS[step.side],
                "others": SIDE_WORDS[step.side.other],
                "number": step.number,
                "points": step.points,
                "marker": step.marker,
                "stood": self.game - 1,
                "game_class": game_class,
            }
            yield Line(step.rule, Text(_LABELS[step.kind].template, values), NOTHING_MOVED)
            if step.stopped:
                yield Line("revoke", Text(_STOPPED.template, values), NOTHING_MOVED)


def work(table: Table, state: RubberState, outcome: Outcome) -> WhistHand:
    """Return the hand as scored from `state`; raise `RuleError` for an impossible penalty.

    Foster: with 3 on the marker, two by cards win before the other side's four honours count; a treble.

    >>> from games.whist.rules import WhistRules
    >>> table = WhistRules().table(["A", "Y", "B", "Z"])
    >>> state = RubberState(dealer=3, marker={Side.AB: 3, Side.YZ: 0})
    >>> work(table, state, Outcome("hand", tricks=8, honours=0)).won.value
    3
    """
    american = table.rules == "american"
    hand = WhistHand(
        game=TARGETS[table.rules].points,
        marker=dict(state.marker),
        tricks=tricks_of(Side.AB, outcome.tricks),
        tricks_taken=AMERICAN_PENALTY if american else PENALTY,
        table=table,
    )
    hand.penalize(outcome.revokes, field="by" if american else "penalty")
    tricks = hand.tricks[hand.odd]
    hand.add("tricks", TRICKS, hand.odd, tricks, tricks - BOOK)
    if outcome.honours is not None:
        _count_honours(hand, state, outcome.honours)
    return hand


def _count_honours(hand: WhistHand, state: RubberState, honours_ab: int) -> None:
    side, number = majority(Side.AB, honours_ab, ALL_HONOURS)
    if number not in HONOUR_POINTS:
        return
    if hand.won:
        if hand.won.winner is side.other:
            hand.note("honours", SHUT_OUT, side, number)
    elif state.marker[side] == hand.game - 1:
        hand.note("honours", STOOD, side, number)
    else:
        hand.add("honours", HONOURS, side, number, HONOUR_POINTS[number])
