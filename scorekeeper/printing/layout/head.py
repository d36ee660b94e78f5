"""The head of a sheet: its title, its facts, and the QR code that leads back to the session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from scorekeeper.printing.layout.canvas import Canvas, Rectangle
from scorekeeper.printing.layout.fitting import fitted
from scorekeeper.printing.layout.letters import POINT, wide

BESIDE = 3
"""The number of facts in a row."""
TITLE_SIZE, AGAIN_SIZE, FACT_SIZE = 17, 11, 9
TITLE, FACT, AGAIN, CODE = 9.5, 5.5, 7.0, 16.0
"""Heights: of the title, a row of facts, the head of a continuation page, and the QR code."""
SUBTITLE_SIZES = (10, 9, 8, 7, 6, 5)
AGAIN_SIZES = (9, 8, 7, 6, 5, 4.2)


@dataclass(frozen=True, kw_only=True)
class SheetHead:
    """The title and the facts of a sheet; a fact without words gets a dotted line to write on."""

    title: str
    subtitle: str
    facts: Sequence[tuple[str, str]]
    qr: str = ""

    @property
    def high(self) -> float:
        """The height on the first page."""
        return max(TITLE + ceil(len(self.facts) / BESIDE) * FACT, CODE if self.qr else 0)

    def draw(self, canvas: Canvas, width: float) -> None:
        """Draw the head of the first page."""
        room = width - CODE - 4 if self.qr else width
        title = fitted(self.title, room, sizes=(TITLE_SIZE,), face="semibold")
        canvas.write(title, Rectangle(0, 0, room, 6), down="bottom", face="semibold")
        beside = wide(self.title, "semibold") * TITLE_SIZE * POINT + 3
        place = Rectangle(beside, 0, room - beside, 6)
        subtitle = fitted(self.subtitle, place.width, 5, sizes=SUBTITLE_SIZES)
        canvas.write(subtitle, place, down="bottom")
        for number, fact in enumerate(self.facts):
            row, at = divmod(number, BESIDE)
            self._fact(canvas, *fact, Rectangle(at * room / BESIDE, TITLE + row * FACT, room / BESIDE - 4, FACT - 1.5))
        if self.qr:
            canvas.qr(self.qr, width - CODE, CODE)

    def _fact(self, canvas: Canvas, label: str, words: str, place: Rectangle) -> None:
        named = fitted(label, place.width / 2, sizes=(FACT_SIZE, 7, 6, 5))
        canvas.write(named, place, quiet=True)
        taken = wide(label) * named.size * named.squeezed * POINT + 1.5
        rest = Rectangle(place.x + taken, place.y, place.width - taken, place.height)
        if words:
            canvas.write(fitted(words, rest.width, rest.height), rest)
        else:
            below = rest.y + rest.height - 0.3
            canvas.line("dotted", (rest.x, below), (rest.x + rest.width, below))

    def draw_again(self, canvas: Canvas, width: float) -> None:
        """Draw the head of a continuation page."""
        taken = wide(self.title, "semibold") * AGAIN_SIZE * POINT
        title = fitted(self.title, width, sizes=(AGAIN_SIZE,), face="semibold")
        canvas.write(title, Rectangle(0, 0, width, 4), down="bottom", face="semibold")
        words = " · ".join([self.subtitle, *(f"{label} {words}" for label, words in self.facts if words)])
        place = Rectangle(taken + 4, 0, width - taken - 4, 4)
        canvas.write(fitted(words, place.width, sizes=AGAIN_SIZES), place, across="right", down="bottom")
