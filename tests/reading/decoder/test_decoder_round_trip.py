"""The sheet of every game: clear marks and right sums are read as the session that was played."""

from __future__ import annotations

from functools import partial

import pytest

from games.game import Game
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.types import RuleSet, ScoredHand
from games.ui.marked_sheet import MarkedSheet
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.reading.decoder.hands import read_hands
from scorekeeper.reading.observations import RowSeen
from tests.games.marked_rows import NAMES, can_be_marked
from tests.games.registry_cases import GAMES, each_rule_set
from tests.reading.decoder.rows import row

HANDS = 16

every_marked_rule_set = each_rule_set([game for game in GAMES if game.marked_sheet])


def written(sheet: MarkedSheet, scored: ScoredHand) -> RowSeen:
    raw = encode_hand(sheet.rules, sheet.table, scored.hand, Naming(sheet.table.players, by_seat=True))
    marks, running = sheet.marks(raw), sheet.running(scored)
    assert marks is not None
    return row(sheet, marks, {seat: running[seat] for seat in sheet.table.seats if sheet.writes_total(scored, seat)})


@pytest.mark.thorough
@every_marked_rule_set
def test_a_sheet_is_read_as_the_session_that_was_played(game: Game, rule_set: RuleSet) -> None:
    assert game.marked_sheet
    for size in rule_set.players:
        table = game.rules.table(NAMES[:size], rules=rule_set.slug)
        sheet = game.marked_sheet(game.rules, table)
        ledger = example_hands.session_of(
            game.slug, rule_set.slug, NAMES[:size], HANDS, only=partial(can_be_marked, sheet)
        )
        assert ledger.hands
        opening, rows = game.rules.opening(table), [written(sheet, scored) for scored in ledger.hands]
        hands = read_hands(sheet, opening, (0,) * size, rows)
        assert [hand.row for hand in hands] == list(range(len(rows)))
        for hand, scored in zip(hands, ledger.hands, strict=True):
            assert hand.scored
            assert (hand.scored.entry.amounts, hand.scored.state) == (scored.entry.amounts, scored.state)
            assert not hand.asked
