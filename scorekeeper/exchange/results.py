"""Results and standings as rows of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import groupby
from typing import Any

from django.db.models import FilteredRelation, Q
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scorekeeper.exchange.sheets import Cell, Sheet
from scorekeeper.exchange.wanted import Wanted
from scorekeeper.play.standings import Standing, Standings, standings
from scorekeeper.play.views.terms import unit_of
from scorekeeper.play.words import name_of_game, name_of_rules


@dataclass(frozen=True, slots=True)
class Seated:
    """A result with what there is to say of it."""

    session: int
    public_id: str
    started: datetime
    date: date | None
    evening: str | None
    game: str
    rules: str
    place: int
    seat: str
    player: str
    guest: bool
    total: int
    points: int | None
    hands: int
    stake: Decimal | None
    currency: str | None
    transfers: Any

    @property
    def money(self) -> Decimal | None:
        """Exact: what an evening was rounded to is the evening's. Nothing where payments do not settle the totals."""
        return None if self.stake is None or self.transfers is None else _short(self.total * self.stake)


COLUMNS = (
    *("session", "session__public_id", "session__started_at", "session__evening__date", "session__evening__name"),
    *("session__game", "session__rules", "seat__place", "seat__name", "seat__player__name", "seat__player__guest"),
    *("total", "points", "hands", "settled__stake", "settled__currency", "settled__transfers"),
)
"""In the order of the fields above."""


def results(wanted: Wanted) -> Sheet:
    """What each player's closed sessions came to: a row for each seat, in the order in which they were played."""
    headings = [
        *(_("Date"), capfirst(_("evening")), capfirst(_("session")), _("Game"), _("Rules"), _("Players")),
        *(_("Table"), _("Seat"), _("Name"), _("Name at the table"), capfirst(_("guest"))),
        *(_("Total"), _("Tournament points"), _("Hands"), _("Stake"), capfirst(_("currency")), _("Money")),
    ]
    return Sheet(name=f"{wanted.stem}-{_('Results')}", headings=headings, rows=_results(wanted))


def _results(wanted: Wanted) -> Iterator[list[Cell]]:
    stands = Q(session__settlements__withdrawn_at__isnull=True)
    found = wanted.terms.results().annotate(settled=FilteredRelation("session__settlements", condition=stands))
    rows = found.order_by("session__started_at", "session", "seat__place").values_list(*COLUMNS)
    game, rules = cache(name_of_game), cache(name_of_rules)
    yes, no = _("Yes"), _("No")
    for _session, group in groupby((Seated(*row) for row in rows.iterator()), key=lambda one: one.session):
        seats = list(group)
        table = ", ".join(one.seat for one in seats)
        for one in seats:
            played_on = one.date or timezone.localtime(one.started).date()
            yield [
                *(played_on, one.evening or "", one.public_id, game(one.game), rules(one.game, one.rules), len(seats)),
                *(table, one.place + 1, one.player, one.seat, yes if one.guest else no),
                *(one.total, one.points, one.hands, one.stake and _short(one.stake), one.currency, one.money),
            ]


def table(wanted: Wanted) -> Sheet:
    """The standings: who is ranked, then who has played too little for that, then guests."""
    found = standings(wanted.terms)
    games = found.games if found.adds_games and not found.terms.best else []
    headings = [
        *(_("Rank"), _("Name"), capfirst(_("nickname")), capfirst(_("guest")), unit_of(found.terms)),
        *(_("Sessions"), _("Sessions that count"), _("Hands"), _("Per hand")),
        *(name_of_game(game) for game in games),
    ]
    return Sheet(name=f"{wanted.stem}-{_('Standings')}", headings=headings, rows=_standings(found, games))


def _standings(found: Standings, games: list[str]) -> Iterator[list[Cell]]:
    yes, no = _("Yes"), _("No")
    for one in (*found.ranked, *found.below, *found.guests):
        player = one.player
        yield [
            *(one.place, player.name, player.nickname, yes if player.guest else no, one.total),
            *(one.sessions, one.counted, one.hands, _average(one)),
            *(one.by_game.get(game) for game in games),
        ]


def _average(one: Standing) -> Decimal | None:
    """To two places; the page shows one."""
    if not one.hands:
        return None
    return (Decimal(one.total) / one.hands).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def _short(amount: Decimal) -> Decimal:
    """An amount of money without the zeros that say nothing, but with its cents.

    >>> _short(Decimal("3.3000")), _short(Decimal("-0.0125"))
    (Decimal('3.30'), Decimal('-0.0125'))
    """
    whole = amount.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return whole if whole == amount else amount.normalize()
