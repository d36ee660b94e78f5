"""Ledger lines of Mort: how the markers moved, and the settlement of a game. Pure.

Lines about a marker move no counters. The lines of the hand that ends a game sum to what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from games.mort.club_tariff import ADDED, CLASS, CLASS_WORDS, CONSOLED, POINTS, SLAMMED
from games.mort.marker import HandResult, Step
from games.mort.outcome import LastGame, Pair, Roles
from games.mort.tariff import BOOK, CLASS_OF, GameClass, Penalty, Side
from games.scoring.payments import side_pays, times
from games.scoring.tariffs import Figures
from games.scoring.text import SeatName, Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Amounts, Line, Table

# Settling a game


def settle(figures: Figures, winner: Side, marker: Pair, slams: Pair) -> LastGame:
    """Return the result of a game: its class, and its net, which is negative if the winners pay.

    Foster's second example: the adversaries win a simple game 5 to 4, but have lost a slam.

    >>> from games.mort.club_tariff import TARIFFS
    >>> settle(TARIFFS["foster"].figures, Side.ADVERSARIES, Pair(4, 5), Pair(1, 0)).net
    -14
    """
    losers = winner.other
    game_class = CLASS_OF[marker.of(losers)]
    slam = figures[ADDED, SLAMMED, POINTS]
    net = marker.of(winner) + figures[CLASS, game_class, POINTS] + figures[ADDED, CONSOLED, POINTS]
    net += slam * slams.of(winner) - marker.of(losers) - slam * slams.of(losers)
    return LastGame(winner=winner, game_class=game_class, net=net)


@cache
def shares(size: int, seating: Roles, sharing: bool) -> Amounts:
    """Return the shares of what Vivant's side wins: each adversary pays one.

    Vivant gets both, or with `sharing` one, and the player who sits out the other.
    """
    receivers = {seating.vivant: 2} if not sharing or seating.out is None else {seating.vivant: 1, seating.out: 1}
    return side_pays(size, 1, to=receivers, payers=seating.side(Side.ADVERSARIES))


def game_lines(table: Table, seating: Roles, worked: HandResult, slams: Pair, game_class: GameClass) -> Iterator[Line]:
    """Yield the lines that settle a game: the markers, the class, the consolation and the slams."""
    winner, marker, figures = worked.winner, worked.marker, table.figures
    assert winner is not None
    losers = winner.other
    vivants = shares(table.size, seating, table.options["sit_out_shares"] is True)
    gain = vivants if winner is Side.VIVANT else times(vivants, -1)
    high, low = marker.of(winner), marker.of(losers)
    label = _("{side} win the game: {high} − {low}", side=side_words(seating, winner), high=high, low=low)
    yield Line("game-won", label, times(gain, high - low))
    worth = figures[CLASS, game_class, POINTS]
    yield Line("class", _("{what}: {value}", what=CLASS_WORDS[game_class], value=worth), times(gain, worth))
    consoled = figures[ADDED, CONSOLED, POINTS]
    yield Line("game-won", _("Consolation: {worth}", worth=consoled), times(gain, consoled))
    slam = figures[ADDED, SLAMMED, POINTS]
    for side, sign in ((winner, 1), (losers, -1)):
        if made := slams.of(side):
            label = _("Slams of {side}: {worth} × {made}", side=side_words(seating, side), worth=slam, made=made)
            yield Line("slam", label, times(gain, sign * slam * made))


# What moved the markers


@cache
def side_words(seating: Roles, side: Side) -> Text:
    """Return a side by the names of its players."""
    if side is Side.VIVANT:
        return _("{vivant} and Mort", vivant=SeatName(seating.vivant))
    return _("{right} and {left}", right=SeatName(seating.right), left=SeatName(seating.left))


def step_line(table: Table, seating: Roles, step: Step) -> Line:
    """Return a line that explains a marker; it moves no counters."""
    values = {
        "side": side_words(seating, step.side),
        "others": side_words(seating, step.side.other),
        "number": step.number,
        "above": step.number - BOOK,
        "marker": step.marker,
        "slam": table.figures[ADDED, SLAMMED, POINTS],
    }
    return Line(step.rule, Text(_words_of(step).template, values), (0,) * table.size)


def _words_of(step: Step) -> Text:
    if step.revoke:
        return _STOPPED if step.stopped else _REVOKE_WORDS[step.revoke.penalty]
    if step.shut_out:
        return _SHUT_OUT
    if step.stopped:
        return _TRICKS_STOPPED
    return _SLAM_MADE if step.rule == "slam" else _TRICKS


_REVOKE_WORDS = {
    Penalty.DEDUCT: _("{side} revoked: {number} off, their marker is at {marker}"),
    Penalty.ADD: _("{others} revoked: {side} add {number}, their marker is at {marker}"),
    Penalty.TRICKS: _("{others} revoked: tricks that pass to {side}: {number}"),
}
_STOPPED = _("{others} revoked: {side} add {number} but revoked themselves, so they stop at {marker}")
_TRICKS = _("{side}: {number} − 6 tricks, their marker is at {marker}")
_TRICKS_STOPPED = _("{side}: {number} − 6 tricks, but they revoked, so they stop at {marker}")
_SHUT_OUT = _("{side}: {number} tricks, which don’t count any more; their marker is at {marker}")
_SLAM_MADE = _("{side} win all thirteen tricks: a slam, {slam} at the end of the game; their marker stays at {marker}")
