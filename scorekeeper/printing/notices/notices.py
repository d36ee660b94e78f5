"""Notices for the notice board: the standings of a season, the result of an evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from scorekeeper.clubs.collation import name_order
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.money.settlement import SettlementOverview
from scorekeeper.evenings.queries import EveningOverview, EveningTable
from scorekeeper.play.ledger.formatting import (
    average,
    game_name,
    in_words,
    rules_name,
    signed,
    sum_of_money,
    table_name,
)
from scorekeeper.printing.typesetting.names import names_on_paper, on_paper
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet
from scorekeeper.standings.championship import UnitScore
from scorekeeper.standings.matrix import Matrix, MatrixRow, MatrixUnit, in_figures, short_days
from scorekeeper.standings.standings import Standing, Standings, Terms
from scorekeeper.standings.wording import (
    counted_of,
    how_scored,
    matrix_title,
    ranked_from,
    total_title,
    units_title,
    what_counts,
)
from scorekeeper.web.dates import long_day

Section = dict[str, Any]
MOST_UPRIGHT = 8
"""Columns of a portrait page; notices with more are landscape by default."""
MOST_ACROSS = 12
"""Evenings beside the names and sums on a landscape page."""


def section(
    title: str,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    words: int = 1,
    wide: Sequence[int] = (0,),
    signed: bool = False,
) -> Section:
    """Return a table with a title. Its first `words` columns hold words; the `wide` ones share the remaining width.

    With `signed`, the last column leaves room for signatures.
    """
    return {
        "title": title,
        "head": list(head),
        "rows": [list(row) for row in rows],
        "words": words,
        "wide": list(wide),
        "signed": signed,
    }


def notice(
    page_setup: PageSetup, *, title: str, subtitle: str, sections: Iterable[Section], notes: Sequence[str] = ()
) -> Sheet:
    filled_sections = [one for one in sections if one["rows"]]
    columns = max(len(row) for one in filled_sections for row in one["rows"])
    return {
        "kind": "notice",
        "page": page_setup.page(landscape=columns > MOST_UPRIGHT),
        "title": title,
        "subtitle": subtitle,
        "sections": filled_sections,
        "notes": list(notes),
        "footer": f"{subtitle} · {title}",
    }


# Standings


def of_standings(ranking: Standings, page_setup: PageSetup) -> Sheet:
    """Return the standings: ranked players, players not ranked yet, and guests."""
    terms = ranking.terms
    assert terms.club is not None  # there is no notice board at home
    games = ranking.games if ranking.adds_games and not terms.best else []
    unit = in_words(registry.get(terms.game).tournament) if terms.points else _("Total")
    names = [game_name(game) for game in games]
    head = [_("Pl."), _("Name"), capfirst(unit), _("Per hand"), units_title(terms), _("Hands"), *names]
    titles = ("", _("Not ranked yet"), _("Guests"))
    groups = (ranking.ranked, ranking.below, ranking.guests)
    people = names_on_paper(one.name for group in groups for one in group)
    return notice(
        page_setup,
        title=on_paper(terms.season.name) if terms.season else _("Standings"),
        subtitle=on_paper(terms.club.name),
        sections=[
            section(title, head, [_standing(one, people[one.name], games) for one in group], words=2, wide=[1])
            for title, group in zip(titles, groups, strict=True)
        ],
        notes=_terms(terms, ranking.units),
    )


def _standing(one: Standing, name: str, games: Sequence[str]) -> list[str]:
    units = counted_of(one.counted_units, one.units)
    by_game = ["" if one.by_game.get(game) is None else signed(one.by_game[game]) for game in games]
    place = "" if one.place is None else f"{one.place}."
    return [place, name, signed(one.total), average(one.average), units, str(one.hands), *by_game]


def _terms(terms: Terms, units: int) -> list[str]:
    """Return notes that say which sessions count, after `units` evenings or rounds."""
    notes = []
    if terms.season:
        first, last = terms.season.starts, terms.season.ends
        day = long_day(first)
        notes.append(f"{day} – {long_day(last)}" if last else _("From %(day)s") % {"day": day})
    if terms.game:
        notes.append(game_name(terms.game))
        if terms.rules:
            notes.append(rules_name(terms.game, terms.rules))
    if terms.best:
        notes.append(what_counts(terms, units))
    return [*notes, *filter(None, [ranked_from(terms)])]


# The championship


def of_championship(ranking: Matrix, page_setup: PageSetup) -> Sheet:
    """Return the championship: every result of every member, with struck ones in brackets.

    If there are too many columns for a page, each further list repeats the names with their sums.
    """
    terms = ranking.terms
    assert terms.club is not None  # there is no notice board at home
    people = names_on_paper(row.name for row in (*ranking.ranked, *ranking.below))
    struck = [_("Results in brackets are dropped: they don’t count.")] if terms.best else []
    return notice(
        page_setup,
        title=on_paper(terms.season.name) if terms.season else matrix_title(terms),
        subtitle=on_paper(terms.club.name),
        sections=[
            _results_of(ranking, rows, units, people, title)
            for title, rows in (("", ranking.ranked), (_("Not ranked yet"), ranking.below))
            for units in _in_strips(ranking.units)
        ],
        notes=[*_terms(terms, len(ranking.units)), *filter(None, [how_scored(terms)]), *struck],
    )


def _in_strips(units: Sequence[MatrixUnit]) -> list[Sequence[MatrixUnit]]:
    """Return the columns in parts of about equal length, none longer than a page is wide.

    >>> [len(part) for part in _in_strips([None] * 26)]
    [9, 9, 8]
    """
    number = -(-len(units) // MOST_ACROSS)
    size = -(-len(units) // number)
    return [units[at : at + size] for at in range(0, len(units), size)]


def _results_of(
    ranking: Matrix,
    rows: Sequence[MatrixRow],
    units: Sequence[MatrixUnit],
    people: Mapping[str, str],
    title: str,
) -> Section:
    scoring = ranking.terms.scoring
    days = dict(zip((one.unit for one in ranking.units), short_days(ranking.units), strict=True))
    head = [_("Pl."), _("Name"), total_title(ranking.terms), *(days[one.unit] for one in units)]
    cells = [
        [
            "" if row.of.place is None else f"{row.of.place}.",
            people[row.name],
            in_figures(row.of.total, scoring),
            *(_in_brackets(row.of.scores.get(one.unit), scoring) for one in units),
        ]
        for row in rows
    ]
    return section(title, head, cells, words=2, wide=[1])


def _in_brackets(one: UnitScore | None, scoring: str) -> str:
    """Return a score in figures, in brackets if it is struck; empty if there is none."""
    if one is None:
        return ""
    figures = in_figures(one.score, scoring)
    return f"({figures})" if one.struck else figures


# The result of an evening


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
    falling = sorted(totals, key=lambda one: (-one[1], name_order(one[0])))
    places = _places([total for _name, total in falling])
    rows = [[place, name, signed(total)] for place, (name, total) in zip(places, falling, strict=True)]
    return section(title, [_("Pl."), _("Player"), _("Total")], rows, words=2, wide=[1])


def _places(falling: Sequence[int | Decimal]) -> list[str]:
    """Return the places of totals in descending order; equal totals share a place, and the next place is skipped.

    >>> _places([66, 12, 12, -90])
    ['1.', '2.', '2.', '4.']
    """
    return [f"{falling.index(one) + 1}." for one in falling]


def _balances(settling: SettlementOverview, people: Mapping[str, str]) -> Section:
    """Return the balances in money, or no rows if all are zero; through the cash box, each fee has a column."""
    currency = settling.currency
    falling = sorted(settling.balances, key=lambda one: (-one.played, name_order(one.name)))
    with_fees = settling.through_box and bool(settling.kitty)
    rows = []
    for place, one in zip(_places([one.played for one in falling]), falling, strict=True):
        fee = [sum_of_money(one.fee or Decimal(0), currency)] if with_fees else []
        played, amount = (sum_of_money(money, currency, sign=True) for money in (one.played, one.amount))
        rows.append([place, people[one.name], played, *fee, amount])
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
