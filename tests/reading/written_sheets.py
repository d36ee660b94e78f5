"""Sheets for the camera: printed, filled in by a simulated pen, photographed and read back.

The digits are those that the classifier never saw, and every photo is taken differently: the angle, rotation, light and
sharpness vary. A row is *right* if its hand scores as the one that was played, *asked* if somebody has to look at it,
and *silently wrong* if it is neither. Rows with a deliberate slip are rightly asked about, so they don't count as
asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import cv2
import numpy as np

from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, score_hand
from games.scoring.types import Amounts, ScoredHand, State
from games.ui.marked_sheet import MarkedSheet, Marks, Ticks
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.devtools.handwriting.samples import held_out
from scorekeeper.devtools.handwriting.strokes import Picture
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.marked_sheets.layout import PageLayout, marked_sheet, sheet_layout, total
from scorekeeper.printing.sheets import headings
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Order, press
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.sheet.photos import page_in, pages_in
from scorekeeper.reading.sheet.seen_sheet import SeenSheet
from tests.games.marked_rows import can_be_marked
from tests.handwriting import camera
from tests.handwriting.pen import Pen

NAMES = ("Anne", "Bruno", "Chloé", "David", "Eva")
USUAL_PLAYERS = 4
HANDS = 16
PPI = 254  # ten pixels for each millimetre

WRONG_SUMS, CORRECTED, ASTRAY, MISPLACED = 0.05, 0.05, 0.05, 0.05
"""With slips: the shares of rows with a wrong sum, a corrected digit, a tick beside its box, and one in the next."""
PUT_RIGHT = 0.3
"""The share of wrong sums that were only written wrong, so that the next sum is right again."""

FIRST = total(0)


@dataclass
class Count:
    """How the rows of some sheets were read.

    `slips` are the rows with a slip; `swallowed` are those of them that nobody was told about, apart from corrected
    digits that were read right.
    """

    rows: int = 0
    right: int = 0
    asked: int = 0
    silent: int = 0
    slips: int = 0
    swallowed: int = 0


def read_sheet(
    game: Game, seed: int, *, slips: bool, rules: str = "", players: int = USUAL_PLAYERS, hands: int = HANDS
) -> Count:
    """Fill in a sheet of a game, photograph it, read it, and count how its rows were read.

    The rules are by default the game's usual ones; the number of players is the nearest that they allow.
    """
    count = Count()
    random, rules = Random(seed), rules or game.rules.default_rules  # noqa: S311 - the same sheets each time
    sizes = game.rules.rule_sets[rules].players
    names = NAMES[: min(sizes, key=lambda size: abs(size - players))]
    sheet = marked_sheet(game, game.rules.table(names, rules=rules))
    ledger = example_hands.session_of(
        game.slug, rules, names, hands, begin=seed * hands, only=partial(can_be_marked, sheet)
    )
    written = _Written(sheet, ledger, random if slips else None)
    photos = _photos(game, ledger, written, seed)
    pages = [page for photo in photos for page in pages_in(photo, "photo.jpg", page_in)]
    _compare(written, {hand.row: hand for hand in SeenSheet.of(pages).hands()}, count)
    return count


@dataclass
class _Written:
    """What is written on a sheet: the rows with their totals, and where the writer made slips."""

    sheet: MarkedSheet
    ledger: Ledger
    slips: Random | None
    rows: list[Marks] = field(default_factory=list)
    corrected: set[tuple[int, str, int]] = field(default_factory=set)
    astray: set[tuple[int, str, str]] = field(default_factory=set)
    wrong_sums: set[int] = field(default_factory=set)
    misplaced: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        naming, off = Naming(self.ledger.table.players, by_seat=True), 0
        for number, scored in enumerate(self.ledger.hands, start=1):
            raw = encode_hand(self.ledger.rules, self.ledger.table, scored.hand, naming)
            marks = self.sheet.marks(raw)
            assert marks is not None  # only such hands were chosen
            totals = self._totals(scored)
            marks, wrong = self._slip(number, marks, totals)
            if FIRST in totals:
                totals[FIRST] += off + wrong
            if self.slips and self.slips.random() > PUT_RIGHT:
                off += wrong
            most = 10**self.sheet.total_places
            written = {name: total for name, total in totals.items() if abs(total) < most}
            self.rows.append({**marks, **written})

    def _totals(self, scored: ScoredHand) -> dict[str, int]:
        running = self.sheet.running(scored)
        return {total(seat): running[seat] for seat in self.ledger.table.seats if self.sheet.writes_total(scored, seat)}

    def _slip(self, number: int, marks: Marks, totals: Mapping[str, int]) -> tuple[Marks, int]:
        """Let the writer slip now and then; return the marks, and by how much the first player's sum is wrong."""
        if self.slips is None:
            return marks, 0
        chance = self.slips.random()
        numbers = [name for name, mark in marks.items() if isinstance(mark, int)]
        ticks = [(name, key) for name, mark in marks.items() if isinstance(mark, frozenset) for key in mark]
        if chance < WRONG_SUMS and FIRST in totals:
            self.wrong_sums.add(number)
            return marks, self.slips.choice((-10, -1, 1, 10))
        if chance < WRONG_SUMS + CORRECTED and numbers:
            name = self.slips.choice(numbers)
            places = next(one.places for one in self.sheet.fields() if one.name == name and hasattr(one, "places"))
            self.corrected.add((number, name, places - 1))
        elif chance < WRONG_SUMS + CORRECTED + ASTRAY and ticks:
            self.astray.add((number, *self.slips.choice(ticks)))
        elif chance < WRONG_SUMS + CORRECTED + ASTRAY + MISPLACED and ticks and totals:
            return self._misplaced(number, marks, *self.slips.choice(ticks)), 0
        return marks, 0

    def _misplaced(self, number: int, marks: Marks, name: str, key: str) -> Marks:
        """Return the marks with one tick in the next box, if the totals distinguish the two hands."""
        boxes = next(one.boxes for one in self.sheet.fields() if isinstance(one, Ticks) and one.name == name)
        keys = [str(box.key) for box in boxes]
        after = keys[(keys.index(key) + 1) % len(keys)]
        ticked = marks[name]
        assert isinstance(ticked, frozenset)
        changed = {**marks, name: ticked - {key} | {after}}
        if self._worth(number, changed) == self._worth(number, marks):
            return marks
        self.misplaced.add(number)
        return changed

    def _worth(self, number: int, marks: Marks) -> Amounts | None:
        """Return what the marks of a row are worth, or None if they mean no hand that is allowed."""
        before = self.ledger.hands[number - 2] if number > 1 else None
        state = before.state if before else self.ledger.rules.opening(self.ledger.table)
        totals = before.totals if before else (0,) * self.ledger.table.size
        naming = Naming(self.ledger.table.players, by_seat=True)
        try:
            raw = self.sheet.outcome(state, marks)
            return score_hand(self.ledger.rules, self.ledger.table, state, totals, raw, naming).entry.amounts
        except RuleError:
            return None

    def slipped(self, number: int) -> bool:
        of_rows = number in self.wrong_sums or number in self.misplaced
        return of_rows or any(number == place[0] for place in (*self.corrected, *self.astray))


