"""The championship of a club: the matrix of members and evenings or rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from scorekeeper.clubs.phones import for_its_phones
from scorekeeper.clubs.queries import Phone
from scorekeeper.standings.championship import UnitScore
from scorekeeper.standings.models import SCORING_WORDS
from scorekeeper.standings.pages.terms import choices_of, kept, query_of, terms_of, words_of
from scorekeeper.standings.standings import Standing, championship, seasons
from scorekeeper.standings.units import PlayedUnit
from scorekeeper.standings.wording import (
    counted_of,
    how_scored,
    in_figures,
    matrix_title,
    short_days,
    total_title,
    units_title,
)
from scorekeeper.web.errors import UNPROCESSABLE

MOST_SHOWN = 60
"""The most columns of the page: a season has fewer. Files and the API have all of them."""


@dataclass(frozen=True, kw_only=True)
class ChampionshipColumn:
    """The heading of a column: the day, and the page of the evening or session."""

    day: str
    name: str
    url: str


@dataclass(frozen=True)
class ChampionshipCell:
    """One score in figures."""

    figures: str
    owed: bool
    struck: bool


@dataclass(frozen=True, kw_only=True)
class ChampionshipLine:
    """One member's line; a missed evening has None for a cell."""

    of: Standing
    total: ChampionshipCell
    units: str
    cells: list[ChampionshipCell | None]


@for_its_phones
def table(request: HttpRequest, phone: Phone) -> HttpResponse:
    """Show the matrix, and the terms it is on."""
    club_seasons = seasons(phone.club)
    terms, form = terms_of(query_of(request, club_seasons), phone.club, club_seasons)
    found = championship(terms)
    shown = found.units[-MOST_SHOWN:]
    context = {
        "club": phone.club,
        "me": phone.holder,
        "terms": terms,
        "query": terms.query(sort="", scoring=""),
        "print_query": terms.query(what="championship"),
        "choices": choices_of(request, terms, club_seasons),
        "form": form,
        "kept": [(name, value) for name, value in kept(terms) if name != "scoring"],
        "scorings": SCORING_WORDS.items(),
        "ranked_by": SCORING_WORDS[terms.scoring],
        "title": matrix_title(terms),
        "units_title": units_title(terms),
        "total_title": total_title(terms),
        "how_scored": how_scored(terms),
        **words_of(terms, len(found.units)),
        "adds_games": found.adds_games,
        "games": found.games,
        "columns": _columns(shown),
        "left_out": len(found.units) - len(shown),
        "ranked": _lines(found.ranked, shown, terms.scoring),
        "below": _lines(found.below, shown, terms.scoring),
    }
    return render(request, "standings/championship.html", context, status=200 if form.is_valid() else UNPROCESSABLE)


def _columns(units: Sequence[PlayedUnit]) -> list[ChampionshipColumn]:
    return [
        ChampionshipColumn(
            day=day, name=unit.name, url=reverse("evening" if unit.is_evening else "session", args=[unit.public_id])
        )
        for unit, day in zip(units, short_days(units), strict=True)
    ]


def _lines(rows: Sequence[Standing], shown: Sequence[PlayedUnit], scoring: str) -> list[ChampionshipLine]:
    def cell(score: UnitScore | None) -> ChampionshipCell | None:
        return (
            None if score is None else ChampionshipCell(in_figures(score.score, scoring), score.score < 0, score.struck)
        )

    return [
        ChampionshipLine(
            of=row,
            total=ChampionshipCell(in_figures(row.score, scoring), row.score < 0, struck=False),
            units=counted_of(row.counted_units, row.units),
            cells=[cell(row.scores.get(unit.unit)) for unit in shown],
        )
        for row in rows
    ]
