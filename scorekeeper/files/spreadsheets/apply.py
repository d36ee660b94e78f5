"""Import of members: carries out a plan in one transaction, and only the plan that was seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Player
from scorekeeper.files.spreadsheets.import_plan import Plan, PlanLine, PlannedAction, as_columns, day_of, plan
from scorekeeper.files.spreadsheets.members import IncomingMembers


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

    Importing again writes nothing. Raises `ChangedMeanwhileError` if the plan has changed or has errors.
    """
    services.lock(club)
    now = plan(club, incoming.entries, incoming.columns, incoming.wrong)
    if not now.writes(chosen):
        return ImportCounts(0, 0)
    if now.digest != digest or now.of(PlannedAction.WRONG):
        raise ChangedMeanwhileError(now)
    added = [
        line
        for line in now.lines
        if line.kind is PlannedAction.NEW or (line.kind is PlannedAction.LIKELY and line.row in chosen)
    ]
    changed = [_written(line, incoming) for line in now.of(PlannedAction.CHANGED)]
    Player.objects.bulk_create([_made(club, line) for line in added], batch_size=500)
    Player.objects.bulk_update(changed, ["name", "nickname", "guest", "retired_at"], batch_size=100)
    return ImportCounts(len(added), len(changed))


def _made(club: Club, line: PlanLine) -> Player:
    one = line.entry
    assert one is not None  # only a wrong row has no entry
    return Player(
        club=club, name=one.name, nickname=one.nickname, guest=one.guest, retired_at=_moment(one.retired, None)
    )


def _written(line: PlanLine, incoming: IncomingMembers) -> Player:
    """Return the player with the values of the row."""
    player, one = line.player, line.entry
    assert player is not None
    assert one is not None
    values: Any = as_columns(one, player, frozenset(incoming.columns))
    player.name, player.nickname, player.guest = values["name"], values["nickname"], values["guest"]
    player.retired_at = _moment(values["retired"], player)
    return player


def _moment(retired: date | bool, player: Player | None) -> datetime | None:
    """Return when someone retired: the stored time if the day is the same, else the start of the day, or now."""
    if not retired:
        return None
    stored = player.retired_at if player else None
    if isinstance(retired, date):
        same = player is not None and day_of(player) == retired
        return stored if same else timezone.make_aware(datetime.combine(retired, time()))
    return stored or timezone.now()
