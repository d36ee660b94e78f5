"""Notices in words, for the board on the wall: the standings of a season, the result of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from scorekeeper.clubs.models import Evening
from scorekeeper.days import long_day
from scorekeeper.paper.names import names_on_paper, on_paper
from scorekeeper.paper.pages import Look, page_of
from scorekeeper.paper.press import Sheet
from scorekeeper.play.evening_queries import AtEvening
from scorekeeper.play.settling import Settling
from scorekeeper.play.standings import Standing, Standings, Terms
from scorekeeper.play.words import average, in_words, name_of_evening, name_of_game, name_of_rules, signed, sum_of_money

Section = dict[str, Any]
MOST_UPRIGHT = 8
"""Columns; what has more lies across unless it is chosen otherwise."""


def _section(
    title: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1, wide: Sequence[int] = (0,)
) -> Section:
    """A table with a title; its first `words` columns are words, and those that are `wide` share the room there is."""
    return {
        "title": title,
        "head": list(head),
        "rows": [list(row) for row in rows],
        "words": words,
        "wide": list(wide),
    }


def _notice(look: Look, *, title: str, subtitle: str, sections: Iterable[Section], notes: Sequence[str] = ()) -> Sheet:
    shown = [section for section in sections if section["rows"]]
    columns = max(len(row) for section in shown for row in section["rows"])
    return {
        "kind": "notice",
        "page": page_of(look, landscape=columns > MOST_UPRIGHT).measures(),
        "title": title,
        "subtitle": subtitle,
        "sections": shown,
        "notes": list(notes),
        "footer": f"{subtitle} · {title}",
    }


# Standings


def of_standings(found: Standings, look: Look) -> Sheet:
    """Who is ranked, then who is not ranked yet, then the guests."""
    terms = found.terms
    games = found.games if found.adds_games and not terms.best else []
    unit = in_words(registry.get(terms.game).tournament) if terms.points else _("Total")
    names = [name_of_game(game) for game in games]
    head = [_("Pl."), _("Name"), capfirst(unit), _("Per hand"), _("Sessions"), _("Hands"), *names]
    titles = ("", _("Not ranked yet"), _("Guests"))
    groups = (found.ranked, found.below, found.guests)
    people = names_on_paper(one.name for group in groups for one in group)
    return _notice(
        look,
        title=on_paper(terms.season.name) if terms.season else _("Standings"),
        subtitle=on_paper(terms.club.name),
        sections=[
            _section(title, head, [_standing(one, people[one.name], games) for one in group], words=2, wide=[1])
            for title, group in zip(titles, groups, strict=True)
        ],
        notes=_terms(terms),
    )


def _standing(one: Standing, name: str, games: Sequence[str]) -> list[str]:
    sessions = str(one.sessions)
    if one.counted != one.sessions:
        sessions = _("%(number)d of %(sessions)d") % {"number": one.counted, "sessions": one.sessions}
    by_game = ["" if one.by_game.get(game) is None else signed(one.by_game[game]) for game in games]
    place = "" if one.place is None else f"{one.place}."
    return [place, name, signed(one.total), average(one.average), sessions, str(one.hands), *by_game]


def _terms(terms: Terms) -> list[str]:
    """Which sessions are in it, in sentences."""
    notes = []
    if terms.season:
        first, last = terms.season.starts, terms.season.ends
        day = long_day(first)
        notes.append(f"{day} – {long_day(last)}" if last else _("From %(day)s on") % {"day": day})
    if terms.game:
        notes.append(name_of_game(terms.game))
        if terms.rules:
            notes.append(name_of_rules(terms.game, terms.rules))
    if terms.best:
        words = ngettext("The best %(best)s session counts", "The best %(best)s sessions of each count", terms.best)
        notes.append(words % {"best": terms.best})
    if terms.minimum > 1:
        words = ngettext("ranked from %(minimum)s session", "ranked from %(minimum)s sessions", terms.minimum)
        notes.append(words % {"minimum": terms.minimum})
    return notes


# The result of an evening


def of_evening(evening: Evening, at: AtEvening, settling: Settling, look: Look) -> Sheet:
    """How everybody stands in the points of each game, what that comes to in money, and who pays whom."""
    people = names_on_paper([*(row.name for row in at.standings), *settling.names.values()])
    notes = []
    if settling.settled_at is None:
        notes.append(_("Not settled yet: this is how it stands."))
    if at.open:
        number = len(at.open)
        words = ngettext("%(number)d table is still being played.", "%(number)d tables are still being played.", number)
        notes.append(words % {"number": number})
    return _notice(
        look,
        title=_("Result of the evening"),
        subtitle=f"{on_paper(evening.club.name)} · {name_of_evening(evening, said=on_paper)}",
        sections=[_points(at, people), _balances(settling, people), _payments(settling, people)],
        notes=notes,
    )


def _points(at: AtEvening, people: Mapping[str, str]) -> Section:
    names = [name_of_game(game) for game in at.games]
    rows = [
        [people[row.name], *("" if points is None else signed(points) for points in row.by_game)]
        for row in at.standings
    ]
    return _section(_("At the tables"), [_("Player"), *names], rows)


def _balances(settling: Settling, people: Mapping[str, str]) -> Section:
    """In money, where there is any."""
    currency = settling.currency
    rows = [
        [people[one.name], *(sum_of_money(money, currency, sign=True) for money in (one.played, one.amount))]
        for one in settling.balances
    ]
    if settling.kitty:
        rows.append([_("The kitty"), "", sum_of_money(settling.kitty, currency, sign=True)])
    if not any(one.played or one.amount for one in settling.balances):
        rows = []
    return _section(_("What it comes to"), [_("Player"), _("At the tables"), _("Gets or pays")], rows)


def _payments(settling: Settling, people: Mapping[str, str]) -> Section:
    rows = [
        [
            people[settling.names[one.debtor]],
            "→",
            _("The kitty") if one.creditor is None else people[settling.names[one.creditor]],
            sum_of_money(one.amount, settling.currency),
        ]
        for one in settling.payments_by_name
    ]
    return _section(_("Who pays whom"), [], rows, words=3, wide=[0, 2])
