"""Impossible hands of Skat, checked in the order of the rules."""

from __future__ import annotations

from games.scoring.errors import Code, RuleError
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import SeatNumber, Table
from games.skat.hand import FOUR, Outcome
from games.skat.tariff import (
    CARD_POINTS,
    IMPOSSIBLE_POINTS,
    NULLS,
    POINTS,
    POSSIBLE_IN_THE_SKAT,
    WAY_OF_NULL,
    Announced,
    Call,
)


def _impossible(field: str, message: Text) -> RuleError:
    return RuleError(Code.IMPOSSIBLE, field, message)


def refuse_impossible(table: Table, dealer: SeatNumber, outcome: Outcome) -> None:
    """Raise `RuleError` at the first contradiction between the fields of a game, in the order of the rules page."""
    declarer = outcome.declarer
    if table.size == FOUR and declarer == dealer:
        message = _("{player} deals and sits this hand out.", player=SeatName(declarer))
        raise RuleError(Code.NOT_PLAYING, "declarer", message)
    if table.rules == "isko":
        if outcome.call == Call.NULL:
            _refuse_null(table, outcome)
        else:
            _refuse_announcements(outcome)
    points = outcome.card_points
    if points in IMPOSSIBLE_POINTS:
        message = _("Nobody can have {points} card points: no card is worth one point.", points=points)
        raise _impossible("card_points", message)
    if outcome.schwarz and points != CARD_POINTS and points not in POSSIBLE_IN_THE_SKAT:
        message = _(
            "With {points} card points, both sides took a trick: without a trick, the declarer has only the "
            "points in the skat.",
            points=points,
        )
        raise _impossible("schwarz", message)


def _refuse_announcements(outcome: Outcome) -> None:
    if outcome.announced is not None and not outcome.hand:
        raise _impossible("announced", _("Only a hand game can be announced."))
    if outcome.ouvert and not outcome.hand:
        raise _impossible("ouvert", _("A suit game or grand ouvert must be a hand game."))
    if outcome.ouvert and outcome.announced is Announced.SCHNEIDER:
        raise _impossible("announced", _("Ouvert announces schwarz, not schneider."))


def _refuse_null(table: Table, outcome: Outcome) -> None:
    value = table.figures[NULLS, WAY_OF_NULL[outcome.hand, outcome.ouvert], POINTS]
    if value < outcome.bid:
        message = _(
            "A null worth {value} can’t be played after a bid of {bid}. The game is lost at once: enter it as a suit "
            "game or grand of the declarer’s choice, lost, for example clubs with 1.",
            value=value,
            bid=outcome.bid,
        )
        raise _impossible("bid", message)


def refuse_ramsch(table: Table, outcome: Outcome) -> None:
    card_points = outcome.points_taken
    total = sum(points for points in card_points if points is not None)
    if total != CARD_POINTS:
        message = _("There are {all} card points in total, not {total}.", all=CARD_POINTS, total=total)
        raise RuleError(Code.TOTAL, "points_taken", message)
    for seat, points in enumerate(card_points):
        if points == 1:
            message = _("{player} can’t have 1 card point: no card is worth one point.", player=SeatName(seat))
            raise _impossible(f"points_taken.{table.players[seat]}", message)
    for place, seat in enumerate(outcome.trickless):
        if card_points[seat]:
            message = _("{player} has card points, and therefore a trick.", player=SeatName(seat))
            raise _impossible(f"trickless.{place}", message)
