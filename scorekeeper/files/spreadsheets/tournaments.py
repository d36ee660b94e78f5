"""What a tournament is made of and comes to, as rows of a file: entries, list of the day, result, cash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.clubs.names import in_parts
from scorekeeper.clubs.personal_data import record_of
from scorekeeper.desk.cash import Cash
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.result.day_list import DayLine, DayList, DayRound
from scorekeeper.desk.result.money import units
from scorekeeper.desk.terms_in_words import columns_in_words
from scorekeeper.files.spreadsheets.columns import MemberColumn, heading
from scorekeeper.files.spreadsheets.entry_files import LABELS
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet
from scorekeeper.web.downloads import file_name

GAMES = ("won", "lost", "others_lost")
"""The columns that only a game has in which games are won and lost."""


def entry_list(tournament: Tournament, name: str) -> ExportSheet:
    """Return a row for each entry, by start number, with the headings by which a file of entries is read in."""
    headings = [str(capfirst(labels[0])) for labels in LABELS.values()]
    entries = tournament.entries.order_by("number")
    rows: Iterable[Sequence[Cell]] = entries.values_list("number", "name", "team", "category", "player__member_number")
    return ExportSheet(name=file_name(name, _("Entries")), headings=headings, rows=rows)


def association_result(tournament: Tournament, day: DayList, name: str, *, has_numbers: bool) -> ExportSheet:
    """Return a row for each entry, in order of place, with what an association asks for: names as they are registered.

    The match points are those of the team. Only with `has_numbers` does it have the numbers of the members, in the club
    and in their federation.
    """
    players = {entry.number: entry.player for entry in tournament.entries.select_related("player__personal_data")}
    numbers = (MemberColumn.MEMBER_NUMBER, MemberColumn.FEDERATION_NUMBER) if has_numbers else ()
    teams = {tally.name: tally for _place, tally in day.ranking.teams} if day.tournament.terms.match_points else {}
    rounds = [_("Round %(number)s") % {"number": number} for number in range(1, len(day.tournament.rounds) + 1)]
    headings = [
        *(_("Place"), capfirst(_("start number")), _("Surname"), _("First name")),
        *(*map(heading, numbers), _("Team"), _("Category"), *rounds),
        *columns_in_words("total", *(GAMES[:2] if day.counts_games else ())),
        *((*(f"{round_}: " + _("Match points") for round_ in rounds), _("Match points")) if teams else ()),
    ]

    def row(line: DayLine) -> Sequence[Cell]:
        player = players[line.entry.number]
        first_name, surname = in_parts(player.name)
        record = record_of(player)
        games = (line.tally.won, line.tally.lost) if day.counts_games else ()
        team = teams.get(line.entry.team or "")
        return [
            *(line.place, line.entry.number, surname, first_name, *(record[number] for number in numbers)),
            *(line.entry.team, line.entry.category, *line.tally.rounds, line.tally.total, *games),
            *((*team.match_points, team.match_total) if team else ()),
        ]

    return ExportSheet(name=file_name(name, _("Result")), headings=headings, rows=map(row, day.lines))


def list_of_the_day(day: DayList, name: str) -> ExportSheet:
    """Return a row for each entry, in order of place, with four or more columns for each round."""
    of_round = _round_headings(day)
    headings = [
        *(_("Place"), _("No."), _("Name"), _("Team"), _("Tandem"), _("Category"), capfirst(_("withdrawn"))),
        *(
            _("Round %(number)s") % {"number": number} + f": {heading}"
            for number in range(1, len(day.tournament.rounds) + 1)
            for heading in of_round
        ),
        *columns_in_words("total", *(GAMES if day.counts_games else ())),
        *((_("Loss money"),) if day.tournament.terms.loss_money is not None else ()),
        *((_("Prize"),) if day.tournament.terms.prizes is not None else ()),
    ]
    return ExportSheet(
        name=file_name(name, _("Ranking")), headings=headings, rows=([*_row(line, day)] for line in day.lines)
    )


def _round_headings(day: DayList) -> Sequence[str]:
    games = (_("Points"), *columns_in_words(*GAMES)) if day.counts_games else ()
    return (_("Table"), *games, *((_("Penalty"),) if day.has_penalties else ()), *columns_in_words("total"))


def _row(line: DayLine, day: DayList) -> Iterator[Cell]:
    entry = line.entry
    yield from (line.place, entry.number, entry.name, entry.team, entry.tandem, entry.category)
    yield _("yes") if line.tally.withdrawn else None
    for round_ in line.rounds:
        yield from _round_cells(round_, counts_games=day.counts_games, has_penalties=day.has_penalties)
    yield line.tally.total
    if day.counts_games:
        yield from (line.tally.won, line.tally.lost, line.others_lost)
    if day.tournament.terms.loss_money is not None:
        yield units(line.loss_money)
    if day.tournament.terms.prizes is not None:
        yield units(line.prize)


def _round_cells(round_: DayRound, *, counts_games: bool, has_penalties: bool) -> Iterator[Cell]:
    yield round_.table
    if counts_games:
        result = round_.result
        yield from (result.points, result.won, result.lost, round_.others_lost) if result else (None,) * 4
    if has_penalties:
        yield -round_.result.penalty if round_.result else None
    yield round_.figure


def cash_sheet(cash: Cash, name: str) -> ExportSheet:
    """Return a row for each person as on the page, with a column for each thing that is paid; then what remains."""
    headings = [
        *(_("No."), _("Name"), *(str(column.purpose.label) for column in cash.sums)),
        *(_("Due"), _("Paid"), pgettext("of money", "Open")),
    ]
    return ExportSheet(name=file_name(name, _("Cash")), headings=headings, rows=_cash_rows(cash))


def _cash_rows(cash: Cash) -> Iterator[Sequence[Cell]]:
    for line in cash.lines:
        amounts = (line.due_for(column.purpose) or None for column in cash.sums)
        yield line.number, line.name, *amounts, line.due, line.received, line.open
    box = cash.box
    yield None, _("Sum"), *(column.due for column in cash.sums), box.due, box.received, box.open
    for label, remains in ((_("Remains for the house"), cash.house), (_("Remains for the kitty"), cash.kitty or None)):
        if remains is not None:
            yield None, label, *(None for column in cash.sums), remains, None, None
