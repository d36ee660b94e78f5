"""Who a player is, whatever name is on which sheet."""

import pytest
from django.db.models import ProtectedError

from scorekeeper.clubs.models import Player
from scorekeeper.play import queries
from tests.play.tables import FOUR, device, fresh, start

pytestmark = pytest.mark.django_db


def test_a_player_who_has_played_cannot_be_deleted() -> None:
    start()
    with pytest.raises(ProtectedError):
        Player.objects.get(name="Anne").delete()
    Player.objects.create(name="Zoé").delete()


def test_a_renamed_player_keeps_the_old_name_in_old_sessions() -> None:
    device_id = device()
    session = start(device=device_id)
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    assert fresh(session).table.players == FOUR
    assert "Anne-Marie" in queries.known_players(device_id)


def test_a_renamed_player_is_found_by_the_new_name() -> None:
    device_id = device()
    first = start(device=device_id)
    Player.objects.filter(name="Anne").update(name="Anne-Marie")
    second = start(device=device_id, players=("anne-marie", *FOUR[1:]))
    assert queries.seats(first)[0].player == queries.seats(second)[0].player
