"""Results and standings as rows of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import chain, groupby
from typing import Any

from django.db.models import FilteredRelation, Q
from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import told_apart
from scorekeeper.files.spreadsheets.export_filter import ExportFilter
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet, yes_or_no
from scorekeeper.play.formatting import game_name, rules_name
from scorekeeper.standings import standings
from scorekeeper.standings.championship import Score, UnitScore
from scorekeeper.standings.paper_tables import PaperPenalty, PaperTable
from scorekeeper.standings.standings import Standing, Standings, Terms
from scorekeeper.standings.units import PlayedUnit
from scorekeeper.standings.wording import rounded, total_title, unit_of, units_that_count, units_title
from scorekeeper.web.dates import evening_date


@dataclass(frozen=True, slots=True)
class PersonResult:
    """One person's result with the details of its session."""

    session: int
    public_id: str
    started: datetime
    date: date | None
    evening: str | None
    table_number: int | None
    round_number: int | None
    game: str
    rules: str
    name: str
    player: int
    guest: bool
    total: int
    points: int | None
    hands: int
    stake: Decimal | None
    currency: str | None
    gains: Any
    transfers: Any
    kitty: Decimal | None

    def money(self, place: int) -> tuple[Decimal | None, int | None]:
        """Return what the total is worth, unrounded, and the points that are paid if that is by difference.

        `place` is that among the people of the session. Rounding is for the settlement of an evening.
        """
        if self.stake is None:
            return None, None
        gain = self.gains[place]
        return _short(gain * self.stake), gain if self.transfers is None else None


COLUMNS = (
    *("session", "session__public_id", "session__started_at", "session__evening__date", "session__evening__name"),
    *("session__table_number", "session__round__number"),
    *("session__game", "session__rules", "seat__name", "seat__player", "seat__player__guest"),
    *("total", "points", "hands", "settled__stake", "settled__currency", "settled__gains", "settled__transfers"),
    "settled__kitty",
)
"""In the order of the fields above."""


def results(export_filter: ExportFilter) -> ExportSheet:
    """Return a row for everybody in closed sessions, in the order of play, then of tables on paper; then penalties."""
    headings = [
        *(_("Date"), capfirst(_("evening")), capfirst(_("session")), _("Game"), _("Rules"), _("Players")),
        *(_("Table"), _("Seat"), _("Name"), _("Name at the table"), capfirst(_("guest"))),
        *(_("Total"), _("Tournament points"), _("Hands"), _("Stake"), capfirst(_("currency")), _("Money")),
        *(_("Paid by difference"), _("Table number"), _("Round")),
    ]
    terms = export_filter.terms
    record = terms.on_paper()
    papers = sorted(record.tables, key=lambda paper: (paper.day, paper.round.number, paper.number))
    penalties = record.penalties
    off_phones = {result.player.pk for paper in papers for result in paper.results} | {
        penalty.player for penalty in penalties
    }
    people = Player.objects.filter(Q(pk__in=terms.results().values("seat__player")) | Q(pk__in=off_phones)).in_bulk()
    names = told_apart(people.values(), str)
    rows = chain(_results(terms, names), _on_paper(papers, names), _penalties(penalties, people, names))
    return ExportSheet(name=export_filter.file_name(_("Results")), headings=headings, rows=rows)


def _on_paper(papers: Sequence[PaperTable], names: Mapping[int, str]) -> Iterator[list[Cell]]:
    for paper in papers:
        of_round, at_table = paper.round, told_apart(result.player for result in paper.results)
        table = ", ".join(at_table[result.player.pk] for result in paper.results)
        for place, result in enumerate(paper.results, 1):
            yield [
                *(paper.day, of_round.evening.name, None, game_name(of_round.game)),
                *(rules_name(of_round.game, of_round.rules), len(paper.results), table, place),
                *(names[result.player.pk], at_table[result.player.pk], yes_or_no(result.player.guest)),
                *(result.total, result.points, result.hands, None, None, None, None),
                *(paper.number, of_round.number),
            ]


def _penalties(
    penalties: Sequence[PaperPenalty], people: Mapping[int, Player], names: Mapping[int, str]
) -> Iterator[list[Cell]]:
    at_table = told_apart(people[penalty.player] for penalty in penalties)
    for penalty in penalties:
        played, player = penalty.round, people[penalty.player]
        yield [
            *(played.evening.date, played.evening.name, None, game_name(played.game)),
            *(rules_name(played.game, played.rules), None, None, None, names[player.pk], at_table[player.pk]),
            *(yes_or_no(player.guest), -penalty.points, -penalty.points, 0),
            *(None, None, None, None, None, played.number),
        ]


def _results(terms: Terms, names: Mapping[int, str]) -> Iterator[list[Cell]]:
    game, rules = cache(game_name), cache(rules_name)
    for people in _sessions(terms):
        table = ", ".join(row.name for row in people)
        for place, row in enumerate(people):
            money, by_difference = row.money(place)
            played_on = row.date or evening_date(row.started)
            yield [
                *(played_on, row.evening or "", row.public_id, game(row.game), rules(row.game, row.rules), len(people)),
                *(table, place + 1, names[row.player], row.name, yes_or_no(row.guest)),
                *(row.total, row.points, row.hands, row.stake and _short(row.stake), row.currency, money),
                *(by_difference, row.table_number, row.round_number),
            ]


