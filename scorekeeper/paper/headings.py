"""What stands above the rows of a sheet: of whom it is, when and for what, and the way back as a QR code.

A paper lies about: its code is the address of a page that only those see who may, not a link that lets anybody in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO

import segno
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.scoring.types import Option, OptionValue, RuleSet, Table
from scorekeeper.clubs.models import Club, Evening
from scorekeeper.days import long_day
from scorekeeper.paper.names import on_paper
from scorekeeper.paper.score_sheets import Heading
from scorekeeper.play.links import base_of
from scorekeeper.play.models import Session
from scorekeeper.play.words import in_words, name_of_tariff, sum_of_money


@dataclass(frozen=True)
class Back:
    """What the address of a page begins with on this server; empty where other machines cannot reach it."""

    base: str

    def qr(self, path: str) -> str:
        """The way to a page, black on white; none where nobody could go it."""
        if not self.base:
            return ""
        drawn = BytesIO()
        segno.make(self.base + path, error="m", micro=False).save(
            drawn, kind="svg", xmldecl=False, border=1, dark="#000", light="#fff", omitsize=True
        )
        return drawn.getvalue().decode()


def back_of(request: HttpRequest) -> Back:
    """The ways back that a paper can have on this server."""
    base, reachable = base_of(request)
    return Back(base if reachable else "")


def of_session(session: Session, table: Table, rule_set: RuleSet, number: int | None, qr: str) -> Heading:
    """The heading of a session's sheet; `number` is that of its table at the evening."""
    evening = session.evening
    day = evening.date if evening else timezone.localtime(session.started_at).date()
    facts = [(_("Date"), long_day(day))]
    if session.club:
        facts.insert(0, (_("Club"), on_paper(session.club.name)))
    if number is not None:
        facts.append((_("Table"), str(number)))
    if session.stake:
        money = sum_of_money(session.stake, session.currency)
        facts.append((_("Stake"), _("%(money)s a point") % {"money": money}))
    return Heading(subtitle=in_words(rule_set.name), facts=[*facts, *of_options(rule_set, table)], qr=qr)


def of_blank(
    table: Table,
    rule_set: RuleSet,
    *,
    club: Club | None = None,
    evening: Evening | None = None,
    number: int | None = None,
    qr: str = "",
) -> Heading:
    """The heading of a sheet to be written on: what is not known has room."""
    facts = [
        (_("Club"), on_paper(club.name) if club else ""),
        (_("Date"), long_day(evening.date) if evening else ""),
        (_("Table"), "" if number is None else str(number)),
    ]
    return Heading(subtitle=in_words(rule_set.name), facts=[*facts, *of_options(rule_set, table)], qr=qr)


def of_options(rule_set: RuleSet, table: Table) -> list[tuple[str, str]]:
    """The club's own tariff, where one is played for, and the options of a table that are not as usual; each a fact."""
    own = [(_("Tariff"), on_paper(name_of_tariff(table.tariff)))] if table.tariff else []
    return own + [
        (in_words(option.label), in_words(_value(option, table.options[option.name])))
        for option in _unusual(rule_set.options, table.options)
        if not option.players or table.size in option.players
    ]


def _unusual(options: Iterable[Option], chosen: Mapping[str, OptionValue]) -> Iterable[Option]:
    return (option for option in options if chosen[option.name] != option.default)


def _value(option: Option, value: OptionValue) -> str:
    if option.choices:
        return in_words(dict(option.choices)[str(value)])
    if option.low is not None:
        return str(value)
    return _("Yes") if value else _("No")
