"""Tables that a tournament played on paper: their lists count like sessions, and in place of one at the table.

A list counts if the desk typed it, once it is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from games.registry import find_rules
from games.scoring.documents import read_players, read_rule_set
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.types import SeatNumber, Table
from scorekeeper.clubs.models import Player
from scorekeeper.desk.document.results import table_list
from scorekeeper.desk.models import TableList, TournamentEntry
from scorekeeper.evenings.models import Round, RoundSeat


class PaperResult(NamedTuple):
    """What a player scored, in the units of a session's `Result`.

    `points` are None if the game has no tournament points, and `hands` if the round has no planned number of hands.
    """

    player: Player
    total: int
    points: int | None
    hands: int | None


class PaperPenalty(NamedTuple):
    """Points that a tournament has taken off a player, by primary key, in a round."""

    player: int
    round: Round
    points: int


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """A table of a round, with its results in seat order. It counts as begun when its round was published."""

    key: int
    round: Round
    number: int
    results: Sequence[PaperResult]

    @property
    def session(self) -> tuple[str, int]:
        """What it counts as beside the sessions."""
        return "list", self.key

    @property
    def day(self) -> date:
        return self.round.evening.date

    @property
    def started_at(self) -> datetime:
        assert self.round.published_at is not None
        return self.round.published_at


@dataclass(frozen=True, kw_only=True)
class PaperRecord:
    """What was written on paper in some rounds: tables whose list was typed and is confirmed, and penalties."""

    tables: Sequence[PaperTable] = ()
    penalties: Sequence[PaperPenalty] = ()


def paper_record(rounds: QuerySet[Round], player: Player | None) -> PaperRecord:
    """Return what was written on paper in these rounds, or only what is about a player.

    In one query if there are no such rounds; otherwise in one for the penalties, one for the lists and, if there are
    any, one for the seats.
    """
    published = list(rounds.select_related("evening"))
    if not published:
        return PaperRecord()
    return PaperRecord(tables=list(_tables(published, player)), penalties=list(_penalties(published, player)))


def _tables(rounds: Sequence[Round], player: Player | None) -> Iterator[PaperTable]:
    """Yield the tables whose list was typed, unless its game is gone, or the rules now refuse its table."""
    for written in _lists(rounds, player):
        seats = [seat for seat in written.round.seats.all() if seat.table == written.table]
        results = _results(written, [seat.player for seat in seats])
        if results:
            yield PaperTable(key=written.pk, round=written.round, number=written.table, results=results)


def _penalties(rounds: Sequence[Round], player: Player | None) -> Iterator[PaperPenalty]:
    by_number = {(round_.evening_id, round_.number): round_ for round_ in rounds}
    evenings = {round_.evening_id for round_ in rounds}
    entries = TournamentEntry.objects.filter(tournament__evening__in=evenings).exclude(penalties=[])
    if player is not None:
        entries = entries.filter(player=player)
    for entry in entries.select_related("tournament"):
        for penalty in entry.penalties:
            if played := by_number.get((entry.tournament.evening_id, penalty["round"])):
                yield PaperPenalty(entry.player_id, played, penalty["points"])


def counts_for_session() -> Exists:
    """Return the condition of a session whose table counts by a typed list."""
    return Exists(_counting().filter(round=OuterRef("round"), table=OuterRef("table_number")))


def _counting() -> QuerySet[TableList]:
    """Return the confirmed lists that were typed, which count whether the table had a session or not."""
    return TableList.objects.filter(typed=True, confirmed_at__isnull=False)


def _lists(rounds: Sequence[Round], player: Player | None) -> QuerySet[TableList]:
    typed = _counting().filter(round__in=rounds)
    if player is not None:
        typed = typed.filter(round__seats__player=player, round__seats__table=F("table"))
    seats = RoundSeat.objects.filter(table__isnull=False).select_related("player")
    return typed.select_related("round__evening__tournament").prefetch_related(Prefetch("round__seats", seats))


def _results(written: TableList, players: Sequence[Player]) -> list[PaperResult]:
    rules, rows = find_rules(written.round.game), written.results
    if rules is None or rows is None:
        return []
    try:
        table = _table(rules, written.round, len(players))
    except RuleError:
        return []
    figures = table_list(rows)
    totals = rules.list_totals(table, *figures)
    if rules.rule_set(table).lowest_wins:
        totals = rules.gains(table, totals)
    tournament_points = rules.tournament_points(table, *figures) or (None,) * table.size
    hands = hands_of(rules, table, written.round.hands.get(str(table.size)))
    return [PaperResult(*figures) for figures in zip(players, totals, tournament_points, hands, strict=True)]


def _table(rules: AnyRules, of_round: Round, size: int) -> Table:
    rule_set = read_rule_set(rules, of_round.rules)
    names = read_players(rule_set, [str(seat) for seat in range(size)])
    return rules.table(names, rules=rule_set.slug, options=of_round.evening.tournament.options)


def hands_of(rules: AnyRules, table: Table, planned: int | None) -> Sequence[int | None]:
    """Return how many hands each seat played if the table played all that were planned; None if that is not known.

    Where the dealer sits out, the deal goes round the table. Of ten hands at four, David deals and sits out the first,
    fifth and ninth, Anna the second, sixth and tenth.

    >>> rules = find_rules("skat")
    >>> hands_of(rules, rules.table(["Anna", "Ben", "Clara", "David"], rules="isko"), 10)
    [7, 8, 8, 7]
    >>> hands_of(rules, rules.table(["Anna", "Ben", "Clara"], rules="isko"), 36)
    [36, 36, 36]
    >>> hands_of(rules, rules.table(["Anna", "Ben", "Clara", "David", "Emil"], rules="pub"), 7)
    [4, 5, 4, 4, 4]
    """
    absent = rules.sits_out(table, rules.opening(table))
    if planned is None or not absent:
        return [planned] * table.size
    if table.first_dealer not in absent:
        return [None] * table.size

    def missed(seat: SeatNumber) -> int:
        return sum([len(range((seat - out) % table.size, planned, table.size)) for out in absent])

    return [planned - missed(seat) for seat in table.seats]
