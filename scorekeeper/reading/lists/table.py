"""A ruled table, flattened: the positions of its rows for hands and its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from games.ui.paper_list import FederationList, ListColumn, Rows
from scorekeeper.reading.lists import frame
from scorekeeper.reading.lists.frame import find_frame
from scorekeeper.reading.photo import geometry
from scorekeeper.reading.photo.geometry import PIXELS_PER_MM, Floats, Grey, homography_of, mapped
from scorekeeper.reading.photo.markers import NotASheetError
from scorekeeper.reading.sheet.layouts import MARGIN

LOOK = 8.0  # pixels per millimetre in which lines are looked for
AROUND = 4.0  # millimetres around the frame
OFF_FRAME = 1.3  # millimetres: how far beyond a corner of the frame a line of the table can end
UNEVEN = 0.2  # the share by which a row's height may differ from those above
FOLLOWS = 0.3  # the weight of each row in the expected height of the next, which changes in a slanted photo
NARROWEST, WIDEST = 0.65, 1.55  # limits of a column's width, as a share of the declared one
FEWEST_PIXELS = 5.0  # of the photo per millimetre
MOST_BLUR = 0.45  # millimetres, as in the other sheets
SHARPEST_LINE = 0.2  # the spread of the ink of a thick line that isn't blurred
USUAL_WIDTH = 190.0  # millimetres: of any list on A4
FROM_SIDE_TO_SIDE = 0.12  # of the table's width: lines above and below a hand begin and end this near to its sides


@dataclass(frozen=True, kw_only=True)
class Printing:
    """The columns and rows of one printing of a list, for this many players."""

    form: FederationList
    size: int
    columns: Sequence[ListColumn]

    @property
    def rows(self) -> Rows:
        return self.form.rows[self.size]

    @property
    def widths(self) -> Floats:
        return np.array([column.width for column in self.columns])


def printings(form: FederationList, size: int) -> Iterator[Printing]:
    """Yield the printings of a list for this many players."""
    for columns in form.printings(size):
        yield Printing(form=form, size=size, columns=columns)


@dataclass(frozen=True, kw_only=True)
class FlatTable:
    """The rows for hands of a flattened table in even light, at `PIXELS_PER_MM`.

    `columns` and `rows` are the positions of the lines in pixels, including the outer ones. `places` are their
    crossings in the photo, by row and column.
    """

    image: Grey
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    places: Floats


def flatten(image: Grey, known: Sequence[Printing]) -> tuple[Printing, FlatTable]:
    """Return the table in a photo, and which of these printings it is. Raise `NotASheetError`.

    The codes: `no-table`, `half` (a part is outside of the picture), `small` (too far away), `blurred`, `columns` (it
    has other columns), and `rows` (it has fewer rows).
    """
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    corners = find_frame(grey)
    printing, places = _places(grey, corners, known)
    steps = np.linalg.norm(np.diff(places, axis=1), axis=2).sum(axis=1)
    if steps.min() / printing.widths.sum() < FEWEST_PIXELS:
        raise NotASheetError("small", "The table is too small in the picture.")
    return printing, _flat(grey, places, printing.widths, printing.rows)


# The lines


@dataclass(frozen=True, kw_only=True)
class _Fit:
    """A printing that a table may be, with its lines across and down, and the mapping back to the photo."""

    printing: Printing
    misfit: float
    across: list[frame.RuledLine]
    down: list[frame.RuledLine]
    back: Floats


def _places(image: Grey, corners: Floats, known: Sequence[Printing]) -> tuple[Printing, Floats]:
    """Return which printing a table is, and where its lines cross in the photo."""
    refusals: list[NotASheetError] = []
    for fit in sorted(_fits(image, corners, known), key=lambda fit: fit.misfit):
        try:
            down = _hand_lines(fit.down, fit.printing.rows)
        except NotASheetError as error:
            refusals.append(error)
            continue
        return fit.printing, mapped(frame.crossings(down, fit.across), fit.back)
    raise refusals[0]


def _fits(image: Grey, corners: Floats, known: Sequence[Printing]) -> list[_Fit]:
    """Return the printings that a table may be by its columns, for each of its sides on top."""
    fits: list[_Fit] = []
    counts: list[int] = []
    for turn in range(4):
        back, mask, pixels = _upright(image, np.roll(corners, -turn, axis=0))
        across = _within(frame.vertical(mask, pixels), mask.shape, pixels)
        counts.append(len(across) - 1)
        found = np.diff([line.middle for line in across])
        misfits = [(printing, _misfit(found, printing.widths)) for printing in known]
        if any(misfit is not None for _printing, misfit in misfits):
            down = _within(frame.horizontal(mask, pixels), mask.shape[::-1], pixels)
            fits += [
                _Fit(printing=printing, misfit=misfit, across=across, down=down, back=back)
                for printing, misfit in misfits
                if misfit is not None
            ]
    if not fits:
        numbers = sorted({len(printing.columns) for printing in known})
        wanted = " or ".join(map(str, numbers))
        raise NotASheetError("columns", f"The table has {max(counts)} columns that can be seen, not {wanted}.")
    return fits


def _misfit(found: Floats, widths: Floats) -> float | None:
    """Return how much the widths of columns differ from those of a printing; None if they can't be its columns."""
    if len(found) != len(widths):
        return None
    ratio = found / found.sum() * widths.sum() / widths
    return float(np.abs(np.log(ratio)).mean()) if ratio.min() > NARROWEST and ratio.max() < WIDEST else None


