"""Numbers written without boxes: the ways to split their ink into digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log

import cv2
import numpy as np
import numpy.typing as npt

from scorekeeper.reading.boxes import ink as digit_model
from scorekeeper.reading.boxes.ink import Ink
from scorekeeper.reading.lists.cells import InkPiece, merged
from scorekeeper.reading.observations import DigitSeen, FreeNumberSeen, NumberSeen
from scorekeeper.reading.photo.geometry import Grey

MOST_PARTS = 12  # ink with more parts is not a number
MOST_WAYS = 8
LEAST_WAY = 1e-4  # less likely ways are dropped
TOO_WIDE = 0.6  # heights of the number: a wider piece may be several digits
WIDEST_DIGIT = 1.8  # heights of the number
LOW = 0.55  # heights of the number: most digits are higher
MOST_CUTS = 6
CUT, THICK = 0.5, 3.0  # the cost of a cut, as a negative logarithm, and the extra cost in ink as high as the number
THIN, CAN_BE_CUT = 0.25, 0.55  # heights of the number: a piece is cut only where there is less ink than this
VAGUE = 0.5  # the weight of ink that looks like several digits
TORN = 2.5  # the cost of one digit standing above another
ASTRAY = 6.0  # if the best way costs more, the ink doesn't look like a number
LOWEST_DIGIT, STEEP = 0.38, 50  # row heights: lower ink is a dash; and how sharp that limit is
MISSED_MINUS = 0.03  # how often a minus is taken for part of the first digit, or the other way round
PLUS = 4.0  # the cost of taking the first piece for a plus, which means nothing


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of ink, or a part of one; `cut` is the cost of cutting it off from the part before."""

    piece: InkPiece
    cut: float = 0.0


Segment = tuple[int, int]
Chances = npt.NDArray[np.float32]


def look_at(
    cells: Sequence[Sequence[InkPiece]], *, places: Sequence[int], signed: Sequence[bool]
) -> list[FreeNumberSeen]:
    """Return the number in each of these cells, with at most this many places; a minus counts if it is `signed`."""
    parts = [list(_parts(pieces)) for pieces in cells]
    segments = [list(_segments(own)) for own in parts]
    pictures = [_picture(parts[at][first:last]) for at, own in enumerate(segments) for first, last in own]
    chances = iter(digit_model.probabilities(pictures)) if pictures else iter(())
    looks = [{segment: next(chances) for segment in own} for own in segments]
    return [_number(*cell) for cell in zip(parts, looks, places, signed, strict=True)]


def dash(pieces: Sequence[InkPiece], row: int) -> float:
    """Return how likely a cell of this height has only a dash, however short and slanted."""
    if not pieces:
        return 0.0
    return 1 / (1 + exp(min(max(STEEP * (merged(pieces).height / row - LOWEST_DIGIT), -9), 9)))


def _minus(piece: InkPiece) -> float:
    """Return how likely the first of several pieces is a minus."""
    if piece.width < 6:
        return 0.01
    return 1 / (1 + exp(min(max(25 * (piece.height / piece.width - 0.6), -7), 7)))


# Parts and segments


def _parts(pieces: Sequence[InkPiece]) -> Iterator[_Part]:
    """Yield the pieces; wide ones are split into several parts."""
    high = max((piece.height for piece in pieces), default=0)
    for piece in pieces:
        if piece.width <= TOO_WIDE * high or piece.height < LOW * high:
            yield _Part(piece)
            continue
        ends, ink = [0, *_thin_places(piece, high), piece.width], _thickness(piece)
        for left, right in pairwise(ends):
            part = piece.part(left, right)
            if part:
                yield _Part(part, cut=CUT + THICK * float(ink[left]) / high if left else 0.0)


def _thin_places(piece: InkPiece, high: int) -> list[int]:
    """Return where a piece may be cut: where its ink is thinnest, and at the end of a thin stroke such as a dash."""
    ink = _thickness(piece)
    thin = ink < THIN * high
    ends = np.flatnonzero(np.diff(thin.astype(np.int8))) + 1
    inner = np.flatnonzero((ink[1:-1] <= ink[:-2]) & (ink[1:-1] <= ink[2:]) & (ink[1:-1] < CAN_BE_CUT * high)) + 1
    apart = max(round(0.15 * high), 3)
    found: list[int] = []
    for at in sorted({*ends.tolist(), *inner.tolist()}, key=lambda at: (float(ink[at]), at)):
        if apart <= at <= piece.width - apart and all(abs(at - other) >= apart for other in found):
            found.append(at)
    return sorted(found[:MOST_CUTS])


def _thickness(piece: InkPiece) -> npt.NDArray[np.float64]:
    """Return how many pixels of ink each column of a piece has, smoothed a little."""
    ink = np.count_nonzero(piece.dark, axis=0).astype(np.float64)
    return np.convolve(np.pad(ink, 1, mode="edge"), np.ones(3) / 3, mode="valid")


