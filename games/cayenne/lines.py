"""Ledger lines of Cayenne: how the markers moved, and the settlement of a rubber. Pure.

Lines about a marker or a sheet move no counters. The lines of the hand that ends a rubber sum to what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cayenne.marker import GAME_WON, NULLO, SLAM_TO_GAME, CayenneHand, CayenneState, LastRubber
from games.cayenne.tariff import CLASS_WORDS, GAME_CLASS, POINTS, SLAM_WORDS, WON
from games.families.whist.marker import ADDED, DEDUCTED, HONOURS, SHUT_OUT, SLAM, TAKEN, TRICKS, BySide, Step
from games.families.whist.sides import SIDE_WORDS, Side, amounts_for
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Line

NOTHING_MOVED: Amounts = (0, 0, 0, 0)

_MADE = {
    DEDUCTED: _("{side} revoked: {worth} × {multiplier} = {points} off"),
    ADDED: _("{others} revoked: {number} × {multiplier} = {points} for {side}"),
    TAKEN: _("{others} revoked: tricks that pass to {side}: {number}"),
    TRICKS: _("{side}: ({number} − 6) tricks × {multiplier} = {points}"),
    NULLO: _("Nullo, {others} took {number}: ({number} − 6) × {multiplier} = {points} for {side}"),
    SLAM: _("{side}: {slam}, {points} on the sheet"),
    SLAM_TO_GAME: _("{side}: {slam}, {points}"),
    HONOURS: _("{side}: {number} honours, {worth} × {multiplier} = {points}"),
    SHUT_OUT: _("{side}: {number} honours don’t count because {others} won a game in this hand"),
    GAME_WON: _("{side} win a game, {game_class}: {points} on the sheet"),
}
_MARKER = _("their marker is at {marker}")
_REVOKED = _("having revoked they stop at {marker}")
_BY_HONOURS_ALONE = _("by honours alone they stop at {marker}")
_WITHOUT_MARKER = (SLAM, SHUT_OUT)


def step_line(hand: CayenneHand, step: Step[Side]) -> Line:
    """Return a line that explains a marker or a sheet; it moves no counters."""
    values = {
        "side": SIDE_WORDS[step.side],
        "others": SIDE_WORDS[step.side.other],
        "number": step.number,
        "points": step.points,
        "multiplier": hand.multiplier,
        "worth": step.points // hand.multiplier,
        "marker": step.marker,
        "slam": SLAM_WORDS.get(step.number, ""),
        "game_class": CLASS_WORDS[GAME_CLASS[step.number]] if step.kind == GAME_WON else "",
    }
    made = Text(_MADE[step.kind].template, values)
    if step.kind not in _WITHOUT_MARKER:
        stopped = _REVOKED if step.side in hand.offenders else _BY_HONOURS_ALONE
        ending = Text((stopped if step.stopped else _MARKER).template, values)
        made = _("{made}; {ending}", made=made, ending=ending)
    return Line(step.rule, made, NOTHING_MOVED)


def games_won(state: CayenneState) -> Text:
    """Return how many games of the rubber each side has won."""
    return _("games {ab} – {yz}", ab=state.games[Side.AB], yz=state.games[Side.YZ])


# The rubber


def settle(hand: CayenneHand, winner: Side) -> LastRubber:
    """Return the totals of a rubber and its value, which is negative if the winners pay."""
    totals = BySide({side: sum(hand.sheet[side]) + hand.slams[side] for side in Side})
    totals[winner] += hand.figures[WON, WON, POINTS]
    return LastRubber(winner=winner, totals=totals, value=totals[winner] - totals[winner.other])


def rubber_lines(hand: CayenneHand, winner: Side) -> Iterator[Line]:
    """Yield the lines that settle a rubber: each side's games and slams, and the points for winning it."""
    won = hand.figures[WON, WON, POINTS]
    for side in (winner, winner.other):
        if games := hand.sheet[side]:
            values = {"side": SIDE_WORDS[side], "games": " + ".join(map(str, games)), "total": sum(games)}
            yield Line("rubber", _("Games of {side}: {games} = {total}", **values), amounts_for(side, sum(games)))
        if side is winner:
            label = _("{side} win the rubber: {points}", side=SIDE_WORDS[side], points=won)
            yield Line("rubber", label, amounts_for(side, won))
        if slams := hand.slams[side]:
            label = _("Slams of {side}: {points}", side=SIDE_WORDS[side], points=slams)
            yield Line("slam", label, amounts_for(side, slams))
