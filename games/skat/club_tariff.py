"""Schedules of Skat by rule set, whose figures a club can replace, and the bids that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.scoring.tariffs import Figures, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import gettext_lazy as _
from games.scoring.types import Table
from games.skat.names import CALL_NAMES, CONTRA_NAMES, GAME_NAMES, NULL_NAMES
from games.skat.tariff import (
    BIDS,
    CALLS,
    CONTRA_TIMES,
    EVERY_TRICK_IN_RAMSCH,
    FOSTER_CLASS,
    GRAND_UNIT,
    GUCKI_SOLO_ADDED,
    GUCKI_SOLO_TIMES,
    MATADORS,
    NULL_VALUE,
    NULLO,
    SEEGER_OTHERS,
    SEEGER_OWN,
    SUIT_UNIT,
    Call,
    Level,
    Suit,
)
from games.skat.tariff import RAMSCH as RAMSCH_VALUE
from games.skat.tariff import RAMSCH_TIMES as MODERN_RAMSCH

UNITS, GRANDS, NULLOS, NULLS = "units", "grands", "nullos", "nulls"
CLASSES, ANNOUNCED, CONTRA = "classes", "announced", "contra"
RAMSCH, EVERY_TRICK, SEEGER = "ramsch", "every_trick", "seeger"
UNIT, POINTS, TIMES, ADDED = "unit", "points", "times", "added"
OWN, OTHERS = "own", "others"
MOST_TIMES, MOST_UNIT, MOST_POINTS = 9, 99, 999

LEVELS: Mapping[Level, str] = {Level.GAME: "game", Level.SCHNEIDER: "schneider", Level.SCHWARZ: "schwarz"}
WAY_OF_NULL: Mapping[tuple[bool, bool], str] = {
    (False, False): "null",
    (True, False): "hand",
    (False, True): "ouvert",
    (True, True): "ouvert_hand",
}
"""The keys of the nulls, by whether hand and whether ouvert."""

_LEVEL_NAMES = (_("Nothing"), _("Schneider"), _("Schwarz"))
_BY_LEVEL = dict(zip(LEVELS.values(), _LEVEL_NAMES, strict=True))
_REACHED = dict(zip(LEVELS.values(), (_("Only the game"), *_LEVEL_NAMES[1:]), strict=True))
_SUITS: Mapping[str, Text] = {suit: GAME_NAMES[Call.SUIT, suit] for suit in Suit}
_TRICKLESS = {"0": _("no player"), "1": _("one player"), "2": _("two players")}


def _rows(rules: str, counted: Mapping[str, object]) -> Mapping[str, Text]:
    return {call: CALL_NAMES[call] for call in CALLS[rules] if call in counted}


def _units(rules: str, title: Text) -> Schedule:
    rows = _rows(rules, SUIT_UNIT)
    figures = {(call, suit): unit for call in rows for suit, unit in SUIT_UNIT[call].items()}
    return schedule(UNITS, title, rows, _SUITS, figures, corner=_("The game"), low=1, high=MOST_UNIT)


def _grands(rules: str, title: Text, column: Text, *, ours: bool = False) -> Schedule:
    rows = _rows(rules, GRAND_UNIT)
    return schedule(
        GRANDS,
        title,
        rows,
        {UNIT: column},
        {call: GRAND_UNIT[call] for call in rows},
        corner=_("The game"),
        low=1,
        high=MOST_UNIT,
        ours=rows if ours else (),
    )


def _nullos(rules: str) -> Schedule:
    rows = _rows(rules, NULLO)
    figures = {call: NULLO[call] for call in rows}
    return schedule(
        NULLOS, _("Nullos"), rows, {POINTS: _("Points")}, figures, corner=_("The game"), low=1, high=MOST_POINTS
    )


_CLASSES = schedule(
    CLASSES,
    _("The classes"),
    _BY_LEVEL,
    _REACHED,
    {(LEVELS[announced], LEVELS[far]): class_ for (announced, far), class_ in FOSTER_CLASS.items()},
    corner=_("Announced"),
    high=MOST_UNIT,
)
_ANNOUNCED = schedule(
    ANNOUNCED,
    _("What was announced"),
    _BY_LEVEL,
    {TIMES: _("The unit times"), ADDED: _("Added to the matadors")},
    {
        **{(LEVELS[level], TIMES): times for level, times in GUCKI_SOLO_TIMES.items()},
        **{(LEVELS[level], ADDED): added for level, added in GUCKI_SOLO_ADDED.items()},
    },
    corner=_("Announced"),
    low=1,
    high=MOST_UNIT,
)
_NULLS = schedule(
    NULLS,
    _("Null"),
    {way: NULL_NAMES[kind] for kind, way in WAY_OF_NULL.items()},
    {POINTS: _("Points")},
    {WAY_OF_NULL[kind]: value for kind, value in NULL_VALUE.items()},
    corner=_("The game"),
    low=1,
    high=MOST_POINTS,
)
_CONTRA = schedule(
    CONTRA,
    _("Contra and re"),
    {said.value: words for said, words in CONTRA_NAMES.items()},
    {TIMES: _("Entry times")},
    CONTRA_TIMES,
    corner=_("Said"),
    low=1,
    high=MOST_TIMES,
)
_RAMSCH = schedule(
    RAMSCH,
    _("Ramsch: what the loser loses"),
    _TRICKLESS,
    {POINTS: _("Points")},
    RAMSCH_VALUE,
    corner=_("Took no trick"),
    high=MOST_POINTS,
    ours=["0"],
)
_MODERN_RAMSCH = schedule(
    RAMSCH,
    _("Ramsch: what the loser loses"),
    {trickless: _TRICKLESS[trickless] for trickless in map(str, MODERN_RAMSCH)},
    {TIMES: _("His card points times")},
    MODERN_RAMSCH,
    corner=_("Took no trick"),
    low=1,
    high=MOST_TIMES,
)
_EVERY_TRICK = schedule(
    EVERY_TRICK,
    _("Ramsch: every trick"),
    {EVERY_TRICK: _("A player who takes every trick gets")},
    {POINTS: _("Points")},
    {EVERY_TRICK: EVERY_TRICK_IN_RAMSCH},
    corner=_("Ramsch"),
    high=MOST_POINTS,
)
_SEEGER = schedule(
    SEEGER,
    _("Tournament points (Seeger-Fabian)"),
    {
        OWN: _("The declarer: more when he wins, less when he loses"),
        f"{OTHERS}-3": _("Three at the table: each of the others, when he loses"),
        f"{OTHERS}-4": _("Four at the table: each of the others, when he loses"),
    },
    {POINTS: _("Points")},
    {OWN: SEEGER_OWN, **{f"{OTHERS}-{size}": others for size, others in SEEGER_OTHERS.items()}},
    corner=_("Who"),
    high=MOST_POINTS,
)

_ISKO = PrintedTariff(
    (
        _units("isko", _("Base values of the suit games")),
        _grands("isko", _("Base value of the grand"), _("Base value")),
        _NULLS,
        _CONTRA,
        _MODERN_RAMSCH,
        _EVERY_TRICK,
        _SEEGER,
    )
)
TARIFFS: Mapping[str, PrintedTariff] = {
    "foster": PrintedTariff(
        (
            _units("foster", _("Units of the suit games")),
            _grands("foster", _("Units of the grands"), _("Unit")),
            _nullos("foster"),
            _CLASSES,
            _RAMSCH,
            _SEEGER,
        )
    ),
    "gucki_solo": PrintedTariff(
        (
            _units("gucki_solo", _("Units of the suit games")),
            _grands("gucki_solo", _("Unit of the grand"), _("Unit"), ours=True),
            _nullos("gucki_solo"),
            _ANNOUNCED,
            _RAMSCH,
            _SEEGER,
        )
    ),
    "isko": _ISKO,
}


def unit_of(figures: Figures, call: str, suit: Suit | None) -> int:
    """Return the unit or base value of a suit game or a grand.

    >>> unit_of(TARIFFS["isko"].figures, "suit", Suit.CLUBS), unit_of(TARIFFS["foster"].figures, "solo_grand", None)
    (12, 20)
    """
    return figures[GRANDS, call, UNIT] if suit is None else figures[UNITS, call, suit]


# Possible bids

_WORTHS = tuple(place for place in _ISKO.figures if place[0] in (UNITS, GRANDS, NULLS))
"""The places of the figures that determine the bids: base values of the suits, then of the grand, then the nulls."""
_PRINTED_WORTHS = tuple([_ISKO.figures[place] for place in _WORTHS])
_MOST_STEPS = {grand: most + 7 for grand, most in MATADORS.items()}
"""The highest multiplier: matadors and seven steps (game, hand, schneider, schwarz, both announced, ouvert)."""


def bids_of(table: Table) -> tuple[int, ...]:
    """Return the possible bids: the printed ones, or those that follow from the club's own tariff."""
    if table.tariff is None or table.rules != "isko":
        return BIDS
    return _bids(tuple([table.figures[place] for place in _WORTHS]))


@lru_cache(maxsize=64)
def _bids(worths: tuple[int, ...]) -> tuple[int, ...]:
    """Return every possible value of a game, given the base values of the suits and the grand, and the nulls.

    >>> _bids(_PRINTED_WORTHS) == BIDS
    True
    >>> _bids((10, 10, 10, 10, 10, 25, 25, 25, 25))
    (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180)
    """
    if worths == _PRINTED_WORTHS:
        return BIDS
    *suits, grand = worths[: len(Suit) + 1]
    values = {unit * steps for unit in suits for steps in range(2, _MOST_STEPS[False] + 1)}
    values |= {grand * steps for steps in range(2, _MOST_STEPS[True] + 1)}
    return tuple(sorted(values | set(worths[len(Suit) + 1 :])))
