"""One page of a sheet as the press sets it: what is to be written and drawn where.

Lengths are millimetres from the upper left corner inside the margins, sizes of type are points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from scorekeeper.paper.layout.fitting import CAPITAL, Fitted, unbroken
from scorekeeper.paper.layout.letters import POINT, Face

Across = Literal["left", "center", "right"]
Down = Literal["top", "horizon", "bottom"]
Stroke = Literal["thin", "hairline", "round", "rule", "dotted"]
"""The strokes of `typst/look.typ`."""

EMPTY = "\u2007"
"""Stands for a cell without words, so that its line is as high as the others."""


class Place(NamedTuple):
    """A rectangle on the page."""

    x: float
    y: float
    width: float
    height: float


class Run(NamedTuple):
    """Lines that follow one another in a column in the same face."""

    face: Face
    lines: list[str]


class Canvas:
    """One page, to be filled."""

    def __init__(self) -> None:
        self.words: list[dict[str, Any]] = []
        self.columns: list[dict[str, Any]] = []
        self.strokes: dict[Stroke, list[list[float]]] = {}
        self.marks: list[list[float]] = []
        self.code: dict[str, Any] = {}

    def write(
        self,
        fitted: Fitted,
        place: Place,
        *,
        across: Across = "left",
        down: Down = "horizon",
        face: Face = "regular",
        quiet: bool = False,
    ) -> None:
        """Words in a place into which they fit."""
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
        runs: Sequence[Run],
        place: Place,
        *,
        size: float,
        pitch: float,
        across: Across = "left",
        quiet: bool = False,
    ) -> None:
        """Lines below one another, each in the middle of its row, which is `pitch` high; all of them one text.

        That is what makes a table quick to set: a cell of its own costs the press more than its words.
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
        """A line from a point to another."""
        self.strokes.setdefault(stroke, []).append([round(length, 3) for length in (*start, *end)])

    def mark(self, x: float, y: float) -> None:
        """The mark of who deals, by its middle."""
        self.marks.append([round(x, 3), round(y, 3)])

    def qr(self, svg: str, x: float, size: float) -> None:
        """The way back, a square at the top."""
        self.code = {"svg": svg, "x": round(x, 3), "size": size}

    def drawn(self) -> dict[str, Any]:
        """All of it, for the press."""
        return vars(self)


def runs_of(cells: Sequence[tuple[str, bool]]) -> list[Run]:
    """The words of a column's cells, each with whether it is bold, without the empty ones below the last."""
    filled = max((at for at, (words, _bold) in enumerate(cells, 1) if words), default=0)
    runs = list[Run]()
    for words, bold in cells[:filled]:
        face: Face = "bold" if bold else "regular"
        if not runs or (words and runs[-1].face != face):
            runs.append(Run(face, []))
        runs[-1].lines.append(words)
    return runs
