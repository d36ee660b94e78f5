"""Page breaks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from games.mort.tests.sessions import CORRECTION, RULES, document, hand
from games.scoring.documents import read
from games.scoring.replay import Ledger
from scorekeeper.clubs.models import Club, Player
from scorekeeper.printing.standings_paper import standings_notice
from scorekeeper.printing.typesetting import PAPERS, PageSetup
from scorekeeper.standings.standings import Standing, Standings, Terms
from tests.printing.made_sheets import filled
from tests.printing.printed import Printed, typeset

GAME = "Game1,tournée1"
BEFORE = {"a4": range(35, 46), "a5": range(30, 41), "letter": range(32, 43)}
"""As many corrections as fill the first page, more or less: the heading of Mort's first game follows them."""


def after_corrections(number: int) -> Ledger:
    hands = [CORRECTION] * number + [hand(tricks) for tricks in (8, 6) * 12]
    return read(document(*hands, tournees=20), {"mort": RULES}.get).single().ledger()


@pytest.mark.thorough
@pytest.mark.parametrize("paper", PAPERS)
def test_the_heading_of_a_game_stays_with_its_first_deal_at_a_page_break(paper: str) -> None:
    ends = set()
    for number in BEFORE[paper]:
        sheet = filled(after_corrections(number), PageSetup(paper))
        pages = Printed.of(sheet).rows
        at, page = next((at, page) for at, page in enumerate(pages) if any(row.startswith(GAME) for row in page))
        below = next(rows for row, rows in pairwise(page) if row.startswith(GAME))
        assert below.startswith(str(number + 1))
        ends.add(at == 0)
    assert ends == {True, False}


@pytest.mark.parametrize("end", ["\n", "\N{LINE SEPARATOR}", "\N{PARAGRAPH SEPARATOR}"])
def test_a_note_of_several_lines_stays_in_its_row(end: str) -> None:
    note = end.join(("paid twice", "in hand 3", "says Anne"))
    raw = document(hand(8), {**CORRECTION, "note": note}, hand(8))
    (page,) = Printed.of(filled(read(raw, {"mort": RULES}.get).single().ledger(), PageSetup("a5"))).rows
    (noted,) = [row for row in page if any(part in row for part in ("paid", "hand3", "Anne"))]
    assert "paidtwiceinhand3saysAnne" in noted


def ranked(number: int) -> Standings:
    """The standings of this many players."""
    numbers: dict[str, Any] = {"scores": {}, "sessions": 5, "counted": 5, "hands": 60}
    totals = {place: 400 - place for place in range(1, number + 1)}
    people = [
        Standing(player=Player(name=f"Member-{place}"), place=place, score=total, by_game={"tarot": total}, **numbers)
        for place, total in totals.items()
    ]
    return Standings(terms=Terms(club=Club(name="Red Lion Card Club")), units=[], ranked=people, below=[], guests=[])


@pytest.mark.parametrize(
    ("paper", "people"), [("a5", 26), ("a5", 45), ("a5", 47), ("a5", 69), ("a5", 73), ("a4", 69), ("a4", 72)]
)
def test_no_page_of_long_standings_has_only_a_few_rows(paper: str, people: int) -> None:
    pages = Printed.of(standings_notice(ranked(people), PageSetup(paper, landscape=True))).pages
    rows = [sum(word.startswith("Member-") for word in page) for page in pages]
    assert sum(rows) == people
    assert len(rows) == 1 or rows[-1] > max(rows) / 3


# In millimetres: a page of 21 rows 4.9 high, or of 23 if it goes on, one of them for what is carried over; 6 beside
# what closes the sheet.
A5_ACROSS = "(whole: 130mm, head: 26mm, again: 17mm, end: 80mm)"
SHARED = {
    0: [0],
    1: [1],
    2: [1, 1],
    10: [8, 2],
    21: [19, 2],
    22: [20, 2],
    23: [11, 10, 2],
    30: [14, 14, 2],
    43: [20, 21, 2],
}
"""Return how many of the rows each page has, with three more rows of sums below the last one."""


@pytest.mark.parametrize(("rows", "pages"), SHARED.items())
def test_no_page_in_between_is_nearly_empty(rows: int, pages: list[int]) -> None:
    assert typeset("breaks", f"in-pages((false,) * {rows}, 3, {A5_ACROSS}, 4.9mm)") == pages


def test_rows_are_a_little_lower_if_that_saves_a_page() -> None:
    """26 rows 4.7 high are 21 and 5: 22 of them in 104 mm and 9 in 43. At 4.8 there is room for 21 and for 8."""
    heights = "(whole: 130mm, head: 26mm, again: 17mm, end: 70mm)"
    assert typeset("breaks", f'pitch-of((false,) * 26, 3, {heights}, "a5") / 1mm') == pytest.approx(4.7)
    assert typeset("breaks", f"in-pages((false,) * 26, 3, {heights}, 4.7mm)") == [21, 5]
    assert len(typeset("breaks", f"in-pages((false,) * 26, 3, {heights}, 4.8mm)")) == 3
