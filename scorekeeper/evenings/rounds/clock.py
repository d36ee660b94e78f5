"""The clock of a round, which counts down on every phone of the club."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.evenings.audit_notes import EveningAction, note
from scorekeeper.evenings.models import Round
from scorekeeper.evenings.rounds.rounds import lock, lock_published

MOST_MINUTES = 600
SENT_AGAIN = timedelta(seconds=10)
"""Within this time after a start, another start with the same minutes is the same form sent again."""


@transaction.atomic(durable=True)
def start(round_: Round, minutes: int, *, by: str = "") -> Round:
    """Start the clock of a published round, or start it again.

    A clock that was started with the same minutes a moment ago (`SENT_AGAIN`) keeps running. Raise `RuleError` at
    `minutes` if they are too few or too many, and `ConflictError` for a draft.
    """
    if not 0 < minutes <= MOST_MINUTES:
        raise RuleError(Code.OUT_OF_RANGE, "minutes", _("Enter 1 to {most} minutes.", most=MOST_MINUTES))
    locked, now = lock_published(round_), timezone.now()
    if locked.minutes == minutes and locked.clock_started_at and now - locked.clock_started_at < SENT_AGAIN:
        return locked
    locked.minutes, locked.clock_started_at = minutes, now
    locked.save(update_fields=["minutes", "clock_started_at"])
    note(locked.evening, by, EveningAction.CLOCK, str(locked.number), str(minutes))
    return locked


@transaction.atomic(durable=True)
def stop(round_: Round) -> None:
    """Stop the clock; its minutes stay for the next start."""
    locked = lock(round_)
    locked.clock_started_at = None
    locked.save(update_fields=["clock_started_at"])


def ends_at(round_: Round) -> datetime | None:
    """Return when the clock runs out, or None if it is not running."""
    if round_.clock_started_at is None or round_.minutes is None:
        return None
    return round_.clock_started_at + timedelta(minutes=round_.minutes)
