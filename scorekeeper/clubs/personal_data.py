"""Personal data of players: reading, storing and deleting it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction

from scorekeeper.clubs.models import PersonalData, Player
from scorekeeper.clubs.queries import with_merged

FIELDS = ("federation_number", "email", "phone_number", "entered_on")
"""The columns that are personal; each is empty if it is unknown."""


def personal_data_of(player: Player) -> PersonalData:
    """Return a player's personal data; without any fields, and not stored, if nothing is known."""
    stored: PersonalData | None = getattr(player, "personal_data", None)
    return stored or PersonalData(player=player)


def known_labels(player: Player) -> list[str]:
    """Return the names of the fields that are known of this player, or of a record merged into it."""
    rows = list(_rows_of([player]))
    known = [name for name in FIELDS if any(getattr(row, name) for row in rows)]
    return [str(PersonalData._meta.get_field(name).verbose_name) for name in known]  # type: ignore[union-attr]


@transaction.atomic
def store(player: Player, values: Mapping[str, Any]) -> None:
    """Store these columns of a player's personal data; the others stay."""
    row = personal_data_of(player)
    for name, value in values.items():
        setattr(row, name, value)
    if any(getattr(row, name) for name in FIELDS):
        row.save()
    elif row.pk:
        row.delete()


def delete(players: Collection[Player]) -> int:
    """Delete all personal data of these players, and of records merged into them; return how many rows there were."""
    return int(_rows_of(players).delete()[0])


def _rows_of(players: Iterable[Player]) -> Any:
    return PersonalData.objects.filter(player__in=with_merged(player.pk for player in players))
