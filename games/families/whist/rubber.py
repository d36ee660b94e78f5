"""Rubbers of whist with fixed partners: the state between the hands, and the rules that Whist and Cayenne share.

A *game* is won with points on the *marker*, and its value goes on the *sheet*. The side that first has so many games
wins the *rubber*, and only then do counters move. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.families.whist.hand import PLAYED
from games.scoring.rules import O, Rules
from games.scoring.sides import PARTNERS, SIDE_WORDS, BySide, Side
from games.scoring.tariffs import Schedule, schedule
from games.scoring.text import Amount, Text
from games.scoring.text import message as _
from games.scoring.types import Amounts, Option, SeatNumber, Table

Values = tuple[int, ...]
"""The values of the games that a side has won, in order."""
NONE: Mapping[Side, int] = BySide.fromkeys(Side, 0)
NO_GAMES: Mapping[Side, Values] = BySide.fromkeys(Side, ())
NOTHING_MOVED: Amounts = (0, 0, 0, 0)

RUBBERS, GAMES = "rubbers", "games"
"""The options for how many rubbers are played, or how many games if each is settled on its own."""
RUBBERS_OPTION = Option(
    RUBBERS, _("Rubbers"), _("How many rubbers are played in a row, with the same partners*."), low=1
)


WON, POINTS = "rubber", "points"
"""The schedule with what a rubber is worth, and its column."""


def rubber_schedule(points: int) -> Schedule:
    """Return the schedule of the points that are added to the side that wins a rubber."""
    title, row = _("The rubber"), _("Added to the side that wins it")
    return schedule(WON, title, {WON: row}, {POINTS: _("points")}, {WON: points}, corner=title)


class Won(NamedTuple):
    """A game or rubber that has just ended: who won it, its value, the class of the game, the totals of the rubber.

    The value of a rubber is negative if the winners pay.
    """

    winner: Side
    value: int
    game_class: str = ""
    totals: Mapping[Side, int] = NONE

    @property
    def gain(self) -> Text:
        """Who gains how much: "Anne and Chloé +5"; if that isn't the winner, who wins as well."""
        side = self.winner if self.value >= 0 else self.winner.other
        values = {"side": SIDE_WORDS[side], "amount": Amount(abs(self.value), signed=True)}
        gain = Text("{side} {amount}", values)
        return gain if self.value >= 0 else _("{winner} win, {gain}", winner=SIDE_WORDS[self.winner], gain=gain)


class RubberState(NamedTuple):
    """The state between hands: the markers, and the games and slam points on the sheet of the current rubber.

    `number` is that of the rubber, of the game if each is settled on its own, or of the hand in a whist drive.
    `last_game` and `ended` are set only after a hand that ended something: `ended` if counters moved, by the rubber or
    such a game.
    """

    dealer: SeatNumber
    number: int = 1
    marker: Mapping[Side, int] = NONE
    sheet: Mapping[Side, Values] = NO_GAMES
    slams: Mapping[Side, int] = NONE
    last_game: Won | None = None
    ended: Won | None = None
    over: bool = False

    @property
    def games(self) -> Mapping[Side, int]:
        """The number of games that each side has won in this rubber."""
        return {side: len(values) for side, values in self.sheet.items()}

    @property
    def games_won(self) -> Text:
        return _("games {ab} – {yz}", ab=self.games[Side.AB], yz=self.games[Side.YZ])

    @property
    def is_under_way(self) -> bool:
        """Whether anything is on the markers or the sheet."""
        return (self.marker, self.sheet, self.slams) != (NONE, NO_GAMES, NONE)

    def settled(self, won: Won, planned: object) -> RubberState:
        """Return the state after a rubber or game that was settled, with everything at 0; over after the last one."""
        over = self.number == planned
        return RubberState(self.dealer, self.number if over else self.number + 1, ended=won, over=over)


def settle(sheet: Mapping[Side, Values], winner: Side, points: int, slams: Mapping[Side, int] = NONE) -> Won:
    """Return the result of a rubber; the winners add so many points to their games and slams."""
    totals = BySide({side: sum(sheet[side]) + slams[side] for side in Side})
    totals[winner] += points
    return Won(winner, totals[winner] - totals[winner.other], totals=totals)


def between(ab: int, yz: int) -> Text:
    """Return a figure for each side, between the names of the sides."""
    return Text("{one} {ab} – {yz} {other}", {"one": SIDE_WORDS["ab"], "other": SIDE_WORDS["yz"], "ab": ab, "yz": yz})


class RubberRules(Rules[RubberState, O]):
    """The rules of a game with fixed partners, which is played in rubbers."""

    state = RubberState
    ordinary_call = PLAYED

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        return PARTNERS

    def over(self, table: Table, state: RubberState) -> bool:
        return state.over

    def corrected(self, table: Table, state: RubberState, amounts: Amounts) -> RubberState:
        """Return the same position, in which no hand has just ended anything."""
        return state._replace(last_game=None, ended=None)

    def state_document(self, table: Table, state: RubberState) -> dict[str, Any]:
        """Return the position before the next hand; `last_rubber` is there only after the hand that ended one."""
        last = state.ended
        return {
            "rubber": state.number,
            "marker": dict(state.marker),
            "games": dict(state.games),
            "sheet": {side: list(values) for side, values in state.sheet.items()},
            "last_rubber": last and {"winner": str(last.winner), "totals": dict(last.totals), "value": last.value},
        }
