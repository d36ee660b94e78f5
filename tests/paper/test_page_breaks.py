"""Where a page ends and another begins."""

from __future__ import annotations

import re

import pytest

from games.mort.tests.sessions import CORRECTION, RULES, document, hand
from games.scoring.documents import read
from games.scoring.replay import Ledger
from scorekeeper.paper.pages import PAPERS, Look
from scorekeeper.paper.score_sheets import filled
from tests.paper.printed import Printed
from tests.paper.test_every_sheet import HEADING

BEFORE = {"a4": range(35, 46), "a5": range(24, 36)}
"""As many corrections as fill the first page, more or less: the heading of Mort's first game comes after them."""


def after_corrections(number: int) -> Ledger:
    hands = [CORRECTION] * number + [hand(tricks) for tricks in (8, 6) * 12]
    return read(document(*hands, tournees=20), {"mort": RULES}.get).ledger()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_heading_of_a_game_stands_above_its_first_deal_wherever_the_page_ends(paper: str) -> None:
    ends = set()
    for number in BEFORE[paper]:
        pages = ["".join(page) for page in Printed.of(filled(after_corrections(number), HEADING, Look(paper))).pages]
        assert (
            sum(re.search(rf"Game1,tournée1(Vivant|Right|Left){{3}}{number + 1}", page) is not None for page in pages)
            == 1
        )
        ends.add("Game1" in pages[0])
    assert ends == {True, False}
