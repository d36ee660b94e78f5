"""Printed figures of Skat.

S is the source text, Foster's *Complete Hoyle* (1909), on counting; L the laws and score-sheet pages of the same book;
ISkO the Internationale Skatordnung (since 1999); M common modern tables. A star* marks what is in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum

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
"""How many times its value a lost game costs (ISkO)."""

SEEGER_OWN = 50
"""What the declarer gains or loses in addition (Seeger-Fabian)."""

SEEGER_OTHERS: Mapping[int, int] = {3: 40, 4: 30}
"""What each other player gains if the declarer loses, by number of players at the table (Seeger-Fabian)."""

RAMSCH: Mapping[int, int] = {0: 20, 1: 30, 2: 50}
"""What the loser loses in the book's rule sets, by number of trickless players: 30 and 50 from S, 20 our own*."""

RAMSCH_TIMES: Mapping[int, int] = {0: 1, 1: 2}
"""The multiplier of the loser's card points in `isko`, by number of trickless players (M)."""

EVERY_TRICK_IN_RAMSCH = 120
"""What a player gains for taking every trick of a Ramsch in `isko` (M)."""

POSSIBLE_IN_THE_SKAT = frozenset({0, *range(2, 9), *range(10, 16), *range(20, 23)})
"""The possible card points of two cards, which are all that a declarer without a trick can have."""

IMPOSSIBLE_POINTS = frozenset({1, CARD_POINTS - 1})
"""Impossible card points, because no card is worth one."""
