"""The geometry of the chart of running totals: points, ticks and labels in SVG units, without any styling.

A *track* is the line of a player, or of a side whose players always have the same. Tracks can be told apart without
colour: each has its own dashes and marks, and a label at its end. Labels never overlap.

Pure: running totals in, geometry out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10

from games.scoring.text import isolated
from games.scoring.types import Amounts
from scorekeeper.play.formatting import joined_names, mark_of
from scorekeeper.play.ledger import SessionLedger

DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 3", "14 5", "2 3 7 3")
"""The SVG dash pattern of each seat."""


@dataclass(frozen=True, kw_only=True)
class ChartPaper:
    """The format of a chart.

    `left`, `right`, `top` and `bottom` are margins. `label_lines` is 1 if name and total share a line, or 2; if a name
    has several, one more for each. `letters` is the length of the longest line of a name that a label shows, for which
    the right margin grows. `ticks`, `numbers` and `marks` are rough limits for the levels, the hand numbers and the
    marks on each track.
    """

    width: int
    height: int
    left: int
    right: int
    label_lines: int
    letters: int
    top: int = 16
    bottom: int = 28
    ticks: int = 6
    numbers: int = 6
    marks: int = 7

    @property
    def label_gap(self) -> int:
        return 20 if self.label_lines == 1 else 2 + LINE * self.label_lines

    @property
    def label_foot(self) -> int:
        """How far a label reaches below its position."""
        return 10 if self.label_lines == 1 else LINE * self.label_lines - 6

    def with_room_for(self, values: Sequence[int], names: Sequence[Sequence[str]]) -> ChartPaper:
        """Return the same format with margins wide enough for these values and the lines of these names.

        A character of a value takes at most 8 units, those of a name 7½ on average.
        """
        left = 6 + 8 * max(len(str(value)) for value in values)
        right = LABEL_INDENT + 15 * max(len(shortened(line, self.letters)) for name in names for line in name) // 2
        label_lines = self.label_lines + max(map(len, names)) - 1
        return replace(self, left=max(self.left, left), right=max(self.right, right), label_lines=label_lines)


LABEL_INDENT = 14
"""How far right of the plot area the labels begin."""
LINE = 16
"""The height of a line of a label."""
NARROW = ChartPaper(width=360, height=360, left=40, right=84, label_lines=2, letters=14)
WIDE = ChartPaper(width=960, height=440, left=52, right=172, label_lines=1, letters=16, ticks=8, numbers=14, marks=12)


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Tick:
    """A level across the chart or a hand number below it: its position and its value."""

    at: float
    value: int


@dataclass(frozen=True)
class Track:
    """The line of a player or a side with its marks and label; `total` is its last value."""

    lines: tuple[str, ...]
    total: int
    leads: bool
    path: str
    dash: str
    mark: str
    marks: tuple[Point, ...]
    end: Point
    label: Point
    has_line_of_total: bool

    @property
    def moved(self) -> bool:
        """Whether the label was moved away from the end of the track, so that it needs a leader line."""
        return abs(self.label.y - self.end.y) > 2


@dataclass(frozen=True)
class Chart:
    """The whole chart: its tracks, the levels across it, and the hand numbers below."""

    sheet: ChartPaper
    tracks: tuple[Track, ...]
    levels: tuple[Tick, ...]
    numbers: tuple[Tick, ...]

    @property
    def zero(self) -> float:
        return next(level.at for level in self.levels if level.value == 0)

    @property
    def floor(self) -> int:
        """The lower edge of the plot area."""
        return self.sheet.height - self.sheet.bottom

    @property
    def edge(self) -> int:
        """The right edge of the plot area; the labels are to the right of it."""
        return self.sheet.width - self.sheet.right


def draw(
    names: Sequence[Sequence[str]],
    totals: Sequence[Sequence[int]],
    numbers: Sequence[int],
    sheet: ChartPaper = WIDE,
    *,
    lowest_wins: bool = False,
) -> Chart:
    """Return the chart of one or more hands, from the totals after each hand in seat order and the hand numbers.

    A name has one or more lines.

    >>> chart = draw([("Anne",), ("Bruno",)], [(30, -30), (10, -10)], [1, 2])
    >>> [(track.lines, track.total, track.leads) for track in chart.tracks]
    [(('Anne',), 10, True), (('Bruno',), -10, False)]
    >>> [level.value for level in chart.levels]
    [-30, -20, -10, 0, 10, 20, 30]
    """
    running = [(0,) * len(names), *totals]
    levels = _levels(min(map(min, running)), max(map(max, running)), sheet.ticks)
    low, high = levels[0], levels[-1]
    has_line_of_total = sheet.label_lines > 1
    sheet = sheet.with_room_for(levels, names)
    floor_, edge = sheet.height - sheet.bottom, sheet.width - sheet.right

    def y(value: int) -> float:
        return round(floor_ - (value - low) * (floor_ - sheet.top) / (high - low), 1)

    def x(place: int) -> float:
        return round(sheet.left + place * (edge - sheet.left) / (len(running) - 1), 1)

    ends = [y(total) for total in running[-1]]
    half = sheet.label_gap / 2
    labels = spread(ends, gap=sheet.label_gap, low=half / 2, high=sheet.height - sheet.label_foot)
    best = min(running[-1]) if lowest_wins else max(running[-1])
    tracks = []
    for seat, name in enumerate(names):
        points = [Point(x(place), y(amounts[seat])) for place, amounts in enumerate(running)]
        label = Point(edge + LABEL_INDENT, labels[seat])
        tracks.append(
            Track(
                lines=tuple(isolated(shortened(line, sheet.letters)) for line in name),
                total=running[-1][seat],
                leads=min(running[-1]) < max(running[-1]) and running[-1][seat] == best,
                path=" ".join(f"{point.x:g},{point.y:g}" for point in points),
                dash=DASHES[seat % len(DASHES)],
                mark=mark_of(seat),
                marks=tuple(_marked(points, seat, len(names), sheet.marks)),
                end=points[-1],
                label=label,
                has_line_of_total=has_line_of_total,
            )
        )
    step = _step(len(totals) / sheet.numbers)
    labelled = [place for place in range(1, len(running)) if place % step == 0 or len(totals) == 1]
    return Chart(
        sheet=sheet,
        tracks=tuple(tracks),
        levels=tuple(Tick(y(value), value) for value in levels),
        numbers=tuple(Tick(x(place), numbers[place - 1]) for place in labelled),
    )


def _levels(low: int, high: int, ticks: int) -> list[int]:
    """Return evenly spaced round values, with zero, that enclose `low` and `high`; [-1, 0, 1] if both are zero."""
    step = _step(max(high - low, 1) / ticks)
    return list(range(floor(low / step) * step, ceil(high / step) * step + 1, step)) if high > low else [-1, 0, 1]


def _step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`.

    >>> [_step(least) for least in (0.3, 1.5, 3, 51)]
    [1, 2, 5, 100]
    """
    if least <= 1:
        return 1
    power: int = 10 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)


