"""The seat draw of an evening: who plays with whom, and whether the drawn tables are a round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain, groupby

from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.seating import Entrant, SeatingMethod, SeatingRequest, count_meetings, seat
from scorekeeper.evenings.tables import table_numbers
from scorekeeper.play.models import Seat


def draw_lots(evening: Evening, people: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Draw tables of these sizes for these players, by primary key; return them and the players left over.

    Those who have met tonight are kept apart as far as possible, and those who have played most are left over. Each
    call draws anew, the seats at a table included.
    """
    tables_tonight = _seated_tonight(evening)
    played = Counter(chain.from_iterable(tables_tonight))
    most = max(played.values(), default=0)
    lots = random.SystemRandom()
    seating = seat(
        SeatingRequest(
            sizes=sizes,
            entrants=[Entrant(number=int(key), name=key, sat_out=most - played[key]) for key in map(str, people)],
            method=SeatingMethod.FEWEST_MEETINGS,
            seed=lots.getrandbits(64),
            meetings=count_meetings([tables_tonight]),
        )
    )
    tables = [[int(key) for key in lots.sample(table, len(table))] for table in seating.tables]
    return tables, [int(key) for key in seating.out]


def _seated_tonight(evening: Evening) -> list[list[str]]:
    """Return who has sat at each table; the seating engine knows people by names, which are their keys here."""
    seats = Seat.objects.of(evening.sessions.not_deleted())
    rows = seats.order_by("stretch_id", "place").values_list("stretch_id", "player_id")
    return [[str(player) for _stretch, player in table] for _stretch, table in groupby(rows, key=lambda row: row[0])]


def are_a_round(evening: Evening, games: Collection[str]) -> bool:
    """Return whether drawn tables are a round: all play the same. The rounds of a tournament are drawn at its desk."""
    return len(set(games)) == 1 and not hasattr(evening, "tournament")


def first_number(evening: Evening, games: Collection[str]) -> int:
    """Return the number of the first of the drawn tables that play these games."""
    return 1 if are_a_round(evening, games) else table_numbers.next_number(evening)
