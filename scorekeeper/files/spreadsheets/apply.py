"""Import of members: carries out a plan in one transaction, and only the plan that was seen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs import personal_data, services
from scorekeeper.clubs.models import Club, PersonalData, Player
from scorekeeper.files.spreadsheets.import_plan import Plan, PlanLine, PlannedAction, as_columns, day_of, plan
from scorekeeper.files.spreadsheets.members import IncomingMembers

COLUMNS = ("name", "nickname", *personal_data.CLUB_FIELDS, "guest")
"""The columns of `Player` that a row writes as they are."""


class ChangedMeanwhileError(Exception):
    """Someone has changed the members since: the argument is the plan that the file leads to now."""

    def __init__(self, now: Plan) -> None:
        super().__init__(now)
        self.now = now


@dataclass(frozen=True)
class ImportCounts:
    """The numbers of members added and changed."""

    added: int
    changed: int


@transaction.atomic
def apply_plan(club: Club, incoming: IncomingMembers, *, digest: str, chosen: Collection[int]) -> ImportCounts:
    """Add and change members as in the plan with this digest; `chosen` are rows of likely duplicates to add.

    Rows with errors are left out. Importing again writes nothing. Raises `ChangedMeanwhileError` if the plan has
    changed.
    """
    services.lock(club)
    now = plan(club, incoming.entries, incoming.columns, incoming.wrong)
    if not now.writes(chosen):
        return ImportCounts(0, 0)
    if now.digest != digest:
        raise ChangedMeanwhileError(now)
    added = [
        (Player(club=club), _values(line, incoming))
        for line in now.lines
        if line.kind is PlannedAction.NEW or (line.kind is PlannedAction.LIKELY and line.row in chosen)
    ]
    changed = [(line.player, _values(line, incoming)) for line in now.of(PlannedAction.CHANGED) if line.player]
    for player, values in (*changed, *added):
        player.retired_at = _moment(values["retired"], player)
        for name in COLUMNS:
            setattr(player, name, values[name])
    Player.objects.bulk_update([player for player, _row in changed], [*COLUMNS, "retired_at"], batch_size=100)
    Player.objects.bulk_create([player for player, _row in added], batch_size=500)
    if {*personal_data.FIELDS} & {*incoming.columns}:
        _store_personal_data([*changed, *added])
    return ImportCounts(len(added), len(changed))


def _values(line: PlanLine, incoming: IncomingMembers) -> Any:
    """Return a player's values as the row leaves them."""
    assert line.entry is not None  # only a wrong row has no entry
    player = line.player if line.kind is PlannedAction.CHANGED else None
    return as_columns(line.entry, player, frozenset(incoming.columns))


def _store_personal_data(lines: Sequence[tuple[Player, Any]]) -> None:
    """Store the personal data of these people with their values; everybody's row is made anew."""
    rows = [
        PersonalData(player=player, **{name: values[name] for name in personal_data.FIELDS}) for player, values in lines
    ]
    PersonalData.objects.filter(player__in=[player.pk for player, _row in lines]).delete()
    known = [row for row in rows if any(getattr(row, name) for name in personal_data.FIELDS)]
    PersonalData.objects.bulk_create(known, batch_size=500)


def _moment(retired: date | bool, player: Player) -> datetime | None:
    """Return when someone retired: the stored time if the day is the same, else the start of the day, or now."""
    if not retired:
        return None
    stored = player.retired_at
    if isinstance(retired, date):
        return stored if day_of(player) == retired else timezone.make_aware(datetime.combine(retired, time()))
    return stored or timezone.now()
