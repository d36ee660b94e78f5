"""Benchmark of the tournament desk: seating a late round of a large tournament, by each method."""

from __future__ import annotations

from collections import Counter

from scorekeeper.devtools.bench.timing import Measurement, Ready
from scorekeeper.evenings.seating import Entrant, SeatingMethod, SeatingRequest, count_meetings, seat

PLAYERS, TEAM, TABLE = 400, 4, 4
BEFORE, MANY = 4, 400
"""Rounds played before: those of today, or so many that nearly everybody has met everybody."""

ALL_MS = 1000


def seatings() -> list[Measurement]:
    """Return the seating of a round by each method, and the hardest one: when few are left who have not met."""
    methods = (SeatingMethod.DRAW, SeatingMethod.RANK, SeatingMethod.FEWEST_MEETINGS)
    met = _met(BEFORE)
    return [
        *(Measurement(_name(method), _seating(method, met), aim=ALL_MS) for method in methods),
        *(Measurement(f"{_name(method)}, teams", _seating(method, met, apart=True), aim=ALL_MS) for method in methods),
        Measurement(f"after {MANY} rounds, teams", _seating(methods[-1], _met(MANY), apart=True), aim=ALL_MS),
    ]


def _name(method: SeatingMethod) -> str:
    return method.replace("_", " ")


def _met(rounds: int) -> Counter[frozenset[str]]:
    """Return the meetings of this many rounds drawn by lot."""
    return count_meetings(
        seat(_request(SeatingMethod.DRAW, number, Counter(), apart=False)).tables for number in range(rounds)
    )


def _seating(method: SeatingMethod, met: Counter[frozenset[str]], *, apart: bool = False) -> Ready:
    return lambda number: lambda: seat(_request(method, MANY + number, met, apart=apart))


def _request(method: SeatingMethod, number: int, met: Counter[frozenset[str]], *, apart: bool) -> SeatingRequest:
    return SeatingRequest(
        sizes=(TABLE,) * (PLAYERS // TABLE),
        entrants=[
            Entrant(number=player + 1, name=f"Player {player + 1}", team=f"Team {player // TEAM + 1}")
            for player in range(PLAYERS)
        ],
        method=method,
        round=number,
        seed=1,
        meetings=met,
        keep_apart=apart,
    )
