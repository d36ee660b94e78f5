"""Sheets that are printed, filled in by hand and photographed, as a table does it in an evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.scoring.types import Amounts
from games.ui.marked_sheet import Marks
from scorekeeper.printing.marked_sheets.layout import IN_WORDS, layout_of, marked_sheet, total
from tests.e2e.phones import Phone
from tests.handwriting import camera
from tests.handwriting.pen import Pen
from tests.handwriting.samples import held_out
from tests.play.tables import FOUR
from tests.printing.marked_sheets.drawn_sheets import code_on, drawn_pdf


class FilledSheet:
    """A printed sheet with hands written on it, each with its running totals.

    `wrong_sums` are by how much the first player's total is too high from a row on; `words` are rows that are written
    in words, so that only the box for that is ticked.
    """

    def __init__(
        self,
        pdf: bytes,
        hands: Sequence[Mapping[str, Any]],
        *,
        wrong_sums: Mapping[int, int] | None = None,
        words: Sequence[int] = (),
        seed: int = 1,
    ) -> None:
        self.pages = drawn_pdf(pdf)
        self.code = code_on(self.pages[0])
        self.hands, self.wrong_sums, self.words, self.seed = hands, wrong_sums or {}, words, seed

    def photos(self) -> list[bytes]:
        """Return a photo of each page that has hands."""
        pen, rows, photos = Pen(held_out(), self.seed), list(self._rows()), []
        for picture, page in zip(self.pages, layout_of(self.code).pages, strict=True):
            own = [rows[row.number - 1] if 0 < row.number <= len(rows) else {} for row in page.rows]
            if any(own):
                filled = pen.fill(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR).astype(np.uint8), page, own)
                photos.append(camera.photograph(filled, angle=12, turn=3, shadow=0.2, blur=0.6, seed=self.seed))
        return photos

    def _rows(self) -> Iterator[Marks]:
        game, table = self.code.game_at_table()
        sheet, naming, off = marked_sheet(game, table), Naming(table.players, by_seat=True), 0
        state, totals = game.rules.opening(table), (0,) * table.size
        for number, raw in enumerate(self.hands, start=1):
            scored = score_hand(game.rules, table, state, totals, raw, naming)
            state, totals = scored.state, scored.totals
            off += self.wrong_sums.get(number, 0)
            running: Amounts = sheet.running(scored)
            written = {
                total(seat): running[seat] + (0 if seat else off)
                for seat in table.seats
                if sheet.writes_total(scored, seat)
            }
            marks = {IN_WORDS: frozenset({""})} if number in self.words else sheet.marks(raw)
            assert marks is not None
            yield {**marks, **written}


class Played(NamedTuple):
    """A hand of the sheet: what it was, what the page calls it, and how it is typed."""

    raw: dict[str, object]
    words: str
    line: str


HANDS = (
    Played({"call": "garde", "taker": 0, "bouts": 2, "points": 49}, "Garde by Anne, 49 points, 2 bouts", "1 g 2 49"),
    Played({"call": "prise", "taker": 1, "bouts": 2, "points": 44}, "Prise by Bruno, 44 points, 2 bouts", "2 p 2 44"),
    Played({"call": "passed"}, "All passed", "--"),
    Played(
        {"call": "prise", "taker": 2, "bouts": 1, "points": 38}, "Prise by Chloé, lost, 38 points, 1 bout", "3 p 1 38"
    ),
    Played(
        {"call": "garde_sans", "taker": 3, "bouts": 3, "points": 61},
        "Garde sans by David, 61 points, 3 bouts",
        "4 gs 3 61",
    ),
    Played({"call": "prise", "taker": 0, "bouts": 0, "points": 60}, "Prise by Anne, 60 points, 0 bouts", "1 p 0 60"),
    Played(
        {"call": "garde", "taker": 1, "bouts": 2, "points": 33}, "Garde by Bruno, lost, 33 points, 2 bouts", "2 g 2 33"
    ),
    Played({"call": "garde", "taker": 2, "bouts": 2, "points": 50}, "Garde by Chloé, 50 points, 2 bouts", "3 g 2 50"),
    Played({"call": "prise", "taker": 3, "bouts": 1, "points": 52}, "Prise by David, 52 points, 1 bout", "4 p 1 52"),
)


def printed(phone: Phone) -> bytes:
    """Print a blank sheet for four players."""
    page = phone.page
    page.goto("/new/?game=tarot&rules=fft")
    for number, name in enumerate(FOUR, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Print a score sheet for this game").tap()
    page.wait_for_url("**/print/?*")
    address = page.get_by_role("link", name="PDF to print").get_attribute("href")
    return phone.context.request.get(f"{phone.site}{address}").body()
