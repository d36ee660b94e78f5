"""The result of a tournament for the notice board, and the list on which the winners sign for their prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scorekeeper.desk.document.terms import SpecialFor
from scorekeeper.desk.result.day_list import DayLine, DayList, DayRound
from scorekeeper.desk.result.ranking import Placed, RoundFigure, Tally
from scorekeeper.desk.terms_in_words import (
    columns_in_words,
    match_points_in_words,
    special_in_words,
    teams_in_words,
    tie_breaks_in_words,
)
from scorekeeper.play.formatting import signed, sum_of_cents
from scorekeeper.printing.notices import Section, notice, section
from scorekeeper.printing.typesetting import PageSetup, Sheet, names_on_paper, on_paper

MOST_UPRIGHT = 11
"""Columns of a portrait page: these have short figures, more than those of other notices."""


def result(day: DayList, currency: str, title: str, page_setup: PageSetup, *, with_money: bool = True) -> Sheet:
    """Return the ranking with everything that it is made of, teams and tandems, special prizes, and a line to sign.

    Loss money and prizes can be left out, for a list that hangs where everybody passes.
    """
    people = names_on_paper(line.entry.name for line in day.lines)
    ranking = _ranking(day, people, currency, with_money=with_money)
    rankings = [ranking, _groups(_("Teams"), day.ranking.teams, day)]
    if page_setup.landscape is None:
        page_setup = replace(page_setup, landscape=len(ranking["head"]) > MOST_UPRIGHT)
    return notice(
        page_setup,
        title=_("Result"),
        subtitle=title,
        sections=[
            *(reversed(rankings) if day.tournament.terms.match_points else rankings),
            _groups(_("Tandems"), day.ranking.tandems, day),
            *([_special_prizes(day, people, currency)] if with_money else []),
            section("", [_("Date"), _("Signature of the desk")], [["", ""]], wide=[0, 1], signed=True),
        ],
        notes=_notes(day),
    )


def _notes(day: DayList) -> list[str]:
    ties = tie_breaks_in_words(day.tournament.terms.tie_breaks)
    lowest = [_("The lowest total wins.")] if day.lowest_wins else []
    teams = teams_in_words(day.tournament.terms) if day.ranking.teams else []
    return [*_not_final(day), *lowest, *([_("Equal totals: %(ties)s") % {"ties": ties}] if ties else []), *teams]


def _not_final(day: DayList) -> list[str]:
    return [] if day.is_complete else [_("Not final yet; current totals.")]


def _ranking(day: DayList, people: Mapping[str, str], currency: str, *, with_money: bool) -> Section:
    has_teams = bool(day.ranking.teams)
    has_loss_money = with_money and day.tournament.terms.loss_money is not None
    has_prizes = with_money and bool(day.winners)
    head = [_("Pl."), _("No."), _("Name"), *([_("Team")] if has_teams else []), *_rounds(day)]
    head += columns_in_words("total", *(("won", "lost") if day.counts_games else ()))
    head += [_("Loss money")] if has_loss_money else []
    head += [_("Prize")] if has_prizes else []

    def row(line: DayLine) -> list[str]:
        games = [str(line.tally.won), str(line.tally.lost)] if day.counts_games else []
        loss_money = [_money(line.loss_money, currency)] if has_loss_money else []
        prize = [_money(line.prize, currency)] if has_prizes else []
        return [
            f"{line.place}.",
            str(line.entry.number),
            _name(line, people),
            *([on_paper(line.entry.team or "")] if has_teams else []),
            *map(_round, line.rounds),
            signed(line.tally.total),
            *games,
            *loss_money,
            *prize,
        ]

    return section("", head, map(row, day.lines), words=3 + has_teams, wide=[2])


def _name(line: DayLine, people: Mapping[str, str]) -> str:
    name = people[line.entry.name]
    return name + " (" + _("withdrawn") + ")" if line.tally.withdrawn else name


def _rounds(day: DayList) -> list[str]:
    return [_("R%(number)s") % {"number": number} for number in range(1, len(day.tournament.rounds) + 1)]


def _round(day_round: DayRound) -> str:
    """Return what a round shows; an average for a missed round is in brackets."""
    figure = _figure(day_round.figure)
    return f"({figure})" if day_round.is_average else figure


def _figure(figure: RoundFigure) -> str:
    return "–" if figure is None else signed(figure)


def _money(cents: int, currency: str) -> str:
    """Return an amount in words, empty for none."""
    return sum_of_cents(cents, currency) if cents else ""


def _groups(title: str, groups: Sequence[Placed], day: DayList) -> Section:
    by_place = day.tournament.terms.match_points
    has_match_points = any(tally.match_points for _place, tally in groups)

    def round_of(tally: Tally, number: int) -> str:
        match_points = match_points_in_words(tally.match_points[number : number + 1], by_place)
        return " · ".join(filter(None, [_figure(tally.rounds[number]), match_points]))

    rows = [
        [
            *(f"{place}.", on_paper(tally.name)),
            *(round_of(tally, number) for number in range(len(tally.rounds))),
            signed(tally.total),
            *([match_points_in_words(tally.match_points, by_place)] if has_match_points else []),
        ]
        for place, tally in groups
    ]
    head = [_("Pl."), _("Name"), *_rounds(day), *columns_in_words("total")]
    return section(title, [*head, *([_("Match points")] if has_match_points else [])], rows, words=2, wide=[1])


def _special_prizes(day: DayList, people: Mapping[str, str], currency: str) -> Section:
    rows = [
        [_special(award.prize.what, award.prize.category), people[line.entry.name], _money(cents, currency)]
        for award in day.money.special
        for line in day.lines
        if (cents := award.parts.get(line.entry.number))
    ]
    return section(_("Special prizes"), [_("Prize"), _("Name"), _("Sum")], rows, words=2, wide=[0, 1])


def _special(what: SpecialFor, category: str | None) -> str:
    return on_paper(special_in_words(what, category))


def prizes(day: DayList, currency: str, title: str, page_setup: PageSetup) -> Sheet | None:
    """Return the list of all who win something, with room for their signatures; None if nobody does."""
    if not day.winners:
        return None
    people = names_on_paper(line.entry.name for line in day.winners)
    rows = [
        [
            f"{line.place}.",
            str(line.entry.number),
            people[line.entry.name],
            ", ".join(_special(prize.what, prize.category) for prize, _cents in line.special),
            _money(line.prize, currency),
            "",
        ]
        for line in day.winners
    ]
    rows.append(["", "", _("Sum"), "", _money(sum(line.prize for line in day.winners), currency), ""])
    head = [_("Pl."), _("No."), _("Name"), _("Special prizes"), _("Prize"), _("Signature")]
    return notice(
        page_setup,
        title=_("Prizes"),
        subtitle=title,
        sections=[section("", head, rows, words=4, wide=[2, 5], signed=True)],
        notes=_not_final(day),
    )
