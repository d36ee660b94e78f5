"""The words of standings and championship: what counts and how it is scored, the days, and the scores in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import date_format, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games import registry
from games.scoring.text import MINUS
from scorekeeper.play.formatting import IN_NO_SOURCE, NO_BREAK, in_words
from scorekeeper.standings.championship import Score, Scoring
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.standings import Terms
from scorekeeper.standings.units import PlayedUnit

A_YEAR = timedelta(days=365)
CENT = Decimal("0.01")
GAINS = (Scoring.SUM, Scoring.AVERAGE)
"""What is scored by gains and losses, which have a sign."""


def unit_of(terms: Terms) -> str:
    """Return the name of what is added up."""
    return in_words(registry.get(terms.game).tournament) if terms.points else _("Total")


def units_title(terms: Terms) -> str:
    """Return the heading of a column that says how many somebody has played."""
    return _("Rounds") if _by_rounds(terms) else _("Evenings")


def units_that_count(terms: Terms) -> str:
    """Return the heading of a column that says how many count."""
    return _("Rounds that count") if _by_rounds(terms) else _("Evenings that count")


def matrix_title(terms: Terms) -> str:
    """Return the name of the championship's page."""
    return _("Round by round") if _by_rounds(terms) else _("Evening by evening")


def what_counts(terms: Terms, units: int) -> str:
    """Return how many of the best count, and if only tournaments do; `units` have been played so far."""
    only = [capfirst(_("only tournaments count"))] if terms.season and terms.season.only_tournaments else []
    return " · ".join([*only, _how_many_count(terms, units)])


def _how_many_count(terms: Terms, units: int) -> str:
    rounds = _by_rounds(terms)
    if not terms.best:
        return _("All rounds count") if rounds else _("All evenings count")
    if units <= terms.best and rounds:
        words = ngettext("The best %(best)s round counts", "The best %(best)s rounds count", terms.best)
    elif units <= terms.best:
        words = ngettext("The best %(best)s evening counts", "The best %(best)s evenings count", terms.best)
    elif rounds:
        words = ngettext(
            "The best %(best)s of %(units)s rounds counts", "The best %(best)s of %(units)s rounds count", terms.best
        )
    else:
        words = ngettext(
            "The best %(best)s of %(units)s evenings counts",
            "The best %(best)s of %(units)s evenings count",
            terms.best,
        )
    return words % {"best": terms.best, "units": units}


def ranked_from(terms: Terms) -> str:
    """Return how many are needed to be ranked; empty if one is enough."""
    if terms.minimum <= 1:
        return ""
    if _by_rounds(terms):
        words = ngettext(
            "%(minimum)s round needed to be ranked", "%(minimum)s rounds needed to be ranked", terms.minimum
        )
    else:
        words = ngettext(
            "%(minimum)s evening needed to be ranked", "%(minimum)s evenings needed to be ranked", terms.minimum
        )
    return words % {"minimum": terms.minimum}


def too_few(terms: Terms) -> str:
    """Return why somebody is not ranked yet."""
    if _by_rounds(terms):
        words = ngettext("Fewer than %(minimum)s round", "Fewer than %(minimum)s rounds", terms.minimum)
    else:
        words = ngettext("Fewer than %(minimum)s evening", "Fewer than %(minimum)s evenings", terms.minimum)
    return words % {"minimum": terms.minimum}


def counted_of(counted: int, units: int) -> str:
    """Return how many count, of how many, unless all do."""
    return str(units) if counted == units else _("%(number)d of %(units)d") % {"number": counted, "units": units}


def total_title(terms: Terms) -> str:
    """Return the heading of the column by which the championship ranks."""
    return {
        Scoring.SUM.value: _("Total"),
        Scoring.AVERAGE.value: _("Average"),
        Scoring.PER_CENT.value: _("Per cent"),
    }.get(terms.scoring, _("Points"))


def how_scored(terms: Terms) -> str:
    """Return what a result scores in the championship; empty if it is the points themselves.

    A star marks what no source says.
    """
    shared = _("Players who share a place share the points*.")
    sentences = {
        Scoring.AVERAGE.value: [_("The average of the results that count decides.")],
        Scoring.PLACE_POINTS.value: [_("The first ten get 25, 18, 15, 12, 10, 8, 6, 4, 2 and 1 points."), shared],
        Scoring.PLAYERS_BEHIND.value: [
            _("The last player gets 1 point, the one before 2, and so on."),
            shared,
        ],
        Scoring.PER_CENT.value: [
            _("The best result of the day is 100 per cent."),
            _("If nobody has gained anything, everybody gets 0*."),
        ],
    }.get(terms.scoring, [])
    return " ".join([*sentences, *([f"{IN_NO_SOURCE}."] if len(sentences) > 1 else [])])


def _by_rounds(terms: Terms) -> bool:
    return terms.counted_by == CountedBy.ROUNDS


def short_days(units: Sequence[PlayedUnit]) -> list[str]:
    """Return the heading of each column: the day, with the year if there are several, numbered if it comes twice."""
    of_years = bool(units) and units[-1].day - units[0].day >= A_YEAR
    form = pgettext("date", "j M y") if of_years else pgettext("date", "j M")
    times: Counter[date] = Counter()
    days = []
    for unit in units:
        times[unit.day] += 1
        again = f" ({times[unit.day]})" if times[unit.day] > 1 else ""
        days.append(f"{date_format(unit.day, form)}{again}".replace(" ", NO_BREAK))
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
    return f"{sign}{size}" if whole else sign + number_format(size, decimal_pos=2)
