"""The seating of the next round of a tournament, and its document with it, as `manage.py tournament seat` prints it.

The next round is the one after those that there are. With `fixed` seating all rounds are in a document from the start;
the next one is then the first after the last that has been played.
"""

from __future__ import annotations

from typing import Any

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.desk.document.errors import TournamentError
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.terms import FIXED, ODD_SIZES, TournamentTerms, has_term
from scorekeeper.desk.document.types import TournamentRecord
from scorekeeper.desk.result.ranking import rank
from scorekeeper.desk.seating.methods import seat
from scorekeeper.desk.seating.requests import Entrant, Seating, SeatingMethod, SeatingRequest, even_sizes, table_sizes

FIELDS = {
    "entrants": "players",
    "tables": "terms.tables",
    "seed": "terms.seed",
    "method": "terms.seating",
    "round": "rounds",
}
"""The field of the document for each that the seating engine can refuse; with a list of seatings, `method` is in it."""

MOST_WITH_FEWEST_MEETINGS = 12
"""Up to so many entrants, `fewest_meetings` has exactly the fewest, so that odd tables rotate only as far as that."""


def seated_document(raw: dict[str, Any], tournament: TournamentRecord) -> dict[str, Any]:
    """Return the document of a tournament with its next round; raise `TournamentError` if it cannot be seated."""
    terms, rounds = tournament.terms, tournament.rounds
    played = max((number for number, round_ in enumerate(rounds, 1) if round_.results), default=0)
    if played < len(rounds) and terms.seating_of(played + 1) == FIXED:
        return raw
    try:
        return {**raw, "rounds": [*raw["rounds"], _round(seat_next(tournament))]}
    except RuleError as error:
        raise TournamentError(error) from error


def _round(seating: Seating) -> dict[str, Any]:
    tables = [{"table": number, "seats": list(seats)} for number, seats in enumerate(seating.tables, 1)]
    return {"tables": tables, **({"out": list(seating.out)} if seating.out else {})}


def next_number(tournament: TournamentRecord) -> int:
    """Return the number of the next round; raise `RuleError` if there is none."""
    number, planned = len(tournament.rounds) + 1, tournament.terms.rounds
    if number > planned:
        raise RuleError(Code.OVER, "rounds", _("All planned rounds have been seated: {rounds}.", rounds=planned))
    return number


def seat_next(tournament: TournamentRecord) -> Seating:
    """Return the seating of the next round by its terms; raise `RuleError` at what stands against it."""
    terms, number = tournament.terms, next_number(tournament)
    if terms.seating_of(number) == FIXED:
        raise RuleError(Code.REQUIRED, "rounds", _("The seating is fixed, but the next round is missing."))
    try:
        return seat(_request(tournament, number))
    except RuleError as error:
        field = FIELDS[str(error.field)]
        if error.field == "method" and len(terms.seating) > 1:
            field = f"{field}.{number - 1}"
        raise RuleError(error.code, field, error.message) from error


def _request(tournament: TournamentRecord, number: int) -> SeatingRequest:
    terms, rounds = tournament.terms, tournament.rounds
    entrants = [
        Entrant(
            number=entry.number,
            name=entry.name,
            team=entry.team,
            sat_out=sum(entry.name in round_.out for round_ in rounds),
            at_odd_tables=sum(entry.name in round_.at_odd_tables for round_ in rounds),
        )
        for entry in tournament.entries
        if entry.plays(number)
    ]
    return SeatingRequest(
        sizes=sizes_for(len(entrants), terms, tournament.game),
        entrants=entrants,
        method=SeatingMethod(terms.seating_of(number)),
        round=number - 1,
        seed=terms.seed,
        ranking=_order(tournament) if rounds else (),
        meetings=tournament.meetings,
        first=tuple(table.seats for table in rounds[0].tables) if rounds else (),
        keep_apart=terms.keep_apart,
        rotate=len(entrants) > MOST_WITH_FEWEST_MEETINGS,
    )


def sizes_for(entrants: int, terms: TournamentTerms, game: TournamentGame) -> tuple[int, ...]:
    """Return the sizes of the tables; raise `RuleError` at `tables` if there can't be as many as the terms say."""
    allowed = game.rule_set.players if terms.table_size is None else (terms.table_size,)
    if terms.tables is not None:
        return even_sizes(entrants, allowed, terms.tables)
    odd_tables = terms.odd_tables if has_term("odd_tables", game.rules) else min(ODD_SIZES)
    return table_sizes(allowed, entrants, odd_tables)


def _order(tournament: TournamentRecord) -> tuple[int, ...]:
    """Return the start numbers in the order of the ranking so far; those who share a place by start number."""
    return tuple(placed.tally.number for placed in rank(tournament).entries)
