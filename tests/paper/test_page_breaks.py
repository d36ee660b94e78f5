"""Where a page ends and another begins."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.mort.tests.sessions import CORRECTION, RULES, document, hand
from games.scoring.documents import read
from games.scoring.replay import Ledger
from scorekeeper.clubs.models import Club, Player
from scorekeeper.paper.notices import of_standings
from scorekeeper.paper.pages import PAPERS, Look
from scorekeeper.paper.score_sheets import filled
from scorekeeper.play.standings import Standing, Standings, Terms
from tests.paper.printed import Printed
from tests.paper.test_every_sheet import HEADING

GAME = "Game1,tournée1"
BEFORE = {"a4": range(35, 46), "a5": range(24, 36)}
"""As many corrections as fill the first page, more or less: the heading of Mort's first game comes after them."""


def after_corrections(number: int) -> Ledger:
    hands = [CORRECTION] * number + [hand(tricks) for tricks in (8, 6) * 12]
    return read(document(*hands, tournees=20), {"mort": RULES}.get).ledger()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_heading_of_a_game_stands_above_its_first_deal_wherever_the_page_ends(paper: str) -> None:
    ends = set()
    for number in BEFORE[paper]:
        sheet = filled(after_corrections(number), HEADING, Look(paper))
        pages = Printed.of(sheet).rows(sheet)
        at, page = next((at, page) for at, page in enumerate(pages) if any(row.startswith(GAME) for row in page))
        below = next(rows for row, rows in pairwise(page) if row.startswith(GAME))
        assert below.startswith(str(number + 1))
        ends.add(at == 0)
    assert ends == {True, False}


def ranked(number: int) -> Standings:
    """The standings of so many."""
    people = [
        Standing(player=Player(name=f"Member-{place}"), place=place, sessions=5, counted=5, hands=60, total=400 - place)
        for place in range(1, number + 1)
    ]
    return Standings(terms=Terms(club=Club(name="Red Lion Card Club")), ranked=people, below=[], guests=[])


@pytest.mark.parametrize(
    ("paper", "people"), [("a5", 26), ("a5", 45), ("a5", 47), ("a5", 69), ("a5", 73), ("a4", 69), ("a4", 72)]
)
def test_no_page_of_long_standings_has_but_a_few(paper: str, people: int) -> None:
    pages = Printed.of(of_standings(ranked(people), Look(paper, landscape=True))).pages
    rows = [sum(word.startswith("Member-") for word in page) for page in pages]
    assert sum(rows) == people
    assert len(rows) == 1 or rows[-1] > max(rows) / 3
