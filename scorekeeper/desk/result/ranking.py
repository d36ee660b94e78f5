"""The ranking of a tournament: entries, teams and tandems in the order of their places.

A *tally* has the figures of an entry, a team or a tandem: its rounds with their total, and what tie-breaks compare.
Entries who are equal in everything share a place, and as many places after it are skipped (1, 2, 2, 4). Where the
lowest total wins, those who have played fewer rounds come after all who have played more.

A *match* is what the teams play in a round whose members sit at the same tables. By their place in it they get *match
points*, if the terms have them, and rank by these before their totals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from games.scoring.places import placed
from scorekeeper.desk.document.entries import EntryRecord
from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.terms import Missed, TieBreak
from scorekeeper.desk.document.types import RoundRecord, TournamentRecord

RoundFigure = int | Decimal | None
"""What a round shows: its points, or None if nothing counts there. Only those of teams can have decimal places."""
HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """The figures of an entry or a team. `number` is the start number, of a team the lowest one.

    `counted` are the rounds that count, of a team those of all members. In the rounds of `filled_up`, counted from 0, a
    team that lacked one player counts as a full one. `match_points` has those of each round, None where the team has no
    match or lists of it are missing; it is empty if the terms have none.
    """

    number: int
    name: str
    rounds: tuple[RoundFigure, ...]
    counted: int
    won: int
    lost: int
    rounds_won: int
    withdrawn: bool = False
    filled_up: frozenset[int] = frozenset()
    match_points: tuple[RoundFigure, ...] = ()

    @property
    def figures(self) -> tuple[int | Decimal, ...]:
        """The rounds that count."""
        return tuple(figure for figure in self.rounds if figure is not None)

    @property
    def total(self) -> int | Decimal:
        return sum(self.figures)

    @property
    def match_total(self) -> int | Decimal:
        return sum(points for points in self.match_points if points is not None)


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
    of_number = {tally.number: tally for tally in tallies}

    def grouped(group: Callable[[EntryRecord], str | None]) -> Iterable[tuple[str, list[Tally]]]:
        members = defaultdict[str, list[Tally]](list)
        for entry in tournament.entries:
            if (name := group(entry)) is not None:
                members[name].append(of_number[entry.number])
        return members.items()

    teams = [
        _filled_up(_added_up(name, members), members, tournament) for name, members in grouped(lambda entry: entry.team)
    ]
    tandems = [_added_up(name, members) for name, members in grouped(lambda entry: entry.tandem)]
    return Ranking(
        entries=_placed(tallies, tournament),
        teams=_placed(_with_match_points(teams, tournament), tournament),
        tandems=_placed(tandems, tournament),
    )


# Tallies


def _tallies(tournament: TournamentRecord) -> list[Tally]:
    rounds = tournament.rounds
    averages = [_average(round_, tournament.terms.missed) for round_ in rounds]
    winners = [_winners(round_, tournament.game) for round_ in rounds]
    tallies = []
    for entry in tournament.entries:
        played = [round_.results[entry.name] for round_ in rounds if entry.name in round_.results]
        figures = tuple(
            _figure(entry, number, round_, average)
            for number, (round_, average) in enumerate(zip(rounds, averages, strict=True), 1)
        )
        tallies.append(
            Tally(
                number=entry.number,
                name=entry.name,
                rounds=figures,
                counted=sum(figure is not None for figure in figures),
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


def _winners(round_: RoundRecord, game: TournamentGame) -> frozenset[str]:
    """Return those who won a round: nobody at their table did better."""
    names = set[str]()
    for table in round_.tables:
        if table.results is not None:
            best = max((result.round_points for result in table.results), key=game.merit)
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
        counted=sum(member.counted for member in members),
        won=sum(member.won for member in members),
        lost=sum(member.lost for member in members),
        rounds_won=sum(member.rounds_won for member in members),
    )


def _sum(figures: Iterable[RoundFigure]) -> RoundFigure:
    shown = [figure for figure in figures if figure is not None]
    return sum(shown) if shown else None


# Teams


def _filled_up(team: Tally, members: Sequence[Tally], tournament: TournamentRecord) -> Tally:
    """Return a team whose rounds with one player missing count as those of a full one: three of four as 4/3."""
    size = tournament.terms.team_size
    if size is None:
        return team
    rounds, filled_up = list(team.rounds), set[int]()
    for number, round_ in enumerate(tournament.rounds):
        playing = sum(member.name in round_.seated or member.rounds[number] is not None for member in members)
        if playing == size - 1 and (figure := team.rounds[number]) is not None:
            rounds[number] = _divided(figure * size, playing)
            filled_up.add(number)
    return replace(team, rounds=tuple(rounds), counted=team.counted + len(filled_up), filled_up=frozenset(filled_up))


def _divided(points: int | Decimal, parts: int) -> int | Decimal:
    """Return one of equal parts: a whole number, or one with two decimal places.

    >>> _divided(8023 * 4, 3), _divided(3 + 2, 2), _divided(3 + 2 + 1, 3)
    (Decimal('10697.33'), Decimal('2.50'), 2)
    """
    part = (Decimal(points) / parts).quantize(HUNDREDTH, ROUND_HALF_UP)
    return part if part % 1 else int(part)


def _with_match_points(teams: Sequence[Tally], tournament: TournamentRecord) -> Sequence[Tally]:
    """Return the teams with their match points in each round; teams that share a place there share its points."""
    by_place = tournament.terms.match_points
    if not by_place:
        return teams
    team_of = {entry.name: entry.team for entry in tournament.entries if entry.team}
    points: dict[tuple[str, int], int | Decimal] = {}
    for number, round_ in enumerate(tournament.rounds):
        shown = {team.name: figure for team in teams if (figure := team.rounds[number]) is not None}
        for match in _matches(round_, team_of):
            merits = {name: tournament.game.merit(shown[name]) for name in match}
            for place, sharing in groupby(placed(match, key=merits.__getitem__), key=itemgetter(0)):
                names = [name for _place, name in sharing]
                part = _divided(sum(by_place[place - 1 :][: len(names)]), len(names))
                points |= {(name, number): part for name in names}
    numbers = range(len(tournament.rounds))
    return [replace(team, match_points=tuple(points.get((team.name, number)) for number in numbers)) for team in teams]


def _matches(round_: RoundRecord, team_of: Mapping[str, str]) -> list[set[str]]:
    """Return the teams of each match in a round that has been played, at all of its tables."""
    matches: list[tuple[set[str], bool]] = []
    for table in round_.tables:
        teams, is_played = {team_of[name] for name in table.seats if name in team_of}, table.results is not None
        for match in [match for match in matches if match[0] & teams]:
            matches.remove(match)
            teams, is_played = teams | match[0], is_played and match[1]
        matches.append((teams, is_played))
    return [teams for teams, is_played in matches if is_played and len(teams) > 1]


# Places


# Null is below every number: the empty tuple is below every other.


def _best_round(tally: Tally, tournament: TournamentRecord) -> tuple[int | Decimal, ...]:
    return (max(map(tournament.game.merit, tally.figures)),) if tally.figures else ()


def _last_round(tally: Tally, tournament: TournamentRecord) -> tuple[int | Decimal, ...]:
    return tuple(tournament.game.merit(figure) for figure in tally.rounds[-1:] if figure is not None)


def _lot(tally: Tally, tournament: TournamentRecord) -> int:
    """Return the lot: the smaller SHA-256 is ahead."""
    return -int(sha256(f"{tournament.terms.seed}:lot:{tally.number}".encode()).hexdigest(), 16)


TIE_BREAKS: Mapping[TieBreak, Callable[[Tally, TournamentRecord], Any]] = {
    TieBreak.BEST_ROUND: _best_round,
    TieBreak.LAST_ROUND: _last_round,
    TieBreak.ROUNDS_WON: lambda tally, tournament: tally.rounds_won,
    TieBreak.WON: lambda tally, tournament: tally.won,
    TieBreak.LOST: lambda tally, tournament: -tally.lost,
    TieBreak.LOT: _lot,
}
"""What each tie-break compares; more is ahead."""


def _placed(tallies: Iterable[Tally], tournament: TournamentRecord) -> tuple[Placed, ...]:
    """Return the tallies with their places; those who have withdrawn come after all others."""
    game = tournament.game

    def merit(tally: Tally) -> tuple[Any, ...]:
        counted = tally.counted if game.rule_set.lowest_wins else 0
        ties = tuple(TIE_BREAKS[word](tally, tournament) for word in tournament.terms.tie_breaks)
        return (not tally.withdrawn, tally.match_total, counted, game.merit(tally.total), *ties)

    by_number = sorted(tallies, key=lambda tally: tally.number)
    return tuple(Placed(place, tally) for place, tally in placed(by_number, key=merit))