def _segments(parts: Sequence[_Part]) -> Iterator[Segment]:
    """Yield the runs of parts that may be one digit."""
    if len(parts) > MOST_PARTS:
        return
    high = max((part.piece.height for part in parts), default=0)
    for first in range(len(parts)):
        for last in range(first + 1, min(first + 5, len(parts)) + 1):
            run = [part.piece for part in parts[first:last]]
            wide = max(piece.right for piece in run) - min(piece.x for piece in run)
            if wide <= WIDEST_DIGIT * high or last == first + 1:
                yield first, last


def _picture(parts: Sequence[_Part]) -> Grey:
    piece = merged([part.piece for part in parts])
    peak = int(cv2.blur(piece.dark, (3, 3)).max())
    return digit_model.picture(Ink(dark=piece.dark, width=piece.width, height=piece.height, peak=peak))


# Ways


def _number(parts: Sequence[_Part], looks: Mapping[Segment, Chances], places: int, signed: bool) -> FreeNumberSeen:
    """Return the likeliest ways to read parts as a number."""
    if not parts:
        return FreeNumberSeen(ways=((1.0, NumberSeen(places=(), minus=0.0 if signed else None)),))
    if not looks:
        return _unreadable(places, signed=signed)
    found: list[tuple[float, bool, tuple[Segment, ...]]] = []
    minus = _minus(parts[0].piece) if len(parts) > 1 else 0.0
    for start, sign, before in (
        (0, False, -log(1 - minus)),
        (1, True, -log(minus) if minus else 99.0),
        (1, False, PLUS),
    ):
        if start < len(parts):
            found += [(before + cost, sign, way) for cost, way in _ways(parts, looks, start, places)]
    if not found:
        return _unreadable(places, signed=signed)
    found.sort(key=lambda number: number[0])
    least = found[0][0]
    chances = [exp(least - cost) for cost, _sign, _way in found[:MOST_WAYS]]
    whole = sum(chances)
    ways = [
        (chance / whole, _seen(way, looks, minus=sign if signed else None))
        for chance, (_cost, sign, way) in zip(chances, found, strict=False)
        if chance / whole > LEAST_WAY
    ]
    return FreeNumberSeen(ways=tuple(ways), astray=least > ASTRAY)


def _ways(
    parts: Sequence[_Part], looks: Mapping[Segment, Chances], start: int, places: int
) -> list[tuple[float, tuple[Segment, ...]]]:
    """Return the likeliest ways to read the parts from this one on as at most this many digits, with their costs."""
    high = max(part.piece.height for part in parts)
    # By where the digits end: their costs and segments.
    reached: dict[int, list[tuple[float, tuple[Segment, ...]]]] = {start: [(0.0, ())]}
    for first in range(start, len(parts)):
        for last in range(first + 1, len(parts) + 1):
            if (first, last) not in looks:
                continue
            more = _cost(parts, first, last, looks[first, last], high)
            longer = [(cost + more, (*way, (first, last))) for cost, way in reached.get(first, ()) if len(way) < places]
            reached[last] = sorted([*reached.get(last, ()), *longer])[:MOST_WAYS]
    return reached.get(len(parts), [])


def _cost(parts: Sequence[_Part], first: int, last: int, chances: Chances, high: int) -> float:
    """Return the cost of reading a run of parts as a single digit."""
    piece = merged([part.piece for part in parts[first:last]])
    digit = float(chances[: digit_model.EMPTY].sum())
    cost = -log(0.002 + 0.998 * digit)
    cost += VAGUE * -log(float(chances[: digit_model.EMPTY].max()) / max(digit, 1e-6) + 1e-6)
    if parts[first].cut:
        cost += parts[first].cut
    elif first and _beside(parts[first - 1].piece, piece) > 0.5:
        cost += TORN
    if piece.height < LOW * high:
        cost += 6 * (LOW - piece.height / high)
    return cost


def _beside(one: InkPiece, other: InkPiece) -> float:
    """Return the share of the narrower of two pieces that is above or below the other."""
    both = min(one.right, other.right) - max(one.x, other.x)
    return max(both, 0) / max(min(one.width, other.width), 1)


def _seen(way: Sequence[Segment], looks: Mapping[Segment, Chances], *, minus: bool | None) -> NumberSeen:
    places = tuple(_digit(looks[segment]) for segment in way)
    return NumberSeen(places=places, minus=None if minus is None else 1 - MISSED_MINUS if minus else MISSED_MINUS)


def _digit(chances: Chances) -> DigitSeen:
    """Return what was seen in a run of ink that is taken for a digit."""
    shares = np.asarray(chances[: digit_model.EMPTY], np.float64) + float(chances[digit_model.NO_DIGIT]) / 10 + 1e-6
    shares /= shares.sum()
    return DigitSeen(empty=0.0, digits=tuple(float(share) for share in shares))


def _unreadable(places: int, *, signed: bool) -> FreeNumberSeen:
    """Return a number that can have any value."""
    any_digit = DigitSeen(empty=0.05, digits=(0.095,) * 10)
    seen = NumberSeen(places=(any_digit,) * places, minus=0.5 if signed else None)
    return FreeNumberSeen(ways=((1.0, seen),), astray=True)
