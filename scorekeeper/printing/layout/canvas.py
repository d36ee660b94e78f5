"""Canvas for one page of a sheet: what to write and draw, and where.

Positions are in millimetres from the upper left corner inside the margins, type sizes in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from scorekeeper.printing.layout.fitting import CAPITAL, Fitted, unbroken
from scorekeeper.printing.layout.letters import POINT, Face

Across = Literal["left", "center", "right"]
Down = Literal["top", "horizon", "bottom"]
Stroke = Literal["thin", "hairline", "round", "rule", "dotted"]
"""The strokes defined in `typst/look.typ`."""

EMPTY = "\u2007"
"""Printed in an empty cell, so that its line has the height of the others."""


class Rectangle(NamedTuple):
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float


class TextRun(NamedTuple):
    """Consecutive lines of a column in the same face."""

    face: Face
    lines: list[str]


class Canvas:
    """The content of one page."""

    def __init__(self) -> None:
        self.words: list[dict[str, Any]] = []
        self.columns: list[dict[str, Any]] = []
        self.strokes: dict[Stroke, list[list[float]]] = {}
        self.marks: list[list[float]] = []
        self.code: dict[str, Any] = {}

    def write(
        self,
        fitted: Fitted,
        place: Rectangle,
        *,
        across: Across = "left",
        down: Down = "horizon",
        face: Face = "regular",
        quiet: bool = False,
    ) -> None:
        """Write words that have been fitted into a place."""
        if fitted.words:
            self.words.append(
                {
                    **fitted._asdict(),
                    **{name: round(length, 3) for name, length in place._asdict().items()},
                    "across": across,
                    "down": down,
                    "face": face,
                    "quiet": quiet,
                }
            )

    def column(
        self,
        runs: Sequence[TextRun],
        place: Rectangle,
        *,
        size: float,
        pitch: float,
        across: Across = "left",
        quiet: bool = False,
    ) -> None:
        """Write a column of lines as one text, each line centred in a row of height `pitch`.

        This keeps tables fast: for Typst, a cell of its own costs more than its words.
        """
        if not runs:
            return
        above = (pitch - size * POINT * CAPITAL) / 2
        self.columns.append(
            {
                "runs": [
                    [
                        run.face,
                        "\n".join(unbroken(line) or EMPTY for line in run.lines) + ("" if run is runs[-1] else "\n"),
                    ]
                    for run in runs
                ],
                "x": round(place.x, 3),
                "y": round(place.y + above, 3),
                "width": round(place.width, 3),
                "size": size,
                "pitch": round(pitch, 3),
                "across": across,
                "quiet": quiet,
            }
        )

    def line(self, stroke: Stroke, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a line between two points."""
        self.strokes.setdefault(stroke, []).append([round(length, 3) for length in (*start, *end)])

    def mark(self, x: float, y: float) -> None:
        """Draw a dealer's mark, given its centre."""
        self.marks.append([round(x, 3), round(y, 3)])

    def qr(self, svg: str, x: float, size: float) -> None:
        """Draw the QR code, a square at the top of the page."""
        self.code = {"svg": svg, "x": round(x, 3), "size": size}

    def drawn(self) -> dict[str, Any]:
        """Return the content for the Typst templates."""
        return vars(self)


def runs_of(cells: Sequence[tuple[str, bool]]) -> list[TextRun]:
    """Group a column's cells, given as words and whether they are bold, into runs; trailing empty cells are dropped."""
    filled = max((at for at, (words, _bold) in enumerate(cells, 1) if words), default=0)
    runs = list[TextRun]()
    for words, bold in cells[:filled]:
        face: Face = "bold" if bold else "regular"
        if not runs or (words and runs[-1].face != face):
            runs.append(TextRun(face, []))
        runs[-1].lines.append(words)
    return runs
