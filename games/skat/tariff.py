"""Figures of Skat as printed, with the schedules in which a club can replace them, and the bids that follow from them.

S is the source text, Foster's *Complete Hoyle* (1909), on counting; L the laws and score-sheet pages of the same book;
ISkO the Internationale Skatordnung (since 1999); M common modern tables; C the lists of a circle of three, 2018 to
2023; H house rules. A star* marks what is in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache

from games.scoring.tariffs import Figures, PrintedTariff, Schedule, schedule
from games.scoring.text import Text
from games.scoring.text import message as _
from games.scoring.types import Table

CARD_POINTS = 120
POINTS_TO_WIN = 61
"""The card points that win a game (S, ISkO)."""


class Suit(StrEnum):
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CLUBS = "clubs"


class Call(StrEnum):
    """The games that a declarer plays, Ramsch, and deals that were passed."""

    TOURNEE = "tournee"
    SOLO = "solo"
    TURNED_GRAND = "turned_grand"
    GUCKI_GRAND = "gucki_grand"
    SOLO_GRAND = "solo_grand"
    OPEN_GRAND = "open_grand"
    GUCKI_NULLO = "gucki_nullo"
    OPEN_GUCKI_NULLO = "open_gucki_nullo"
    SOLO_NULLO = "solo_nullo"
    OPEN_SOLO_NULLO = "open_solo_nullo"
    REVOLUTION = "revolution"
    SUIT = "suit"
    GRAND = "grand"
    NULL = "null"
    RAMSCH = "ramsch"
    PASSED = "passed"


class Contra(StrEnum):
    CONTRA = "contra"
    RE = "re"


class Level(StrEnum):
    """A level announced, or reached by the side that won; their order, in which they compare, is the alphabet's too."""

    GAME = "game"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


# Names

GAME_NAMES: Mapping[tuple[str, Suit | None], Text] = {
    (Call.TOURNEE, Suit.DIAMONDS): _("Diamond tournée"),
    (Call.TOURNEE, Suit.HEARTS): _("Heart tournée"),
    (Call.TOURNEE, Suit.SPADES): _("Spade tournée"),
    (Call.TOURNEE, Suit.CLUBS): _("Club tournée"),
    (Call.SOLO, Suit.DIAMONDS): _("Diamond solo"),
    (Call.SOLO, Suit.HEARTS): _("Heart solo"),
    (Call.SOLO, Suit.SPADES): _("Spade solo"),
    (Call.SOLO, Suit.CLUBS): _("Club solo"),
    (Call.SUIT, Suit.DIAMONDS): _("Diamonds"),
    (Call.SUIT, Suit.HEARTS): _("Hearts"),
    (Call.SUIT, Suit.SPADES): _("Spades"),
    (Call.SUIT, Suit.CLUBS): _("Clubs"),
    (Call.TURNED_GRAND, None): _("Turned grand"),
    (Call.GUCKI_GRAND, None): _("Gucki grand"),
    (Call.SOLO_GRAND, None): _("Solo grand"),
    (Call.OPEN_GRAND, None): _("Open grand"),
    (Call.GRAND, None): _("Grand"),
    (Call.GUCKI_NULLO, None): _("Gucki nullo"),
    (Call.OPEN_GUCKI_NULLO, None): _("Open gucki nullo"),
    (Call.SOLO_NULLO, None): _("Solo nullo"),
    (Call.OPEN_SOLO_NULLO, None): _("Open solo nullo"),
    (Call.REVOLUTION, None): _("Revolution"),
    (Call.NULL, None): _("Null"),
    (Call.RAMSCH, None): _("Ramsch"),
    (Call.PASSED, None): _("All passed"),
}

CALL_NAMES: Mapping[str, Text] = {
    Call.TOURNEE: _("Tournée"),
    Call.SOLO: _("Solo"),
    Call.SUIT: _("Suit game"),
    **{call: name for (call, suit), name in GAME_NAMES.items() if suit is None},
}
"""The names of the games by call, regardless of suit."""

NULL_NAMES: Mapping[tuple[bool, bool], Text] = {
    (False, False): _("Null"),
    (True, False): _("Null hand"),
    (False, True): _("Null ouvert"),
    (True, True): _("Null ouvert hand"),
}
"""The names of the nulls, by whether hand and whether ouvert."""

