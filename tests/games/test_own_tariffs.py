"""Every game shows a club's own tariff as whole schedules, with the printed figure beside each of its own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.game import Game
from games.scoring.text import number_words
from games.scoring.types import RuleSet
from games.ui.page import NOTHING, own_tables
from tests.games.registry_cases import every_rule_set
from tests.games.strategies import own_tariffs
from tests.property_tests import examples


@every_rule_set
@examples(6)
@given(st.data())
def test_every_own_figure_is_shown_with_its_printed_one(game: Game, rule_set: RuleSet, data: st.DataObject) -> None:
    printed = game.rules.tariff(rule_set.slug)
    own = data.draw(own_tariffs(printed))
    tables = own_tables(printed, own)
    named = {schedule for schedule, _row, _column in own.figures}
    changed = [table for table in printed.schedules if table.slug in named]
    assert [table.caption for table in tables] == [table.title for table in changed]
    own_cells = [cell for table in tables for row in table.rows for cell in row if cell.printed]
    expected = {(number_words(figure), number_words(printed.figures[place])) for place, figure in own.figures.items()}
    assert {(cell.words, cell.printed) for cell in own_cells} == expected
    assert len(own_cells) == len(own.figures)
    for shown, table in zip(tables, changed, strict=True):
        assert len(shown.head) == 1 + len(table.columns)
        assert [row[0].words for row in shown.rows] == [row.words for row in table.rows]
        cells = [cell for row in shown.rows for cell in row[1:]]
        assert len([cell for cell in cells if cell.words != NOTHING]) == len(table.figures)
