"""The standings of a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scorekeeper.clubs.phones import for_its_phones
from scorekeeper.clubs.queries import Phone
from scorekeeper.play.formatting import game_name
from scorekeeper.standings.pages.terms import choices_of, kept, query_of, terms_of, words_of
from scorekeeper.standings.standings import Standing, Standings, Terms, seasons, standings
from scorekeeper.standings.wording import counted_of, matrix_title, unit_of, units_title
from scorekeeper.web.errors import UNPROCESSABLE


@dataclass(frozen=True, kw_only=True)
class SortableColumn:
    """A column heading that sorts the table."""

    name: str
    label: str
    query: str
    sorted: bool


@dataclass(frozen=True, kw_only=True)
class GameColumn:
    """A game that was added up with others: its name, and the query parameters for this game alone."""

    slug: str
    label: str
    query: str


@dataclass(frozen=True)
class StandingsRow:
    """A row of the table: a standing, with its parts by game."""

    of: Standing
    cells: list[tuple[GameColumn, int | None]]

    @property
    def units(self) -> str:
        return counted_of(self.of.counted_units, self.of.units)


@for_its_phones
def table(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the standings, and the terms they are on."""
    club = phone.club
    club_seasons = seasons(club)
    terms, form = terms_of(query_of(request, club_seasons), club, club_seasons)
    ranking = standings(terms)
    games = _games(ranking)
    context = {
        "club": club,
        "me": phone.holder,
        "terms": terms,
        "query": terms.query(sort=""),
        "choices": choices_of(request, terms, club_seasons),
        "form": form,
        "kept": kept(terms),
        **words_of(terms, len(ranking.units)),
        "matrix_title": matrix_title(terms),
        "standings": ranking,
        "ranked": _rows(ranking.ranked, games),
        "below": _rows(ranking.below, games),
        "guests": _rows(ranking.guests, games),
        "columns": _columns(terms),
        "games": games,
    }
    return render(request, "standings/standings.html", context, status=200 if form.is_valid() else UNPROCESSABLE)


def _rows(standing_list: Sequence[Standing], games: Sequence[GameColumn]) -> list[StandingsRow]:
    return [StandingsRow(row, [(game, row.by_game.get(game.slug)) for game in games]) for row in standing_list]


def _columns(terms: Terms) -> list[SortableColumn]:
    labels = {
        "name": _("Name"),
        "total": unit_of(terms),
        "average": _("Per hand"),
        "units": units_title(terms),
        "hands": _("Hands"),
    }
    return [
        SortableColumn(name=name, label=label, query=replace(terms, sort=name).query(), sorted=name == terms.sort)
        for name, label in labels.items()
    ]


def _games(ranking: Standings) -> list[GameColumn]:
    """Return the columns of the games that were added up."""
    return [
        GameColumn(
            slug=game,
            label=game_name(game),
            query=ranking.terms.for_game(game).query(sort=""),
        )
        for game in ranking.parts
    ]
