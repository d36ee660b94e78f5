"""How one hand of Cayenne moves the markers and the sheet: revokes, tricks, slam, honours, in this order. Pure.

`steps` records what happened, for the lines of the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import NamedTuple

from games.cayenne.hand import Outcome
from games.cayenne.state import CayenneState, Pair, Values
from games.cayenne.tariff import (
    AB,
    ALL_HONOURS,
    GAME,
    GAME_CLASS,
    GAMES,
    GAMES_OF_RUBBER,
    HELD,
    HONOURS,
    PENALTY,
    POINTS,
    SLAMMED,
    SLAMS,
    YZ,
    GameClass,
    Side,
    Trump,
    multiplier_of,
)
from games.families.whist.hand import ALL_TRICKS, BOOK, Penalty, Revoke
from games.scoring.errors import Code, RuleError
from games.scoring.tariffs import Figures
from games.scoring.text import message as _


class StepKind(StrEnum):
    """The kinds of steps, each with its own wording in the ledger."""

    DEDUCTED = auto()
    ADDED = auto()
    TAKEN = auto()
    TRICKS = auto()
    NULLO = auto()
    SLAM = auto()
    SLAM_TO_GAME = auto()
    HONOURS = auto()
    SHUT_OUT = auto()
    GAME = auto()


class End(StrEnum):
    """Why a marker stopped below a game: its side revoked, or had honours alone. `OPEN` if it didn't stop."""

    OPEN = auto()
    REVOKED = auto()
    ALONE = auto()


# Looked up once: an enum takes long to look up its members, and every hand needs these.
_TRICKS, _HONOURS, _GAME, _OPEN, _NULLO = StepKind.TRICKS, StepKind.HONOURS, StepKind.GAME, End.OPEN, Trump.NULLO


class Step(NamedTuple):
    """An event that can move a marker or change a sheet: its side, and that side's marker afterwards.

    `rule` is the slug of the paragraph. `number` is what was counted (tricks, honours), `points` what that is worth.
    """

    rule: str
    kind: StepKind
    side: Side
    marker: int
    number: int = 0
    points: int = 0
    end: End = End.OPEN
    game_class: GameClass | None = None


@dataclass(slots=True)
class MarkedHand:
    """A hand that is being scored: the markers, the sheet and the tricks after the steps so far.

    `figures` is the table's tariff, `slams` the slam points of this rubber. `offenders` are the sides that revoked,
    `won_a_game` the sides that won a game in this hand. The marker is a mapping because nearly every step changes it.
    """

    figures: Figures
    marker: dict[Side, int]
    sheet: Pair[Values]
    slams: Pair[int]
    tricks: Pair[int]
    multiplier: int
    offenders: frozenset[Side] = frozenset()
    steps: list[Step] = field(default_factory=list)
    won_a_game: set[Side] = field(default_factory=set)
    winner: Side | None = None
    """The side that has won four games, if any. The rubber is then over, and no more points are counted."""

    def add(
        self, rule: str, kind: StepKind, side: Side, number: int, points: int, *, without_trick: bool = False
    ) -> None:
        """Add points to a side's marker, and score the games they win.

        A side that revoked can't win a game: its marker stops one below. The same goes for honours
        scored without the odd trick (`without_trick`).
        """
        if self.winner:
            return
        standing, end = self.marker[side] + points, _OPEN
        if standing >= GAME and (without_trick or side in self.offenders):
            standing, end = GAME - 1, End.REVOKED if side in self.offenders else End.ALONE
        self.marker[side] = standing
        self.steps.append(Step(rule, kind, side, standing, number, points, end))
        while standing >= GAME and not self.winner:
            standing = self._win_a_game(side)

    def _win_a_game(self, side: Side) -> int:
        """Write the game's value on the sheet, lower the winners' marker by ten, and set the other side's to 0.

        Return the winners' marker.
        """
        other, carried_over = side.other, self.marker[side] - GAME
        game_class = GAME_CLASS[self.marker[other]]
        value = self.figures[GAMES, game_class, POINTS]
        self.marker = {side: carried_over, other: 0}
        won = *self.sheet.of(side), value
        self.sheet = self.sheet.having(side, won)
        self.won_a_game.add(side)
        if len(won) == GAMES_OF_RUBBER:
            self.winner = side
        self.steps.append(Step("game-won", _GAME, side, carried_over, 0, value, _OPEN, game_class))
        return carried_over


