"""The columns of a federation's list, in terms of the marked sheet."""

from __future__ import annotations

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import score_hand
from games.skat.marked_sheet import PAPER_LISTS, SkatMarkedSheet
from games.skat.rules import SkatRules
from games.ui.marked_sheet import DigitBoxes, Ticks
from games.ui.paper_list import CountColumn, MeaningColumn, NumberColumn, TickColumn, TotalColumn, ValueColumn

RULES = SkatRules()
NAMES = ("Anne", "Bruno", "Chloé", "David")


def sheet_of(size: int, *, seeger: bool = False) -> SkatMarkedSheet:
    options = {**PAPER_LISTS["dskv"].options, "seeger": seeger}
    return SkatMarkedSheet(RULES, RULES.table(NAMES[:size], rules="isko", options=options))


@pytest.mark.parametrize("name", PAPER_LISTS)
@pytest.mark.parametrize("size", [3, 4])
def test_columns_are_boxes_of_the_marked_sheet(name, size):
    fields = {field.name: field for field in sheet_of(size).fields()}
    columns = PAPER_LISTS[name].all_columns(size)
    for column in columns:
        if isinstance(column, TickColumn | ValueColumn | CountColumn):
            field = fields[column.field]
            assert isinstance(field, Ticks)
            assert column.key in [box.key for box in field.boxes]
        elif isinstance(column, NumberColumn):
            assert isinstance(fields[column.field], DigitBoxes)
    assert sum(isinstance(column, TotalColumn) for column in columns) == size


def test_base_values_are_those_of_the_rules():
    (column,) = [column for column in PAPER_LISTS["dskv"].columns if isinstance(column, MeaningColumn)]
    assert sorted(column.means) == [9, 10, 11, 12, 23, 24, 35, 46, 59]


@pytest.mark.parametrize("seeger", [False, True])
@pytest.mark.parametrize(("card_points", "value"), [(61, 72), (60, -144)])
def test_the_value_has_no_premium(seeger, card_points, value):
    sheet = sheet_of(3, seeger=seeger)
    raw = {"call": "grand", "declarer": 1, "matadors": 2, "bid": 18, "card_points": card_points}
    opening = RULES.opening(sheet.table)
    hand = score_hand(RULES, sheet.table, opening, (0, 0, 0), raw, Naming(sheet.table.players, by_seat=True))
    assert sheet.value(hand) == value