def _sessions(terms: Terms) -> Iterator[list[PersonResult]]:
    """Yield the results of each closed session, in the order of play."""
    in_force = Q(session__settlements__withdrawn_at__isnull=True)
    of_people = terms.results().annotate(settled=FilteredRelation("session__settlements", condition=in_force))
    rows = of_people.order_by("session__started_at", "session", "pk").values_list(*COLUMNS)
    for _session, group in groupby((PersonResult(*row) for row in rows.iterator()), key=lambda row: row.session):
        yield list(group)


def home_results(device: str) -> ExportSheet:
    """Return a row for everybody in the closed sessions of the home table that a browser has access to."""
    headings = [
        *(_("Date"), capfirst(_("session")), _("Game"), _("Rules"), _("Name"), _("Total"), _("Hands")),
        *(_("Stake"), capfirst(_("currency")), _("Money"), _("Paid by difference"), _("Kitty")),
    ]
    rows = _home_results(Terms(club=None, device=device))
    return ExportSheet(name=_("Results"), headings=headings, rows=rows)


def _home_results(terms: Terms) -> Iterator[list[Cell]]:
    game, rules = cache(game_name), cache(rules_name)
    for people in _sessions(terms):
        for place, row in enumerate(people):
            yield [
                *(evening_date(row.started), row.public_id, game(row.game), rules(row.game, row.rules)),
                *(row.name, row.total, row.hands),
                *(row.stake and _short(row.stake), row.stake and row.currency, *row.money(place), row.kitty),
            ]


def table(export_filter: ExportFilter) -> ExportSheet:
    """Return the standings: ranked players, then those with too few evenings or rounds, then guests."""
    ranking = standings.standings(export_filter.terms)
    headings = [
        *(_("Rank"), _("Name"), capfirst(_("nickname")), capfirst(_("guest")), unit_of(ranking.terms)),
        *(_("Sessions"), _("Sessions that count"), _("Hands"), _("Per hand")),
        *(units_title(ranking.terms), units_that_count(ranking.terms)),
        *(game_name(game) for game in ranking.parts),
    ]
    return ExportSheet(name=export_filter.file_name(_("Standings")), headings=headings, rows=_standings(ranking))


def _standings(ranking: Standings) -> Iterator[list[Cell]]:
    everybody = (*ranking.ranked, *ranking.below, *ranking.guests)
    names = told_apart((row.player for row in everybody), str)
    for row in everybody:
        player = row.player
        yield [
            *(row.place, names[player.pk], player.nickname, yes_or_no(player.guest), row.total),
            *(row.sessions, row.counted, row.hands, _average(row), row.units, row.counted_units),
            *(row.by_game.get(game) for game in ranking.parts),
        ]


def championship(export_filter: ExportFilter) -> ExportSheet:
    """Return the championship: a row for each member, a column for each evening or round."""
    found = standings.championship(export_filter.terms)
    terms = found.terms
    headings = [
        *(_("Rank"), _("Name"), capfirst(_("nickname")), total_title(terms)),
        *(units_title(terms), units_that_count(terms)),
        *(" ".join(filter(None, [date_format(unit.day, "SHORT_DATE_FORMAT"), unit.name])) for unit in found.units),
    ]
    rows = (*found.ranked, *found.below)
    names = told_apart((row.player for row in rows), str)
    return ExportSheet(
        name=export_filter.file_name(_("Championship")),
        headings=headings,
        rows=(_championship_row(row, names[row.player.pk], found.units) for row in rows),
    )


def _championship_row(row: Standing, name: str, units: Sequence[PlayedUnit]) -> list[Cell]:
    own = [row.place, name, row.player.nickname, _number(row.score), row.units, row.counted_units]
    return [*own, *(_score(row.scores.get(unit.unit)) for unit in units)]


def _score(score: UnitScore | None) -> Cell:
    """Return a score as a number; a struck one as text in brackets, so that the sum of a row is its total.

    The brackets are square: spreadsheets take "(12)" for −12.
    """
    if score is None:
        return None
    number = _number(score.score)
    return f"[{number_format(number)}]" if score.struck else number


def _number(score: Score) -> int | Decimal:
    return int(score) if score == int(score) else rounded(score)


def _average(standing: Standing) -> Decimal | None:
    """Return the average to two decimal places; the page shows one."""
    if not standing.hands:
        return None
    return (Decimal(standing.average.numerator) / standing.average.denominator).quantize(
        Decimal("0.01"), rounding=ROUND_HALF_UP
    )


def _short(amount: Decimal) -> Decimal:
    """Return an amount without trailing zeros, but with at least two decimal places.

    >>> _short(Decimal("3.3000")), _short(Decimal("-0.0125"))
    (Decimal('3.30'), Decimal('-0.0125'))
    """
    rounded = amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return rounded if rounded == amount else amount.normalize()
