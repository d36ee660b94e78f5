"""Solo Whist's figures, as they are printed.

F is Foster, *Complete Hoyle* (1909), W the common modern British tables. F counts in counters: a red one is 5 white.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

TRICKS = 13
RED = 5
"""White counters in a red one (F)."""


class Call(StrEnum):
    """The calls in rising rank (F), then what is played or not when nobody calls."""

    PROPOSAL = "proposal"
    SOLO = "solo"
    MISERE = "misere"
    ABUNDANCE = "abundance"
    ABUNDANCE_IN_TRUMPS = "abundance_in_trumps"
    SPREAD = "spread"
    SLAM = "slam"
    GRAND = "grand"
    PASSED = "passed"


NEEDED: Mapping[str, int] = {Call.PROPOSAL: 8, Call.SOLO: 5, Call.ABUNDANCE: 9, Call.ABUNDANCE_IN_TRUMPS: 9}
"""Tricks that the calls counted by tricks need (F); the others are made or not."""

STAKE: Mapping[str, Mapping[str, int]] = {
    "foster": {
        Call.PROPOSAL: 5,
        Call.SOLO: 10,
        Call.MISERE: 15,
        Call.ABUNDANCE: 20,
        Call.ABUNDANCE_IN_TRUMPS: 20,
        Call.SPREAD: 30,
        Call.SLAM: 40,
    },
    "british": {
        Call.PROPOSAL: 1,
        Call.SOLO: 1,
        Call.MISERE: 2,
        Call.ABUNDANCE: 3,
        Call.ABUNDANCE_IN_TRUMPS: 3,
        Call.SPREAD: 4,
        Call.SLAM: 6,
    },
}
"""What one adversary pays or gets, by rule set (F: one, two, three, four, four, six and eight red; W)."""

ODD_TRICK: Mapping[str, int] = {"foster": 1, "british": 0}
"""Each trick over or under, in the calls that count tricks (F; W has none)."""

GRAND = Call.SOLO
"""Whoever takes the last trick of a grand loses "to each of the others the value of a solo" (F)."""