def _photos(game: Game, ledger: Ledger, written: _Written, seed: int) -> Iterator[bytes]:
    """Yield a photo of each page."""
    rows, table = len(written.rows), ledger.table
    setup = PageSetup("a4", camera=True)
    heading = headings.of_blank(table, game.rules.rule_set(table))
    sheet = sheets.blank(game, table, table.players, heading, setup, rows=rows)
    assert sheet is not None
    pictures = press().print(Order(title="", language="en", sheets=[sheet]), "png", ppi=PPI)
    layout = sheet_layout(game, table, paper="a4", rows=rows)
    chance = np.random.default_rng(seed)
    pen, done = Pen(held_out(), seed), 0
    for picture, page in zip(pictures, layout.pages, strict=True):
        hands = sum(row.number > 0 for row in page.rows)
        yield photo_of(_filled(pen, picture, page, written, done), chance, seed)
        done += hands


def _filled(pen: Pen, picture: bytes, page: PageLayout, written: _Written, done: int) -> Picture:
    image = cv2.imdecode(np.frombuffer(picture, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    hands = sum(row.number > 0 for row in page.rows)
    carried: list[Marks] = [{} for row in page.rows if not row.number]
    rows = [*carried, *written.rows[done : done + hands]]
    return pen.fill(image.astype(np.uint8), page, rows, corrected=written.corrected, astray=written.astray)


def photo_of(image: Picture, chance: np.random.Generator, seed: int) -> bytes:
    """Photograph a page as somebody does in the evening."""
    return camera.photograph(
        image,
        angle=chance.uniform(0, 30),
        turn=chance.choice([0, 90, 180, 270]) + chance.normal(0, 6),
        shadow=chance.uniform(0, 0.5),
        blur=chance.uniform(0, 1.6),
        noise=chance.uniform(0, 5),
        bend=chance.uniform(0, 0.02),
        quality=int(chance.integers(60, 95)),
        fill=chance.uniform(0.75, 0.95),
        seed=seed,
    )


def _compare(written: _Written, read: Mapping[int, ReadHand], count: Count) -> None:
    state, totals = written.ledger.rules.opening(written.ledger.table), (0,) * written.ledger.table.size
    for at, scored in enumerate(written.ledger.hands[: len(written.rows)]):
        hand = read.get(at)
        right = hand is not None and hand.raw is not None and _scores_as(scored, hand.raw, written, state, totals)
        state, totals = scored.state, scored.totals
        asked = hand is not None and hand.asked
        slipped = written.slipped(at + 1)
        count.rows += 1
        count.right += right
        count.asked += asked and not slipped
        count.silent += not right and not asked
        count.slips += slipped
        said = asked or bool(hand and (hand.astray or hand.overruled))
        corrected = right and any(place[0] == at + 1 for place in written.corrected)
        count.swallowed += slipped and not said and not corrected


def _scores_as(scored: ScoredHand, raw: Mapping[str, Any], written: _Written, state: State, totals: Amounts) -> bool:
    """Return whether a hand scores the same where it was played, however the rows before it were read."""
    table = written.ledger.table
    try:
        read = score_hand(written.ledger.rules, table, state, totals, raw, Naming(table.players, by_seat=True))
    except RuleError:
        return False
    return (read.entry.amounts, read.state) == (scored.entry.amounts, scored.state)
