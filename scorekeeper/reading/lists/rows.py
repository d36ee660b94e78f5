"""What was seen in the rows of a list printed elsewhere, in terms of the game's marked sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

from games.ui.marked_sheet import DigitBoxes, MarkedSheet, Marks, Ticks
from games.ui.paper_list import (
    CountColumn,
    ListColumn,
    MeaningColumn,
    NumberColumn,
    TickColumn,
    TotalColumn,
    ValueColumn,
)
from scorekeeper.reading.decoder.evidence import number_cost
from scorekeeper.reading.lists import numbers
from scorekeeper.reading.lists.cells import InkPiece, cut, merged
from scorekeeper.reading.lists.table import FlatTable
from scorekeeper.reading.observations import (
    AnyNumberSeen,
    DigitSeen,
    FreeNumberSeen,
    NumberSeen,
    RowSeen,
    TickSeen,
    ValueSeen,
)

INK, NO_INK = 0.995, 0.003
"""The probability that a cell is filled in, with and without ink in it."""
DUST = 30  # pixels of ink: a cell with this much is as likely empty as not
TOO_MUCH = 0.4  # of a ticked cell: with more ink it is filled, or its tick is scribbled over
STRUCK = 0.5  # of the table's width: a row is struck out if strokes through it are longer
JUNK = 9.0  # the highest cost that counts: a number without a meaning may then be any that has one
MISREAD = 0.1  # how often a number with a meaning is read as one with another meaning
SLIGHTEST = 0.002  # ink that is less likely a dash is not considered as one
NOTHING = NumberSeen(places=(), minus=0.0)

ANY = NumberSeen(places=(DigitSeen(empty=0.0, digits=(0.1,) * 10),))
UNSEEN = FreeNumberSeen(ways=((0.98, NumberSeen(places=())), (0.02, ANY)))
"""A cell without ink: empty, or with a digit that is too faint."""
_NOT_ON_LIST = NumberSeen(places=())
_NO = TickSeen(ticked=0.0)

Cells = Mapping[tuple[int, int], Sequence[InkPiece]]


def seen(flat: FlatTable, columns: Sequence[ListColumn], declarer: str, sheet: MarkedSheet) -> tuple[RowSeen, ...]:
    """Return what was seen in the row of each hand; `declarer` is the field of the player whose total is written."""
    all_pieces = cut(flat)
    struck = _struck(all_pieces, columns, flat)
    pieces = _without_crossed_out(all_pieces, columns)
    written = _written_numbers(pieces, columns)
    pitch = flat.rows[1] - flat.rows[0]
    rows = range(len(flat.rows) - 1)
    found = (_Row(row, columns, pieces, written, pitch).seen(declarer, sheet, _area(flat)) for row in rows)
    return tuple(row_seen.struck_out() if row in struck else row_seen for row, row_seen in enumerate(found))


def _struck(pieces: Cells, columns: Sequence[ListColumn], flat: FlatTable) -> set[int]:
    """Return the rows that are struck out from side to side although something is written in them."""
    wide = flat.columns[-1] - flat.columns[0]
    through: Counter[int] = Counter()
    for (row, _at), own in pieces.items():
        through[row] += sum(piece.width for piece in own if piece.crossing)
    used = {row for (row, at), own in pieces.items() if _is_read(columns[at]) and not all(p.crossing for p in own)}
    return {row for row in used if through[row] > STRUCK * wide}


def _without_crossed_out(pieces: Cells, columns: Sequence[ListColumn]) -> Cells:
    """Return the ink without that of rows that have nothing but a stroke that crosses them out."""
    used = {row for (row, at), own in pieces.items() if _is_read(columns[at]) and not all(p.crossing for p in own)}
    return {place: own for place, own in pieces.items() if place[0] in used}


def _is_read(column: ListColumn) -> bool:
    return type(column) is not ListColumn


def _area(flat: FlatTable) -> list[int]:
    """Return how many pixels a cell of each column has."""
    high = flat.rows[1] - flat.rows[0]
    return [high * (right - left) for left, right in zip(flat.columns, flat.columns[1:], strict=False)]


def _places(column: ListColumn) -> int:
    """Return how many digits are read in a column; 0 if none are."""
    return column.places if isinstance(column, NumberColumn | MeaningColumn | ValueColumn | TotalColumn) else 0


def _written_numbers(pieces: Cells, columns: Sequence[ListColumn]) -> dict[tuple[int, int], FreeNumberSeen]:
    """Return the numbers of all cells that have one; all at once, which is fastest for a network."""
    where = [place for place in pieces if _places(columns[place[1]])]
    own = [columns[column] for _row, column in where]
    looks = numbers.look_at(
        [pieces[place] for place in where],
        places=[_places(column) for column in own],
        signed=[isinstance(column, TotalColumn) for column in own],
    )
    return dict(zip(where, looks, strict=True))


@dataclass
class _Row:
    """A row being put together."""

    row: int
    columns: Sequence[ListColumn]
    pieces: Cells
    written: Mapping[tuple[int, int], FreeNumberSeen]
    pitch: int
    ticks: dict[tuple[str, str], TickSeen] = field(default_factory=dict)

    def seen(self, declarer: str, sheet: MarkedSheet, areas: Sequence[int]) -> RowSeen:
        boxes = [(field.name, box.key) for field in sheet.fields() if isinstance(field, Ticks) for box in field.boxes]
        self.ticks = dict.fromkeys(boxes, _NO)
        totals: list[int] = []
        values = []
        for at, column in enumerate(self.columns):
            if isinstance(column, TotalColumn):
                totals.append(at)
                self._add(declarer, str(len(totals) - 1), self._filled(at))
            elif isinstance(column, CountColumn):
                count = self._filled(at)
                self._add(declarer, str(len(totals) - 1), count)
                self._add(column.field, column.key, count)
            elif isinstance(column, TickColumn):
                self._add(column.field, column.key, self._ticked(at, areas[at]))
            elif isinstance(column, MeaningColumn):
                self._add_meanings(at, column)
            elif isinstance(column, ValueColumn):
                self._add(column.field, column.key, self._inked(at))
                values.append(ValueSeen(number=self._number(at), negative=column.negative))
        return RowSeen(
            ticks=self.ticks,
            numbers={field.name: self._field(field.name) for field in sheet.fields() if isinstance(field, DigitBoxes)},
            totals={seat: self._total(at) for seat, at in enumerate(totals)},
            in_words=_NO,
            values=tuple(values),
        )

    def _add(self, name: str, key: str, tick: TickSeen) -> None:
        """Add a tick to what is known of its box: the writer may have left out either."""
        known = self.ticks.get((name, key))
        if known is not None and tick.ticked > known.ticked:
            self.ticks[name, key] = tick

    def _pieces(self, at: int) -> Sequence[InkPiece]:
        return self.pieces.get((self.row, at), ())

    def _inked(self, at: int) -> TickSeen:
        """Return whether anything is written in a cell."""
        amount = sum(piece.amount for piece in self._pieces(at))
        return TickSeen(ticked=NO_INK + (INK - NO_INK) / (1 + exp(min(max((DUST - amount) / 6, -30), 30))))

    def _filled(self, at: int) -> TickSeen:
        """Return whether anything but a dash is written in a cell."""
        return TickSeen(ticked=max(self._inked(at).ticked * (1 - self._dash(at)), NO_INK))

    def _dash(self, at: int) -> float:
        return numbers.dash(self._pieces(at), self.pitch)

    def _ticked(self, at: int, area: int) -> TickSeen:
        pieces = self._pieces(at)
        if not pieces:
            return _NO
        amount, whole = sum(piece.amount for piece in pieces), merged(pieces)
        if amount > TOO_MUCH * area:
            return TickSeen(ticked=0.6, astray=True)
        # A dot of a millimetre is as likely a tick as not; a stroke through half of the cell leaves no doubt.
        extent = max(whole.width, whole.height) / area**0.5
        strength = 0.05 * (amount - 24) + 8 * (extent - 0.2)
        return TickSeen(ticked=1 / (1 + exp(-min(max(strength, -5), 6))))

    # Numbers

    def _number(self, at: int) -> AnyNumberSeen:
        return self.written.get((self.row, at), NumberSeen(places=(), minus=None))

    def _total(self, at: int) -> AnyNumberSeen:
        """Return a total, or nothing where a dash stands for none."""
        number, dash = self._number(at), self._dash(at)
        if not isinstance(number, FreeNumberSeen) or dash < SLIGHTEST:
            return number
        ways = [(chance * (1 - dash), way) for chance, way in number.ways]
        return FreeNumberSeen(ways=(*ways, (dash, NOTHING)), astray=number.astray and dash < 0.5)

    def _field(self, name: str) -> AnyNumberSeen:
        """Return a number that may be in one of several columns."""
        filled = [
            self.written[self.row, at]
            for at, column in enumerate(self.columns)
            if isinstance(column, NumberColumn) and column.field == name and (self.row, at) in self.written
        ]
        if not any(isinstance(column, NumberColumn) and column.field == name for column in self.columns):
            return _NOT_ON_LIST
        if not filled:
            return UNSEEN
        if len(filled) == 1:
            return filled[0]
        ways = tuple((chance / len(filled), way) for number in filled for chance, way in number.ways)
        return FreeNumberSeen(ways=ways, astray=True)

    def _add_meanings(self, at: int, column: MeaningColumn) -> None:
        """Add the ticks that the number in a cell means, or a dash."""
        if not self._pieces(at):
            return
        number, dash = self._number(at), self._dash(at)
        weights = {value: exp(-min(number_cost(number, value), JUNK)) for value in column.means}
        whole = sum(weights.values())
        shares = {value: (1 - MISREAD) * weight / whole + MISREAD / len(weights) for value, weight in weights.items()}
        chances: dict[tuple[str, str], float] = {}
        for value, means in column.means.items():
            for box in _boxes(means):
                chances[box] = chances.get(box, 0.0) + (1 - dash) * shares[value]
        for box in _boxes(column.dash):
            chances[box] = chances.get(box, 0.0) + dash
        for (name, key), chance in chances.items():
            self._add(name, key, TickSeen(ticked=min(chance, 1.0)))


def _boxes(marks: Marks) -> Iterator[tuple[str, str]]:
    for name, keys in marks.items():
        if isinstance(keys, frozenset):
            yield from ((name, key) for key in keys)
