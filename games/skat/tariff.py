"""Figures of Skat as printed, with the schedules in which a club can replace them, and the bids that follow from them.

S is the source text, Foster's *Complete Hoyle* (1909), on counting; L the laws and score-sheet pages of the same book;
ISkO the Internationale Skatordnung (since 1999); M common modern tables; C the lists of a circle of three, 2018 to
2023; H house rules. A star* marks what is in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from games.scoring.hand import NEVER
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


# The games

MODERN = ("isko", "pub")
"""The rule sets of the modern game, with bids."""

UNITS, GRANDS, NULLOS, NULLS = "units", "grands", "nullos", "nulls"
UNIT, POINTS, TIMES, ADDED = "unit", "points", "times", "added"


class Game(NamedTuple):
    """A game that a declarer plays: its name and its spellings in shorthand; in a schedule, its worth as printed.

    That is a unit for each suit, or a single figure by its column. `chip` is on its chip, if there is too little room
    for its name; `means` explains the name of a modern game that says nothing by itself.
    """

    name: Text
    short: Text
    schedule: str
    printed: Mapping[str, int]
    chip: Text | None = None
    means: Text | None = None


class NullGame(NamedTuple):
    """A null by how it is played: its row in the schedule, its name, and its printed value."""

    way: str
    name: Text
    printed: int


NULL_GAMES: Mapping[tuple[bool, bool], NullGame] = {
    (False, False): NullGame("null", _("Null"), 23),
    (True, False): NullGame("hand", _("Null hand"), 35),
    (False, True): NullGame("ouvert", _("Null ouvert"), 46),
    (True, True): NullGame("ouvert_hand", _("Null ouvert hand"), 59),
}
"""The nulls by whether hand and whether ouvert (ISkO)."""


def _by_suit(*units: int) -> dict[str, int]:
    return {suit.value: unit for suit, unit in zip(Suit, units, strict=True)}


GAMES: Mapping[str, Game] = {
    Call.TOURNEE: Game(_("Tournée"), _("t tournee"), UNITS, _by_suit(5, 6, 7, 8)),
    Call.SOLO: Game(_("Solo"), _("so solo"), UNITS, _by_suit(9, 10, 11, 12)),
    Call.SUIT: Game(_("Suit game"), NEVER, UNITS, _by_suit(9, 10, 11, 12)),
    Call.TURNED_GRAND: Game(_("Turned grand"), _("tg turned-grand"), GRANDS, {UNIT: 12}),
    Call.GUCKI_GRAND: Game(_("Gucki grand"), _("gg gucki-grand"), GRANDS, {UNIT: 16}),
    Call.SOLO_GRAND: Game(_("Solo grand"), _("sg solo-grand"), GRANDS, {UNIT: 20}),
    Call.OPEN_GRAND: Game(_("Open grand"), _("og open-grand"), GRANDS, {UNIT: 24}),
    Call.GRAND: Game(_("Grand"), _("g gr grand"), GRANDS, {UNIT: 24}, means=_("only jacks are trumps")),
    Call.GUCKI_NULLO: Game(_("Gucki nullo"), _("gn gucki-nullo"), NULLOS, {POINTS: 15}),
    Call.OPEN_GUCKI_NULLO: Game(
        _("Open gucki nullo"), _("ogn open-gucki-nullo"), NULLOS, {POINTS: 30}, chip=_("Gucki open")
    ),
    Call.SOLO_NULLO: Game(_("Solo nullo"), _("sn solo-nullo"), NULLOS, {POINTS: 20}),
    Call.OPEN_SOLO_NULLO: Game(
        _("Open solo nullo"), _("osn open-solo-nullo"), NULLOS, {POINTS: 40}, chip=_("Solo open")
    ),
    # With a soft hyphen on the chip
    Call.REVOLUTION: Game(_("Revolution"), _("rev revolution"), NULLOS, {POINTS: 60}, chip=_("Revo­lution")),
    Call.NULL: Game(
        _("Null"), _("n null"), NULLS, {POINTS: NULL_GAMES[False, False].printed}, means=_("to take no trick")
    ),
}
"""Tournée, solo, the grands and the nullos from L, the two guckis also from S; the suit game, grand and null from ISkO.

