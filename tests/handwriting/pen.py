"""A pen that fills in sheets as people do, with digits that the model has never seen, for tests and benches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from games.ui.marked_sheet import Marks
from scorekeeper.printing.marked_sheets.layout import Box, Cell, PageLayout, RowLayout
from tests.handwriting.samples import MNIST_EACH, Samples
from tests.handwriting.strokes import Mask, Picture, Point, glyph, lay, stroke

# Blue, green and red of blue ink, black ink and a pencil.
INKS = {"blue": (150, 60, 25), "black": (45, 40, 40), "pencil": (120, 118, 116)}
INK_SHARES = (0.5, 0.3, 0.2)
TICKS = ("cross", "hook", "line", "dot", "filled")
TICK_SHARES = (0.58, 0.34, 0.04, 0.02, 0.02)


@dataclass(frozen=True, kw_only=True, slots=True)
class Writer:
    """One person's handwriting, used for a whole sheet; lengths are in millimetres."""

    ink: str
    colour: tuple[float, float, float]
    width: float
    level: float
    height: float
    slant: float
    tick: str
    writes_plus: bool


class Pen:
    """Writes on pictures of pages as one person does; the same seed writes the same.

    `samples` are those of `samples.held_out`. `writer` is who writes; a test can replace it.
    """

    def __init__(self, samples: Samples, seed: int) -> None:
        self.samples = samples
        self.random = np.random.default_rng(seed)
        ink = str(self.random.choice(list(INKS), p=INK_SHARES))
        blue, green, red = (min(max(channel + self.random.normal(0, 12), 0), 150) for channel in INKS[ink])
        self.writer = Writer(
            ink=ink,
            colour=(blue, green, red),
            width=self.random.uniform(0.3, 0.55),
            level=self.random.uniform(0.33, 0.58),
            height=self.random.uniform(3.4, 5.2),
            slant=self.random.normal(0, 0.1),
            tick=str(self.random.choice(TICKS, p=TICK_SHARES)),
            writes_plus=bool(self.random.random() < 0.1),
        )

    def fill(
        self,
        page_image: Picture,
        page: PageLayout,
        rows: Sequence[Marks],
        *,
        corrected: Collection[tuple[int, str, int]] = (),
        astray: Collection[tuple[int, str, str]] = (),
    ) -> Picture:
        """Return the page with these rows written into its rows, from the first on.

        `rows` also have the running totals, by the names of their fields, and `in-words` with an empty key. The digits
        at the `corrected` places, by row number, field and place, are first written wrong. The `astray` ticks, by row
        number, field and key, are beside their box if they are meant, and scribbled over if they are not.
        """
        image = page_image.copy()
        scale = image.shape[1] / page.width
        for row, marks in zip(page.rows, rows, strict=False):
            for cell in row.cells:
                where = _Place(image=image, box=cell.box, scale=scale)
                if cell.kind == "tick":
                    value = marks.get(cell.field)
                    meant = isinstance(value, frozenset) and cell.key in value
                    self._write_tick(where, meant=meant, slip=(row.number, cell.field, cell.key) in astray)
                    continue
                text = _text(row, cell, marks)
                if not text:
                    continue
                if text in ("-", "+"):
                    if text == "-" or self.writer.writes_plus:
                        self.sign(where, text)
                elif (row.number, cell.field, cell.place) in corrected:
                    self.corrected_digit(where, int(text))
                else:
                    self.digit(where, int(text))
        return image

    def _write_tick(self, where: _Place, *, meant: bool, slip: bool) -> None:
        if slip and not meant:
            self.tick_taken_back(where)
        elif slip:
            self.tick_beside(where)
        elif meant:
            self.tick(where)

    def digit(self, where: _Place, which: int, *, smaller: float = 1.0, x: float = 0.5, y: float = 0.5) -> None:
        """Write a digit near this point of the box, given in shares of its width and height; now and then on a line."""
        sd = 0.14 if self.random.random() < 0.06 else 0.055
        height = self.writer.height * smaller * self.random.normal(1, 0.06) * where.scale
        mask = self._digit(which, height)
        left, top = where.point(x + self.random.normal(0, sd), y + self.random.normal(0, sd * 0.8))
        self._lay(where, mask, left - mask.shape[1] / 2, top - mask.shape[0] / 2)

    def corrected_digit(self, where: _Place, which: int) -> None:
        """Write another digit, and then this one over it, or above or beside it after the first is crossed out."""
        wrong = int((which + self.random.integers(1, 10)) % 10)
        self.digit(where, wrong)
        if self.random.random() < 0.4:
            self.digit(where, which)
            return
        if self.random.random() < 0.5:
            self._stroke(where, [(0.02, 0.15), (0.98, 0.85)])
            self._stroke(where, [(0.98, 0.15), (0.02, 0.85)])
        else:
            for y in (0.35, 0.5, 0.65):
                self._stroke(where, [(-0.05, y + 0.1), (1.05, y - 0.1)])
        x, y = (0.95, 0.0) if self.random.random() < 0.5 else (0.5, -0.15)
        self.digit(where, which, smaller=0.5, x=x, y=y)

    def sign(self, where: _Place, sign: str) -> None:
        """Write a minus or a plus."""
        half, middle = self.random.uniform(0.22, 0.36), 0.5 + self.random.normal(0, 0.06)
        tilt = self.random.normal(0, 0.03)
        self._stroke(where, [(0.5 - half, middle + tilt), (0.5 + half, middle - tilt)])
        if sign == "+":
            high = half * where.box.width / where.box.height
            self._stroke(where, [(0.5, middle - high), (0.5, middle + high)])

    def tick(self, where: _Place, *, x: float = 0.0, y: float = 0.0) -> None:
        """Tick the box in the writer's way; `x` and `y` shift it by shares of the box."""
        kind = self.writer.tick
        x, y = x + self.random.normal(0, 0.06), y + self.random.normal(0, 0.06)
        ways: dict[str, list[list[Point]]] = {
            "cross": [[(0.1, 0.1), (0.5, 0.52), (0.9, 0.9)], [(0.9, 0.08), (0.5, 0.5), (0.1, 0.92)]],
            "hook": [[(0.12, 0.5), (0.36, 0.86), (0.42, 0.84), (1.05, -0.08)]],
            "line": [[(0.1, 0.92), (0.9, 0.1)]],
            "dot": [[(0.42, 0.44), (0.6, 0.5), (0.46, 0.58), (0.56, 0.42)]],
            "filled": [_zigzag(0.05, 0.95, 11)],
        }
        for way in ways[kind]:
            self._stroke(where, [(px + x, py + y) for px, py in way])

    def tick_beside(self, where: _Place) -> None:
        """Tick so far beside the box that the centre of the tick is outside."""
        x, y = ((-0.75, 0.0), (0.75, 0.0), (0.0, -0.75), (0.0, 0.75))[self.random.integers(4)]
        self.tick(where, x=x, y=y)

    def tick_taken_back(self, where: _Place) -> None:
        """Tick the box and scribble over it."""
        self.tick(where)
        self._stroke(where, _zigzag(-0.02, 1.02, int(self.random.integers(9, 13))))

    # Where there are no boxes

    def write(self, page_image: Picture, box: Box, scale: float, text: str) -> None:
        """Write digits and a minus freehand into a cell of a table, some of them touching each other."""
        height, gap = self.writer.height * scale, self.random.normal(0.09, 0.05)
        glyphs = [self._glyph(letter, height * self.random.normal(1, 0.06)) for letter in text]
        gaps = [height * max(gap + self.random.normal(0, 0.06), -0.05) for _glyph in glyphs[1:]]
        length = sum(mask.shape[1] for mask in glyphs) + sum(gaps)
        room = box.width * scale
        x = box.x * scale + (room - length) * self.random.uniform(0.35, 0.85)
        base = (box.y + box.height * 0.5) * scale + height / 2 + self.random.normal(0, 0.06) * box.height * scale
        for mask, after in zip(glyphs, [*gaps, 0.0], strict=True):
            high = height / 2 if len(mask) < height / 2 else len(mask) / 2
            middle = base - high + self.random.normal(0, 0.03) * height
            self._ink(page_image, mask, x, middle - len(mask) / 2)
            x += mask.shape[1] + after

    def tick_in(self, page_image: Picture, box: Box, scale: float) -> None:
        """Tick a cell of a table."""
        side = min(box.width, box.height) * 0.72
        inner = Box(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side)
        self.tick(_Place(image=page_image, box=inner, scale=scale))

    def line(self, page_image: Picture, scale: float, points: Sequence[Point]) -> None:
        """Draw a line through points of the page."""
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        left, top = min(xs) - 2, min(ys) - 2
        size = (round((max(xs) + 2 - left) * scale), round((max(ys) + 2 - top) * scale))
        way = [((x - left) * scale, (y - top) * scale) for x, y in points]
        self._ink(page_image, stroke(way, self.writer.width * scale, size), left * scale, top * scale)

    def _glyph(self, letter: str, height: float) -> Mask:
        """Return a digit or a minus as ink of this height, without a margin."""
        if letter == "-":
            long, high = height * self.random.uniform(0.45, 0.7), height * 0.25
            points = [(2.0, high / 2 + self.random.normal(0, 0.03) * height), (long, high / 2)]
            return stroke(points, self.writer.width * height / self.writer.height, (round(long) + 4, round(high) + 2))
        mask = self._digit(int(letter), height)
        rows, columns = np.flatnonzero(mask.max(axis=1) > 0.3), np.flatnonzero(mask.max(axis=0) > 0.3)
        return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]

    def _digit(self, which: int, height: float) -> Mask:
        """Return a digit as ink of about this height, in the writer's hand."""
        sample, level = self._sample(which)
        return glyph(
            sample,
            height,
            wide=self.random.normal(1, 0.06),
            slant=self.writer.slant + self.random.normal(0, 0.04),
            turn=self.random.normal(0, 0.05),
            level=level + self.random.normal(0, 0.03),
        )

    def _sample(self, which: int) -> tuple[Picture, float]:
        """Return a sample of this digit, and the level of grey where its ink ends."""
        last = self.samples.shape[1]
        # The samples of optdigits are coarse and bold, but their 1 and 7 are European.
        if self.random.random() < (0.4 if which in (1, 7) else 0.1):
            return self.samples[which, self.random.integers(MNIST_EACH, last)], self.writer.level + 0.15
        return self.samples[which, self.random.integers(MNIST_EACH)], self.writer.level

    def _stroke(self, where: _Place, points: Sequence[Point]) -> None:
        """Draw a line through points that are shares of the box, shaking a little."""
        edge = 4 * where.scale  # room for what goes beyond the box
        way = [
            (
                (x + self.random.normal(0, 0.03)) * where.box.width * where.scale + edge,
                (y + self.random.normal(0, 0.03)) * where.box.height * where.scale + edge,
            )
            for x, y in points
        ]
        size = (
            round(where.box.width * where.scale + 2 * edge),
            round(where.box.height * where.scale + 2 * edge),
        )
        left, top = where.point(0, 0)
        self._lay(where, stroke(way, self.writer.width * where.scale, size), left - edge, top - edge)

    def _lay(self, where: _Place, mask: Mask, x: float, y: float) -> None:
        self._ink(where.image, mask, x, y)

    def _ink(self, image: Picture, mask: Mask, x: float, y: float) -> None:
        if self.writer.ink == "pencil":  # the grain of the paper shows
            mask = mask * self.random.uniform(0.7, 1, mask.shape).astype(np.float32)
        grey = image.ndim == 2
        colour = (float(np.dot(self.writer.colour, (0.114, 0.587, 0.299))),) if grey else self.writer.colour
        lay(image, mask, x, y, colour)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Place:
    """A box on the picture of a page that has `scale` pixels per millimetre."""

    image: Picture
    box: Box
    scale: float

    def point(self, x: float, y: float) -> Point:
        """Return where this point of the box is in the picture."""
        return (self.box.x + x * self.box.width) * self.scale, (self.box.y + y * self.box.height) * self.scale


def _text(row: RowLayout, cell: Cell, marks: Marks) -> str:
    """Return what a number has in this box: a digit, its sign, or nothing, for instance before the first digit."""
    number = marks.get(cell.field)
    if not isinstance(number, int):
        return ""
    if cell.kind == "sign":
        return "-" if number < 0 else "+"
    places = sum(other.kind == "digit" and other.field == cell.field for other in row.cells)
    text = str(abs(number)).rjust(places)
    if len(text) > places:
        raise ValueError(f"{number} has more digits than the {places} boxes of {cell.field}")
    return text[cell.place].strip()


def _zigzag(low: float, high: float, turns: int) -> list[Point]:
    """Return a zigzag line across a box."""
    return [(low + (high - low) * turn / (turns - 1), high if turn % 2 else low) for turn in range(turns)]
