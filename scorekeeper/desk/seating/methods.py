"""Seating a round: the order of the entrants, who sits out, and the tables, by the method asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count, islice

from games.scoring.errors import Code, RuleError
from games.scoring.text import gettext_lazy as _
from scorekeeper.desk.seating.exact_search import LARGEST, best_tables
from scorekeeper.desk.seating.local_search import fewer_meetings
from scorekeeper.desk.seating.lot import by_lot, lots
from scorekeeper.desk.seating.movements import cyclic, is_cyclic, without_repeats
from scorekeeper.desk.seating.rank_apart import rank_apart
from scorekeeper.desk.seating.requests import Entrant, Seating, SeatingMethod, SeatingRequest, Tables
from scorekeeper.desk.seating.sitting_out import must_and_may, sitting_out
from scorekeeper.desk.seating.teams import spread
from scorekeeper.desk.seating.weights import Groups, total_weight, weights_of


def seat(request: SeatingRequest) -> Seating:
    """Return who sits where in the next round; raise `RuleError` if nobody can be seated as asked.

    Its field is one of the request: `entrants` (too few for the tables), `seed` (missing), `method` (cyclic with other
    numbers, or other players than in the first round) or `round` (the cyclic movement is over).
    """
    out = len(request.entrants) - sum(request.sizes)
    if not request.sizes or out < 0:
        raise RuleError(Code.PLAYERS, "entrants", _("There are too few players for a table."))
    if request.method == SeatingMethod.CYCLIC:
        return _cyclic(request, out)
    if request.method == SeatingMethod.FEWEST_MEETINGS:
        return _fewest_meetings(request, out)
    order = _by_rank(request) if request.method == SeatingMethod.RANK else _drawn(request)
    absent = sitting_out(order, out, len(request.sizes), keep_apart=request.keep_apart)
    people = [entrant for entrant in order if entrant not in absent]
    tables = _filled(request.sizes)
    if request.keep_apart:
        apart = rank_apart if request.method == SeatingMethod.RANK else spread
        tables = apart(tables, [entrant.team for entrant in people])
    return _seating(people, tables, request)


def _drawn(request: SeatingRequest) -> list[Entrant]:
    if request.seed is None:
        raise RuleError(Code.REQUIRED, "seed", _("The draw needs a seed number."))
    return by_lot(request.entrants, request.seed, request.round)


def _by_rank(request: SeatingRequest) -> list[Entrant]:
    place = {number: place for place, number in enumerate(request.ranking)}
    return sorted(request.entrants, key=lambda entrant: (place.get(entrant.number, len(place)), entrant.number))


def _cyclic(request: SeatingRequest, out: int) -> Seating:
    by_number = sorted(request.entrants, key=lambda entrant: entrant.number)
    first = request.first or _named(by_number, _filled(request.sizes))
    if not is_cyclic([len(table) for table in first]) or (out and not request.first):
        raise RuleError(
            Code.UNKNOWN_CHOICE,
            "method",
            _("A cyclic seating needs tables of four only, and their number must not be divisible by 2 or 3."),
        )
    if not _same_people(first, request):
        raise RuleError(
            Code.UNKNOWN_CHOICE, "method", _("A cyclic seating needs exactly the players of the first round.")
        )
    if request.round >= len(first):
        raise RuleError(Code.OVER, "round", _("The cyclic seating ends with round {round}.", round=len(first)))
    return Seating(tables=cyclic(first, request.round))


def _fewest_meetings(request: SeatingRequest, out: int) -> Seating:
    if movement := _movement_without_repeats(request):
        return Seating(tables=movement)
    order = by_lot(request.entrants, request.seed, request.round)
    absent, may_sit_out = must_and_may(order, out)
    if len(order) - len(absent) > LARGEST:
        absent, may_sit_out = sitting_out(order, out, len(request.sizes), keep_apart=request.keep_apart), []
    people = [entrant for entrant in order if entrant not in absent]
    weights, heavy = weights_of(people, request.meetings, keep_apart=request.keep_apart)
    if len(people) <= LARGEST:
        tables = best_tables(weights, request.sizes, [people.index(entrant) for entrant in may_sit_out])
    else:
        tables = _filled(request.sizes)
        if request.keep_apart:
            tables = spread(tables, [entrant.team for entrant in people])
        tables = fewer_meetings(tables, weights, heavy, lots(request.seed, request.round))
    return _seating(people, tables, request)


def _movement_without_repeats(request: SeatingRequest) -> Tables | None:
    """Return the tables of a movement from the first round if nobody meets again in them, nor a mate.

    The desk may have seated the first round at tables of other sizes, which a movement would keep.
    """
    if tuple(map(len, request.first)) != tuple(request.sizes) or not _same_people(request.first, request):
        return None
    tables = without_repeats(request.first, request.round)
    if tables is None:
        return None
    people = list(request.entrants)
    place = {entrant.name: index for index, entrant in enumerate(people)}
    weights, _heavy = weights_of(people, request.meetings, keep_apart=request.keep_apart)
    repeats = total_weight([[place[name] for name in table] for table in tables], weights)
    return None if repeats else tables


def _same_people(tables: Tables, request: SeatingRequest) -> bool:
    """Return whether exactly the entrants sit at these tables."""
    return sorted(chain.from_iterable(tables)) == sorted(entrant.name for entrant in request.entrants)


def _filled(sizes: Sequence[int]) -> Groups:
    """Return the tables filled in order: k = 0, 1, 2 … at table 1, and so on.

    >>> _filled([4, 3])
    [[0, 1, 2, 3], [4, 5, 6]]
    """
    order = count()
    return [list(islice(order, size)) for size in sizes]


def _named(people: Sequence[Entrant], tables: Groups) -> Tables:
    return tuple(tuple(people[index].name for index in table) for table in tables)


def _seating(people: Sequence[Entrant], tables: Groups, request: SeatingRequest) -> Seating:
    """Return the tables with names; those who are at none of them sit out, by start number."""
    seated = {people[index] for table in tables for index in table}
    absent = sorted(set(request.entrants) - seated, key=lambda entrant: entrant.number)
    return Seating(tables=_named(people, tables), out=tuple(entrant.name for entrant in absent))
