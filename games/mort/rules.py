"""Rules of Mort, or French dummy whist: the markers, the games of a tournée, and who settles with whom.

*Mort* is the dead hand, face up; *Vivant* is its partner and plays it. The two *adversaries* sit at Mort's right and
left. A *game* is five points on a *marker*; everyone is Vivant for one game, and these games make up a *tournée*.
Counters move only when a game ends.

Source: F is Foster, Complete Hoyle (1914 edition), the chapter on Mort.
"""

from __future__ import annotations

from typing import Any

from games.families.whist.hand import PLAYED
from games.families.whist.marker import CORRECTION
from games.mort.hand import HAND, MISDEAL, MISDEAL_LOST, Outcome
from games.mort.lines import game_lines, settle, slam_of, step_line
from games.mort.marker import (
    FOUR,
    NOTHING,
    LastGame,
    MortState,
    OfSides,
    games_to_play,
    next_turn,
    roles,
    roles_in_game,
    work,
)
from games.mort.tariff import DEALERS, TARIFFS, MortRole, Side
from games.scoring.errors import Code, RuleError
from games.scoring.paragraphs import paragraphs
from games.scoring.rules import Rules, rule_sets
from games.scoring.sides import BySide
from games.scoring.text import SeatName
from games.scoring.text import message as _
from games.scoring.types import Amounts, Contest, Entry, Option, Paragraph, RuleSet, SeatNumber, Table

VIVANT, ADVERSARY = "vivant", "adversary"
"""The parts in which a player wins or loses a game; Mort has no calls."""

RULE_SETS = rule_sets(
    RuleSet(
        "foster",
        _("Foster"),
        _("Three or four players; everyone is Vivant for one game and plays the dead hand as well."),
        players=(3, 4),
        options=(
            Option(
                "sit_out_shares",
                _("The player sitting out shares with Vivant"),
                _(
                    "With four players, the one who sits out wins and loses together with Vivant, and Vivant no "
                    "longer counts double."
                ),
                players=(FOUR,),
            ),
            Option(
                "tournees",
                _("Tournées"),
                _("How many tournées are played in a row, in the same order."),
                low=1,
            ),
        ),
    )
)

_F = _("Foster, Complete Hoyle (1914 edition)")

PARAGRAPHS = paragraphs(
    _F,
    Paragraph(
        "revoke",
        _("Revokes"),
        _(
            "For each revoke, the other side takes 3 points off the offenders’ marker, adds 3 to its own, or "
            "takes three of their tricks, but leaves them one. A side that revoked can’t win the game in that "
            "hand: its marker stops at 4. Mort is never punished."
        ),
    ),
    Paragraph(
        "slam",
        _("Slam"),
        _(
            "A side that actually wins all thirteen tricks and didn’t revoke gets 20 points when the game is "
            "settled. Those tricks add nothing to the marker, and the game continues."
        ),
    ),
    Paragraph(
        "tricks",
        _("Tricks"),
        _(
            "A side’s first six tricks don’t count; each above six is a point on its marker. The hand that brings "
            "five points is played out, and all of it counts."
        ),
    ),
    Paragraph(
        "class",
        _("Triple, double, simple"),
        _(
            "The winners of a game add 3 for a triple if the losers have nothing on their marker, 2 for a double "
            "if they have 1 or 2, and 1 for a simple game if they have 3 or 4."
        ),
    ),
    Paragraph(
        "game-won",
        _("Settling a game"),
        _(
            "The winners get the points on their marker, the class of the game, 4 for consolation every time, and "
            "their slams; the losers’ marker and slams are deducted. Vivant settles the result with each "
            "adversary."
        ),
    ),
    CORRECTION,
)


