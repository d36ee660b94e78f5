"""The list of the day: the ranking with each entry's result in each round, and the sums of each table.

It has what the ranking document leaves out: tables, game points, and the games that the others at a table lost. Money
is in cents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.terms import SpecialPrize
from scorekeeper.desk.document.types import RoundRecord, RoundResult, RoundTable, TournamentRecord
from scorekeeper.desk.result.money import Money, settle
from scorekeeper.desk.result.ranking import Placed, Ranking, RoundFigure, Tally, rank
from scorekeeper.desk.seating.requests import MeetingSummary, summary


@dataclass(frozen=True, kw_only=True, slots=True)
class DayRound:
    """A round of an entry. `figure` is what the ranking shows; without a `result` it is the average, or None.

    `table` counts from 1 and is None for one who sat at none. `others_lost` are the games that the others there lost.
    """

    number: int
    table: int | None
    figure: RoundFigure
    result: RoundResult | None
    others_lost: int

    @property
    def is_average(self) -> bool:
        return self.result is None and self.figure is not None


@dataclass(frozen=True, kw_only=True)
class DayLine:
    """An entry with its place, its rounds, what it owes and what it wins."""

    place: int
    entry: EntryRecord
    tally: Tally
    rounds: tuple[DayRound, ...]
    loss_money: int
    prize: int
    special: tuple[tuple[SpecialPrize, int], ...]
    """The special prizes that are part of the prize, each with the part that this entry gets."""

    @property
    def others_lost(self) -> int:
        return sum(round_.others_lost for round_ in self.rounds)


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSums:
    """The check line of a table's list, before penalties: its sums, of which `round_points` follow from the others.

    `premiums` are what the games won and lost add to the game points.
    """

    round: int
    table: int
    points: int
    won: int
    lost: int
    round_points: int

    @property
    def premiums(self) -> int:
        return self.round_points - self.points


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingLists:
    """The tables of a round whose lists don't count yet."""

    round: int
    tables: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DayList:
    """The result of a tournament so far, in order of place."""

    tournament: TournamentRecord
    ranking: Ranking
    money: Money
    lines: tuple[DayLine, ...]
    sums: tuple[TableSums, ...]
    missing: tuple[MissingLists, ...]
    meetings: MeetingSummary

    @property
    def counts_games(self) -> bool:
        return self.tournament.game.rules.counts_games

    @property
    def lowest_wins(self) -> bool:
        return self.tournament.game.rule_set.lowest_wins

    @property
    def has_penalties(self) -> bool:
        """Whether a penalty counts in any round."""
        return any(round_.result and round_.result.penalty for line in self.lines for round_ in line.rounds)

    @cached_property
    def number_missing(self) -> int:
        return sum(len(missing.tables) for missing in self.missing)

    @property
    def rounds_to_come(self) -> int:
        return self.tournament.terms.rounds - len(self.tournament.rounds)

    @property
    def is_complete(self) -> bool:
        """Whether no list is missing and no round is to come, so that nothing changes any more."""
        return not self.number_missing and not self.rounds_to_come

    @cached_property
    def winners(self) -> tuple[DayLine, ...]:
        """Those who win a prize, in order of place."""
        return tuple(line for line in self.lines if line.prize)


def day_list(tournament: TournamentRecord) -> DayList:
    """Return the list of the day of a tournament."""
    ranking = rank(tournament)
    money = settle(tournament, ranking)
    tables = [_tables_of(round_) for round_ in tournament.rounds]
    entries = {entry.number: entry for entry in tournament.entries}
    return DayList(
        tournament=tournament,
        ranking=ranking,
        money=money,
        lines=tuple(
            _line(placed, entries[placed.tally.number], tournament, money, tables) for placed in ranking.entries
        ),
        sums=tuple(_sums(tournament.rounds)),
        missing=tuple(_missing(tournament.rounds)),
        meetings=summary(tournament.meetings),
    )


TableOf = dict[str, tuple[int, RoundTable]]
"""The table of each player in a round, with its number."""


def _tables_of(round_: RoundRecord) -> TableOf:
    return {name: (number, table) for number, table in enumerate(round_.tables, 1) for name in table.seats}


def _line(
    placed: Placed, entry: EntryRecord, tournament: TournamentRecord, money: Money, tables: Sequence[TableOf]
) -> DayLine:
    return DayLine(
        place=placed.place,
        entry=entry,
        tally=placed.tally,
        rounds=tuple(
            _round(number, placed.tally.rounds[number - 1], entry.name, tournament, seated)
            for number, seated in enumerate(tables, 1)
        ),
        loss_money=money.loss_money[entry.number],
        prize=money.prizes.get(entry.number, 0),
        special=tuple(
            (award.prize, award.parts[entry.number]) for award in money.special if award.parts.get(entry.number)
        ),
    )


def _round(number: int, figure: RoundFigure, name: str, tournament: TournamentRecord, seated: TableOf) -> DayRound:
    table, at = seated.get(name, (None, None))
    result = tournament.rounds[number - 1].results.get(name)
    lost = sum(result.lost for result in (at.results if at and at.results else ()))
    return DayRound(
        number=number,
        table=table,
        figure=figure,
        result=result,
        others_lost=lost - result.lost if result else 0,
    )


def _sums(rounds: Sequence[RoundRecord]) -> Iterator[TableSums]:
    for number, round_ in enumerate(rounds, 1):
        for table_number, table in enumerate(round_.tables, 1):
            if table.results is not None:
                points, counted, won, lost, penalty = (sum(column) for column in zip(*table.results, strict=True))
                yield TableSums(
                    round=number,
                    table=table_number,
                    points=points,
                    won=won,
                    lost=lost,
                    round_points=counted + penalty,
                )


def _missing(rounds: Sequence[RoundRecord]) -> Iterator[MissingLists]:
    for number, round_ in enumerate(rounds, 1):
        tables = tuple(n for n, table in enumerate(round_.tables, 1) if table.results is None)
        if tables:
            yield MissingLists(round=number, tables=tables)
