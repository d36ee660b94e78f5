"""Who a player is, whatever name is on which sheet."""

import pytest
from django.db.models import ProtectedError

from scorekeeper.clubs.models import Player
from scorekeeper.play import queries
from tests.play.tables import FOUR, device, fresh, start

pytestmark = pytest.mark.django_db


def test_who_sat_at_a_table_cannot_be_deleted() -> None:
    start()
    with pytest.raises(ProtectedError):
        Player.objects.get(name="Anne").delete()
    Player.objects.create(name="Zoé").delete()


def test_a_player_who_is_renamed_keeps_the_name_that_stands_on_the_old_sheets() -> None:
    mine = device()
    session = start(device=mine)
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    assert fresh(session).table.players == FOUR
    assert "Anne-Marie" in queries.known_players(mine)


def test_who_was_renamed_is_found_by_the_new_name() -> None:
    mine = device()
    first = start(device=mine)
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    second = start(device=mine, players=("anne-marie", *FOUR[1:]))
    assert queries.seats(first)[0].player == queries.seats(second)[0].player
