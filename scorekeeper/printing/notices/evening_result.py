"""The result of an evening for the notice board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.scoring.places import placed
from scorekeeper.clubs.names import name_order
from scorekeeper.desk.evening_overview import EveningOverview, EveningTable
from scorekeeper.desk.settlement import SettlementOverview
from scorekeeper.evenings.models import Evening
from scorekeeper.play.formatting import game_name, signed, sum_of_money, table_name
from scorekeeper.printing.notices.page import Section, notice, section
from scorekeeper.printing.typesetting import PageSetup, Sheet, names_on_paper, on_paper


def of_evening(evening: Evening, at: EveningOverview, settling: SettlementOverview, page_setup: PageSetup) -> Sheet:
    """Return the result of an evening.

    It has the totals over all tables for each game played at several, the result of each table, the balances in money,
    and the payments.
    """
    tables = sorted((*at.open, *at.closed), key=_place_at_evening)
    seated = (name for table in tables for name in table.names)
    people = names_on_paper([*seated, *(row.name for row in at.standings), *settling.names.values()])
    notes = []
    if settling.settled_at is None:
        notes.append(_("Not settled yet; current totals."))
    if at.open:
        number = len(at.open)
        words = ngettext("%(number)d table is still being played.", "%(number)d tables are still being played.", number)
        notes.append(words % {"number": number})
    return notice(
        page_setup,
        title=_("Result of the evening"),
        subtitle=f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}",
        sections=[
            *(_game(at, game, people) for game in _of_several_tables(tables)),
            *(_table(table, people) for table in tables),
            _balances(settling, people),
            *([] if settling.through_box else [_payments(settling, people)]),
        ],
        notes=notes,
    )


def _place_at_evening(table: EveningTable) -> tuple[int, int, datetime]:
    """Sort tables by round and number, those outside of any round first."""
    session = table.session
    return session.round.number if session.round else 0, session.table_number or 0, session.started_at


def _of_several_tables(tables: Sequence[EveningTable]) -> list[str]:
    """Return the games played at more than one table, in the order of the tables."""
    played = Counter(table.session.game for table in tables)
    return [game for game, number in played.items() if number > 1]


def _game(at: EveningOverview, game: str, people: Mapping[str, str]) -> Section:
    """Return the totals of a game over all tables."""
    totals = [(people[row.name], total) for row in at.standings if (total := row.by_game[game]) is not None]
    title = _("%(game)s, all tables") % {"game": game_name(game)}
    return _list(title, totals)


def _table(table: EveningTable, people: Mapping[str, str]) -> Section:
    title = table_name(table.session)
    if table.session.closed_at is None:
        title = _("%(table)s, still being played") % {"table": title}
    return _list(title, [(people[name], total) for name, total in zip(table.names, table.totals, strict=True)])


def _list(title: str, totals: Iterable[tuple[str, int]]) -> Section:
    """Return places, names and totals, the highest first."""
    by_name = sorted(totals, key=lambda row: name_order(row[0]))
    rows = [[f"{place}.", name, signed(total)] for place, (name, total) in placed(by_name, key=lambda row: row[1])]
    return section(title, [_("Pl."), _("Player"), _("Total")], rows, words=2, wide=[1])


def _balances(settling: SettlementOverview, people: Mapping[str, str]) -> Section:
    """Return the balances in money, or no rows if all are zero; through the cash box, each fee has a column."""
    currency = settling.currency
    by_name = sorted(settling.balances, key=lambda balance: name_order(balance.name))
    with_fees = settling.through_box and bool(settling.kitty)
    rows = []
    for place, one in placed(by_name, key=lambda balance: balance.played):
        fee = [sum_of_money(one.fee or Decimal(0), currency)] if with_fees else []
        played, amount = (sum_of_money(money, currency, sign=True) for money in (one.played, one.amount))
        rows.append([f"{place}.", people[one.name], played, *fee, amount])
    if settling.kitty:
        kitty = sum_of_money(settling.kitty, currency, sign=True)
        rows.append(["", _("The kitty"), *([""] * (1 + with_fees)), kitty])
    if not any(one.played or one.amount for one in settling.balances):
        rows = []
    head = [_("Pl."), _("Player"), _("At the tables"), *([_("Kitty")] if with_fees else []), _("Gets or pays")]
    return section(_("Balances"), head, rows, words=2, wide=[1])


def _payments(settling: SettlementOverview, people: Mapping[str, str]) -> Section:
    rows = [
        [
            people[settling.name(one.debtor) or ""],
            "→",
            _("The kitty") if one.creditor is None else people[settling.names[one.creditor]],
            sum_of_money(one.amount, settling.currency),
        ]
        for one in settling.payments_by_name
    ]
    return section(_("Who pays whom"), [], rows, words=3, wide=[0, 2])
