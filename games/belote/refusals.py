"""Hands of Belote that cannot have happened, refused in the order of the rules page."""

from __future__ import annotations

from games.belote.hand import Announcement, Outcome
from games.belote.tariff import CARD_POINTS, CARRES, MOST_BELOTES, NO_CARDS_MAKE, Call, Kind, Trump
from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _

HANDS, IN_A_HAND = 2, 2
"""The hands of a side, and the announcements that one of them can hold."""


def refuse_impossible(outcome: Outcome) -> None:
    """Raise `RuleError` if what the fields say together cannot have happened."""
    if outcome.call in (Call.PRISE, Call.CONTRAT) and not outcome.capot:
        _refuse_points(outcome)
    if outcome.attack_belotes + outcome.defence_belotes > MOST_BELOTES:
        raise RuleError(Code.TOTAL, "defence_belotes", _("There are at most four belotes."))
    if outcome.trump is not Trump.TOUT_ATOUT:
        for name in ("points", "defence_points"):
            if (points := getattr(outcome, name)) is not None and points in NO_CARDS_MAKE:
                raise RuleError(Code.IMPOSSIBLE, name, _("No tricks add up to {points} points.", points=points))
    if outcome.announcements:
        _refuse_announcements(outcome.announcements)


def _refuse_points(outcome: Outcome) -> None:
    own, other = outcome.points, outcome.defence_points
    if own is None and other is None:
        raise RuleError(Code.REQUIRED, "points", _("How many card points did one of the sides have?"))
    if own is not None and other is not None and own + other != CARD_POINTS:
        message = _("The points of both sides add up to {sum}, not {all}.", sum=own + other, all=CARD_POINTS)
        raise RuleError(Code.TOTAL, "defence_points", message)


def _refuse_announcements(announcements: tuple[Announcement, ...]) -> None:
    side, kinds = announcements[0].by, [announcement.kind for announcement in announcements]
    for place, announcement in enumerate(announcements):
        if announcement.by != side:
            message = _("Only the announcements of one side count: the side with the best.")
            raise RuleError(Code.IMPOSSIBLE, f"announcements.{place}.by", message)
    for place, kind in enumerate(kinds):
        if kind in CARRES and kind in kinds[:place]:
            message = _("There is only one carré of each.")
            raise RuleError(Code.IMPOSSIBLE, f"announcements.{place}.kind", message)
    if not _held_by_two(kinds):
        message = _("Two hands of eight cards can’t hold these announcements.")
        raise RuleError(Code.IMPOSSIBLE, "announcements", message)


def _held_by_two(kinds: list[Kind]) -> bool:
    """Return whether two hands hold these: two in each at most, and beside a cent only a tierce.

    >>> _held_by_two([Kind.CENT, Kind.TIERCE, Kind.CINQUANTE, Kind.CARRE_AS]), _held_by_two([Kind.CENT] * 3)
    (True, False)
    """
    cents, tierces = kinds.count(Kind.CENT), kinds.count(Kind.TIERCE)
    others = len(kinds) - cents - tierces
    return cents <= HANDS and others <= IN_A_HAND * (HANDS - cents) and len(kinds) <= IN_A_HAND * HANDS
