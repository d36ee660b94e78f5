"""The championship as a matrix, members by evenings or rounds, on the terms of the standings.

Guests are not part of it: they take no place from anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, pgettext

from games.scoring.text import MINUS
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.evenings.models import Round
from scorekeeper.play.formatting import NO_BREAK
from scorekeeper.play.models import Session
from scorekeeper.standings.championship import ChampionshipRow, Score, Scoring, championship
from scorekeeper.standings.standings import Terms
from scorekeeper.standings.units import Unit, UnitResult, unit_sums
from scorekeeper.web.dates import evening_date

A_YEAR = timedelta(days=365)
CENT = Decimal("0.01")
GAINS = (Scoring.SUM, Scoring.AVERAGE)
"""What is scored by gains and losses, which have a sign."""


@dataclass(frozen=True, kw_only=True)
class MatrixUnit:
    """One column: an evening, a round of one, or a session outside any evening.

    `public_id` is that of its page; a round has that of its evening.
    """

    unit: Unit
    day: date
    name: str
    public_id: str

    @property
    def is_evening(self) -> bool:
        """Whether its page is that of an evening."""
        return self.unit[0] != "session"


@dataclass(frozen=True, kw_only=True)
class MatrixRow:
    """One member with the scores by unit."""

    player: Player
    of: ChampionshipRow[int, Unit]

    @property
    def name(self) -> str:
        return display_name(self.player)


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """The championship on these terms: the units in the order of play, ranked members, and those with too few units."""

    terms: Terms
    units: list[MatrixUnit]
    ranked: list[MatrixRow]
    below: list[MatrixRow]
    adds_games: bool


def matrix(terms: Terms) -> Matrix:
    """Return the championship of a club on these terms."""
    results = list(terms.unit_results(members_only=True))
    by_player: dict[int, list[UnitResult]] = {}
    for one in results:
        by_player.setdefault(one.player, []).append(one)
    players = Player.objects.in_bulk(by_player.keys())
    in_order = sorted(players.values(), key=lambda player: (name_order(display_name(player)), player.pk))
    units = list(unit_sums(results))
    ranking = championship(
        {player.pk: unit_sums(by_player[player.pk]) for player in in_order},
        units,
        Scoring(terms.scoring),
        best=terms.best,
        minimum=terms.minimum,
    )
    rows = [MatrixRow(player=players[row.player], of=row) for row in ranking]
    return Matrix(
        terms=terms,
        units=_described(units, results),
        ranked=[row for row in rows if row.of.place is not None],
        below=[row for row in rows if row.of.place is None],
        adds_games=len({one.session.game for one in results}) > 1,
    )


def _described(units: Sequence[Unit], results: Iterable[UnitResult]) -> list[MatrixUnit]:
    """Return the units with their days and names, in the same order."""
    evenings = {one.session.unit: one.session for one in results}
    rounds = Round.objects.select_related("evening").in_bulk(_keys(units, "round"))
    sessions = Session.objects.in_bulk(_keys(units, "session"))
    described = []
    for unit in units:
        kind, key = unit
        if kind == "evening":
            (day, *_began), (name, public_id) = evenings[unit].order, evenings[unit].evening
        elif kind == "round":
            evening = rounds[key].evening
            day, name, public_id = evening.date, _round_name(rounds[key]), evening.public_id
        else:
            session = sessions[key]
            day, name, public_id = evening_date(session.started_at), session.title, session.public_id
        described.append(MatrixUnit(unit=unit, day=day, name=name, public_id=public_id))
    return described


def _round_name(round_: Round) -> str:
    parts = [round_.evening.name, gettext("Round %(number)s") % {"number": round_.number}]
    return " · ".join(filter(None, parts))


def _keys(units: Iterable[Unit], kind: str) -> list[int]:
    return [key for one, key in units if one == kind]


def short_days(units: Sequence[MatrixUnit]) -> list[str]:
    """Return the heading of each column: the day, with the year if there are several, numbered if it comes twice."""
    of_years = bool(units) and units[-1].day - units[0].day >= A_YEAR
    form = pgettext("date", "j M y") if of_years else pgettext("date", "j M")
    times: Counter[date] = Counter()
    days = []
    for one in units:
        times[one.day] += 1
        again = f" ({times[one.day]})" if times[one.day] > 1 else ""
        days.append(f"{date_format(one.day, form)}{again}".replace(" ", NO_BREAK))
    return days


def rounded(score: Score) -> Decimal:
    """Return a score with two decimal places, halves away from zero, as on every page and file.

    >>> from fractions import Fraction
    >>> rounded(Fraction(33, 2)), rounded(Fraction(-1, 200)), rounded(Fraction(0))
    (Decimal('16.50'), Decimal('-0.01'), Decimal('0.00'))
    """
    return (Decimal(score.numerator) / score.denominator).quantize(CENT, rounding=ROUND_HALF_UP)


def in_figures(score: Score, scoring: str) -> str:
    """Return a score as it is printed: whole ones without decimal places, gains and losses with their sign.

    >>> from fractions import Fraction
    >>> in_figures(198, "sum"), in_figures(Fraction(-37, 3), "average"), in_figures(Fraction(33, 2), "place_points")
    ('+198', '−12.33', '16.50')
    """
    whole = score == int(score)
    size = abs(int(score)) if whole else abs(rounded(score))
    sign = "" if not size else MINUS if score < 0 else "+" if scoring in GAINS else ""
    return sign + number_format(size, decimal_pos=0 if whole else 2)
