"""How one hand of Whist moves the markers: revokes, tricks, honours, in this order. Pure.

`lines` records what happened, for the ledger; these lines move no counters.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.families.whist.hand import ALL_TRICKS, BOOK, Penalty, Revoke
from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Line, Table
from games.whist.hand import SIDE_WORDS, Outcome
from games.whist.state import Side, WhistState, Won
from games.whist.tariff import (
    ALL_HONOURS,
    AMERICAN_PENALTY,
    CLASS_WORDS,
    GAMES,
    HONOURS,
    PENALTY,
    POINTS,
    TARGETS,
    Target,
)

NOTHING_MOVED = (0, 0, 0, 0)


@dataclass(slots=True)
class MarkedHand:
    """A hand that is being scored: the markers and tricks after the steps so far, and the game that was won."""

    table: Table
    target: Target
    marker: dict[Side, int]
    tricks: dict[Side, int]
    offenders: frozenset[Side]
    lines: list[Line] = field(default_factory=list)
    won: Won | None = None

    def say(self, rule: str, label: Text, side: Side, **values: object) -> None:
        """Add a line, with the marker that the side now has."""
        named = {"side": SIDE_WORDS[side], "others": SIDE_WORDS[side.other], "marker": self.marker[side]}
        self.lines.append(Line(rule, Text(label.template, {**named, **values}), NOTHING_MOVED))

    def add(self, rule: str, label: Text, side: Side, points: int, **values: object) -> None:
        """Add points to a side's marker, unless the game is over; a side that revoked stops below the game."""
        if self.won:
            return
        stops = side in self.offenders and self.marker[side] + points >= self.target.points
        self.marker[side] = self.target.points - 1 if stops else self.marker[side] + points
        self.say(rule, label, side, points=points, **values)
        if stops:
            self.say("revoke", _("{side} revoked and stop at {marker}"), side)
        if self.marker[side] >= self.target.points:
            self._win(side)

    def _win(self, side: Side) -> None:
        losers = self.marker[side.other]
        name = self.target.classes[losers]
        value = self.table.figures[GAMES, name, POINTS]
        label = _("{side} win the game, {game_class}: {value}")
        if self.table.rules == "american":
            label = _("{side} win the game against {losers}: {value}")
        self.say("game-won", label, side, game_class=CLASS_WORDS.get(name, ""), losers=losers, value=value)
        self.won = Won(side, value)


def work(table: Table, state: WhistState, outcome: Outcome) -> MarkedHand:
    """Return the hand as scored from `state`; raise `RuleError` for an impossible penalty.

    Foster: with 3 on the marker, two by cards win before the other side's four honours count; a treble.

    >>> from games.whist.rules import WhistRules
    >>> from games.whist.state import Pair
    >>> table = WhistRules().table(["A", "Y", "B", "Z"])
    >>> work(table, WhistState(dealer=3, marker=Pair(3, 0)), Outcome("hand", tricks=8, honours=0)).won.value
    3
    """
    ab, yz = Side
    offenders = frozenset([revoke.by for revoke in outcome.revokes])
    won = {ab: outcome.tricks, yz: ALL_TRICKS - outcome.tricks}
    hand = MarkedHand(table, TARGETS[table.rules], {ab: state.marker.ab, yz: state.marker.yz}, won, offenders)
    penalties = list(Penalty)
    for place, revoke in sorted(enumerate(outcome.revokes), key=lambda placed: penalties.index(placed[1].penalty)):
        _penalise(hand, revoke, place)
    odd = ab if hand.tricks[ab] > BOOK else yz
    label = _("{side}: {tricks} tricks, {points} above six; their marker is at {marker}")
    hand.add("tricks", label, odd, hand.tricks[odd] - BOOK, tricks=hand.tricks[odd])
    if outcome.honours is not None:
        _count_honours(hand, state, outcome.honours)
    return hand


def _penalise(hand: MarkedHand, revoke: Revoke[Side], place: int) -> None:
    side = revoke.by.other
    if revoke.penalty is Penalty.DEDUCT:
        hand.marker[revoke.by] = max(0, hand.marker[revoke.by] - PENALTY)
        label = _("{side} revoked: {points} off; their marker is at {marker}")
        hand.say("revoke", label, revoke.by, points=PENALTY)
    elif revoke.penalty is Penalty.ADD:
        hand.add("revoke", _("{others} revoked: {points} for {side}; their marker is at {marker}"), side, PENALTY)
    else:
        american = hand.table.rules == "american"
        taken = min(AMERICAN_PENALTY if american else PENALTY, hand.tricks[revoke.by])
        if not taken:
            at = f"revokes.{place}.{'by' if american else 'penalty'}"
            raise RuleError(Code.IMPOSSIBLE, at, _("The side that revoked has no trick left to take."))
        hand.tricks[revoke.by] -= taken
        hand.tricks[side] += taken
        if not hand.won:
            hand.say("revoke", _("{others} revoked: tricks that pass to {side}: {tricks}"), side, tricks=taken)


def _count_honours(hand: MarkedHand, state: WhistState, honours_ab: int) -> None:
    if honours_ab == ALL_HONOURS - honours_ab:
        return
    side = Side.AB if honours_ab in HONOURS else Side.YZ
    number = max(honours_ab, ALL_HONOURS - honours_ab)
    if hand.won:
        if hand.won.winner is side.other:
            hand.say("honours", _("{side}: {number} honours come too late"), side, number=number)
        return
    if getattr(state.marker, side) == hand.target.points - 1:
        label = _("{side} stood at {stood}: their {number} honours don’t count")
        hand.say("honours", label, side, number=number, stood=hand.target.points - 1)
        return
    label = _("{side}: {number} honours, {points}; their marker is at {marker}")
    hand.add("honours", label, side, HONOURS[number], number=number)
