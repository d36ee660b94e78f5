"""Impossible hands of French Tarot: fields that are valid by themselves but contradict each other."""

from __future__ import annotations

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import Number
from games.scoring.text import SeatName, Text
from games.scoring.text import message as _
from games.scoring.types import Table
from games.tarot.hand import Outcome
from games.tarot.tariff import (
    CARD_POINTS,
    DEFENCE_POINTS,
    GRAND_AGAINST_DOG,
    PETIT_POINTS,
    POIGNEE_TRUMPS,
    POINTS_NEEDED,
    POINTS_WITH_BOUTS,
    SLAM_POINTS_WITH_DOG,
    TRUMPS,
    Call,
    Camp,
    MisereKind,
    Range,
    Slam,
)


def refuse_impossible(table: Table, players: int, outcome: Outcome) -> None:
    """Raise `RuleError` at the first contradiction between the fields of a contract, in the order of the rules page.

    `players` is the number of players who take part in the hand.
    """
    if outcome.points is None and outcome.defence_points is None:
        raise RuleError(Code.REQUIRED, "points", _("How many points were made?"))
    if outcome.partner == outcome.taker:
        raise RuleError(Code.SAME_PLAYER, "partner", _("Nobody can be their own partner. Choose “alone” instead."))
    # A single poignée, which is what most bonuses are, contradicts nothing.
    several_bonuses = outcome.miseres or len(outcome.poignees) > 1
    if several_bonuses:
        _refuse_duplicates(outcome)
    if outcome.points is not None and outcome.defence_points is not None:
        total = outcome.points + outcome.defence_points
        if total != CARD_POINTS:
            message = _("Both camps together have {all} points, not {total}.", all=CARD_POINTS, total=total)
            raise RuleError(Code.TOTAL, "defence_points", message)
    if outcome.petit_au_bout:
        _refuse_petit(outcome)
    _refuse_points(players, outcome)
    if outcome.slam_made:
        _refuse_slam(players, outcome)
    if several_bonuses:
        _refuse_bonuses(table, players, outcome)


def _impossible(field: str, message: Text) -> RuleError:
    return RuleError(Code.IMPOSSIBLE, field, message)


def _refuse_duplicates(outcome: Outcome) -> None:
    seats: set[object] = set()
    for number, poignee in enumerate(outcome.poignees):
        if poignee.player in seats:
            message = _("{player} can show only one poignée.", player=SeatName(poignee.player))
            raise RuleError(Code.SAME_PLAYER, f"poignees.{number}.player", message)
        seats.add(poignee.player)
    for number, misere in enumerate(outcome.miseres):
        if misere in outcome.miseres[:number]:
            message = _("{player} can show this misère only once.", player=SeatName(misere.player))
            raise RuleError(Code.SAME_PLAYER, f"miseres.{number}.player", message)


def _refuse_petit(outcome: Outcome) -> None:
    if outcome.petit_au_bout is Camp.ATTACK and outcome.bouts == 0:
        raise _impossible("petit_au_bout", _("The petit is a bout, so an attack without a bout can’t have won it."))
    if outcome.petit_au_bout is Camp.DEFENCE and outcome.bouts == len(POINTS_NEEDED) - 1:
        raise _impossible("petit_au_bout", _("The petit is a bout, so an attack with three bouts has it."))


def _refuse_points(players: int, outcome: Outcome) -> None:
    low, high = POINTS_WITH_BOUTS[players][outcome.bouts]
    points: Number = outcome.attack_points
    if not low <= points <= high:
        values = {"low": low, "high": high, "points": points}
        message = (
            _("Without a bout the attack has {low} to {high} points, not {points}.", **values)
            if outcome.bouts == 0
            else _(
                "With {bouts} of the bouts the attack has {low} to {high} points, not {points}.",
                bouts=outcome.bouts,
                **values,
            )
        )
        raise _impossible(outcome.points_field, message)


def _refuse_slam(players: int, outcome: Outcome) -> None:
    made, petit = outcome.slam_made, outcome.petit_au_bout
    against_dog = outcome.call == Call.GARDE_CONTRE
    if made is Slam.GRAND and petit is Camp.DEFENCE:
        raise _impossible("petit_au_bout", _("The attack won every trick, including the last one."))
    if made is Slam.DEFENCE and petit is Camp.ATTACK:
        raise _impossible("petit_au_bout", _("The defence won every trick, including the last one."))
    if made is Slam.GRAND and not against_dog:
        if outcome.bouts not in SLAM_POINTS_WITH_DOG:
            raise _impossible("bouts", _("A slam includes at least two bouts: the defence can keep only the Excuse."))
        exactly = SLAM_POINTS_WITH_DOG[outcome.bouts]
        if outcome.attack_points != exactly:
            raise _impossible(
                outcome.points_field,
                _("A slam with {bouts} bouts is exactly {points} points.", bouts=outcome.bouts, points=exactly),
            )
        return
    if made is Slam.DEFENCE and outcome.call != Call.GARDE_SANS and outcome.bouts > 1:
        raise _impossible("bouts", _("An attack without a trick can have kept only the Excuse, no other bout."))
    low, high = _slam_range(players, outcome)
    if not low <= outcome.attack_points <= high:
        message = _(
            "With this slam the attack has {low} to {high} points, not {points}.",
            low=low,
            high=high,
            points=outcome.attack_points,
        )
        raise _impossible(outcome.points_field, message)


def _slam_range(players: int, outcome: Outcome) -> Range:
    """Return the fewest and the most points the attack can have with this slam."""
    if outcome.slam_made is Slam.GRAND:
        return GRAND_AGAINST_DOG[players]
    if outcome.slam_made is Slam.PETIT:
        return PETIT_POINTS[outcome.call]
    return DEFENCE_POINTS[players][outcome.call]


def _refuse_bonuses(table: Table, players: int, outcome: Outcome) -> None:
    needed = sum(POIGNEE_TRUMPS[players][poignee.size] for poignee in outcome.poignees)
    if needed > TRUMPS:
        message = _("These poignées need {needed} trumps; there are {all}.", needed=needed, all=TRUMPS)
        raise _impossible("poignees", message)
    showing = {poignee.player for poignee in outcome.poignees}
    for number, misere in enumerate(outcome.miseres):
        if misere.kind is MisereKind.NO_TRUMPS and misere.player in showing:
            message = _("{player} shows a poignée, so can’t be without trumps.", player=SeatName(misere.player))
            raise _impossible(f"miseres.{number}.kind", message)
    if len(outcome.miseres) < table.size:
        return
    for kind in MisereKind:
        if sum(misere.kind is kind for misere in outcome.miseres) == table.size:
            raise _impossible("miseres", _("Not everyone can have this misère: someone holds those cards."))