CONTRA_NAMES: Mapping[str, Text] = {Contra.CONTRA: _("Contra"), Contra.RE: _("Re")}

# Figures as printed

MODERN = ("isko", "pub")
"""The rule sets of the modern game, with bids."""

_NINE_TO_TWELVE = dict(zip(Suit, (9, 10, 11, 12), strict=True))
SUIT_UNIT: Mapping[str, Mapping[Suit, int]] = {
    Call.TOURNEE: dict(zip(Suit, (5, 6, 7, 8), strict=True)),
    Call.SOLO: _NINE_TO_TWELVE,
    Call.SUIT: _NINE_TO_TWELVE,
}
"""The unit of each suit game: tournée and solo (L), the modern suit game (ISkO)."""

GRAND_UNIT: Mapping[str, int] = {
    Call.TURNED_GRAND: 12,
    Call.GUCKI_GRAND: 16,
    Call.SOLO_GRAND: 20,
    Call.OPEN_GRAND: 24,
    Call.GRAND: 24,
}
"""The unit of each grand: the first four from L; 24 from ISkO, and in `gucki_solo` from the book's 1,008."""

NULLO: Mapping[Call, int] = {
    Call.GUCKI_NULLO: 15,
    Call.OPEN_GUCKI_NULLO: 30,
    Call.SOLO_NULLO: 20,
    Call.OPEN_SOLO_NULLO: 40,
    Call.REVOLUTION: 60,
}
"""The value of each nullo (L; the two guckis also S)."""

LOST_DOUBLE = frozenset({Call.GUCKI_GRAND, Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO})
"""The games lost double in `foster`, apart from passt-mir-nicht games (S)."""

MATADORS: Mapping[bool, int] = {False: 11, True: 4}
"""The most matadors, by whether the game is a grand."""

SCHNEIDER_MADE: Mapping[str, int] = {"foster": 91, "gucki_solo": 91, "isko": 90, "pub": 90}
"""The declarer's card points that make the opponents schneider, by rule set (S; L; ISkO)."""

SCHNEIDER_SUFFERED = 30
"""The most card points with which the declarer is schneider: ISkO, and our own reading* for the book's games."""

FOSTER_CLASS: Mapping[tuple[Level, Level], int] = {
    (Level.GAME, Level.GAME): 1,
    (Level.GAME, Level.SCHNEIDER): 2,
    (Level.GAME, Level.SCHWARZ): 3,
    (Level.SCHNEIDER, Level.SCHNEIDER): 3,
    (Level.SCHNEIDER, Level.SCHWARZ): 4,
    (Level.SCHWARZ, Level.SCHWARZ): 5,
}
"""The five classes, by level announced and reached (S, with its misprint in class 3 corrected)."""

BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84),
    *(88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162),
    *(165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
"""The possible values of games, which are the possible bids (ISkO)."""

LOST_TIMES = 2
"""How many times its value a lost game costs (ISkO; in `gucki_solo` L)."""

BOCK_TIMES = 2
"""The multiplier of the entry in a Bock round (C)."""

PUSHED_TIMES = 2
"""The multiplier of a Ramsch for each player who pushes the skat on (C, H)."""

POSSIBLE_IN_THE_SKAT = frozenset({0, *range(2, 9), *range(10, 16), *range(20, 23)})
"""The possible card points of two cards, which are all that a declarer without a trick can have."""

# Schedules

UNITS, GRANDS, NULLOS, NULLS = "units", "grands", "nullos", "nulls"
CLASSES, ANNOUNCED, CONTRA = "classes", "announced", "contra"
RAMSCH, EVERY_TRICK, SEEGER = "ramsch", "every_trick", "seeger"
UNIT, POINTS, TIMES, ADDED = "unit", "points", "times", "added"
OWN, OTHERS = "own", "others"
MOST_TIMES, MOST_UNIT, MOST_POINTS = 9, 99, 999

WAY_OF_NULL: Mapping[tuple[bool, bool], str] = {
    (False, False): "null",
    (True, False): "hand",
    (False, True): "ouvert",
    (True, True): "ouvert_hand",
}
"""The keys of the nulls, by whether hand and whether ouvert."""

_LEVEL_NAMES: Mapping[str, Text] = {
    Level.GAME: _("Nothing"),
    Level.SCHNEIDER: _("Schneider"),
    Level.SCHWARZ: _("Schwarz"),
}
_THE_GAME, _POINTS = _("The game"), {POINTS: _("Points")}
_TRICKLESS, _TOOK_NO_TRICK = {"0": _("no player"), "1": _("one player"), "2": _("two players")}, _("Took no trick")


def _units(title: Text, *calls: Call) -> Schedule:
    rows, suits = _named(calls), {suit.value: GAME_NAMES[Call.SUIT, suit] for suit in Suit}
    figures = {(call, suit): unit for call in calls for suit, unit in SUIT_UNIT[call].items()}
    return schedule(UNITS, title, rows, suits, figures, corner=_THE_GAME, low=1, high=MOST_UNIT)


def _grands(title: Text, column: Text, *calls: Call, ours: bool = False) -> Schedule:
    rows, figures = _named(calls), {call: GRAND_UNIT[call] for call in calls}
    stars = calls if ours else ()
    return schedule(GRANDS, title, rows, {UNIT: column}, figures, corner=_THE_GAME, low=1, high=MOST_UNIT, ours=stars)


def _nullos(*calls: Call) -> Schedule:
    rows, figures = _named(calls), {call: NULLO[call] for call in calls}
    return schedule(NULLOS, _("Nullos"), rows, _POINTS, figures, corner=_THE_GAME, low=1, high=MOST_POINTS)


def _named(calls: Iterable[Call]) -> Mapping[str, Text]:
    return {call: CALL_NAMES[call] for call in calls}


_CLASSES = schedule(
    CLASSES,
    _("The classes"),
    _LEVEL_NAMES,
    {**_LEVEL_NAMES, Level.GAME: _("Only the game")},
    FOSTER_CLASS,
    corner=_("Announced"),
    high=MOST_UNIT,
)
_ANNOUNCED = schedule(  # L
    ANNOUNCED,
    _("What was announced"),
    _LEVEL_NAMES,
    {TIMES: _("The unit times"), ADDED: _("Added to the matadors")},
    {
        (Level.GAME, TIMES): 1,
        (Level.GAME, ADDED): 1,
        (Level.SCHNEIDER, TIMES): 2,
        (Level.SCHNEIDER, ADDED): 2,
        (Level.SCHWARZ, TIMES): 3,
        (Level.SCHWARZ, ADDED): 3,
    },
    corner=_("Announced"),
    low=1,
    high=MOST_UNIT,
)
_NULLS = schedule(  # ISkO
    NULLS,
    _("Null"),
    {way: NULL_NAMES[kind] for kind, way in WAY_OF_NULL.items()},
    _POINTS,
    {"null": 23, "hand": 35, "ouvert": 46, "ouvert_hand": 59},
    corner=_THE_GAME,
    low=1,
    high=MOST_POINTS,
)
_CONTRA = schedule(  # M
    CONTRA,
    _("Contra and re"),
    CONTRA_NAMES,
    {TIMES: _("Entry times")},
    {Contra.CONTRA: 2, Contra.RE: 4},
    corner=_("Said"),
    low=1,
    high=MOST_TIMES,
)
_RAMSCH = schedule(  # 30 and 50 from S, 20 our own*
    RAMSCH,
    _("Ramsch: what the loser loses"),
    _TRICKLESS,
    _POINTS,
    {"0": 20, "1": 30, "2": 50},
    corner=_TOOK_NO_TRICK,
    high=MOST_POINTS,
    ours=["0"],
)
_MODERN_RAMSCH = schedule(  # M; C, H
    RAMSCH,
    _("Ramsch: what the loser loses"),
    {number: words for number, words in _TRICKLESS.items() if number != "2"},
    {TIMES: _("His card points times")},
    {"0": 1, "1": 2},
    corner=_TOOK_NO_TRICK,
    low=1,
    high=MOST_TIMES,
)
_EVERY_TRICK = schedule(  # M; C, H
    EVERY_TRICK,
    _("Ramsch: every trick"),
    {EVERY_TRICK: _("A player who takes every trick gets")},
    _POINTS,
    {EVERY_TRICK: 120},
    corner=_("Ramsch"),
    high=MOST_POINTS,
)
_OTHERS = {
    f"{OTHERS}-3": _("Three at the table: each of the others, when he loses"),
    f"{OTHERS}-4": _("Four at the table: each of the others, when he loses"),
    f"{OTHERS}-5": _("Five at the table: each of the others, when he loses"),
}
_OTHERS_GET = dict(zip(_OTHERS, (40, 30, 24), strict=True))


def _seeger(*sizes: str) -> Schedule:
    return schedule(  # Seeger-Fabian
        SEEGER,
        _("Tournament points (Seeger-Fabian)"),
        {OWN: _("The declarer: more when he wins, less when he loses"), **{size: _OTHERS[size] for size in sizes}},
        _POINTS,
        {OWN: 50, **{size: _OTHERS_GET[size] for size in sizes}},
        corner=_("Who"),
        high=MOST_POINTS,
    )


_SEEGER, _SEEGER_WITH_FIVE = _seeger(*[*_OTHERS][:2]), _seeger(*_OTHERS)
_MODERN = (
    _units(_("Base values of the suit games"), Call.SUIT),
    _grands(_("Base value of the grand"), _("Base value"), Call.GRAND),
    *(_NULLS, _CONTRA, _MODERN_RAMSCH, _EVERY_TRICK),
)
TARIFFS: Mapping[str, PrintedTariff] = {
    "foster": PrintedTariff(
        _units(_("Units of the suit games"), Call.TOURNEE, Call.SOLO),
        _grands(
            _("Units of the grands"),
            _("Unit"),
            *(Call.TURNED_GRAND, Call.GUCKI_GRAND, Call.SOLO_GRAND, Call.OPEN_GRAND),
        ),
        _nullos(*NULLO),
        *(_CLASSES, _RAMSCH, _SEEGER),
    ),
    "gucki_solo": PrintedTariff(
        _units(_("Units of the suit games"), Call.SOLO),
        _grands(_("Unit of the grand"), _("Unit"), Call.GRAND, ours=True),
        _nullos(Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO),
        *(_ANNOUNCED, _RAMSCH, _SEEGER),
    ),
    "isko": PrintedTariff(*_MODERN, _SEEGER),
    "pub": PrintedTariff(*_MODERN, _SEEGER_WITH_FIVE),
}


def worth_of(figures: Figures, call: str, suit: Suit | None = None) -> int:
    """Return the unit or base value of a suit game or a grand, or the value of a nullo.

    >>> worth_of(TARIFFS["isko"].figures, "suit", Suit.CLUBS), worth_of(TARIFFS["foster"].figures, "solo_grand")
    (12, 20)
    """
    if suit is not None:
        return figures[UNITS, call, suit]
    return figures[NULLOS, call, POINTS] if call in NULLO else figures[GRANDS, call, UNIT]


def value_of_null(figures: Figures, *, hand: bool = False, ouvert: bool = False) -> int:
    return figures[NULLS, WAY_OF_NULL[hand, ouvert], POINTS]


# Possible bids

_WORTHS = tuple(place for place in TARIFFS["isko"].figures if place[0] in (UNITS, GRANDS, NULLS))
"""The places of the figures that determine the bids: base values of the suits, then of the grand, then the nulls."""
MOST_STEPS = 7
"""What can be added to the matadors: game, hand, schneider, schwarz, both announced, and ouvert."""


def bids_of(table: Table) -> tuple[int, ...]:
    """Return the possible bids: the printed ones, or those that follow from the club's own tariff."""
    if table.tariff is None or table.rules not in MODERN:
        return BIDS
    return _bids(tuple([table.figures[place] for place in _WORTHS]))


@lru_cache(maxsize=64)
def _bids(worths: tuple[int, ...]) -> tuple[int, ...]:
    """Return every possible value of a game, given the base values of the suits and the grand, and the nulls.

    >>> _bids((9, 10, 11, 12, 24, 23, 35, 46, 59)) == BIDS
    True
    >>> _bids((10, 10, 10, 10, 10, 25, 25, 25, 25))
    (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180)
    """
    *suits, grand = worths[: len(Suit) + 1]
    values = {unit * steps for unit in suits for steps in range(2, MATADORS[False] + MOST_STEPS + 1)}
    values |= {grand * steps for steps in range(2, MATADORS[True] + MOST_STEPS + 1)}
    return tuple(sorted(values | set(worths[len(Suit) + 1 :])))