def work(figures: Figures, state: CayenneState, outcome: Outcome, *, slam_to_game: bool) -> MarkedHand:
    """Return the hand as scored from `state`; raise `RuleError` for an impossible penalty.

    With `slam_to_game`, slams count on the marker instead of the sheet.

    Foster's grand: at 0 to 6, four tricks above six are worth 32 points, which is three games and 2 over.

    >>> from games.cayenne.tariff import TARIFFS
    >>> figures, state = TARIFFS["foster"].figures, CayenneState(dealer=0, marker=Pair(0, 6))
    >>> hand = work(figures, state, Outcome(call="hand", trump=Trump.GRAND, tricks=10), slam_to_game=False)
    >>> hand.sheet.ab, hand.marker[Side.AB], hand.marker[Side.YZ]
    ((2, 4, 4), 2, 0)
    """
    won = Pair(outcome.tricks, ALL_TRICKS - outcome.tricks)
    multiplier = multiplier_of(figures, outcome.cayenne, outcome.trump)
    marker = {AB: state.marker.ab, YZ: state.marker.yz}
    hand = MarkedHand(figures, marker, state.sheet, state.slams, won, multiplier)
    if outcome.revokes:
        hand.offenders = frozenset([revoke.by for revoke in outcome.revokes])
        _work_penalties(hand, outcome)
    odd = AB if hand.tricks.ab > BOOK else YZ
    _count_tricks(hand, odd, outcome.trump)
    _count_slam(hand, won, outcome.trump, slam_to_game)
    if outcome.honours is not None:
        _count_honours(hand, odd, outcome.honours)
    return hand


def _work_penalties(hand: MarkedHand, outcome: Outcome) -> None:
    """Apply all `deduct` penalties, then all `add`, then all `tricks`; those of one kind in the order of the list."""
    if outcome.trump is Trump.NULLO:
        for place, revoke in enumerate(outcome.revokes):
            if revoke.penalty is Penalty.TRICKS:
                message = _("At nullo tricks are not taken: that would punish the wrong side*.")
                raise RuleError(Code.IMPOSSIBLE, f"revokes.{place}.penalty", message)
    for place, revoke in _in_order(outcome.revokes):
        _WORK[revoke.penalty](hand, revoke, place)


def _in_order(revokes: Iterable[Revoke[Side]]) -> Iterator[tuple[int, Revoke[Side]]]:
    order = list(Penalty)
    return iter(sorted(enumerate(revokes), key=lambda placed: (order.index(placed[1].penalty), placed[0])))


def _deduct(hand: MarkedHand, revoke: Revoke[Side], _place: int) -> None:
    remaining = max(0, hand.marker[revoke.by] - PENALTY * hand.multiplier)
    hand.marker[revoke.by] = remaining
    hand.steps.append(Step("revoke", StepKind.DEDUCTED, revoke.by, remaining, PENALTY, PENALTY * hand.multiplier))


def _add(hand: MarkedHand, revoke: Revoke[Side], _place: int) -> None:
    hand.add("revoke", StepKind.ADDED, revoke.by.other, PENALTY, PENALTY * hand.multiplier)


def _take_tricks(hand: MarkedHand, revoke: Revoke[Side], place: int) -> None:
    side, has = revoke.by.other, hand.tricks.of(revoke.by)
    taken = min(PENALTY, has)
    if not taken:
        message = _("The side that revoked has no trick left to take.")
        raise RuleError(Code.IMPOSSIBLE, f"revokes.{place}.penalty", message)
    hand.tricks = hand.tricks.having(revoke.by, has - taken).having(side, hand.tricks.of(side) + taken)
    hand.steps.append(Step("revoke", StepKind.TAKEN, side, hand.marker[side], taken))


_WORK = {Penalty.DEDUCT: _deduct, Penalty.ADD: _add, Penalty.TRICKS: _take_tricks}


def _count_tricks(hand: MarkedHand, odd: Side, trump: Trump) -> None:
    """Score the tricks above six for the side that has them; at nullo, for the other side."""
    tricks = hand.tricks.of(odd)
    kind, side = (StepKind.NULLO, odd.other) if trump is _NULLO else (_TRICKS, odd)
    hand.add("tricks", kind, side, tricks, (tricks - BOOK) * hand.multiplier)


def _count_slam(hand: MarkedHand, won: Pair[int], trump: Trump, slam_to_game: bool) -> None:
    """Score thirteen or twelve tricks actually won by a side that didn't revoke; nullo has no slams."""
    if trump is _NULLO:
        return
    side, tricks = (AB, won.ab) if won.ab > BOOK else (YZ, won.yz)
    if tricks not in SLAMS or side in hand.offenders:
        return
    points = hand.figures[SLAMMED, str(tricks), POINTS]
    if slam_to_game:
        hand.add("slam", StepKind.SLAM_TO_GAME, side, tricks, points)
        return
    hand.slams = hand.slams.having(side, hand.slams.of(side) + points)
    hand.steps.append(Step("slam", StepKind.SLAM, side, hand.marker[side], tricks, points))


def _count_honours(hand: MarkedHand, odd: Side, honours_ab: int) -> None:
    """Score the majority of the honours.

    Without the odd trick, they can't win a game. If the other side won a game in this hand, they don't count.
    """
    holders, number = (AB, honours_ab) if honours_ab in HONOURS else (YZ, ALL_HONOURS - honours_ab)
    points = hand.figures[HELD, str(number), POINTS] * hand.multiplier
    if holders.other in hand.won_a_game:
        hand.steps.append(Step("honours", StepKind.SHUT_OUT, holders, hand.marker[holders], number, points))
        return
    hand.add("honours", _HONOURS, holders, number, points, without_trick=holders is not odd)