A suit alone means the suit game of the rule set. The 24 of the grand is also that of `gucki_solo`: it follows from the
book's 1,008.
"""

SUIT_CALLS, GRAND_CALLS = (
    tuple(call for call, game in GAMES.items() if game.schedule == slug) for slug in (UNITS, GRANDS)
)

CALLS: Mapping[str, tuple[Call, ...]] = {
    "foster": (
        *(Call.TOURNEE, Call.SOLO, Call.TURNED_GRAND, Call.GUCKI_GRAND, Call.SOLO_GRAND, Call.OPEN_GRAND),
        *(Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO, Call.SOLO_NULLO, Call.OPEN_SOLO_NULLO, Call.REVOLUTION),
    ),
    "gucki_solo": (Call.SOLO, Call.GRAND, Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO),
    **dict.fromkeys(MODERN, (Call.SUIT, Call.GRAND, Call.NULL)),
}
"""The games of each rule set."""

CALL_NAMES: Mapping[str, Text] = {
    **{call: game.name for call, game in GAMES.items()},
    Call.RAMSCH: _("Ramsch"),
    Call.PASSED: _("All passed"),
}
"""The names of the games by call, regardless of suit."""

GAME_NAMES: Mapping[tuple[str, Suit | None], Text] = {
    **{(call, None): name for call, name in CALL_NAMES.items()},
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
}

CONTRA_NAMES: Mapping[str, Text] = {Contra.CONTRA: _("Contra"), Contra.RE: _("Re")}

# Figures as printed

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

CLASSES, ANNOUNCED, CONTRA = "classes", "announced", "contra"
RAMSCH, EVERY_TRICK, SEEGER = "ramsch", "every_trick", "seeger"
OWN, OTHERS = "own", "others"
MOST_TIMES, MOST_UNIT, MOST_POINTS = 9, 99, 999

_LEVEL_NAMES: Mapping[str, Text] = {
    Level.GAME: _("Nothing"),
    Level.SCHNEIDER: _("Schneider"),
    Level.SCHWARZ: _("Schwarz"),
}
_THE_GAME, _POINTS = _("The game"), {POINTS: _("Points")}
_SUITS = {suit.value: GAME_NAMES[Call.SUIT, suit] for suit in Suit}
_TRICKLESS, _TOOK_NO_TRICK = {"0": _("no player"), "1": _("one player"), "2": _("two players")}, _("Took no trick")


def _worths(
    rules: str, slug: str, title: Text, columns: Mapping[str, Text], *, high: int = MOST_UNIT, ours: bool = False
) -> Schedule:
    """Return what those games of a rule set are worth that have this schedule."""
    games = {call: GAMES[call] for call in CALLS[rules] if GAMES[call].schedule == slug}
    rows = {call.value: game.name for call, game in games.items()}
    figures = {(call, column): figure for call, game in games.items() for column, figure in game.printed.items()}
    return schedule(
        slug, title, rows, columns, figures, corner=_THE_GAME, low=1, high=high, ours=figures if ours else ()
    )


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
_NULLS = schedule(
    NULLS,
    _("Null"),
    {null.way: null.name for null in NULL_GAMES.values()},
    _POINTS,
    {null.way: null.printed for null in NULL_GAMES.values()},
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
    _worths("isko", UNITS, _("Base values of the suit games"), _SUITS),
    _worths("isko", GRANDS, _("Base value of the grand"), {UNIT: _("Base value")}),
    *(_NULLS, _CONTRA, _MODERN_RAMSCH, _EVERY_TRICK),
)
TARIFFS: Mapping[str, PrintedTariff] = {
    "foster": PrintedTariff(
        _worths("foster", UNITS, _("Units of the suit games"), _SUITS),
        _worths("foster", GRANDS, _("Units of the grands"), {UNIT: _("Unit")}),
        _worths("foster", NULLOS, _("Nullos"), _POINTS, high=MOST_POINTS),
        *(_CLASSES, _RAMSCH, _SEEGER),
    ),
    "gucki_solo": PrintedTariff(
        _worths("gucki_solo", UNITS, _("Units of the suit games"), _SUITS),
        _worths("gucki_solo", GRANDS, _("Unit of the grand"), {UNIT: _("Unit")}, ours=True),
        _worths("gucki_solo", NULLOS, _("Nullos"), _POINTS, high=MOST_POINTS),
        *(_ANNOUNCED, _RAMSCH, _SEEGER),
    ),
    "isko": PrintedTariff(*_MODERN, _SEEGER),
    "pub": PrintedTariff(*_MODERN, _SEEGER_WITH_FIVE),
}


def worth_of(figures: Figures, call: str, suit: Suit | None = None) -> int:
    """Return the unit or base value of a suit game or a grand, or the value of a nullo or a simple null.

    >>> worth_of(TARIFFS["isko"].figures, "suit", Suit.CLUBS), worth_of(TARIFFS["foster"].figures, "solo_grand")
    (12, 20)
    """
    game = GAMES[call]
    (column,) = (suit,) if suit else game.printed
    return figures[game.schedule, call, column]


def value_of_null(figures: Figures, *, hand: bool = False, ouvert: bool = False) -> int:
    return figures[NULLS, NULL_GAMES[hand, ouvert].way, POINTS]


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
