"""Ledger lines of Mort: how the markers moved, and the settlement of a game. Pure.

Lines about a marker move no counters. The lines of the hand that ends a game sum to what is paid.
"""

from __future__ import annotations

from games.families.whist.marker import ADDED, DEDUCTED, SHUT_OUT, SLAM, TAKEN, TAKEN_WORDS, TRICKS, Step
from games.mort.marker import LastGame, OfSides, Roles
from games.mort.tariff import (
    ADDITIONS,
    CLASS,
    CLASS_OF,
    CLASS_WORDS,
    CONSOLED,
    POINTS,
    SLAMMED,
    GameClass,
    Side,
)
from games.scoring.payments import side_pays, times
from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Line, Table

# Settling a game


def class_of(winner: Side, marker: OfSides) -> GameClass:
    return CLASS_OF[marker[winner.other]]


def settle(figures: Figures, winner: Side, marker: OfSides, slams: OfSides) -> LastGame:
    """Return the result of a game: its class, and its net, which is negative if the winners pay.

    Foster's second example: the adversaries win a simple game 5 to 4, but have lost a slam.

    >>> from games.mort.tariff import TARIFFS
    >>> marker, slams = {Side.VIVANT: 4, Side.ADVERSARIES: 5}, {Side.VIVANT: 1, Side.ADVERSARIES: 0}
    >>> settle(TARIFFS["foster"].figures, Side.ADVERSARIES, marker, slams).net
    -14
    """
    losers = winner.other
    game_class = class_of(winner, marker)
    slam = figures[ADDITIONS, SLAMMED, POINTS]
    net = marker[winner] + figures[CLASS, game_class, POINTS] + figures[ADDITIONS, CONSOLED, POINTS]
    net += slam * slams[winner] - marker[losers] - slam * slams[losers]
    return LastGame(winner=winner, game_class=game_class, net=net)


def shares(size: int, seating: Roles, sharing: bool) -> Amounts:
    """Return the shares of what Vivant's side wins: each adversary pays one.

    Vivant gets both, or with `sharing` one, and the player who sits out the other.
    """
    receivers = {seating.vivant: 2} if not sharing or seating.out is None else {seating.vivant: 1, seating.out: 1}
    return side_pays(size, 1, to=receivers, payers=seating.side(Side.ADVERSARIES))


def game_lines(table: Table, seating: Roles, winner: Side, marker: OfSides, slams: OfSides) -> tuple[Line, ...]:
    """Return the lines that settle a game: the markers, the class, the consolation and the slams."""
    vivants = shares(table.size, seating, table.options["sit_out_shares"] is True)
    gain, figures = vivants if winner is Side.VIVANT else times(vivants, -1), table.figures
    consoled, slam = (figures[ADDITIONS, what, POINTS] for what in (CONSOLED, SLAMMED))
    losers, game_class = winner.other, class_of(winner, marker)
    high, low, worth = marker[winner], marker[losers], figures[CLASS, game_class, POINTS]
    label = _("{side} win the game: {high} − {low}", side=side_words(seating, winner), high=high, low=low)
    what = CLASS_WORDS[game_class]
    lines = [
        Line("game-won", label, times(gain, high - low)),
        Line("class", _("{what}: {value}", what=what, value=worth), times(gain, worth)),
        Line("game-won", _("Consolation: {worth}", worth=consoled), times(gain, consoled)),
    ]
    for side, sign in ((winner, 1), (losers, -1)):
        if made := slams[side]:
            label = _("Slams of {side}: {worth} × {made}", side=side_words(seating, side), worth=slam, made=made)
            lines.append(Line("slam", label, times(gain, sign * slam * made)))
    return tuple(lines)


# What moved the markers


def slam_of(table: Table) -> int:
    return table.figures[ADDED, SLAMMED, POINTS]


def side_words(seating: Roles, side: Side) -> Text:
    """Return a side by the names of its players."""
    if side is Side.VIVANT:
        return _("{vivant} and Mort", vivant=SeatName(seating.vivant))
    return _("{right} and {left}", right=SeatName(seating.right), left=SeatName(seating.left))


def step_line(size: int, seating: Roles, slam: int, step: Step[Side]) -> Line:
    """Return a line that explains a marker; it moves no counters.

    `slam` is the table's figure for one.
    """
    values = {
        "side": side_words(seating, step.side),
        "others": side_words(seating, step.side.other),
        "number": step.number,
        "marker": step.marker,
        "slam": slam,
    }
    words = (_STOPPED if step.stopped else _WORDS)[step.kind]
    return Line(step.rule, Text(words.template, values), (0,) * size)


_WORDS = {
    DEDUCTED: _("{side} revoked: {number} off, their marker is at {marker}"),
    ADDED: _("{others} revoked: {side} add {number}, their marker is at {marker}"),
    TAKEN: TAKEN_WORDS,
    TRICKS: _("{side}: {number} − 6 tricks, their marker is at {marker}"),
    SHUT_OUT: _("{side}: {number} tricks, which no longer count; their marker is at {marker}"),
    SLAM: _("{side} win all thirteen tricks: a slam, {slam} at the end of the game; their marker stays at {marker}"),
}
_STOPPED = {
    ADDED: _("{others} revoked: {side} add {number} but revoked themselves, so they stop at {marker}"),
    TRICKS: _("{side}: {number} − 6 tricks, but they revoked, so they stop at {marker}"),
}
