"""Tables in the standings that count by what the desk typed: their lists, once they are confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from games.registry import find_rules
from games.scoring.documents import read_players, read_rule_set
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.types import Table
from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.standings.paper_tables import PaperPenalty, PaperRecord, PaperResult, PaperTable
from scorekeeper.tournaments.models import TableList, TournamentEntry


def read(rounds: QuerySet[Round], player: Player | None) -> PaperRecord:
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
    by_number = {(one.evening_id, one.number): one for one in rounds}
    evenings = {one.evening_id for one in rounds}
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
    return typed.select_related("round__evening").prefetch_related(Prefetch("round__seats", seats))


def _results(written: TableList, players: Sequence[Player]) -> list[PaperResult]:
    rules, rows = find_rules(written.round.game), written.results
    if rules is None or rows is None:
        return []
    try:
        table = _table(rules, written.round, len(players))
    except RuleError:
        return []
    points, won, lost = (tuple(one.get(column, 0) for one in rows) for column in ("points", "won", "lost"))
    totals = rules.list_totals(table, points, won, lost)
    tournament_points = rules.tournament_points(table, points, won, lost) or (None,) * table.size
    hands = hands_of(rules, table, written.round.hands.get(str(table.size)))
    return [PaperResult(*one) for one in zip(players, totals, tournament_points, hands, strict=True)]


def _table(rules: AnyRules, of_round: Round, size: int) -> Table:
    rule_set = read_rule_set(rules, of_round.rules)
    names = read_players(rule_set, [str(seat) for seat in range(size)])
    return rules.table(names, rules=rule_set.slug, options=of_round.options)


def hands_of(rules: AnyRules, table: Table, planned: int | None) -> Sequence[int | None]:
    """Return how many hands each seat played if the table played all that were planned; None if that is not known.

    Where the dealer sits out, the deal goes round the table. Of ten hands at four, David deals and sits out the first,
    fifth and ninth, Anna the second, sixth and tenth.

    >>> rules = find_rules("skat")
    >>> hands_of(rules, rules.table(["Anna", "Ben", "Clara", "David"], rules="isko"), 10)
    [7, 8, 8, 7]
    >>> hands_of(rules, rules.table(["Anna", "Ben", "Clara"], rules="isko"), 36)
    [36, 36, 36]
    """
    absent = rules.sits_out(table, rules.opening(table))
    if planned is None or absent is None:
        return [planned] * table.size
    if absent != table.first_dealer:
        return [None] * table.size
    return [planned - len(range((seat - absent) % table.size, planned, table.size)) for seat in table.seats]
