"""The list of the day and the cash report of a tournament as rows of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.desk.cash_report import CashReport
from scorekeeper.desk.result.day_list import DayLine, DayList, DayRound
from scorekeeper.desk.terms_in_words import columns_in_words
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet

GAMES = ("won", "lost", "others_lost")
"""The columns that only a game has in which games are won and lost."""


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
        name=name + "-" + _("Ranking"), headings=headings, rows=([*_row(line, day)] for line in day.lines)
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


def cash_report_sheet(report: CashReport, name: str) -> ExportSheet:
    """Return a row for each entry, by start number, and one with the sums and what the house has left."""
    headings = [_("No."), _("Name"), _("Entry fees paid"), _("Unpaid entry fees"), _("Loss money"), _("Prize")]
    return ExportSheet(
        name=name + "-" + _("Cash report"), headings=[*headings, _("Remains for the house")], rows=_cash_rows(report)
    )


def _cash_rows(report: CashReport) -> Iterator[Sequence[Cell]]:
    for cash_line in report.lines:
        amounts = (cash_line.fee_paid, cash_line.fee_open, cash_line.line.loss_money, cash_line.line.prize)
        yield cash_line.line.entry.number, cash_line.line.entry.name, *map(units, amounts), None
    sums = (report.fees_paid, report.fees_open, report.loss_money, report.prizes, report.house)
    yield None, _("Sum"), *map(units, sums)


def units(cents: int) -> Decimal:
    """Return cents in units of the currency, with two decimal places.

    >>> units(350)
    Decimal('3.50')
    """
    return Decimal(cents).scaleb(-2)
