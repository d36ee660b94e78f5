"""Handwritten digits in boxes. docs/digits-model.md says what reads them, and how well."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scorekeeper.reading.boxes.digit_model import EMPTY, NO_DIGIT, picture, probabilities
from scorekeeper.reading.boxes.ink import ink
from scorekeeper.reading.observations import DigitSeen
from scorekeeper.reading.photo.geometry import Grey


def look_at(cells: Sequence[Grey]) -> list[DigitSeen]:
    """Return what is written in each of these cells."""
    if not cells:
        return []
    return [_seen(chances) for chances in probabilities([picture(ink(cell, crowded=True)) for cell in cells])]


def _seen(chances: npt.NDArray[np.float32]) -> DigitSeen:
    """Turn the probabilities of the classes into what was seen.

    Ink that isn't a single digit can be any digit or, if it is crossed out, none.
    """
    unknown = float(chances[NO_DIGIT]) / 11
    return DigitSeen(
        empty=float(chances[EMPTY]) + unknown,
        digits=tuple(float(chance) + unknown for chance in chances[:EMPTY]),
        astray=bool(chances[NO_DIGIT] > 0.5),
    )
