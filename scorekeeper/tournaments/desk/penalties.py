"""Penalties: points that the desk takes off an entry in a round, each with a reason, and gives back."""

from __future__ import annotations

from django.db import transaction

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import MOST
from games.scoring.text import gettext_lazy as _
from scorekeeper.clubs.names import tidy
from scorekeeper.evenings.models import Round
from scorekeeper.tournaments.desk.audit_notes import DeskAction, note
from scorekeeper.tournaments.desk.entries import find, lock
from scorekeeper.tournaments.models import Tournament, TournamentEntry


def rounds_of(entry: TournamentEntry) -> list[int]:
    """Return the published rounds in which an entry sits at a table: penalties count there."""
    rounds = Round.objects.filter(
        evening=entry.tournament.evening_id, published_at__isnull=False, seats__player=entry.player_id
    )
    return sorted(rounds.filter(seats__table__isnull=False).values_list("number", flat=True))


@transaction.atomic(durable=True)
def give(
    tournament: Tournament, key: int, *, round_: int, points: int, reason: str, seen: int, by: str = ""
) -> TournamentEntry:
    """Take points off an entry; `seen` is how many penalties it had. Raise `RuleError` at the field that is wrong."""
    evening = lock(tournament)
    entry = _find_seen(tournament, key, seen)
    if round_ not in rounds_of(entry):
        message = _("{name} sits at no table of round {round}.", name=entry.name, round=round_)
        raise RuleError(Code.NOT_PLAYING, "round", message)
    if not 1 <= points <= MOST:
        raise RuleError(Code.OUT_OF_RANGE, "points", _("Enter a number from 1 to {most}.", most=MOST))
    if not tidy(reason):
        raise RuleError(Code.REQUIRED, "reason", _("Give a reason for the penalty."))
    penalty = {"round": round_, "points": points, "reason": tidy(reason)}
    entry.penalties = [*entry.penalties, penalty]
    entry.save(update_fields=["penalties"])
    note(evening, by, DeskAction.GIVE_PENALTY, entry.name, str(points), str(round_), tidy(reason))
    return entry


@transaction.atomic(durable=True)
def take_back(tournament: Tournament, key: int, *, place: int, seen: int, by: str = "") -> TournamentEntry:
    """Give the points of a penalty back; `place` is its place in the list, and `seen` how many there were."""
    evening = lock(tournament)
    entry = _find_seen(tournament, key, seen)
    if 0 <= place < len(entry.penalties):
        penalty = entry.penalties.pop(place)
        entry.save(update_fields=["penalties"])
        note(evening, by, DeskAction.TAKE_PENALTY_BACK, entry.name, str(penalty["points"]), str(penalty["round"]))
    return entry


def _find_seen(tournament: Tournament, key: int, seen: int) -> TournamentEntry:
    """Return an entry that still has as many penalties as the page showed, so that a second tap gives no second one."""
    entry = find(tournament, key)
    if len(entry.penalties) != seen:
        message = _("Someone else has changed this entry in the meantime. This is the current version.")
        raise RuleError(Code.IMPOSSIBLE, None, message)
    return entry
