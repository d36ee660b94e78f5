"""The markers and the sheet of Cayenne: how a hand changes them, and its ledger lines.

Revokes come first, then tricks, slam and honours. Pure. Lines about a marker or a sheet move no counters. The lines of
the hand that ends a rubber sum to what is paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field

from games.cayenne.hand import Outcome
from games.cayenne.tariff import (
    ALL_HONOURS,
    CLASS_WORDS,
    GAME,
    GAME_CLASS,
    GAMES,
    GAMES_OF_RUBBER,
    HELD,
    SLAM_WORDS,
    SLAMMED,
    SLAMS,
    Trump,
    multiplier_of,
)
from games.families.whist.hand import BOOK, Penalty
from games.families.whist.marker import (
    ADDED,
    DEDUCTED,
    SHUT_OUT,
    SLAM,
    TAKEN,
    TAKEN_WORDS,
    TRICKS,
    MarkedHand,
    Step,
    majority,
    tricks_of,
)
from games.families.whist.marker import HONOURS as COUNTED
from games.families.whist.rubber import NOTHING_MOVED, POINTS, WON, RubberState, Values
from games.scoring.errors import Code, RuleError
from games.scoring.sides import SIDE_WORDS, Side, amounts_for
from games.scoring.tariffs import Figures
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Line

NULLO, SLAM_TO_GAME, GAME_WON = "nullo", "slam_to_game", "game"
"""The kinds of steps that only Cayenne has: tricks at nullo, slams on the marker, and games, several in one hand."""


@dataclass
class CayenneHand(MarkedHand[Side]):
    """A hand that is being scored, with its sheet.

    `figures` is the table's tariff, `slams` the slam points of this rubber, and `won_a_game` the sides that won a game
    in this hand. `winner` is the side that has won four games, if any; the rubber is then over, and no more points are
    counted.
    """

    _: KW_ONLY
    figures: Figures
    sheet: dict[Side, Values]
    slams: dict[Side, int]
    won_a_game: set[Side] = field(default_factory=set)
    winner: Side | None = None

    def add(self, rule: str, kind: str, side: Side, number: int, points: int, *, stops: bool = False) -> None:
        """Add points to a side's marker, and score the games they win."""
        if self.winner:
            return
        super().add(rule, kind, side, number, points, stops=stops)
        while self.marker[side] >= GAME and not self.winner:
            self._win_a_game(side)

    def _win_a_game(self, side: Side) -> None:
        """Write the game's value on the sheet, lower the winners' marker by ten, and set the other side's to 0."""
        losers = self.marker[side.other]
        value = self.figures[GAMES, GAME_CLASS[losers], POINTS]
        self.marker[side] -= GAME
        self.marker[side.other] = 0
        self.sheet[side] += (value,)
        self.won_a_game.add(side)
        if len(self.sheet[side]) == GAMES_OF_RUBBER:
            self.winner = side
        self.note("game-won", GAME_WON, side, losers, value)


def work(figures: Figures, state: RubberState, outcome: Outcome, *, slam_to_game: bool) -> CayenneHand:
    """Return the hand as scored from `state`; raise `RuleError` for an impossible penalty.

    With `slam_to_game`, slams count on the marker instead of the sheet.

    Foster's grand: at 0 to 6, four tricks above six are worth 32 points, which is three games and 2 over.

    >>> from games.cayenne.tariff import TARIFFS
    >>> figures, state = TARIFFS["foster"].figures, RubberState(dealer=0, marker={Side.AB: 0, Side.YZ: 6})
    >>> hand = work(figures, state, Outcome(call="hand", trump=Trump.GRAND, tricks=10), slam_to_game=False)
    >>> hand.sheet[Side.AB], hand.marker[Side.AB], hand.marker[Side.YZ]
    ((2, 4, 4), 2, 0)
    """
    hand = CayenneHand(
        GAME,
        dict(state.marker),
        tricks_of(Side.AB, outcome.tricks),
        multiplier_of(figures, outcome.cayenne, outcome.trump),
        figures=figures,
        sheet=dict(state.sheet),
        slams=dict(state.slams),
    )
    _refuse_tricks_at_nullo(outcome)
    hand.penalize(outcome.revokes)
    _count_tricks(hand, outcome.trump)
    _count_slam(hand, outcome, slam_to_game)
    if outcome.honours is not None:
        _count_honours(hand, outcome.honours)
    return hand


def _refuse_tricks_at_nullo(outcome: Outcome) -> None:
    if outcome.trump is Trump.NULLO:
        for place, revoke in enumerate(outcome.revokes):
            if revoke.penalty is Penalty.TRICKS:
                message = _("At nullo tricks are not taken: that would punish the wrong side*.")
                raise RuleError(Code.IMPOSSIBLE, f"revokes.{place}.penalty", message)


def _count_tricks(hand: CayenneHand, trump: Trump) -> None:
    """Score the tricks above six for the side that has them; at nullo, for the other side."""
    tricks = hand.tricks[hand.odd]
    kind, side = (NULLO, hand.odd.other) if trump is Trump.NULLO else (TRICKS, hand.odd)
    hand.add("tricks", kind, side, tricks, (tricks - BOOK) * hand.multiplier)


def _count_slam(hand: CayenneHand, outcome: Outcome, slam_to_game: bool) -> None:
    """Score thirteen or twelve tricks actually won by a side that didn't revoke; nullo has no slams."""
    if outcome.trump is Trump.NULLO:
        return
    for side, tricks in tricks_of(Side.AB, outcome.tricks).items():
        if tricks not in SLAMS or side in hand.offenders:
            continue
        points = hand.figures[SLAMMED, str(tricks), POINTS]
        if slam_to_game:
            hand.add("slam", SLAM_TO_GAME, side, tricks, points)
        else:
            hand.slams[side] += points
            hand.note("slam", SLAM, side, tricks, points)


def _count_honours(hand: CayenneHand, honours_ab: int) -> None:
    """Score the majority of the honours.

    Without the odd trick, they can't win a game. If the other side won a game in this hand, they don't count.
    """
    holders, number = majority(Side.AB, honours_ab, ALL_HONOURS)
    points = hand.figures[HELD, str(number), POINTS] * hand.multiplier
    if holders.other in hand.won_a_game:
        hand.note("honours", SHUT_OUT, holders, number, points)
    else:
        hand.add("honours", COUNTED, holders, number, points, stops=holders is not hand.odd)


# The lines of the ledger

_MADE = {
    DEDUCTED: _("{side} revoked: {worth} × {multiplier} = {points} off"),
    ADDED: _("{others} revoked: {number} × {multiplier} = {points} for {side}"),
    TAKEN: TAKEN_WORDS,
    TRICKS: _("{side}: ({number} − 6) tricks × {multiplier} = {points}"),
    NULLO: _("Nullo, {others} took {number}: ({number} − 6) × {multiplier} = {points} for {side}"),
    SLAM: _("{side}: {slam}, {points} on the sheet"),
    SLAM_TO_GAME: _("{side}: {slam}, {points}"),
    COUNTED: _("{side}: {number} honours, {worth} × {multiplier} = {points}"),
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
