"""The form of Spades: the bids that are set before the play, and the nils in the fold."""

from __future__ import annotations

from games import registry
from games.spades.form import SpadesForm
from games.spades.tests.test_scoring import NAMES, RULES, hand
from games.ui.forms import Position

TABLE = RULES.table(NAMES)
POSITION = Position(rules=RULES, table=TABLE, state=RULES.opening(TABLE), number=1)
BIDS = {"bid_team1": "6", "bid_team2": "5"}


def test_bids_and_nils_are_set_before_the_play() -> None:
    form = SpadesForm(POSITION, {**BIDS, "nils-3": "2", "tricks": "8"})
    assert form.call_so_far == {**BIDS, "nils-3": "2"}
    assert form.called_in_words().render(NAMES) == "Anne + Chloé 6, Bruno + David 5, David blind nil"


def test_a_hand_is_complete_without_a_nil() -> None:
    assert [name for name, _words in SpadesForm(POSITION, BIDS).missing] == ["tricks"]
    assert not SpadesForm(POSITION, {**BIDS, "tricks": "8"}).missing


def test_nils_are_posted_with_their_tricks() -> None:
    form = SpadesForm(
        POSITION, {**BIDS, "tricks": "8", "nils-0": "1", "nils-1": "", "nils-3": "2", "nils-3-tricks": "1"}
    )
    nils = [{"player": 0}, {"player": 3, "blind": True, "tricks": 1}]
    assert form.raw() == {"call": "hand", "bid_team1": 6, "bid_team2": 5, "tricks": 8, "nils": nils}
    assert form.rare_count == len(nils)


def test_without_blind_nils_the_form_offers_none() -> None:
    table = RULES.table(NAMES, options={"blind_nil": False})
    form = SpadesForm(Position(rules=RULES, table=table, state=RULES.opening(table)))
    assert [chip.value for chip in form.called_groups[-1]] == ["", "1"]


def test_a_hand_is_described_with_both_teams_side_by_side() -> None:
    raw = hand(4, 6, 5, {"player": 1, "tricks": 2})
    words = registry.get("spades").describe(TABLE, raw).render(NAMES)
    assert words == "bids 4 – 6, tricks 5 – 8, Bruno: nil, failed with 2 tricks"
