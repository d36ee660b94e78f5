"""Printing of standings and of the championship, for the notice board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.play.formatting import average, difference_note, game_name, rules_name, signed
from scorekeeper.printing.forms import CHAMPIONSHIP, PrintChoices
from scorekeeper.printing.notices import Section, notice, section
from scorekeeper.printing.typesetting import CannotPrintError, Order, PageSetup, Sheet, names_on_paper, on_paper
from scorekeeper.standings.championship import UnitScore
from scorekeeper.standings.standings import Standing, Standings, Terms, championship, standings
from scorekeeper.standings.units import PlayedUnit
from scorekeeper.standings.wording import (
    counted_of,
    how_scored,
    in_figures,
    matrix_title,
    ranked_from,
    short_days,
    total_title,
    unit_of,
    units_title,
    what_counts,
)
from scorekeeper.web.dates import long_day
from scorekeeper.web.downloads import file_name

MOST_ACROSS = 12
"""Evenings beside the names and sums on a landscape page."""


def standings_print_order(several: Sequence[Terms], choices: PrintChoices) -> Order:
    """Return a notice for each of the terms; raise `CannotPrintError` if no session counts."""
    of_championship = choices.what == CHAMPIONSHIP
    read, made = (championship, championship_notice) if of_championship else (standings, standings_notice)
    with translation.override(choices.language):
        rankings = [ranking for ranking in map(read, several) if ranking.ranked or ranking.below or ranking.guests]
        sheets = [made(ranking, choices.page_setup) for ranking in rankings]
    if not sheets:
        raise CannotPrintError(_("Nobody is ranked yet. Only closed sessions count."))
    title = f"{sheets[0]['subtitle']} · {sheets[0]['title']}"
    return Order(title=title, language=choices.language, sheets=sheets, name=file_name(title, choices.what))


def standings_notice(ranking: Standings, page_setup: PageSetup) -> Sheet:
    """Return the standings: ranked players, players not ranked yet, and guests."""
    terms = ranking.terms
    assert terms.club is not None  # there is no notice board at home
    games = ranking.parts
    head = [
        _("Pl."),
        _("Name"),
        capfirst(unit_of(terms)),
        _("Per hand"),
        units_title(terms),
        _("Hands"),
        *map(game_name, games),
    ]
    titles = ("", _("Not ranked yet"), _("Guests"))
    groups = (ranking.ranked, ranking.below, ranking.guests)
    people = names_on_paper(row.name for group in groups for row in group)
    return notice(
        page_setup,
        title=on_paper(terms.season.name) if terms.season else _("Standings"),
        subtitle=on_paper(terms.club.name),
        sections=[
            section(title, head, [_standing(row, people[row.name], games) for row in group], words=2, wide=[1])
            for title, group in zip(titles, groups, strict=True)
        ],
        notes=_terms(ranking),
    )


def _standing(standing: Standing, name: str, games: Sequence[str]) -> list[str]:
    units = counted_of(standing.counted_units, standing.units)
    by_game = ["" if standing.by_game.get(game) is None else signed(standing.by_game[game]) for game in games]
    place = "" if standing.place is None else f"{standing.place}."
    return [place, name, signed(standing.total), average(standing.average), units, str(standing.hands), *by_game]


def _terms(ranking: Standings) -> list[str]:
    """Return notes that say which sessions count, and how."""
    terms, notes = ranking.terms, []
    if terms.season:
        first, last = terms.season.starts, terms.season.ends
        day = long_day(first)
        notes.append(f"{day} – {long_day(last)}" if last else _("From %(day)s") % {"day": day})
    if terms.game:
        notes.append(game_name(terms.game))
        if terms.rules:
            notes.append(rules_name(terms.game, terms.rules))
    notes += [what_counts(terms, len(ranking.units)), ranked_from(terms), difference_note(ranking.games, terms.rules)]
    return list(filter(None, notes))


def championship_notice(ranking: Standings, page_setup: PageSetup) -> Sheet:
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
        notes=[*_terms(ranking), *filter(None, [how_scored(terms)]), *struck],
    )


def _in_strips(units: Sequence[PlayedUnit]) -> list[Sequence[PlayedUnit]]:
    """Return the columns in parts of about equal length, none longer than a page is wide.

    >>> [len(part) for part in _in_strips([None] * 26)]
    [9, 9, 8]
    """
    number = -(-len(units) // MOST_ACROSS)
    size = -(-len(units) // number)
    return [units[at : at + size] for at in range(0, len(units), size)]


def _results_of(
    ranking: Standings,
    rows: Sequence[Standing],
    units: Sequence[PlayedUnit],
    people: Mapping[str, str],
    title: str,
) -> Section:
    scoring = ranking.terms.scoring
    days = dict(zip((unit.unit for unit in ranking.units), short_days(ranking.units), strict=True))
    head = [_("Pl."), _("Name"), total_title(ranking.terms), *(days[unit.unit] for unit in units)]
    cells = [
        [
            "" if row.place is None else f"{row.place}.",
            people[row.name],
            in_figures(row.score, scoring),
            *(_in_brackets(row.scores.get(unit.unit), scoring) for unit in units),
        ]
        for row in rows
    ]
    return section(title, head, cells, words=2, wide=[1])


def _in_brackets(score: UnitScore | None, scoring: str) -> str:
    """Return a score in figures, in brackets if it is struck; empty if there is none."""
    if score is None:
        return ""
    figures = in_figures(score.score, scoring)
    return f"({figures})" if score.struck else figures
