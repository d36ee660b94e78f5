"""The ranking of a tournament: entries, teams and tandems in the order of their places.

A *tally* has the figures of an entry, a team or a tandem: its rounds with their total, and what tie-breaks compare.
Entries who are equal in everything share a place, and as many places after it are skipped (1, 2, 2, 4).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from games.scoring.places import placed
from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.terms import Missed, TieBreak, TournamentTerms
from scorekeeper.desk.document.types import RoundRecord, TournamentRecord

RoundFigure = int | None
"""What a round shows: its points, or None if nothing counts there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """The figures of an entry or a team. `number` is the start number, of a team the lowest one."""

    number: int
    name: str
    rounds: tuple[RoundFigure, ...]
    won: int
    lost: int
    rounds_won: int
    withdrawn: bool = False

    @property
    def figures(self) -> tuple[int, ...]:
        """The rounds that count."""
        return tuple(figure for figure in self.rounds if figure is not None)

    @property
    def total(self) -> int:
        return sum(self.figures)


class Placed(NamedTuple):
    """A tally with its place."""

    place: int
    tally: Tally


@dataclass(frozen=True, kw_only=True, slots=True)
class Ranking:
    """Everybody in order of place, then of number; teams and tandems are empty if there are none."""

    entries: tuple[Placed, ...]
    teams: tuple[Placed, ...]
    tandems: tuple[Placed, ...]


def rank(tournament: TournamentRecord) -> Ranking:
    """Return the ranking after the rounds that have been played so far."""
    tallies = _tallies(tournament)
    terms = tournament.terms
    of_number = {tally.number: tally for tally in tallies}

    def grouped(group: Callable[[EntryRecord], str | None]) -> tuple[Placed, ...]:
        members = defaultdict[str, list[Tally]](list)
        for entry in tournament.entries:
            if (name := group(entry)) is not None:
                members[name].append(of_number[entry.number])
        return _placed([_added_up(name, tallies) for name, tallies in members.items()], terms)

    return Ranking(
        entries=_placed(tallies, terms),
        teams=grouped(lambda entry: entry.team),
        tandems=grouped(lambda entry: entry.tandem),
    )


# Tallies


def _tallies(tournament: TournamentRecord) -> list[Tally]:
    rounds = tournament.rounds
    averages = [_average(round_, tournament.terms.missed) for round_ in rounds]
    winners = [_winners(round_) for round_ in rounds]
    tallies = []
    for entry in tournament.entries:
        played = [round_.results[entry.name] for round_ in rounds if entry.name in round_.results]
        tallies.append(
            Tally(
                number=entry.number,
                name=entry.name,
                rounds=tuple(
                    _figure(entry, number, round_, average)
                    for number, (round_, average) in enumerate(zip(rounds, averages, strict=True), 1)
                ),
                won=sum(result.won for result in played),
                lost=sum(result.lost for result in played),
                rounds_won=sum(entry.name in names for names in winners),
                withdrawn=not entry.plays(tournament.terms.rounds),
            )
        )
    return tallies


def _figure(entry: EntryRecord, number: int, round_: RoundRecord, average: RoundFigure) -> RoundFigure:
    """Return what a round shows for an entry: its points, and the average if the entry missed it."""
    if entry.name in round_.results:
        return round_.results[entry.name].round_points
    missed = entry.name not in round_.seated and entry.plays(number)
    return average if missed else None


def _average(round_: RoundRecord, missed: Missed) -> RoundFigure:
    """Return what a missed round counts: the mean ⌊x + 1/2⌋ of those who played it, if the terms say so."""
    points = [result.round_points for result in round_.results.values()]
    if missed is Missed.NOTHING or not points:
        return None
    return (2 * sum(points) + len(points)) // (2 * len(points))


def _winners(round_: RoundRecord) -> frozenset[str]:
    """Return those who won a round: nobody at their table had more."""
    names = set[str]()
    for table in round_.tables:
        if table.results is not None:
            best = max(result.round_points for result in table.results)
            names.update(
                name for name, result in zip(table.seats, table.results, strict=True) if result.round_points == best
            )
    return frozenset(names)


def _added_up(name: str, members: Sequence[Tally]) -> Tally:
    """Return the tally of a team: each round is the sum of what its members' rounds show."""
    columns = zip(*(member.rounds for member in members), strict=True)
    return Tally(
        number=min(member.number for member in members),
        name=name,
        rounds=tuple(_sum(column) for column in columns),
        won=sum(member.won for member in members),
        lost=sum(member.lost for member in members),
        rounds_won=sum(member.rounds_won for member in members),
    )


def _sum(figures: Iterable[RoundFigure]) -> RoundFigure:
    shown = [figure for figure in figures if figure is not None]
    return sum(shown) if shown else None


# Places


# Null is below every number: the empty tuple is below every other.


def _best_round(tally: Tally, terms: TournamentTerms) -> tuple[int, ...]:
    return (max(tally.figures),) if tally.figures else ()


def _last_round(tally: Tally, terms: TournamentTerms) -> tuple[int, ...]:
    return tuple(figure for figure in tally.rounds[-1:] if figure is not None)


def _lot(tally: Tally, terms: TournamentTerms) -> int:
    """Return the lot: the smaller SHA-256 is ahead."""
    return -int(sha256(f"{terms.seed}:lot:{tally.number}".encode()).hexdigest(), 16)


TIE_BREAKS: Mapping[TieBreak, Callable[[Tally, TournamentTerms], Any]] = {
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.LAST_ROUND: _last_round,
    TieBreak.ROUNDS_WON: lambda tally, terms: tally.rounds_won,
    TieBreak.WON: lambda tally, terms: tally.won,
    TieBreak.LOST: lambda tally, terms: -tally.lost,
    TieBreak.LOT: _lot,
}
"""What each tie-break compares; more is ahead."""


def _placed(tallies: Iterable[Tally], terms: TournamentTerms) -> tuple[Placed, ...]:
    """Return the tallies with their places; those who have withdrawn come after all others."""

    def merit(tally: Tally) -> tuple[Any, ...]:
        ties = tuple(TIE_BREAKS[word](tally, terms) for word in terms.tie_breaks)
        return (not tally.withdrawn, tally.total, *ties)

    by_number = sorted(tallies, key=lambda tally: tally.number)
    return tuple(Placed(place, tally) for place, tally in placed(by_number, key=merit))
