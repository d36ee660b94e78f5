"""A club's own tariff: each figure that can be set is the one that is paid."""

from __future__ import annotations

import pytest

from games.scoring.tariffs import FigurePlace
from games.solo_whist.rules import SoloWhistRules
from games.solo_whist.tests.sessions import BRITISH, FOSTER, GRAND, MISERE, PROPOSAL, SOLO, Raw, amounts, hand
from tests.games.documents import own_tariff

OWN = 7
ALONE = (3 * OWN, -OWN, -OWN, -OWN)
"""Anne gets 7 from each of the three others."""

MADE: dict[str, Raw] = {
    "proposal": hand(PROPOSAL, tricks=8),
    "solo": hand(SOLO, tricks=5),
    "misere": MISERE,
    "abundance": hand(SOLO, call="abundance", tricks=9),
    "abundance_in_trumps": hand(SOLO, call="abundance_in_trumps", tricks=9),
    "spread": {**MISERE, "call": "spread"},
    "slam": {**MISERE, "call": "slam"},
}


@pytest.mark.parametrize("table", [FOSTER, BRITISH], ids=["foster", "british"])
@pytest.mark.parametrize("call", MADE)
def test_a_club_figure_for_a_stake(table: Raw, call: str) -> None:
    expected = (OWN, -OWN, OWN, -OWN) if call == "proposal" else ALONE
    assert amounts(MADE[call], **table, **own_tariff(f"stake.{call}.each", OWN)) == expected


@pytest.mark.parametrize("table", [FOSTER, BRITISH], ids=["foster", "british"])
def test_a_grand_pays_the_club_stake_of_a_solo(table: Raw) -> None:
    assert amounts({**GRAND, "last_trick": "Anne"}, **table, **own_tariff("stake.solo.each", OWN)) == (-21, 7, 7, 7)


# Three tricks over: 10 + 3 × 2 from each; by the British rules 1 + 3 × 2.
@pytest.mark.parametrize(("table", "each"), [(FOSTER, 16), (BRITISH, 7)], ids=["foster", "british"])
def test_a_club_figure_for_odd_tricks(table: Raw, each: int) -> None:
    expected = (3 * each, -each, -each, -each)
    assert amounts(hand(SOLO, tricks=8), **table, **own_tariff("odd_trick.each.each", 2)) == expected


def test_the_list_of_all_figures() -> None:
    tested = {FigurePlace("stake", call, "each") for call in MADE} | {FigurePlace("odd_trick", "each", "each")}
    for printed in SoloWhistRules.tariffs.values():
        assert set(printed.figures) == tested
