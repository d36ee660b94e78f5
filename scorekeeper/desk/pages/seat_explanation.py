"""Why people sit where they do in a round: how it was drawn, who meets again, whose turn it was; and short teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scorekeeper.desk.document_seating import MOST_WITH_FEWEST_MEETINGS
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.round_seats import EarlierTables, SeatedPlayer, SeatedRound, SeatedTable
from scorekeeper.desk.seating.requests import SeatingMethod, at_odd_tables

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

FEWEST_MEETINGS = gettext_lazy(
    "With up to twelve players, as few as possible meet again. They take turns at tables that don’t seat four where "
    "that brings no more of them together."
)
IN_TURN = gettext_lazy(
    "People take turns at tables that don’t seat four. With these turns, as few as possible meet again."
)
HOW: Mapping[str, StrPromise] = {
    SeatingMethod.DRAW: gettext_lazy(
        "Lots alone decide, including who sits at a table that doesn’t seat four: anyone who repeats the draw with the "
        "seed number gets the same tables."
    ),
    SeatingMethod.RANK: gettext_lazy(
        "The tables are filled in the order of the ranking. Those that don’t seat four come last, whoever sat there "
        "before."
    ),
    SeatingMethod.CYCLIC: gettext_lazy("Everybody moves on by the plan from their seat in the first round."),
}
"""How the seatings of a tournament work, apart from the one that depends on the number of players."""
AT_ODD_TABLE = gettext_lazy("At a table that doesn’t seat four for the first time: %(names)s.")
AT_ODD_TABLE_AGAIN = ngettext_lazy(
    "At a table that doesn’t seat four (%(times)s time before): %(names)s.",
    "At a table that doesn’t seat four (%(times)s times before): %(names)s.",
    "times",
)
OUT = gettext_lazy("Sitting out for the first time: %(names)s.")
OUT_AGAIN = ngettext_lazy(
    "Sitting out (%(times)s time before): %(names)s.", "Sitting out (%(times)s times before): %(names)s.", "times"
)


@dataclass(frozen=True, kw_only=True)
class SeatExplanation:
    """Sentences: how a round of a tournament was seated, who meets again at its tables, and whose turn it was."""

    how: str
    at_tables: Mapping[int, Sequence[str]]
    turns: Sequence[str]

    @property
    def meetings(self) -> list[str]:
        return list(chain.from_iterable(self.at_tables.values()))


def explanation(seated: SeatedRound, before: EarlierTables) -> SeatExplanation:
    """Return why people sit where they do, by what there was `before`."""
    players = [player for table in seated.tables for player in table.players]
    how: object = HOW.get(seated.round.seating, "")
    if seated.round.seating == SeatingMethod.FEWEST_MEETINGS:
        how = FEWEST_MEETINGS if len(players) + len(seated.out) <= MOST_WITH_FEWEST_MEETINGS else IN_TURN
    at_odd = at_odd_tables(table.players for table in seated.tables)
    if len(at_odd) == len(players):
        at_odd = []  # it is everybody's turn
    return SeatExplanation(
        how=str(how),
        at_tables={table.number: _met_again(table, before.met) for table in seated.tables},
        turns=[
            *_turns(at_odd, before.at_odd_tables, AT_ODD_TABLE, AT_ODD_TABLE_AGAIN),
            *_turns(seated.out, before.sat_out, OUT, OUT_AGAIN),
        ],
    )


def _met_again(table: SeatedTable, met: Mapping[frozenset[str], Sequence[int | None]]) -> list[str]:
    """Return a sentence for each two at a table who have met before."""
    sentences = []
    for one, other in combinations(table.players, 2):
        if before := met.get(frozenset({str(one.key), str(other.key)})):
            words = _("%(one)s and %(other)s have met before.")
            if rounds := ", ".join(map(str, sorted({number for number in before if number is not None}))):
                words = _("%(one)s and %(other)s have met in round %(rounds)s.")
            sentences.append(words % {"one": one.name, "other": other.name, "rounds": rounds})
    return sentences


def _turns(
    players: Sequence[SeatedPlayer], times: Mapping[str, int], first: StrPromise, again: StrPromise
) -> Iterator[str]:
    """Yield the players by how often it was their turn before."""

    def before(player: SeatedPlayer) -> int:
        return times[str(player.key)]

    for number, group in groupby(sorted(players, key=before), key=before):
        names = ", ".join(player.name for player in group)
        yield (again if number else first) % {"times": number, "names": names}


def short_teams(tournament: Tournament) -> list[str]:
    """Return a sentence for each team that has fewer members than the largest."""
    teams = Counter(tournament.entries.exclude(team="").values_list("team", flat=True))
    most = max(teams.values(), default=0)
    return [
        ngettext(
            "Team %(team)s has %(members)s member, the largest team %(most)s.",
            "Team %(team)s has %(members)s members, the largest team %(most)s.",
            members,
        )
        % {"team": team, "members": members, "most": most}
        for team, members in sorted(teams.items())
        if members < most
    ]
