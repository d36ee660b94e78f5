"""Sheets for the camera: printed, filled in by a simulated pen, photographed and read back.

The digits are those that the classifier never saw, and every photo is taken differently: the angle, rotation, light and
sharpness vary. A row is *right* if its hand scores as the one that was played, *asked* if somebody has to look at it,
and *silently wrong* if it is neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import cv2
import numpy as np

from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import Ledger, score_hand
from games.scoring.types import Amounts, ScoredHand, State
from games.ui.marked_sheet import MarkedSheet, Marks
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.marked_sheets.layout import PageLayout, marked_sheet, sheet_layout, total
from scorekeeper.printing.session_sheets import blank_sheet
from scorekeeper.printing.typesetting import Order, PageSetup, press
from scorekeeper.reading.decoder.hands import ReadHand
from scorekeeper.reading.sheet.photos import page_in, pages_in
from scorekeeper.reading.sheet.seen_sheet import SeenSheet
from tests.games.marked_rows import can_be_marked
from tests.handwriting import camera
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out
from tests.handwriting.strokes import Picture

NAMES = ("Anne", "Bruno", "Chloé", "David", "Eva")
USUAL_PLAYERS = 4
HANDS = 16
PPI = 254  # ten pixels for each millimetre


@dataclass
class Count:
    """How the rows of some sheets were read.

    `slips` are the rows with a wrong sum; `swallowed` are those of them that nobody was told about.
    """

    rows: int = 0
    right: int = 0
    asked: int = 0
    silent: int = 0
    slips: int = 0
    swallowed: int = 0


def read_sheet(game: Game, seed: int, *, rules: str = "", players: int = USUAL_PLAYERS, hands: int = HANDS) -> Count:
    """Fill in a sheet of a game, photograph it, read it, and count how its rows were read.

    The rules are by default the game's usual ones; the number of players is the nearest that they allow.
    """
    count = Count()
    rules = rules or game.rules.default_rules
    sizes = game.rules.rule_sets[rules].players
    names = NAMES[: min(sizes, key=lambda size: abs(size - players))]
    sheet = marked_sheet(game, game.rules.table(names, rules=rules))
    ledger = example_hands.session_of(
        game.slug, rules, names, hands, begin=seed * hands, only=partial(can_be_marked, sheet)
    )
    written = _Written(sheet, ledger)
    photos = _photos(game, ledger, written, seed)
    pages = [page for photo in photos for page in pages_in(photo, "photo.jpg", page_in)]
    _compare(written, {hand.row: hand for hand in SeenSheet.from_pages(pages).hands()}, count)
    return count


@dataclass
class _Written:
    """What is written on a sheet: the rows with their totals."""

    sheet: MarkedSheet
    ledger: Ledger
    rows: list[Marks] = field(default_factory=list)

    def __post_init__(self) -> None:
        naming = Naming(self.ledger.table.players, by_seat=True)
        most = 10**self.sheet.total_places
        for scored in self.ledger.hands:
            raw = encode_hand(self.ledger.rules, self.ledger.table, scored.hand, naming)
            marks = self.sheet.marks(raw)
            assert marks is not None  # only such hands were chosen
            written = {name: total for name, total in self._totals(scored).items() if abs(total) < most}
            self.rows.append({**marks, **written})

    def _totals(self, scored: ScoredHand) -> dict[str, int]:
        running = self.sheet.running(scored)
        return {total(seat): running[seat] for seat in self.ledger.table.seats if self.sheet.writes_total(scored, seat)}


def _photos(game: Game, ledger: Ledger, written: _Written, seed: int) -> Iterator[bytes]:
    """Yield a photo of each page."""
    rows, table = len(written.rows), ledger.table
    setup = PageSetup("a4", camera=True)
    sheet = sheets.with_boxes(blank_sheet(game, table, table.players, planned=rows), setup)
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
    return pen.fill(image.astype(np.uint8), page, rows)


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
        count.rows += 1
        count.right += right
        count.asked += asked
        count.silent += not right and not asked


def _scores_as(scored: ScoredHand, raw: Mapping[str, Any], written: _Written, state: State, totals: Amounts) -> bool:
    """Return whether a hand scores the same where it was played, however the rows before it were read."""
    table = written.ledger.table
    try:
        read = score_hand(written.ledger.rules, table, state, totals, raw, Naming(table.players, by_seat=True))
    except RuleError:
        return False
    return (read.entry.amounts, read.state) == (scored.entry.amounts, scored.state)
