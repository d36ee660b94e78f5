"""Filled sheets of every game, photographed: nearly all rows are read, and none silently wrong."""

import pytest

from games import registry
from games.game import Game
from tests.reading.written_sheets import read_sheet

pytestmark = pytest.mark.thorough

GAMES = [game for game in registry.all_games() if game.marked_sheet]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_most_rows_of_a_sheet_are_read_and_none_is_silently_wrong(game: Game) -> None:
    count = read_sheet(game, 0)
    assert count.rows > 0
    assert count.silent == 0
    assert count.right >= 0.9 * count.rows


@pytest.mark.parametrize("players", [3, 4])
def test_the_low_rows_of_a_skat_list_are_read_as_well(players: int) -> None:
    count = read_sheet(registry.get("skat"), 0, rules="isko", players=players, hands=18)
    assert count.rows == 18
    assert count.silent == 0
    assert count.right >= 0.9 * count.rows
