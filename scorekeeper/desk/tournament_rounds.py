"""Seating the next round of a tournament: drafted by its terms or from a typed plan, and late entries added.

From the draft on, a round is one of the evening's: `scorekeeper.desk.rounds` swaps, publishes and starts it.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.desk import rounds
from scorekeeper.desk.document.rounds import take_place
from scorekeeper.desk.document.terms import FIXED
from scorekeeper.desk.document_seating import next_number, seat_next
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.publication import lock, stored_now
from scorekeeper.desk.round_seats import by_table
from scorekeeper.desk.seating.requests import Seating, SeatingMethod
from scorekeeper.desk.stored_result import read_stored
from scorekeeper.evenings.models import Round


def drawn_before(tournament: Tournament, number: int | None) -> Round | None:
    """Return the draft that there is, or the round of this number, so that a second tap doesn't draw again."""
    return tournament.evening.rounds.filter(Q(published_at=None) | Q(number=number)).last()


def draft_next(tournament: Tournament, *, number: int | None = None, by: str = "") -> Round:
    """Draft the next round as the terms say it is seated; return what was `drawn_before`, if anything was.

    The seats are drawn before the transaction, since nobody can record a hand meanwhile. If the tournament has changed
    since, they are drawn again. Raise `RuleError` if it cannot be seated so, or if all rounds have been published.
    """
    drawn_for = read_stored(stored_now(tournament))
    seating = seat_next(drawn_for)
    with transaction.atomic(durable=True):
        tournament = lock(tournament)  # so that nobody is seated who has just withdrawn
        if before := drawn_before(tournament, number):
            return before
        if (latest := read_stored(tournament)) != drawn_for:
            seating = seat_next(latest)
        return _draft(tournament, seating, latest.terms.seating_of(next_number(latest)), by=by)


@transaction.atomic(durable=True)
def draft_fixed(
    tournament: Tournament, tables: Sequence[Sequence[int]], *, number: int | None = None, by: str = ""
) -> Round:
    """Draft the next round from a plan of start numbers, each table in seat order; entries in none of them sit out.

    Return what was `drawn_before`, if anything was. Raise `RuleError` at a seat of a table that is wrong, such as
    `seats.2`, and at `tables` for a number that nobody has.
    """
    tournament = lock(tournament)
    if before := drawn_before(tournament, number):
        return before
    stored = read_stored(tournament)
    entries = {entry.number: entry for entry in stored.entries}
    if unknown := [number for table in tables for number in table if number not in entries]:
        message = _("Nobody has the start number {number}.", number=unknown[0])
        raise RuleError(Code.UNKNOWN_PLAYER, "tables", message)
    following, taken, planned = next_number(stored), set[str](), []
    for table in tables:
        names = tuple(
            take_place(entries[number], following, taken, f"seats.{seat}") for seat, number in enumerate(table)
        )
        stored.game.table(names)
        planned.append(names)
    out = tuple(entry.name for entry in stored.entries if entry.plays(following) and entry.name not in taken)
    return _draft(tournament, Seating(tables=tuple(planned), out=out), FIXED, by=by)


def _draft(tournament: Tournament, seating: Seating, how: str, *, by: str) -> Round:
    people = dict(tournament.entries.values_list("name", "player"))
    plan = Round(
        game=tournament.game,
        rules=tournament.rules,
        seating=how,
        hands=tournament.terms.get("hands", {}),
        seed=tournament.terms.get("seed"),
    )
    tables = [[people[name] for name in table] for table in seating.tables]
    return rounds.draft_locked(tournament.evening, plan, tables, [people[name] for name in seating.out], by=by)


def teams_apart(tournament: Tournament) -> dict[int, str]:
    """Return the team of each player who is in one, by primary key; nobody's if the terms don't keep teams apart."""
    if tournament.terms.get("keep_apart") != "team":
        return {}
    return dict(tournament.entries.exclude(team="").values_list("player", "team"))


def next_seating(tournament: Tournament) -> str:
    """Return how the next round is seated; that of the last round if all have been published."""
    seatings = tournament.terms.get("seating", SeatingMethod.DRAW)
    if isinstance(seatings, str):
        return seatings
    published = tournament.evening.rounds.exclude(published_at=None).count()
    return str(seatings[min(published, len(seatings) - 1)])


def waits_for_lists(tournament: Tournament) -> list[tuple[int, int]]:
    """Return the tables whose list the seating of the next round needs, which is by rank, and doesn't have yet."""
    return unconfirmed(tournament) if next_seating(tournament) == SeatingMethod.RANK else []


def unconfirmed(tournament: Tournament) -> list[tuple[int, int]]:
    """Return the tables of published rounds whose list doesn't count yet: the numbers of round and table."""
    published = tournament.evening.rounds.exclude(published_at=None).prefetch_related("seats", "lists")
    return [
        (round_.number, table)
        for round_ in published
        for table in by_table(round_.seats.all())
        if not any(written.table == table and written.confirmed_at for written in round_.lists.all())
    ]
