"""How standings and championship describe their terms: what counts, and how a result is scored."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.play.formatting import IN_NO_SOURCE
from scorekeeper.standings.championship import Scoring
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.standings import Terms


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
    """Return how many of the best count; `units` have been played so far."""
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
