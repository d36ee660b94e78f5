"""Reading the terms of a tournament document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.fields import either
from games.scoring.numbers import MOST
from games.scoring.rules import AnyRules
from games.scoring.text import gettext_lazy as _
from scorekeeper.desk.document.types import (
    FIXED,
    LossMoneyTo,
    LossStep,
    Missed,
    Prizes,
    SpecialFor,
    SpecialPrize,
    TieBreak,
    TournamentGame,
    TournamentTerms,
)
from scorekeeper.desk.document.values import DocumentValue
from scorekeeper.desk.seating.requests import SeatingMethod

ODD_SIZES = (3, 5)
TEAM = "team"
PERCENT = 100
SEATINGS = (*SeatingMethod, FIXED)


def read_terms(raw: object, game: TournamentGame) -> TournamentTerms:
    """Return the terms; refuse what the game doesn't have, such as loss money outside Skat."""
    value = DocumentValue(raw, "terms")
    members = value.members(("rounds",), [name for name in BELONGS if has_term(name, game.rules)])
    rounds = members.pop("rounds").whole(1, MOST)
    given = {name: READERS[name](member, game) for name, member in members.items()}
    terms = TournamentTerms(**{"rounds": rounds, "seating": (SeatingMethod.DRAW.value,), **given})
    if "seating" in members and type(members["seating"].raw) is list and len(terms.seating) != rounds:
        message = _(
            "This must be one word for all rounds, or a list of {rounds}, not of {given}.",
            rounds=rounds,
            given=len(terms.seating),
        )
        members["seating"].refuse(Code.INVALID, message)
    if TieBreak.LOT in terms.tie_breaks and terms.seed is None:
        raise RuleError(
            Code.REQUIRED, value.of("seed"), _("Drawing lots needs a seed number, so that the draw can be repeated.")
        )
    if terms.house_share > (terms.entry_fee or 0):
        message = _("The house share can’t be more than the entry fee.")
        members["house_share"].refuse(Code.OUT_OF_RANGE, message)
    return terms


# Which terms a game has


def has_term(name: str, rules: AnyRules) -> bool:
    """Return whether the terms of a game can have this one."""
    return BELONGS[name](rules)


def tie_breaks_of(rules: AnyRules) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that a game has."""
    of_games = (TieBreak.WON, TieBreak.LOST)
    return tuple(word for word in TieBreak if rules.counts_games or word not in of_games)


def _always(rules: AnyRules) -> bool:
    return True


def _counts_games(rules: AnyRules) -> bool:
    return rules.counts_games


def _has_odd_tables(rules: AnyRules) -> bool:
    """Return whether the game is played at tables of three and of five, so that one is chosen."""
    sizes = {size for rule_set in rules.rule_sets.values() for size in rule_set.players}
    return sizes.issuperset(ODD_SIZES)


# How each is read


def _hands(value: DocumentValue, game: TournamentGame) -> Mapping[int, int]:
    sizes = {str(size): size for size in game.rule_set.players}
    return {sizes[name]: member.whole(1, MOST) for name, member in value.members((), sizes).items()}


def _seating(value: DocumentValue, game: TournamentGame) -> tuple[str, ...]:
    values = value.items() if type(value.raw) is list else [value]
    return tuple(item.word(SEATINGS) for item in values)


def _odd_tables(value: DocumentValue, game: TournamentGame) -> int:
    number = value.whole()
    if number not in ODD_SIZES:
        message = _("This must be {choices}, not {given}.", choices=either(ODD_SIZES), given=number)
        value.refuse(Code.OUT_OF_RANGE, message)
    return number


def _tie_breaks(value: DocumentValue, game: TournamentGame) -> tuple[TieBreak, ...]:
    return tuple(TieBreak(item.word(tie_breaks_of(game.rules))) for item in value.items())


def _loss_money(value: DocumentValue, game: TournamentGame) -> tuple[LossStep, ...]:
    steps: list[LossStep] = []
    for item in value.items():
        parts = item.items()
        if len(parts) != len(LossStep._fields):
            item.refuse(Code.INVALID, _("This must be the number of a lost game and its price."))
        game_number, price = parts
        step = LossStep(game_number.whole(1, MOST), price.cents())
        if steps and step.game <= steps[-1].game:
            game_number.refuse(Code.OUT_OF_RANGE, _("Each step must begin later than the one before it."))
        steps.append(step)
    return tuple(steps)


def _prizes(value: DocumentValue, game: TournamentGame) -> Prizes:
    members = value.members((), ("amounts", "percent", "every", "special"))
    if "amounts" in members and "percent" in members:
        members["percent"].refuse(Code.UNKNOWN_FIELD, _("Prizes are either amounts or percentages of the pool."))
    return Prizes(
        amounts=tuple(item.cents() for item in _items(members, "amounts")),
        percent=_percent(members["percent"]) if "percent" in members else (),
        every=members["every"].whole(1, MOST) if "every" in members else None,
        special=tuple(_special(item) for item in _items(members, "special")),
    )


def _items(members: Mapping[str, DocumentValue], name: str) -> Sequence[DocumentValue]:
    return members[name].items() if name in members else ()


def _percent(value: DocumentValue) -> tuple[int, ...]:
    percent = tuple(item.whole(0, PERCENT) for item in value.items())
    if sum(percent) > PERCENT:
        value.refuse(Code.TOTAL, _("These add up to {total} per cent, more than 100.", total=sum(percent)))
    return percent


def _special(value: DocumentValue) -> SpecialPrize:
    members = value.members(("for", "amount"), ("category",))
    return SpecialPrize(
        what=SpecialFor(members["for"].word(SpecialFor)),
        cents=members["amount"].cents(),
        category=members["category"].name() if "category" in members else None,
    )


READERS: Mapping[str, Callable[[DocumentValue, TournamentGame], Any]] = {
    "hands": _hands,
    "seating": _seating,
    "keep_apart": lambda value, game: value.word((TEAM,)) == TEAM,
    "seed": lambda value, game: value.number(),
    "odd_tables": _odd_tables,
    "missed": lambda value, game: Missed(value.word(Missed)),
    "tie_breaks": _tie_breaks,
    "entry_fee": lambda value, game: value.cents(),
    "house_share": lambda value, game: value.cents(),
    "loss_money": _loss_money,
    "loss_money_to": lambda value, game: LossMoneyTo(value.word(LossMoneyTo)),
    "prizes": _prizes,
}
"""Reads each of the terms that may be left out."""
BELONGS: Mapping[str, Callable[[AnyRules], bool]] = {
    **dict.fromkeys(READERS, _always),
    "odd_tables": _has_odd_tables,
    "loss_money": _counts_games,
    "loss_money_to": _counts_games,
}
"""Which of them a game has."""
