"""The ways to seat a round: by lot, by the draw, by rank, by a movement, and with teams kept apart.

*By lot:* Each entrant's lot is the SHA-256, in hex, of the text `SEED:ROUND:NUMBER`, with rounds counted from 1 and the
entrant's start number; the smaller one comes first. Without a seed, `SEED` is empty.

*Teams kept apart*, by swaps: There are fewest pairs of mates at one table if every team is spread evenly: at each table
as many as at any other, or one more. The sizes of the tables differ by one at most, so all teams can be spread evenly
at the same time; and as long as one is not, a swap of two people reduces the pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain, count, islice
from random import Random

from games.scoring.errors import Code, RuleError
from games.scoring.text import message as _
from scorekeeper.desk.seating.movements import cyclic, is_cyclic, without_repeats
from scorekeeper.desk.seating.rank_apart import rank_apart
from scorekeeper.desk.seating.requests import USUAL_SIZE, Entrant, Seating, SeatingMethod, SeatingRequest, Tables
from scorekeeper.desk.seating.search import LARGEST, Groups, best_tables, cheaper_tables, costs_of


def by_lot(entrants: Iterable[Entrant], seed: int | None, round_: int) -> list[Entrant]:
    """Return the entrants in the order of their lots for the round (from 0).

    >>> entrants = [Entrant(number=1, name="Anne"), Entrant(number=2, name="Bruno"), Entrant(number=3, name="Chloé")]
    >>> [entrant.name for entrant in by_lot(entrants, 7, 0)]
    ['Anne', 'Bruno', 'Chloé']
    """
    return sorted(entrants, key=lambda entrant: sha256(_text(seed, round_, entrant.number).encode()).hexdigest())


def lots(seed: int | None, round_: int) -> Random:
    """Return a source of lots for a search; `random()` is the method that keeps its sequence in all versions."""
    return Random(_text(seed, round_, "search"))  # noqa: S311 - a search, and the lots are to be the same again


def _text(seed: int | None, round_: int, lot: int | str) -> str:
    return f"{'' if seed is None else seed}:{round_ + 1}:{lot}"


def must_and_may(order: Sequence[Entrant], out: int) -> tuple[list[Entrant], list[Entrant]]:
    """Return who must sit out because they have done so least often, and who may, having done so equally often.

    Those who must are at most `out`; the others come from those who may, in their order.

    >>> anne, bruno, chloe = [Entrant(number=n, name=name, sat_out=n // 2) for n, name in enumerate("ABC")]
    >>> [[entrant.name for entrant in part] for part in must_and_may([bruno, chloe, anne], 1)]
    [[], ['B', 'A']]
    >>> [[entrant.name for entrant in part] for part in must_and_may([bruno, chloe, anne], 3)]
    [['B', 'A'], ['C']]
    """
    if not out:
        return [], []
    last = sorted(entrant.sat_out for entrant in order)[out - 1]
    must = [entrant for entrant in order if entrant.sat_out < last]
    return must, [entrant for entrant in order if entrant.sat_out == last]


def sitting_out(order: Sequence[Entrant], out: int, tables: int, *, keep_apart: bool) -> list[Entrant]:
    """Return who sits out, in the order in which they are chosen.

    With teams kept apart, those first whose absence leaves the fewest pairs of mates at one table.
    """
    absent, may = must_and_may(order, out)
    here = Counter(entrant.team for entrant in order)
    here.subtract(entrant.team for entrant in absent)

    def pairs_saved(entrant: Entrant) -> int:
        """Return how many pairs fewer there are without this entrant if the team is spread evenly."""
        return (here[entrant.team] - 1) // tables if keep_apart and entrant.team is not None else 0

    may.reverse()
    while len(absent) < out:
        chosen = max(may, key=pairs_saved)  # the last in the order, of equal ones
        may.remove(chosen)
        absent.append(chosen)
        here[chosen.team] -= 1
    return absent


Team = str | int
"""A team's name or, for somebody without a team, a number that nobody else has."""


def spread(tables: Sequence[Sequence[int]], teams: Sequence[str | None]) -> Groups:
    """Return the tables with people swapped until every team is spread evenly.

    Each person who has to move changes places with the first person for whom that saves the most pairs.

    >>> spread([[0, 1], [2, 3]], ["A", "A", "B", None])
    [[2, 1], [0, 3]]
    """
    swaps = _Swaps(tables, [person if team is None else team for person, team in enumerate(teams)])
    while any(swaps.move_mates(table) for table in range(len(tables))):
        pass
    return swaps.tables


class _Swaps:
    def __init__(self, tables: Sequence[Sequence[int]], teams: Sequence[Team]) -> None:
        self.tables = [list(table) for table in tables]
        self.teams = teams
        self.mates = [Counter(teams[person] for person in table) for table in tables]
        """How many of each team are at each table."""

    def move_mates(self, table: int) -> bool:
        """Move those whose team has too many at this table; return whether anybody had to."""
        moved = False
        for seat in range(len(self.tables[table])):
            savings = [(self._saved(table, seat, *other), *other) for other in self._others(table, seat)]
            saved, other, place = max(savings, key=lambda saving: saving[0], default=(0, 0, 0))
            if saved > 0:
                self._swap(table, seat, other, place)
                moved = True
        return moved

    def _others(self, table: int, seat: int) -> list[tuple[int, int]]:
        """Return the places at the tables where this person's team has fewer by two or more."""
        team = self.teams[self.tables[table][seat]]
        few = self.mates[table][team] - 2
        return [
            (other, place)
            for other, people in enumerate(self.tables)
            if self.mates[other][team] <= few
            for place in range(len(people))
        ]

    def _saved(self, table: int, seat: int, other: int, place: int) -> int:
        """Return how many pairs fewer there are after two people have changed places."""
        here, there = self.mates[table], self.mates[other]
        leaves, comes = self.teams[self.tables[table][seat]], self.teams[self.tables[other][place]]
        return here[leaves] - 1 - there[leaves] + there[comes] - 1 - here[comes]

    def _swap(self, table: int, seat: int, other: int, place: int) -> None:
        leaves, comes = self.tables[table][seat], self.tables[other][place]
        self.tables[table][seat], self.tables[other][place] = comes, leaves
        for at, gone, new in ((table, leaves, comes), (other, comes, leaves)):
            self.mates[at][self.teams[gone]] -= 1
            self.mates[at][self.teams[new]] += 1


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
    people.sort(key=lambda entrant: entrant.at_odd_tables, reverse=request.sizes[0] == USUAL_SIZE)
    costs = costs_of(people, request)
    if len(people) <= LARGEST:
        tables = best_tables(costs, request.sizes, [people.index(entrant) for entrant in may_sit_out])
    else:
        tables = _filled(request.sizes)
        if request.keep_apart:
            tables = spread(tables, [entrant.team for entrant in people])
        tables = cheaper_tables(tables, costs, lots(request.seed, request.round))
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
    costs = costs_of(people, request)
    cost = costs.of_tables([place[name] for name in table] for table in tables)
    return None if cost else tables


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
