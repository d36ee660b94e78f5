"""The rows of a result in words and figures, as its page shows them.

They are made here, because a template takes more than twice as long for 400 entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scorekeeper.play.formatting import amount, signed, sum_of_cents
from scorekeeper.tournaments.result.day_list import DayLine, DayList, DayRound
from scorekeeper.tournaments.result.ranking import Placed, RoundFigure


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundCell:
    """A round of an entry or a team: what it is called, what it shows, and how that came about."""

    title: str
    figure: str
    details: str = ""
    is_average: bool = False

    @property
    def cell(self) -> str:
        """What stands in the column of the round: an average for a missed one is in brackets."""
        return f"({self.figure})" if self.is_average else self.figure


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    """An entry, a team or a tandem in the ranking. `about` is what stands below the name; `cells` follow the rounds."""

    place: str
    name: str
    rounds: Sequence[RoundCell]
    total: str
    about: str = ""
    cells: Sequence[str] = ()
    loss_money: str = ""
    prize: str = ""
    is_withdrawn: bool = False
    is_negative: bool = False


def rows_of_entries(day: DayList, currency: str, *, shows_loss_money: bool) -> Iterator[ResultRow]:
    """Yield everybody in order of place."""
    for line in day.lines:
        tally = line.tally
        games = [str(tally.won), str(tally.lost), str(line.others_lost)] if day.counts_games else []
        loss_money = sum_of_cents(line.loss_money, currency) if shows_loss_money else ""
        prize = sum_of_cents(line.prize, currency) if line.prize else ""
        yield ResultRow(
            place=str(line.place),
            name=tally.name,
            about=_about(line),
            rounds=[_round(one, counts_games=day.counts_games) for one in line.rounds],
            cells=[*games, *([loss_money] if shows_loss_money else []), *([prize] if day.winners else [])],
            loss_money=loss_money,
            prize=prize,
            total=amount(tally.total),
            is_withdrawn=tally.withdrawn,
            is_negative=tally.total < 0,
        )


def columns_of_entries(day: DayList, *, shows_loss_money: bool) -> list[str]:
    """Return the headings of the cells that follow the rounds."""
    games = [pgettext("of a tournament", "Won"), pgettext("of a tournament", "Lost"), _("Others lost")]
    return [
        *(games if day.counts_games else []),
        *([_("Loss money")] if shows_loss_money else []),
        *([_("Prize")] if day.winners else []),
    ]


def rows_of_group(group: Sequence[Placed]) -> Iterator[ResultRow]:
    """Yield the teams or the tandems in order of place."""
    for place, tally in group:
        yield ResultRow(
            place=str(place),
            name=tally.name,
            rounds=[
                RoundCell(title=_("Round %(number)s") % {"number": number}, figure=_figure(figure))
                for number, figure in enumerate(tally.rounds, 1)
            ],
            total=amount(tally.total),
            is_negative=tally.total < 0,
        )


def check_lines(day: DayList) -> Iterator[Sequence[str]]:
    """Yield round and table of each list with its sums."""
    for one in day.sums:
        games = [str(one.won), str(one.lost), signed(one.premiums), amount(one.round_points)]
        yield [f"{one.round}–{one.table}", amount(one.points), *(games if day.counts_games else [])]


def _about(line: DayLine) -> str:
    entry = line.entry
    withdrawn = _("withdrawn") if line.tally.withdrawn else None
    return " · ".join(filter(None, [str(entry.number), entry.team, entry.tandem, entry.category, withdrawn]))


def _round(one: DayRound, *, counts_games: bool) -> RoundCell:
    if one.table is None:
        title = _("Round %(number)s") % {"number": one.number}
    else:
        title = _("Round %(round)s, table %(table)s") % {"round": one.number, "table": one.table}
    return RoundCell(
        title=title,
        figure=_figure(one.figure),
        details=_details(one, counts_games=counts_games),
        is_average=one.is_average,
    )


def _details(one: DayRound, *, counts_games: bool) -> str:
    if one.is_average:
        return _("missed; counts the average")
    if one.result is None:
        return ""
    details = []
    if counts_games:
        words = _("%(points)s game points; %(won)s won, %(lost)s lost, %(others)s lost by others")
        won, lost = one.result.won, one.result.lost
        details.append(
            words % {"points": amount(one.result.points), "won": won, "lost": lost, "others": one.others_lost}
        )
    if one.result.penalty:
        details.append(_("penalty %(points)s") % {"points": amount(-one.result.penalty)})
    return "; ".join(details)


def _figure(figure: RoundFigure) -> str:
    return "–" if figure is None else amount(figure)
