"""Whether the totals of a sheet continue those of its session, or begin at 0 again.

The session of `test_decoder` has (39, 147, −93, −93) after two hands. The third is worth 31 to each opponent of Chloé
and the fourth 58 from each to David: together (−27, −27, −151, 205).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import SeatNumber
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.printing.marked_sheets.layout import marked_sheet
from scorekeeper.reading.decoder.hands import read_hands
from scorekeeper.reading.decoder.search import at_0, begins_at_0
from scorekeeper.reading.observations import RowSeen
from tests.games.marked_rows import NAMES, can_be_marked
from tests.reading.decoder.rows import row
from tests.reading.decoder.tarot_session import HANDS, NO_TOTALS, OPENING, SHEET, raws, unreadable, written

LEDGER = replay(SHEET.rules, SHEET.table, HANDS[:2], Naming(SHEET.table.players, by_seat=True))
FROM_0: Sequence[Mapping[int, int]] = ({0: 31, 1: 31, 2: -93, 3: 31}, {0: -27, 1: -27, 2: -151, 3: 205})


def begins(rows: Sequence[RowSeen]) -> bool:
    return begins_at_0(SHEET, LEDGER.state, LEDGER.totals, LEDGER.totals, rows)


def test_totals_that_begin_at_0_again_are_distinguished_from_those_that_continue():
    assert begins([written(2, FROM_0[0]), written(3, FROM_0[1])])
    assert not begins([written(2), written(3)])


@pytest.mark.parametrize("count", [1, 2])
def test_one_row_is_enough(count: int):
    rows = [written(2, FROM_0[0]), written(3, FROM_0[1])]
    assert begins(rows[:count])


def test_a_wrong_sum_is_not_a_new_beginning():
    assert not begins([written(2, {0: 31, 1: 178, 2: -186, 3: -62}), written(3, {0: -27, 1: 120, 2: -244, 3: 112})])


@pytest.mark.parametrize("rows", [[], [written(2, {})], [unreadable(written(2))]], ids=["none", "left out", "smudged"])
def test_rows_without_totals_continue(rows: list[RowSeen]):
    assert not begins(rows)


def test_the_first_sheet_of_a_session_continues_from_0():
    assert not begins_at_0(SHEET, OPENING, NO_TOTALS, NO_TOTALS, [written(0)])


def test_the_rows_are_read_without_a_question():
    rows = [written(2, FROM_0[0]), written(3, FROM_0[1])]
    hands = read_hands(SHEET, LEDGER.state, LEDGER.totals, rows, at_0(LEDGER.totals))
    assert raws(hands) == HANDS[2:]
    assert not [hand for hand in hands if hand.asked or hand.slips]
    assert [hand.written for hand in hands] == list(FROM_0)


TOTALS_AT_THE_END = {"cayenne", "whist"}
"""Games with sessions in which nobody has a total until they are over."""


@pytest.mark.parametrize("slug", sorted({*registry.slugs()} - TOTALS_AT_THE_END))
@pytest.mark.parametrize("anew", [True, False], ids=["from 0", "going on"])
def test_a_new_beginning_is_recognised_in_every_game(slug: str, anew: bool):
    """The sheet has four of eight hands; in some games only the declarer's total is written."""
    game = registry.get(slug)
    rules = game.rules.default_rules
    names = NAMES[: min(4, max(game.rules.rule_sets[rules].players))]
    sheet, naming = marked_sheet(game, game.rules.table(names, rules=rules)), Naming(names, by_seat=True)
    played = session_of(slug, rules, names, 8, only=lambda raw: can_be_marked(sheet, raw))
    before, on_sheet = played.hands[3], played.hands[4:]
    running = sheet.running(before)
    rows = []
    for scored in on_sheet:
        marks = sheet.marks(encode_hand(game.rules, played.table, scored.hand, naming))
        assert marks is not None
        written = {
            int(seat): total - (running[seat] if anew else 0)
            for seat, total in enumerate(sheet.running(scored))
            if sheet.writes_total(scored, SeatNumber(seat))
        }
        rows.append(row(sheet, marks, written))
    assert any(running)
    assert begins_at_0(sheet, before.state, before.totals, running, rows) is anew
