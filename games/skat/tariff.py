"""Skat's figures, as they are printed.

S is the source text, Foster's *Complete Hoyle* (1909), on counting; L the laws and score-sheet pages of the same book;
ISkO the Internationale Skatordnung (since 1999); M common modern tables. A star* marks what none of them says.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum

CARD_POINTS = 120
POINTS_TO_WIN = 61
"""S, ISkO."""


class Suit(StrEnum):
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CLUBS = "clubs"


class Call(StrEnum):
    """Everything that can be played, and the deals that nobody plays alone."""

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


class Payment(StrEnum):
    EACH = "each"
    SHEET = "sheet"


class Level(IntEnum):
    """How far a game was announced, or how far the side that won it came."""

    GAME = 0
    SCHNEIDER = 1
    SCHWARZ = 2


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
"""The games of each rule set, in the order in which their page lists them."""

_NINE_TO_TWELVE = {Suit.DIAMONDS: 9, Suit.HEARTS: 10, Suit.SPADES: 11, Suit.CLUBS: 12}

SUIT_UNIT: Mapping[str, Mapping[Suit, int]] = {
    Call.TOURNEE: {Suit.DIAMONDS: 5, Suit.HEARTS: 6, Suit.SPADES: 7, Suit.CLUBS: 8},
    Call.SOLO: _NINE_TO_TWELVE,
    Call.SUIT: _NINE_TO_TWELVE,
}
"""What a suit game is counted in: tournée and solo L, the modern suit game ISkO."""

GRAND_UNIT: Mapping[str, int] = {
    Call.TURNED_GRAND: 12,
    Call.GUCKI_GRAND: 16,
    Call.SOLO_GRAND: 20,
    Call.OPEN_GRAND: 24,
    Call.GRAND: 24,
}
"""The first four L; 24 is ISkO's, and in `gucki_solo` what the book's 1,008 comes from."""

NULLO: Mapping[str, int] = {
    Call.GUCKI_NULLO: 15,
    Call.OPEN_GUCKI_NULLO: 30,
    Call.SOLO_NULLO: 20,
    Call.OPEN_SOLO_NULLO: 40,
    Call.REVOLUTION: 60,
}
"""L; the two guckis S as well."""

LOST_DOUBLE = frozenset({Call.GUCKI_GRAND, Call.GUCKI_NULLO, Call.OPEN_GUCKI_NULLO})
"""What is lost double in `foster`, apart from passt-mir-nicht games (S)."""

MATADORS: Mapping[bool, int] = {False: 11, True: 4}
"""The most matadors there are: in a suit game, and in a grand."""

SCHNEIDER_MADE: Mapping[str, int] = {"foster": 91, "gucki_solo": 91, "isko": 90}
"""The card points with which the declarer has made the others schneider (S; L; ISkO)."""

SCHNEIDER_SUFFERED = 30
"""The most card points with which the declarer himself is schneider: ISkO, and ours* for the book's games."""

FOSTER_CLASS: Mapping[tuple[Level, Level], int] = {
    (Level.GAME, Level.GAME): 1,
    (Level.GAME, Level.SCHNEIDER): 2,
    (Level.GAME, Level.SCHWARZ): 3,
    (Level.SCHNEIDER, Level.SCHNEIDER): 3,
    (Level.SCHNEIDER, Level.SCHWARZ): 4,
    (Level.SCHWARZ, Level.SCHWARZ): 5,
}
"""The five classes, by what was announced and what was reached (S, with its misprint in class 3 mended)."""

GUCKI_SOLO_TIMES: Mapping[Level, int] = {Level.GAME: 1, Level.SCHNEIDER: 2, Level.SCHWARZ: 3}
"""How often the unit counts, by what was announced (L)."""

GUCKI_SOLO_ADDED: Mapping[Level, int] = {Level.GAME: 1, Level.SCHNEIDER: 2, Level.SCHWARZ: 3}
"""What is added to the matadors, by what was announced (L)."""

NULL_VALUE: Mapping[tuple[bool, bool], int] = {
    (False, False): 23,
    (True, False): 35,
    (False, True): 46,
    (True, True): 59,
}
"""By whether it was played from the hand and whether it was open (ISkO)."""

CONTRA_TIMES: Mapping[Contra, int] = {Contra.CONTRA: 2, Contra.RE: 4}
"""What the entry is multiplied by (M)."""

BIDS = (
    *(18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84),
    *(88, 90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162),
    *(165, 168, 170, 176, 180, 187, 192, 198, 204, 216, 240, 264),
)
"""The values that exist, and so can be bid (ISkO)."""

SEEGER_OWN = 50
"""What the declarer gains or loses besides (Seeger-Fabian)."""

SEEGER_OTHERS: Mapping[int, int] = {3: 40, 4: 30}
"""What each of the others gains when the declarer loses, by the number at the table (Seeger-Fabian)."""

RAMSCH: Mapping[int, int] = {0: 20, 1: 30, 2: 50}
"""What the loser loses in the book's rule sets, by how many took no trick: 30 and 50 S, the 20 ours*."""

RAMSCH_TIMES: Mapping[int, int] = {0: 1, 1: 2}
"""How often the loser loses his card points in `isko`, by how many took no trick (M)."""

EVERY_TRICK_IN_RAMSCH = 120
"""What taking every trick of a Ramsch brings in `isko` (M)."""

POSSIBLE_IN_THE_SKAT = frozenset({0, *range(2, 9), *range(10, 16), *range(20, 23)})
"""What two cards can be worth together, in points: all that a declarer without a trick can have."""

IMPOSSIBLE_POINTS = frozenset({1, CARD_POINTS - 1})
"""No card counts one."""
