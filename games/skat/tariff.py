"""Figures of Skat as printed, with the schedules in which a club can replace them, and the bids that follow from them.

S is the source text, Foster's *Complete Hoyle* (1909), on counting; L the laws and score-sheet pages of the same book;
ISkO the Internationale Skatordnung (since 1999); M common modern tables. A star* marks what is in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
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


class Announced(StrEnum):
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


class Contra(StrEnum):
    CONTRA = "contra"
    RE = "re"


class PaymentRule(StrEnum):
    EACH = "each"
    SHEET = "sheet"


class Level(IntEnum):
    """A level announced, or reached by the side that won."""

    GAME = 0
    SCHNEIDER = 1
    SCHWARZ = 2


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

CONTRA_NAMES: Mapping[Contra, Text] = {Contra.CONTRA: _("Contra"), Contra.RE: _("Re")}

# Figures as printed

LEVEL: Mapping[str | None, Level] = {
    None: Level.GAME,
    Announced.SCHNEIDER: Level.SCHNEIDER,
    Announced.SCHWARZ: Level.SCHWARZ,
}

CALLS: Mapping[str, tuple[Call, ...]] = {
    "foster": (
        Call.TOURNEE,
        Call.SOLO,
        Call.TURNED_GRAND,
        Call.GUCKI_GRAND,
        Call.SOLO_GRAND,
        Call.OPEN_GRAND,
        Call.GUCKI_NULLO,
        Call.OPEN_GUCKI_NULLO,
        Call.SOLO_NULLO,
        Call.OPEN_SOLO_NULLO,
        Call.REVOLUTION,
    ),
    "gucki_solo": (Call.SOLO, Call.GRAND, Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO),
    "isko": (Call.SUIT, Call.GRAND, Call.NULL),
}
"""The games of each rule set, in the order of the rules page."""

_NINE_TO_TWELVE = {Suit.DIAMONDS: 9, Suit.HEARTS: 10, Suit.SPADES: 11, Suit.CLUBS: 12}

SUIT_UNIT: Mapping[str, Mapping[Suit, int]] = {
    Call.TOURNEE: {Suit.DIAMONDS: 5, Suit.HEARTS: 6, Suit.SPADES: 7, Suit.CLUBS: 8},
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

NULLO: Mapping[str, int] = {
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

SCHNEIDER_MADE: Mapping[str, int] = {"foster": 91, "gucki_solo": 91, "isko": 90}
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

GUCKI_SOLO_TIMES: Mapping[Level, int] = {Level.GAME: 1, Level.SCHNEIDER: 2, Level.SCHWARZ: 3}
"""The multiplier of the unit, by level announced (L)."""

GUCKI_SOLO_ADDED: Mapping[Level, int] = {Level.GAME: 1, Level.SCHNEIDER: 2, Level.SCHWARZ: 3}
"""The number added to the matadors, by level announced (L)."""

NULL_VALUE: Mapping[tuple[bool, bool], int] = {
    (False, False): 23,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}
"""The value of a null, by whether hand and whether ouvert (ISkO)."""

CONTRA_TIMES: Mapping[Contra, int] = {Contra.CONTRA: 2, Contra.RE: 4}
"""The multiplier of the entry (M)."""

BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84),
    *(88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162),
    *(165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
"""The possible values of games, which are the possible bids (ISkO)."""

LOST_TIMES = 2
"""How many times its value a lost game costs (ISkO; in `gucki_solo` L)."""

SEEGER_OWN = 50
"""What the declarer gains or loses in addition (Seeger-Fabian)."""

SEEGER_OTHERS: Mapping[int, int] = {3: 40, 4: 30}
"""What each other player gains if the declarer loses, by number of players at the table (Seeger-Fabian)."""

RAMSCH_POINTS: Mapping[int, int] = {0: 20, 1: 30, 2: 50}
"""What the loser loses in the book's rule sets, by number of trickless players: 30 and 50 from S, 20 our own*."""

RAMSCH_TIMES: Mapping[int, int] = {0: 1, 1: 2}
"""The multiplier of the loser's card points in `isko`, by number of trickless players (M)."""

EVERY_TRICK_IN_RAMSCH = 120
"""What a player gains for taking every trick of a Ramsch in `isko` (M)."""

POSSIBLE_IN_THE_SKAT = frozenset({0, *range(2, 9), *range(10, 16), *range(20, 23)})
"""The possible card points of two cards, which are all that a declarer without a trick can have."""

IMPOSSIBLE_POINTS = frozenset({1, CARD_POINTS - 1})
"""Impossible card points, because no card is worth one."""

# Schedules

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
    RAMSCH_POINTS,
    corner=_("Took no trick"),
    high=MOST_POINTS,
    ours=["0"],
)
_MODERN_RAMSCH = schedule(
    RAMSCH,
    _("Ramsch: what the loser loses"),
    {trickless: _TRICKLESS[trickless] for trickless in map(str, RAMSCH_TIMES)},
    {TIMES: _("His card points times")},
    RAMSCH_TIMES,
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
