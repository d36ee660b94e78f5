"""A short evening of each game, in accessible names: what is chosen, and the result.

The evenings with every call are in the games' folders. These are for people who use a keyboard or a screen reader: two
hands, one that is undone and one that is corrected. Every figure is worked out from the rules page.
"""

from __future__ import annotations

from dataclasses import dataclass

Choices = tuple[tuple[str, str], ...]
"""The name of each group, and of what is chosen in it."""


@dataclass(frozen=True)
class Hand:
    """What is chosen, the result of the hand, the totals after it, and what the form says of its digits."""

    choices: Choices
    result: str
    totals: tuple[int, ...]
    said: str = ""


@dataclass(frozen=True)
class Story:
    """One evening. `amended` is what the hand of that number becomes at the end."""

    game: str
    rules: str
    hands: tuple[Hand, ...]
    undone: Hand
    number: int
    amended: Hand
    first_dealer: int = 4


def whist(side: str, tricks: str) -> Choices:
    return (("The odd trick was won by", side), ("Tricks of that side", tricks))


def points(tens: str, units: str) -> Choices:
    return (("Tens", tens), ("Units", units))


HONOURS = "Honours, Anne/Chloé – Bruno/David"

STORIES = {
    "tarot": Story(
        "French Tarot",
        "Federation (FFT)",
        (
            # (25 + 8) × 2 = 66
            Hand(
                (("Contract", "Garde ×2"), ("Taker", "Anne"), ("Bouts", "2"), *points("40", "9")),
                "Anne +198",
                (198, -66, -66, -66),
                "of the attack: made by 8",
            ),
            Hand(
                (("Contract", "Prise ×1"), ("Taker", "Bruno"), ("Bouts", "1"), *points("50", "1")),
                "Bruno +75",
                (173, 9, -91, -91),
                "of the attack: just made",
            ),
        ),
        Hand((("Not played", "All passed"),), "no change", (173, 9, -91, -91)),
        1,
        Hand((("Units", "5"),), "Anne +174", (149, 17, -83, -83), "of the attack: made by 4"),  # (25 + 4) × 2 = 58
    ),
    "boston": Story(
        "Boston",
        "American decimal",
        (
            Hand(
                (("Bid", "7 worth 20"), ("Bidder", "Bruno"), ("Tricks taken by the bidder", "7")),
                "Bruno +60",
                (-20, 60, -20, -20),
            ),
            # One short of five: 10 to each.
            Hand(
                (("Bid", "5 worth 10"), ("Bidder", "Anne"), ("Tricks taken by the bidder", "4")),
                "Anne −30",
                (-50, 70, -10, -10),
            ),
        ),
        Hand((("Nobody bid", "All passed"),), "no change", (-50, 70, -10, -10)),
        1,
        Hand((("Bidder", "Chloé"),), "Chloé +60", (-50, -10, 70, -10)),
    ),
    "solo_whist": Story(
        "Solo Whist",
        "Foster",
        (
            Hand(
                (("Call", "Proposal 8 tricks"), ("Caller", "Anne"), ("Accepted by", "Chloé"), ("Tricks taken", "8")),
                "Anne +5",
                (5, -5, 5, -5),
            ),
            # 10 + 2 from each
            Hand(
                (("Call", "Solo 5 tricks"), ("Caller", "Bruno"), ("Tricks taken", "7")),
                "Bruno +36",
                (-7, 31, -7, -17),
            ),
        ),
        Hand((("Nobody called", "All passed"),), "no change", (-7, 31, -7, -17)),
        1,
        Hand((("Tricks taken", "10"),), "Anne +7", (-5, 29, -5, -19)),  # 5 + 2
    ),
    "skat": Story(
        "Skat",
        "International",
        (
            Hand(
                (("The game", "♣︎ Clubs 12"), ("Declarer", "Anne"), ("With or without", "1"), *points("70", "4")),
                "12 × 2: Anne +24",
                (24, 0, 0, 0),
            ),
            # Lost, so twice.
            Hand(
                (
                    ("The game", "Grand 24, only jacks are trumps"),
                    ("Declarer", "Bruno"),
                    ("With or without", "1"),
                    *points("50", "0"),
                ),
                "24 × 2: Bruno −96",
                (24, -96, 0, 0),
            ),
        ),
        Hand((("Not played", "All passed"),), "no change", (24, -96, 0, 0)),
        1,
        Hand(points("90", "0"), "12 × 3: Anne +36", (36, -96, 0, 0)),  # Schneider
    ),
    "mort": Story(
        "Mort",
        "Foster",
        (
            Hand(whist("Anne and Mort", "10 +4"), "Anne and Mort 4 – 0 Bruno and Chloé", (0, 0, 0, 0)),
            Hand(whist("Bruno and Chloé", "8 +2"), "Anne and Mort 4 – 2 Bruno and Chloé", (0, 0, 0, 0)),
            # 8 + 2 + 4 − 2 = 12
            Hand(whist("Anne and Mort", "10 +4"), "Anne +24", (24, -12, -12, 0)),
        ),
        Hand(whist("Bruno and Mort", "7 +1"), "Bruno and Mort 1 – 0 Chloé and David", (24, -12, -12, 0)),
        3,
        Hand((("Tricks of that side", "11 +5"),), "Anne +26", (26, -13, -13, 0)),  # 9 + 2 + 4 − 2 = 13
        first_dealer=1,
    ),
    "cayenne": Story(
        "Cayenne",
        "Foster",
        (
            # 2 × 3 by cards, 2 × 4 by honours
            Hand(
                (
                    ("Cayenne, the card turned", "Hearts"),
                    ("Trump", "Clubs ×2"),
                    *whist("Anne and Chloé", "9 +3"),
                    (HONOURS, "1 – 4"),
                ),
                "Anne and Chloé 6 – 8 Bruno and David",
                (0, 0, 0, 0),
            ),
            Hand(
                (
                    ("Cayenne, the card turned", "Hearts"),
                    ("Trump", "Hearts ×4"),
                    *whist("Bruno and David", "8 +2"),
                    (HONOURS, "3 – 2"),
                ),
                "Anne and Chloé 0 – 6 Bruno and David, games 0 – 1",
                (0, 0, 0, 0),
            ),
        ),
        Hand(
            (("Trump", "Grand ×8 no trumps"), *whist("Anne and Chloé", "7 +1")),
            "Anne and Chloé 8 – 6 Bruno and David",
            (0, 0, 0, 0),
        ),
        2,
        Hand((("Tricks of that side", "7 +1"),), "Anne and Chloé 0 – 2 Bruno and David, games 0 – 1", (0, 0, 0, 0)),
    ),
}
