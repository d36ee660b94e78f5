"""The number of a table at its evening, given when the table is started and the same on every page, sheet and file.

A table keeps its number when it continues with other players or plays again. A session that is played after a round
counts as another table, since round and number together name the one before. A session without an evening has no
number. Callers lock the evening first, so that no two tables get the same number.
"""

from __future__ import annotations

from django.db.models import F, Max

from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.models import Session

IN_ORDER = (F("round__number").asc(nulls_first=True), "table_number", "started_at", "pk")
"""The order of an evening's sessions: by round and table number, those outside of any round first."""


def next_number(evening: Evening) -> int:
    """Return the number of the evening's next table."""
    highest: int | None = evening.sessions.aggregate(highest=Max("table_number"))["highest"]
    return (highest or 0) + 1


def number_at(evening: Evening | None, before: Session | None, of_round: Round | None = None) -> int | None:
    """Return a table's number: that of the session `before` at the same table, or else the next.

    The session before counts only if it is of the same round, or of none as well. None without an evening.
    """
    if evening is None:
        return None
    if before is None or before.evening_id != evening.pk or before.round != of_round or before.table_number is None:
        return next_number(evening)
    return before.table_number


def number_tables(club: Club) -> None:
    """Give every table without a number one, in the order in which they were started."""
    missing = Session.objects.filter(club=club, table_number=None).exclude(evening=None)
    for session in missing.select_related("evening", "round").order_by("started_at", "pk"):
        before = Session.objects.filter(followed_by=session).first()
        session.table_number = number_at(session.evening, before, session.round)
        session.save(update_fields=["table_number"])
