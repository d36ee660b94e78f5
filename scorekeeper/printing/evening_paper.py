"""Printing of evenings: all tables in one file, the results for the notice board, or the list to sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.scoring.errors import RuleError
from games.scoring.places import placed
from scorekeeper.clubs.names import name_order
from scorekeeper.desk import evening_overview, settlement
from scorekeeper.desk.cash import Cash
from scorekeeper.desk.evening_overview import EveningOverview
from scorekeeper.desk.models import Tournament, tournament_of
from scorekeeper.desk.round_seats import SeatedRound, SeatedTable
from scorekeeper.desk.rounds import games_of
from scorekeeper.desk.settlement import SettlementOverview, SettlementTable
from scorekeeper.desk.stored_result import result_of
from scorekeeper.desk.table_start import Playable
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.evening_tables import TABLES_IN_ORDER
from scorekeeper.play.formatting import difference_note, game_name, in_words, signed, sum_of_money, table_name
from scorekeeper.play.models import Session
from scorekeeper.printing import tournament_result
from scorekeeper.printing.forms import BLANK, RESULT, SIGNING_LIST, PrintChoices
from scorekeeper.printing.notices import Section, notice, section
from scorekeeper.printing.score_sheets import PrintedSheet
from scorekeeper.printing.session_sheets import (
    MOST_SHEETS,
    blank_sheet,
    sessions_print_order,
    typst_sheet,
    without_boxes,
)
from scorekeeper.printing.typesetting import CannotPrintError, Order, PageSetup, Sheet, names_on_paper, on_paper
from scorekeeper.web.downloads import file_name


def evenings_print_order(evenings: Sequence[Evening], choices: PrintChoices, base: str) -> Order:
    """Return the results of evenings, or the sheets of all tables; blank sheets only for the open ones.

    Raise `CannotPrintError` if there is nothing to print or too much.
    """
    if len(evenings) > MOST_SHEETS:
        raise CannotPrintError(_("Too many evenings for one file."))
    if choices.what == RESULT:
        return _results(evenings, choices)
    rows = Session.objects.listed().filter(evening__in=evenings).select_related("club", "evening", "round")
    if choices.what == BLANK:
        rows = rows.filter(closed_at=None)
    in_order = rows.order_by("evening__date", "evening_id", *TABLES_IN_ORDER)
    sessions = list(in_order[: MOST_SHEETS + 1])
    return sessions_print_order(sessions, choices, base, title=_title(evenings, choices))


def _title(evenings: Sequence[Evening], choices: PrintChoices) -> str:
    first = evenings[0]
    with translation.override(choices.language):
        return f"{first.club.name} · {first.title()}"


def _results(evenings: Sequence[Evening], choices: PrintChoices) -> Order:
    """Return the results of evenings; of a tournament its ranking, and what is paid if its tables play for money."""
    sheets: list[Sheet] = []
    for evening in evenings:
        at = evening_overview.at(evening)
        tournament = tournament_of(evening)
        if tournament is not None:
            sheets += _ranking(tournament, choices)
            if not at.is_for_money:
                continue
        settled = settlement.latest(evening)
        if not at.standings and not settled.kitty:
            continue
        with translation.override(choices.language):
            sheets.append(_result_notice(evening, at, settled, choices.page_setup))
    if not sheets:
        raise CannotPrintError(_("There are no tables yet."))
    name = file_name(evenings[0].club.name, evenings[0].date, RESULT)
    return Order(title=_title(evenings, choices), language=choices.language, sheets=sheets, name=name)


def _ranking(tournament: Tournament, choices: PrintChoices) -> list[Sheet]:
    """Return the result of a tournament; nothing if nobody has entered."""
    evening = tournament.evening
    try:
        day = result_of(tournament).day
    except RuleError as error:
        raise CannotPrintError(in_words(error.message)) from None
    if not day.lines:
        return []
    with translation.override(choices.language):
        title = f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}"
        return [tournament_result.result(day, evening.currency, title, choices.page_setup)]


# The result


def _result_notice(evening: Evening, at: EveningOverview, settling: SettlementOverview, page_setup: PageSetup) -> Sheet:
    """Return the result of an evening.

    It has the totals over all tables for each game played at several, the result of each table, the balances in money,
    and the payments.
    """
    tables = sorted((*at.open, *at.closed), key=_place_at_evening)
    seated = (name for table in tables for name in table.names)
    people = names_on_paper([*seated, *(row.name for row in at.standings), *settling.names.values()])
    of_several = _games_of_several_tables(tables)
    notes = []
    if settling.settled_at is None:
        notes.append(_("Not settled yet; current totals."))
    if at.open:
        number = len(at.open)
        words = ngettext("%(number)d table is still being played.", "%(number)d tables are still being played.", number)
        notes.append(words % {"number": number})
    if how := difference_note(of_several):
        notes.append(how)
    return notice(
        page_setup,
        title=_("Result of the evening"),
        subtitle=f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}",
        sections=[
            *(_game(at, game, people) for game in of_several),
            *(_table(table, people) for table in tables),
            _balances(settling, people),
            *([] if settling.through_box else [_payments(settling, people)]),
        ],
        notes=notes,
    )


def _place_at_evening(table: SettlementTable) -> tuple[int, int, datetime]:
    """Sort tables by round and number, those outside of any round first."""
    session = table.session
    return session.round.number if session.round else 0, session.table_number or 0, session.started_at


def _games_of_several_tables(tables: Sequence[SettlementTable]) -> list[str]:
    """Return the games played at more than one table, in the order of the tables."""
    played = Counter(table.session.game for table in tables)
    return [game for game, number in played.items() if number > 1]


def _game(at: EveningOverview, game: str, people: Mapping[str, str]) -> Section:
    """Return the totals of a game over all tables."""
    totals = [(people[row.name], total) for row in at.standings if (total := row.by_game[game]) is not None]
    title = _("%(game)s, all tables") % {"game": game_name(game)}
    return _list(title, totals)


def _table(table: SettlementTable, people: Mapping[str, str]) -> Section:
    title, lowest_wins = table_name(table.session), registry.lowest_wins(table.session.game, table.session.rules)
    if lowest_wins:
        title = _("%(table)s, the lowest total wins") % {"table": title}
    if table.session.closed_at is None:
        title = _("%(table)s, still being played") % {"table": title}
    totals = [(people[name], total) for name, total in zip(table.names, table.totals, strict=True)]
    return _list(title, totals, sign=-1 if lowest_wins else 1)


def _list(title: str, totals: Iterable[tuple[str, int]], *, sign: int = 1) -> Section:
    """Return places, names and totals, the highest first or, with sign −1, the lowest."""
    by_name = sorted(totals, key=lambda row: name_order(row[0]))
    ranked = placed(by_name, key=lambda row: sign * row[1])
    rows = [[f"{place}.", name, signed(total)] for place, (name, total) in ranked]
    return section(title, [_("Pl."), _("Player"), _("Total")], rows, words=2, wide=[1])


def _balances(settling: SettlementOverview, people: Mapping[str, str]) -> Section:
    """Return the balances in money, or no rows if all are zero; through the cash box, each fee has a column."""
    currency = settling.currency
    by_name = sorted(settling.balances, key=lambda balance: name_order(balance.name))
    with_fees = settling.through_box and bool(settling.kitty)
    rows = []
    for place, balance in placed(by_name, key=lambda balance: balance.played):
        fee = [sum_of_money(balance.fee or Decimal(0), currency)] if with_fees else []
        played, amount = (sum_of_money(money, currency, sign=True) for money in (balance.played, balance.amount))
        rows.append([f"{place}.", people[balance.name], played, *fee, amount])
    if settling.kitty:
        kitty = sum_of_money(settling.kitty, currency, sign=True)
        rows.append(["", _("The kitty"), *([""] * (1 + with_fees)), kitty])
    if not any(balance.played or balance.amount for balance in settling.balances):
        rows = []
    head = [_("Pl."), _("Player"), _("At the tables"), *([_("Kitty")] if with_fees else []), _("Gets or pays")]
    return section(_("Balances"), head, rows, words=2, wide=[1])


def _payments(settling: SettlementOverview, people: Mapping[str, str]) -> Section:
    rows = [
        [
            people[settling.name(row.debtor_id) or ""],
            "→",
            _("The kitty") if row.creditor_id is None else people[settling.names[row.creditor_id]],
            sum_of_money(row.money or Decimal(0), settling.currency),
        ]
        for row in settling.rows_by_name
    ]
    return section(_("Who pays whom"), [], rows, words=3, wide=[0, 2])


# The list to sign


def signing_list_print_order(evening: Evening, cash: Cash, choices: PrintChoices) -> Order:
    """Return the list to sign of an evening whose money goes through the cash box."""
    with translation.override(choices.language):
        sheet = _signing_list(evening, cash, choices.page_setup)
    name = file_name(evening.club.name, evening.date, SIGNING_LIST)
    return Order(title=_title([evening], choices), language=choices.language, sheets=[sheet], name=name)


def _signing_list(evening: Evening, cash: Cash, page_setup: PageSetup) -> Sheet:
    """Return the list: a line for each person with room for a signature, then the sums and what remains in the box."""
    people = names_on_paper(line.name for line in cash.lines)
    is_played = any(line.balance and line.balance.played for line in cash.lines)
    is_rounded = any(line.rounding for line in cash.lines)

    def money(amount: Decimal, *, sign: bool = False) -> str:
        return sum_of_money(amount, cash.currency, sign=sign) if amount else ""

    def of_tables(played: str, fee: str, rounding: str) -> list[str]:
        shown = [(played, is_played), (fee, bool(cash.fees)), (rounding, is_rounded)]
        return [cell for cell, is_shown in shown if is_shown]

    def row(
        name: str, played: Decimal, fee: Decimal, rounding: Decimal, amounts: Iterable[Decimal], paid: Decimal
    ) -> list[str]:
        parts = of_tables(money(played, sign=True), money(fee), money(rounding, sign=True))
        return [name, *parts, *(money(abs(amount)) for amount in amounts), money(paid), ""]

    rows = [
        row(
            people[line.name],
            line.balance.played if line.balance else Decimal(0),
            line.balance.fee or Decimal(0) if line.balance else Decimal(0),
            line.rounding,
            (line.due_for(column.purpose) for column in cash.sums),
            line.received,
        )
        for line in cash.lines
    ]
    sums = (column.due for column in cash.sums)
    rows.append(row(_("Sum"), Decimal(0), cash.fees, -cash.rounding, sums, cash.box.received))
    parts = of_tables(_("At the tables"), _("Kitty"), _("Rounding"))
    head = [_("Name"), *parts, *(str(column.purpose.label) for column in cash.sums), _("Paid"), _("Signature")]
    notes = []
    if cash.house is not None:
        notes.append(_("Remains for the house: %(sum)s") % {"sum": sum_of_money(cash.house, cash.currency)})
    if cash.kitty:
        notes.append(_("Remains in the box for the kitty: %(sum)s") % {"sum": money(cash.kitty)})
    return notice(
        page_setup,
        title=_("Cash box of the evening"),
        subtitle=f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}",
        sections=[section("", head, rows, wide=[0, len(head) - 1], signed=True)],
        notes=notes,
    )


# Tables of a round, before play


def round_print_order(seated: SeatedRound, choices: PrintChoices, base: str) -> Order:
    """Return blank sheets for the tables of a round that no phone has begun; their QR code leads to the evening.

    Raise `CannotPrintError` if there is none, and for a table that the rules don't allow.
    """
    evening = seated.round.evening
    waiting = seated.waiting[:MOST_SHEETS]
    if not waiting:
        raise CannotPrintError(_("There are no tables yet."))
    games = games_of(seated.round, [table.number for table in waiting])
    with translation.override(choices.language):
        sheets = [
            typst_sheet(_blank(seated.round, table, games[table.number], base), choices.page_setup) for table in waiting
        ]
    return Order(
        title=_title([evening], choices),
        language=choices.language,
        sheets=sheets,
        name=file_name(evening.club.name, evening.date, BLANK),
        missing=without_boxes(sheets, choices.page_setup),
    )


def _blank(round_: Round, waiting: SeatedTable, played: Playable, base: str) -> PrintedSheet:
    evening = round_.evening
    names = [player.name for player in waiting.players]
    try:
        table = played.table(names)
    except RuleError as error:
        raise CannotPrintError(in_words(error.message, names)) from None
    game = registry.get(played.rules.slug)
    sheet = blank_sheet(
        game,
        table,
        table.players,
        club=evening.club,
        evening=evening,
        number=waiting.number,
        base=base,
        planned=round_.hands.get(str(len(names))),
    )
    club, day, *others = sheet.facts
    return replace(sheet, facts=[club, day, (_("Round"), str(round_.number)), *others])