class MortRules(Rules[MortState, Outcome]):
    """Mort for three or four, by Foster."""

    slug = "mort"
    rule_sets = RULE_SETS
    paragraphs = PARAGRAPHS
    tariffs = TARIFFS
    hand = HAND
    outcome = Outcome
    ordinary_call = PLAYED
    misdeals = frozenset({MISDEAL, MISDEAL_LOST})
    parts = frozenset({VIVANT, ADVERSARY})

    def usual_first_dealer(self, size: int) -> SeatNumber:
        """Return Vivant of the first game, who is player 1."""
        return SeatNumber(0)

    def check_table(self, table: Table) -> None:
        """Raise `RuleError` if the first dealer sits out the first game."""
        self._turn_of(table, MortState(dealer=SeatNumber(0)), table.first_dealer, "first_dealer")

    def opening(self, table: Table) -> MortState:
        return self._dealt_by(table, MortState(dealer=SeatNumber(0)), table.first_dealer, "first_dealer")

    def with_dealer(self, table: Table, state: MortState, dealer: SeatNumber) -> MortState:
        """Return the state with the turn at a hand of this dealer; Vivant has two, his own and Mort's.

        It is the first one clockwise from the hand that was due to deal.
        """
        return self._dealt_by(table, state, dealer, "dealer")

    def next_dealers(self, table: Table, state: MortState) -> tuple[SeatNumber, ...]:
        due, seating = DEALERS.index(state.turn), roles(table, state)
        return tuple(seating.seat(role) for role in DEALERS[due:] + DEALERS[:due])

    def deals_again(self, table: Table, state: MortState) -> tuple[str, ...]:
        return (f"call={MISDEAL}",)

    def _dealt_by(self, table: Table, state: MortState, dealer: SeatNumber, field: str) -> MortState:
        return state._replace(dealer=dealer, turn=self._turn_of(table, state, dealer, field))

    @staticmethod
    def _turn_of(table: Table, state: MortState, dealer: SeatNumber, field: str) -> MortRole:
        due, seating = DEALERS.index(state.turn), roles(table, state)
        for role in DEALERS[due:] + DEALERS[:due]:
            if seating.seat(role) == dealer:
                return role
        raise RuleError(Code.NOT_PLAYING, field, _("{player} sits this game out.", player=SeatName(dealer)))

    def sits_out(self, table: Table, state: MortState) -> tuple[SeatNumber, ...]:
        return roles(table, state).sits_out

    def over(self, table: Table, state: MortState) -> bool:
        return state.over

    def score(self, table: Table, state: MortState, outcome: Outcome) -> tuple[Entry, MortState]:
        """Return the entry of a hand and the next position; counters move only when a game ends.

        Foster's first example: a double game, 8 to 2.

        >>> rules = MortRules()
        >>> table = rules.table(["Ada", "Ben", "Cora"])
        >>> state = rules.opening(table)._replace(marker={Side.VIVANT: 4, Side.ADVERSARIES: 2})
        >>> rules.score(table, state, Outcome(call="hand", tricks=10))[0].amounts
        (24, -12, -12)
        """
        if outcome.call == MISDEAL:
            return Entry.from_lines(table.size, ()), state._replace(ended=None)
        if outcome.call == MISDEAL_LOST:
            return Entry.from_lines(table.size, ()), _next_hand(table, state, state.marker, state.slams)
        worked, seating = work(state.marker, outcome), roles(table, state)
        slams = BySide({side: number + (side is worked.slam) for side, number in state.slams.items()})
        slam = slam_of(table)
        lines = [step_line(table.size, seating, slam, step) for step in worked.steps]
        if worked.winner is None:
            return Entry.from_lines(table.size, lines), _next_hand(table, state, BySide(worked.marker), slams)
        last = settle(table.figures, worked.winner, worked.marker, slams)
        lines += game_lines(table, seating, worked.winner, worked.marker, slams)
        return Entry.from_lines(table.size, lines), _next_game(table, state, last)

    def contests(self, table: Table, state: MortState, outcome: Outcome, amounts: Amounts) -> tuple[Contest, ...]:
        """Return Vivant against the two adversaries; Mort is not a player.

        The hand that ends a game pays for all of it: it has a contest for each side, which won or lost the game in its
        part.
        """
        if outcome.call != PLAYED:
            return ()
        seating, winner = roles(table, state), work(state.marker, outcome).winner
        vivant, adversaries = seating.side(Side.VIVANT), seating.side(Side.ADVERSARIES)
        if winner is None:
            return (Contest("", vivant, adversaries, None),)
        return (
            Contest(VIVANT, vivant, adversaries, winner is Side.VIVANT),
            Contest(ADVERSARY, adversaries, vivant, winner is Side.ADVERSARIES),
        )

    def corrected(self, table: Table, state: MortState, amounts: Amounts) -> MortState:
        """Return the same position without `ended`, which is set only right after a game's last hand."""
        return state if state.ended is None else state._replace(ended=None)

    def state_document(self, table: Table, state: MortState) -> dict[str, Any]:
        """Return the position before the next hand; `game` counts through all tournées.

        `last_game` is there only after the hand that ended a game. After the last game of all, `tournee_over` is true,
        and the game and its roles stay.
        """
        seating, last = roles(table, state), state.ended
        return {
            "game": state.game,
            "vivant": table.players[seating.vivant],
            "right": table.players[seating.right],
            "left": table.players[seating.left],
            "out": None if seating.out is None else table.players[seating.out],
            "marker": dict(state.marker),
            "slams": dict(state.slams),
            "tournee_over": state.over,
            "last_game": last and {"winner": str(last.winner), "class": str(last.game_class), "net": last.net},
        }


def _next_hand(table: Table, state: MortState, marker: OfSides, slams: OfSides) -> MortState:
    """Return the position after a hand that ended no game: the deal is passed on."""
    turn = next_turn(state.turn)
    dealer = roles(table, state).seat(turn)
    return MortState(dealer=dealer, turn=turn, game=state.game, marker=marker, slams=slams)


def _next_game(table: Table, state: MortState, last: LastGame) -> MortState:
    """Return the position after a game: the next Vivant deals; after the last game, the session is over."""
    if state.game == games_to_play(table):
        return _next_hand(table, state, NOTHING, NOTHING)._replace(ended=last, over=True)
    game = state.game + 1
    vivant = roles_in_game(table.size, game).vivant
    return MortState(dealer=vivant, turn=DEALERS[0], game=game, ended=last)
