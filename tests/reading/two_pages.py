"""A session that fills two pages of a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.play.tables import GARDE, PASSED, Scorer
from tests.reading.pages import CODE
from tests.reading.reader import PRISE

BLANK = replace(CODE, rows=24)
"""A sheet of two pages: the second one begins with row 19."""
FIRST = 18
"""The rows of the first page."""
Hands = Sequence[Mapping[str, Any]]
HANDS: Hands = [*(GARDE, PRISE, PASSED) * 6, GARDE, PRISE, PASSED]


def play(scorer: Scorer, hands: Hands) -> None:
    for hand in hands:
        if hand:
            scorer.record(hand)
