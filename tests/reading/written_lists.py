"""Lists printed elsewhere, for the camera: ruled lines, and numbers written freehand."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import ScoredHand, SeatNumber, Table
from games.ui.marked_sheet import MarkedSheet, Marks, Ticks
from games.ui.paper_list import FederationList, NumberColumn
from scorekeeper.printing.marked_sheets.layout import marked_sheet, total
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.lists.table import Printing
from tests.handwriting.pen import Pen
from tests.handwriting.ruled_list import RuledList
from tests.handwriting.strokes import Picture
from tests.reading.written_sheets import NAMES, Count

FURTHER_TICK = 0.12
"""How often one more box of a field is ticked."""

WRONG_SUMS = 0.05
"""With slips: how often a sum is wrong, and those after it with it."""

NUMBERS = (1, 2, 3, 4), (60, 22, 10, 8)
"""Numbers that are written in a row, and how often each is."""


def table_of(game: Game, form: FederationList, size: int) -> Table:
    """Return a table that keeps a list."""
    return game.rules.table(NAMES[:size], rules=form.rules[0], first_dealer=SeatNumber(0), options=dict(form.options))


@dataclass
class WrittenList:
    """A list with hands: what is written in its rows, and the rows with slips, counted from 0.

    `unplayed` is the probability that it has fewer hands than rows.
    """

    game: Game
    table: Table
    printing: Printing
    random: Random
    slips: bool = False
    unplayed: float = 0
    hands: list[ScoredHand] = field(default_factory=list)
    rows: list[Marks] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    slipped: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        sheet = marked_sheet(self.game, self.table)
        off = [0] * self.table.size
        rows = self.printing.rows.number
        if self.random.random() < self.unplayed:
            rows -= self.table.size * self.random.randint(1, 3)
        for row in range(rows):
            marks, hand = self._hand(sheet)
            seats = [seat for seat in self.table.seats if sheet.writes_total(hand, seat)]
            if self.slips and seats and self.random.random() < WRONG_SUMS:
                self.slipped.add(row)
                off[seats[0]] += self.random.choice((-10, -1, 1, 10))
            self.hands.append(hand)
            self.rows.append({**marks, **{total(seat): sheet.running(hand)[seat] + off[seat] for seat in seats}})
            self.values.append(sheet.value(hand))

    def _hand(self, sheet: MarkedSheet) -> tuple[Marks, ScoredHand]:
        """Return a hand that the rules allow, made of randomly ticked boxes."""
        naming = Naming(self.table.players, by_seat=True)
        state, totals = self.game.rules.opening(self.table), (0,) * self.table.size
        if self.hands:
            state, totals = self.hands[-1].state, self.hands[-1].totals
        while True:
            try:
                raw = sheet.outcome(state, self._marks(sheet))
                hand = score_hand(self.game.rules, self.table, state, totals, raw, naming)
            except RuleError:
                continue
            marks = sheet.marks(raw)
            if marks is not None and max(map(abs, hand.totals)) < 10**sheet.total_places:
                return marks, hand

    def _marks(self, sheet: MarkedSheet) -> Marks:
        """Return boxes ticked at random; most hands need all fields, and some nearly none."""
        on_list = {column.field for column in self.printing.columns if isinstance(column, NumberColumn)}
        share = self.random.choices((0.95, 0.2), (85, 15))[0]
        marks: dict[str, frozenset[str] | int] = {}
        for marked_field in sheet.fields():
            if self.random.random() > share:
                continue
            if not isinstance(marked_field, Ticks):
                if marked_field.name in on_list:
                    marks[marked_field.name] = self.random.choices(*NUMBERS)[0]
            elif marked_field.most == 1:
                marks[marked_field.name] = frozenset((self.random.choice(marked_field.boxes).key,))
            else:
                marks[marked_field.name] = frozenset(
                    box.key for box in marked_field.boxes if self.random.random() < FURTHER_TICK
                )
        return marks

    def filled(self, pen: Pen) -> Picture:
        """Return the list, filled in by a pen."""
        return RuledList(self.printing).filled(pen, self.rows, self.values)


def compare(written: WrittenList, read: dict[int, ReadHand], count: Count) -> None:
    """Count the rows that were read right, asked and silently wrong.

    A row crossed out after the last hand counts only if it is silently taken for a hand.
    """
    for at, scored in enumerate(written.hands):
        hand = read.get(at)
        right = bool(hand and hand.scored and hand.scored.entry.amounts == scored.entry.amounts)
        asked = hand is not None and hand.asked
        count.rows += 1
        count.right += right
        count.asked += asked
        count.silent += not right and not asked
        count.slips += at in written.slipped
        count.swallowed += at in written.slipped and not asked
    count.silent += sum(not hand.asked for row, hand in read.items() if row >= len(written.hands))
