"""Printed figures of Solo Whist.

F is Foster, *Complete Hoyle* (1909), W the common modern British tables. F counts in white and red counters.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

TRICKS = 13
RED = 5
"""The worth of a red counter in white ones (F)."""


class Call(StrEnum):
    """The calls lowest first (F), then grand and passed, for when nobody calls."""

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
"""The tricks needed by the calls that are counted by tricks (F); other calls are made or not."""

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
"""What one adversary pays or gets, by rule set (F, in red counters 1, 2, 3, 4, 4, 6 and 8; W)."""

ODD_TRICK: Mapping[str, int] = {"foster": 1, "british": 0}
"""The worth of each trick over or under, in the calls counted by tricks (F; W has none)."""

GRAND = Call.SOLO
"""The call whose stake a grand has: the last trick loses "to each of the others the value of a solo" (F)."""
