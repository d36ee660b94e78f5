"""Tick boxes: a cross, a check mark, a line, a dot or a filled box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scorekeeper.printing.marked_sheets.layout import Cell, PageLayout
from scorekeeper.reading.boxes.tick_ink import TickInk, ink_of
from scorekeeper.reading.observations import TickSeen
from scorekeeper.reading.photo.geometry import Grey

# From `TOO_MUCH` of its area on, a box is filled or its tick is scribbled over: no cross or check mark covers as much,
# even blurred and with a thick pen. If other boxes show how much this writer's ticks cover, the limit is
# `MORE_THAN_USUAL` times that, from `MUCH` to `TOO_MUCH`; there is no upper limit for writers who cover more than
# `HEAVY`.
MUCH, TOO_MUCH, HEAVY, MORE_THAN_USUAL = 0.36, 0.47, 0.4, 1.5
# The probability that a box without ink is ticked, and the strength of the clearest tick: of 12,600 boxes in simulated
# photos, none was taken for the other.
CLEAN, CLEAREST = 0.0002, 8
EMPTY = TickSeen(ticked=CLEAN)
FILLED, FILLED_AGAIN = TickSeen(ticked=0.6, astray=True), TickSeen(ticked=0.9)
# `MANY` ticks are enough to tell how this writer ticks. Filled boxes are one of the writer's ways if there are `OFTEN`
# of them and they are this share of the ticks.
MANY, OFTEN, SHARE = 5, 3, 0.15
# From this probability on it is a tick rather than a speck of dust.
CLEAR = 0.9
# A tick between two boxes can be meant for either.
IN_PART, BESIDE = TickSeen(ticked=0.8, astray=True), TickSeen(ticked=0.1, astray=True)
# A soft smudge, such as the corner of a shadow; the edges of strokes are twice as steep even in a blurred photo.
SMUDGE, STEEP = TickSeen(ticked=0.3, astray=True), 0.4
# At least this share of a tick's ink is in its box, wherever its ends are.
MOSTLY_INSIDE = 0.5
# A tick is at most this far from where this writer's usually are in their boxes, in sides of the box.
ELSEWHERE = 0.3
# A tick is at most this much longer than this writer's usually are, in sides of the box; otherwise it is two ticks.
LONGER = 0.36


def look_at(image: Grey, page: PageLayout) -> dict[tuple[int, Cell], TickSeen]:
    """Return whether each tick box of a flattened page is ticked, by row number and cell."""
    found = ink_of(image, page)
    inks = list(found.values())
    seen = [_seen(ink) for ink in inks]
    ticks = [ink for ink, tick in zip(inks, seen, strict=True) if tick.ticked >= CLEAR]
    usual = _usual(ticks)
    full = _full(usual)
    often = sum(ink.covered > full for ink in ticks) >= max(OFTEN, SHARE * len(ticks))
    filled = FILLED_AGAIN if often else FILLED
    for at, ink in enumerate(inks):
        if seen[at].ticked >= CLEAR:
            if ink.covered > full:
                seen[at] = replace(filled, astray=filled.astray or seen[at].astray)
            elif usual.extent and ink.extent > usual.extent + LONGER:
                seen[at] = replace(seen[at], astray=True)
        off = np.abs(np.subtract(ink.middle, usual.middle)).max()
        if ink.amount and off > ELSEWHERE:
            seen[at] = min(seen[at], IN_PART, key=_ticked)
            for other in ink.neighbours:
                seen[other] = max(seen[other], BESIDE, key=_ticked)
    return dict(zip(found, seen, strict=True))


def _usual(ticks: Sequence[TickInk]) -> TickInk:
    """Return the usual ink of this writer's ticks, without any if there are too few to tell."""
    if len(ticks) < MANY:
        return TickInk()
    x, y = np.median([ink.middle for ink in ticks], axis=0)
    return TickInk(
        covered=float(np.median([ink.covered for ink in ticks])),
        extent=float(np.median([ink.extent for ink in ticks])),
        middle=(float(x), float(y)),
    )


def _full(usual: TickInk) -> float:
    """Return the covered share from which a box is filled or scribbled over, given this writer's usual tick."""
    if not usual.covered:
        return TOO_MUCH
    more = max(MUCH, MORE_THAN_USUAL * usual.covered)
    return more if usual.covered > HEAVY else min(more, TOO_MUCH)


def _ticked(tick: TickSeen) -> float:
    return tick.ticked


def _seen(ink: TickInk) -> TickSeen:
    if not ink.amount:
        return BESIDE if ink.beside else EMPTY
    if ink.edge < STEEP and ink.covered < HEAVY:
        return SMUDGE
    # A dot of a millimetre is as likely a tick as not; a stroke through half of the box leaves no doubt.
    strength = 0.05 * (ink.amount - 24) + 8 * (ink.extent - 0.2)
    return TickSeen(
        ticked=1 / (1 + math.exp(-min(max(strength, -5), CLEAREST))), astray=ink.beside or ink.inside < MOSTLY_INSIDE
    )
