"""Ledger lines of Cayenne: how the markers moved, and the settlement of a rubber. Pure.

Lines about a marker or a sheet move no counters. The lines of the hand that ends a rubber sum to what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cayenne.hand import SIDE_WORDS
from games.cayenne.marker import End, MarkedHand, Step, StepKind
from games.cayenne.state import LastRubber, Pair, partners
from games.cayenne.tariff import AB, CLASS_WORDS, POINTS, SIDES, SLAM_WORDS, WON, YZ, Side
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Line

NOTHING_MOVED: Amounts = (0, 0, 0, 0)

_MADE = {
    StepKind.DEDUCTED: _("{side} revoked: {number} × {multiplier} = {points} off"),
    StepKind.ADDED: _("{others} revoked: {number} × {multiplier} = {points} for {side}"),
    StepKind.TAKEN: _("{others} revoked: tricks that pass to {side}: {number}"),
    StepKind.TRICKS: _("{side}: ({number} − 6) tricks × {multiplier} = {points}"),
    StepKind.NULLO: _("Nullo, {others} took {number}: ({number} − 6) × {multiplier} = {points} for {side}"),
    StepKind.SLAM: _("{side}: {slam}, {points} on the sheet"),
    StepKind.SLAM_TO_GAME: _("{side}: {slam}, {points}"),
    StepKind.HONOURS: _("{side}: {number} honours, {worth} × {multiplier} = {points}"),
    StepKind.SHUT_OUT: _("{side}: {number} honours don’t count because {others} won a game in this hand"),
    StepKind.GAME: _("{side} win a game, {game_class}: {points} on the sheet"),
}
_ENDS = {
    End.OPEN: _("their marker is at {marker}"),
    End.REVOKED: _("having revoked they stop at {marker}"),
    End.ALONE: _("by honours alone they stop at {marker}"),
}
_WITHOUT_END = (StepKind.SLAM, StepKind.SHUT_OUT)


def step_line(step: Step, multiplier: int) -> Line:
    """Return a line that explains a marker or a sheet; it moves no counters."""
    values = {
        "side": SIDE_WORDS[step.side],
        "others": SIDE_WORDS[step.side.other],
        "number": step.number,
        "points": step.points,
        "multiplier": multiplier,
        "worth": step.points // multiplier,
        "marker": step.marker,
        "slam": SLAM_WORDS.get(step.number, ""),
        "game_class": "" if step.game_class is None else CLASS_WORDS[step.game_class],
    }
    made = Text(_MADE[step.kind].template, values)
    if step.kind not in _WITHOUT_END:
        made = _("{made}; {ending}", made=made, ending=Text(_ENDS[step.end].template, values))
    return Line(step.rule, made, NOTHING_MOVED)


# The rubber


def settle(hand: MarkedHand, winner: Side) -> LastRubber:
    """Return the totals of a rubber and its value, which is negative if the winners pay."""
    totals = {side: sum(hand.sheet.of(side)) + hand.slams.of(side) for side in SIDES}
    totals[winner] += hand.figures[WON, WON, POINTS]
    return LastRubber(winner=winner, totals=Pair(totals[AB], totals[YZ]), value=totals[winner] - totals[winner.other])


def amounts_for(side: Side, value: int) -> Amounts:
    """Return the amounts if each player of a side gains the value and each opponent loses it.

    >>> amounts_for(Side.YZ, 15)
    (-15, 15, -15, 15)
    """
    return tuple([value if seat in partners(side) else -value for seat in range(4)])


def rubber_lines(hand: MarkedHand, winner: Side) -> Iterator[Line]:
    """Yield the lines that settle a rubber: each side's games and slams, and the points for winning it."""
    won = hand.figures[WON, WON, POINTS]
    for side in (winner, winner.other):
        if games := hand.sheet.of(side):
            values = {"side": SIDE_WORDS[side], "games": " + ".join(map(str, games)), "total": sum(games)}
            yield Line("rubber", _("Games of {side}: {games} = {total}", **values), amounts_for(side, sum(games)))
        if side is winner:
            label = _("{side} win the rubber: {points}", side=SIDE_WORDS[side], points=won)
            yield Line("rubber", label, amounts_for(side, won))
        if slams := hand.slams.of(side):
            label = _("Slams of {side}: {points}", side=SIDE_WORDS[side], points=slams)
            yield Line("slam", label, amounts_for(side, slams))
