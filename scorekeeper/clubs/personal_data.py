"""Personal data of players: reading, storing and deleting it; and the columns of a member's whole record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction

from scorekeeper.clubs.models import PersonalData, Player
from scorekeeper.clubs.queries import with_merged

FIELDS = ("federation_number", "email", "phone_number", "entered_on")
"""The columns that are personal; each is empty if it is unknown."""
CLUB_FIELDS = ("member_number", "category")
"""The columns of `Player` that are the club's own and not personal."""
RECORD_FIELDS = (*CLUB_FIELDS, *FIELDS)
"""What a member's record has besides names, in the order of forms and files."""


def personal_data_of(player: Player) -> PersonalData:
    """Return a player's personal data; without any fields, and not stored, if nothing is known."""
    stored: PersonalData | None = getattr(player, "personal_data", None)
    return stored or PersonalData(player=player)


def record_of(player: Player) -> dict[str, Any]:
    """Return the values of a player's record by column."""
    personal = personal_data_of(player)
    return {name: getattr(player if name in CLUB_FIELDS else personal, name) for name in RECORD_FIELDS}


def known_labels(players: Collection[Player]) -> dict[int, list[str]]:
    """Return the names of the fields that are known of each player, or of a record merged into it, by the player's key.

    Players of whom nothing is known are left out.
    """
    keys = with_merged(player.pk for player in players)
    known: dict[int, set[str]] = {}
    for row in PersonalData.objects.filter(player__in=keys):
        known.setdefault(keys[row.player_id], set()).update(name for name in FIELDS if getattr(row, name))
    return {key: [label(name) for name in FIELDS if name in names] for key, names in known.items()}


def label(name: str) -> str:
    """Return the name of a column of a member's record in the active language."""
    column: Any = (Player if name in CLUB_FIELDS else PersonalData)._meta.get_field(name)
    return str(column.verbose_name)


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
    return PersonalData.objects.filter(player__in=with_merged(player.pk for player in players)).delete()[0]