def _within(found: list[frame.RuledLine], shape: tuple[int, int], pixels: float) -> list[frame.RuledLine]:
    """Return the lines that begin and end within the frame; the others are the edges of the paper."""
    length, wide = shape
    ends = np.array([AROUND * pixels, length - AROUND * pixels])
    low, high = (AROUND - OFF_FRAME) * pixels, wide - (AROUND - OFF_FRAME) * pixels
    return [line for line in found if (line.at(ends) > low).all() and (line.at(ends) < high).all()]


def _upright(image: Grey, corners: Floats) -> tuple[Floats, frame.Mask, float]:
    """Return the mapping back to the photo, and the dark pixels of the table with one of its sides on top."""
    sides = [float(side) for side in np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)]
    width = USUAL_WIDTH
    high = width * (sides[1] + sides[3]) / (sides[0] + sides[2])
    pixels = min(LOOK, LOOK * 400 / max(width, high))  # if this isn't the table, it can have any shape
    size = np.array([width, high]) * pixels
    edge = AROUND * pixels
    ends = np.array([(0, 0), (size[0], 0), size, (0, size[1])]) + edge
    matrix = homography_of(corners, ends)
    whole = (round(size[0] + 2 * edge), round(size[1] + 2 * edge))
    shown = cv2.warpPerspective(image, matrix, whole, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    return np.asarray(np.linalg.inv(matrix), np.float64), frame.dark(shown, pixels), pixels


def _hand_lines(down: Sequence[frame.RuledLine], rows: Rows) -> list[frame.RuledLine]:
    """Return the lines above and below the rows for hands, taken from the longest run of rows of equal height.

    They go from side to side; those between headings don't. Other lines, such as one through a row, are skipped.
    """
    down = [line for line in down if line.begins < FROM_SIDE_TO_SIDE and line.ends > 1 - FROM_SIDE_TO_SIDE]
    if len(down) < 2:
        raise NotASheetError("rows", "The table has no rows.")
    pitch = float(np.median(np.diff([line.middle for line in down])))
    longest = max((_run(down[first:], pitch) for first in range(len(down))), key=len)
    if len(longest) <= rows.number:
        raise NotASheetError("rows", f"The table has {len(longest) - 1} rows for hands, not {rows.number}.")
    return longest[: rows.number + 1]


def _run(down: Sequence[frame.RuledLine], pitch: float) -> list[frame.RuledLine]:
    """Return the first line, and the following ones that are each a row's height below the one before."""
    run = [down[0]]
    for line in down[1:]:
        gap = line.middle - run[-1].middle
        usual = round(gap / pitch)
        if usual > 2:
            break
        if usual < 1 or abs(gap / usual - pitch) > UNEVEN * pitch:
            continue
        if usual == 2:  # a line was too faint
            run.append(_between(run[-1], line))
        run.append(line)
        pitch += FOLLOWS * (gap / usual - pitch)
    return run


def _between(one: frame.RuledLine, other: frame.RuledLine) -> frame.RuledLine:
    degree = max(len(one.curve), len(other.curve))
    curves = [np.pad(line.curve, (degree - len(line.curve), 0)) for line in (one, other)]
    return frame.RuledLine(curve=(curves[0] + curves[1]) / 2, length=one.length)


# The picture


def _flat(image: Grey, places: Floats, widths: Floats, rows: Rows) -> FlatTable:
    """Return the table with every line straight."""
    lengths = np.linalg.norm(np.diff(places, axis=1), axis=2).mean(axis=0)
    borders = np.concatenate([[0], np.cumsum(lengths)]) / lengths.sum() * widths.sum()
    x = np.asarray(np.concatenate([[-MARGIN], borders, [borders[-1] + MARGIN]]) + MARGIN, np.float64)
    y = np.asarray(np.arange(-1, rows.number + 2) * rows.height + MARGIN, np.float64)
    grid = _wider(_wider(places, x), y, axis=0)
    across: Floats = np.arange(round((borders[-1] + 2 * MARGIN) * PIXELS_PER_MM)) / PIXELS_PER_MM
    down: Floats = np.arange(round((rows.number * rows.height + 2 * MARGIN) * PIXELS_PER_MM)) / PIXELS_PER_MM
    where = _between_points(_between_points(grid, x, across, axis=1), y, down, axis=0).astype(np.float32)
    picture = cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flat = FlatTable(
        image=geometry.even(picture.astype(np.uint8), PIXELS_PER_MM),
        columns=tuple(round(float(edge) * PIXELS_PER_MM) for edge in x[1:-1]),
        rows=tuple(round(float(edge) * PIXELS_PER_MM) for edge in y[1:-1]),
        places=places,
    )
    if _blur(flat) > MOST_BLUR:
        raise NotASheetError("blurred", "The picture is blurred.")
    return flat


def _wider(grid: Floats, borders: Floats, axis: int = 1) -> Floats:
    """Return the points with another one at both ends, as far out as these borders."""
    points = np.moveaxis(grid, axis, 0)
    first = points[0] - (points[1] - points[0]) * (borders[1] - borders[0]) / (borders[2] - borders[1])
    last = points[-1] + (points[-1] - points[-2]) * (borders[-1] - borders[-2]) / (borders[-2] - borders[-3])
    return np.moveaxis(np.concatenate([first[None], points, last[None]]), 0, axis)


def _between_points(grid: Floats, borders: Floats, wanted: Floats, axis: int) -> Floats:
    """Return the points at the wanted places between those at the borders."""
    points = np.moveaxis(grid, axis, 0)
    after = np.clip(np.searchsorted(borders, wanted, side="right"), 1, len(borders) - 1)
    share = ((wanted - borders[after - 1]) / (borders[after] - borders[after - 1])).reshape(-1, 1, 1)
    return np.moveaxis(points[after - 1] * (1 - share) + points[after] * share, 0, axis)


def _blur(flat: FlatTable) -> float:
    """Return the blur of the lines between columns, in millimetres, as the standard deviation of a bell curve."""
    reach = PIXELS_PER_MM
    spreads = []
    for at in flat.columns:
        band = 255.0 - flat.image[flat.rows[0] : flat.rows[-1], at - reach : at + reach + 1]
        profile = np.median(band, axis=0)
        profile = np.clip(profile - 0.15 * profile.max(), 0, None)
        if profile.max() > 0:
            offset = np.arange(len(profile))
            middle = (profile * offset).sum() / profile.sum()
            spreads.append(np.sqrt((profile * (offset - middle) ** 2).sum() / profile.sum()) / PIXELS_PER_MM)
    return float(np.sqrt(max(float(np.median(spreads)) ** 2 - SHARPEST_LINE**2, 0))) if spreads else 0.0
