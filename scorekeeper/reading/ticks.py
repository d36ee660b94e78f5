"""Boxes to tick: a cross, a hook, a line, a dot or a box that is filled."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scorekeeper.reading.geometry import Floats
from scorekeeper.reading.ink import MARGIN, Grey, Ink, ink
from scorekeeper.reading.seen import TickSeen

Mask = npt.NDArray[np.bool_]

# Boxes have words and suits printed in them, in a light grey that is no tick.
FAINTEST_TICK = 75
# The share of a box that no cross and no hook covers, not even a blurred one by a thick pen: it is filled, or what was
# in it is taken back. What it is, the other boxes say: some fill all boxes that they mean.
TOO_MUCH = 0.47
# A box without ink, and the strength of the clearest tick: of 12,600 boxes in simulated photos, none was taken for the
# other.
CLEAN, CLEAREST = 0.0002, 8
EMPTY = TickSeen(ticked=CLEAN)
FILLED = TickSeen(ticked=0.6, astray=True)
MANY = 3
# From here on it is a tick, and no speck of dust.
CLEAR = 0.9
# Of a tick between two boxes, either can be meant.
IN_PART, BESIDE = TickSeen(ticked=0.8, astray=True), TickSeen(ticked=0.1, astray=True)
# The share of its ink that a tick has in its box at least, wherever its ends are.
MOSTLY_INSIDE = 0.5
# How far a tick is at most from where this writer's usually are in their boxes, by shares of the box. Of 4,203 in
# simulated photos, five were further away than 0.21; of 38 beside their boxes, 37 were further than 0.3.
ELSEWHERE = 0.26


def look_at(cells: Sequence[Grey]) -> list[TickSeen]:
    """Return whether each of these boxes, those of one page, is ticked."""
    inks = [ink(cell, FAINTEST_TICK) for cell in cells]
    seen, middles = [_seen(written) for written in inks], [_middle(written) for written in inks]
    clear = [middle for one, middle in zip(seen, middles, strict=True) if one.ticked >= CLEAR]
    usual = np.median(clear, axis=0) if len(clear) >= MANY else np.zeros(2)
    seen = [
        IN_PART if one.ticked >= CLEAR and np.abs(middle - usual).max() > ELSEWHERE else one
        for one, middle in zip(seen, middles, strict=True)
    ]
    filled, ticked = sum(one == FILLED for one in seen), sum(one.ticked > FILLED.ticked for one in seen)
    if filled < MANY or filled < ticked:
        return seen
    return [TickSeen(ticked=0.97) if one == FILLED else one for one in seen]


def _seen(written: Ink) -> TickSeen:
    if not written.width:
        return BESIDE if written.beside else EMPTY
    inked = _inked(written)
    box = inked[MARGIN:-MARGIN, MARGIN:-MARGIN]
    amount = int(box.sum())
    if amount > TOO_MUCH * box.size:
        return FILLED
    # A dot of a millimetre is about even; a stroke through half of the box leaves no doubt.
    extent = max(written.width, written.height) / max(box.shape)
    strength = 0.05 * (amount - 24) + 8 * (extent - 0.2)
    return TickSeen(
        ticked=1 / (1 + math.exp(-min(max(strength, -5), CLEAREST))),
        astray=written.beside or amount < MOSTLY_INSIDE * int(inked.sum()),
    )


def _inked(written: Ink) -> Mask:
    return written.dark > max(FAINTEST_TICK, written.peak // 2)


def _middle(written: Ink) -> Floats:
    """Return how far the middle of the ink is below and to the right of that of the box, by shares of the box."""
    inked = _inked(written)
    if not inked.any():
        return np.zeros(2)
    off = np.argwhere(inked).mean(axis=0) + 0.5 - np.array(inked.shape) / 2
    return np.asarray(off / (max(inked.shape) - 2 * MARGIN))