def _marked(points: Sequence[Point], seat: int, seats: int, most: int) -> Iterator[Point]:
    """Yield the points of a track that get a mark, and its end.

    With enough hands, each track is marked at different ones.
    """
    step = max(1, ceil(len(points) / most))
    first = 1 + seat * step // seats
    yield from points[first:-1:step]
    yield points[-1]


def spread(positions: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Return positions at least `gap` apart between `low` and `high`, each as close to the wanted one as possible.

    Positions that would overlap move apart around their centre. The order is kept.

    >>> spread([50, 50, 90], gap=20, low=0, high=200)
    [40.0, 60.0, 90.0]
    """
    order = sorted(range(len(positions)), key=lambda place: positions[place])
    # With the gaps subtracted, this is isotonic regression: neighbours that are out of order share their mean.
    groups: list[tuple[float, int]] = []
    for rank, place in enumerate(order):
        total, size = positions[place] - rank * gap, 1
        while groups and groups[-1][0] / groups[-1][1] > total / size:
            before, count = groups.pop()
            total, size = total + before, size + count
        groups.append((total, size))
    highest = max(low, high - (len(positions) - 1) * gap)
    placed = [0.0] * len(positions)
    rank = 0
    for total, size in groups:
        for _each in range(size):
            placed[order[rank]] = round(min(max(total / size, low), highest) + rank * gap, 1)
            rank += 1
    return placed


def shortened(name: str, letters: int) -> str:
    """Return a name of at most that many letters, cut with an ellipsis if it is longer.

    >>> shortened("Maximilian-Alexander", 11)
    'Maximilian…'
    """
    return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"


@dataclass(frozen=True)
class Drawing:
    """The chart for a phone and for a wide screen or paper; `rows` has each hand's number and the totals after it."""

    narrow: Chart
    wide: Chart
    names: tuple[str, ...]
    rows: list[tuple[int, tuple[int, ...]]]

    @property
    def is_flat(self) -> bool:
        """Whether every total was always zero, as in a session that ended before anybody scored."""
        return not any(any(totals) for _number, totals in self.rows)


def drawing(ledger: SessionLedger) -> Drawing | None:
    """Return the chart of everybody's running totals; None if no hand counts."""
    rows, totals, columns = list[tuple[int, Amounts]](), [0] * len(ledger.people), ledger.people_in_columns
    for stretch in ledger.stretches:
        if stretch.carried:
            for person, total in zip(stretch.people, stretch.carried.amounts, strict=True):
                totals[person] = total
        for hand in stretch.counting:
            if hand.scored:
                for person, total in zip(stretch.people, stretch.standing(hand.scored.totals), strict=True):
                    totals[person] = total
                rows.append((hand.number, tuple(totals[first] for first, *_partners in columns)))
    if not rows:
        return None
    numbers, running = [number for number, _totals in rows], [row for _number, row in rows]
    sides = [[ledger.names[person] for person in people] for people in columns]
    labels, lowest_wins = [(*(f"{name} +" for name in side[:-1]), side[-1]) for side in sides], ledger.lowest_wins
    narrow, wide = (draw(labels, running, numbers, sheet, lowest_wins=lowest_wins) for sheet in (NARROW, WIDE))
    return Drawing(narrow, wide, tuple(map(joined_names, sides)), rows)
