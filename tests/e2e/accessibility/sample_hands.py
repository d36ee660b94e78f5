"""Hands in accessible names: what is chosen, and the result. Every figure is worked out from the rules page.

The evenings with every call are in the games' folders. These are for people who use a keyboard or a screen reader: an
evening of Tarot, and a hand of each other game.
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


def whist(side: str, tricks: str) -> Choices:
    return (("The odd trick was won by", side), ("Tricks of that side", tricks))


def points(tens: str, units: str) -> Choices:
    return (("Tens", tens), ("Units", units))


# (25 + 8) × 2 = 66
GARDE = Hand(
    (("Contract", "Garde ×2"), ("Taker", "Anne"), ("Bouts", "2"), *points("40", "9")),
    "Anne +198",
    (198, -66, -66, -66),
    "of the attack: made by 8",
)
PRISE = Hand(
    (("Contract", "Prise ×1"), ("Taker", "Bruno"), ("Bouts", "1"), *points("50", "1")),
    "Bruno +75",
    (173, 9, -91, -91),
    "of the attack: just made",
)
UNDONE = Hand((("Not played", "All passed"),), "no change", (173, 9, -91, -91))
AMENDED = Hand((("Units", "5"),), "Anne +174", (149, 17, -83, -83), "of the attack: made by 4")
"""The first hand, with four points less: (25 + 4) × 2 = 58."""

HANDS = {
    ("boston", "decimal"): Hand(
        (("Bid", "7 worth 20"), ("Bidder", "Bruno"), ("Tricks taken by the bidder", "7")),
        "Bruno +60",
        (-20, 60, -20, -20),
    ),
    ("solo_whist", "foster"): Hand(
        (("Call", "Proposal 8 tricks"), ("Caller", "Anne"), ("Accepted by", "Chloé"), ("Tricks taken", "8")),
        "Anne +5",
        (5, -5, 5, -5),
    ),
    ("skat", "isko"): Hand(
        (("The game", "♣︎ Clubs 12"), ("Declarer", "Anne"), ("With or without", "1"), ("Result", "made")),
        "12 × 2: Anne +24",
        (24, 0, 0, 0),
    ),
    ("mort", "foster"): Hand(whist("Anne and Mort", "10 +4"), "Anne and Mort 4 – 0 Bruno and Chloé", (0, 0, 0, 0)),
    # 2 × 3 by cards, 2 × 4 by honours
    ("cayenne", "foster"): Hand(
        (
            ("Cayenne, the card turned", "Hearts"),
            ("Trump", "Clubs ×2"),
            *whist("Anne and Chloé", "9 +3"),
            ("Honours, Anne/Chloé – Bruno/David", "1 – 4"),
        ),
        "Anne and Chloé 6 – 8 Bruno and David",
        (0, 0),
    ),
}
"""The first hand at a table of four, by game and rules."""
