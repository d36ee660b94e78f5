"""Headings of score sheets: club, date, table and options, with a QR code that leads back to the session or evening.

Paper is left lying about, so the QR code is the address of a page with access control, not a link that grants access.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO

import segno
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.scoring.types import Option, OptionValue, RuleSet, Table
from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.formatting import in_words, sum_of_money, tariff_name
from scorekeeper.play.models import Session
from scorekeeper.printing.sheets.score_sheets import Heading
from scorekeeper.printing.typesetting import on_paper
from scorekeeper.web.dates import evening_date, long_day
from scorekeeper.web.links import base_of


@dataclass(frozen=True)
class Back:
    """The base URL of this server for QR codes; empty if other machines can't reach the server."""

    base: str

    def qr(self, path: str) -> str:
        """Return a black-on-white QR code for a page, as SVG; empty if nobody could open it."""
        if not self.base:
            return ""
        drawn = BytesIO()
        segno.make(self.base + path, error="m", micro=False).save(
            drawn, kind="svg", xmldecl=False, border=1, dark="#000", light="#fff", omitsize=True
        )
        return drawn.getvalue().decode()


def back_of(request: HttpRequest) -> Back:
    """Return the base URL for QR codes on this server."""
    base, reachable = base_of(request)
    return Back(base if reachable else "")


def of_session(session: Session, table: Table, rule_set: RuleSet, qr: str, base: str) -> Heading:
    """Return the heading of a session's sheet."""
    evening = session.evening
    day = evening.date if evening else evening_date(session.started_at)
    facts = [(_("Date"), long_day(day))]
    if session.club:
        facts.insert(0, (_("Club"), on_paper(session.club.name)))
    if session.round is not None:
        facts.append((_("Round"), str(session.round.number)))
    if session.table_number is not None:
        facts.append((_("Table"), str(session.table_number)))
    if session.stake:
        money = sum_of_money(session.stake, session.currency)
        facts.append((_("Stake"), _("%(money)s per point") % {"money": money}))
    return Heading(subtitle=in_words(rule_set.name), facts=[*facts, *of_options(rule_set, table)], qr=qr, base=base)


def of_blank(
    table: Table,
    rule_set: RuleSet,
    *,
    club: Club | None = None,
    evening: Evening | None = None,
    number: int | None = None,
    qr: str = "",
    base: str = "",
) -> Heading:
    """Return the heading of a blank sheet, with room to write what is not known."""
    facts = [
        (_("Club"), on_paper(club.name) if club else ""),
        (_("Date"), long_day(evening.date) if evening else ""),
        (_("Table"), "" if number is None else str(number)),
    ]
    return Heading(subtitle=in_words(rule_set.name), facts=[*facts, *of_options(rule_set, table)], qr=qr, base=base)


def of_round(round_: Round, number: int, table: Table, rule_set: RuleSet, back: Back, path: str) -> Heading:
    """Return the heading of the list of a table in a round of a tournament."""
    evening = round_.evening
    where = [_("Round %(number)s") % {"number": round_.number}, _("Table %(number)s") % {"number": number}]
    facts = [
        (_("Tournament"), on_paper(evening.name or evening.club.name)),
        (_("Date"), long_day(evening.date)),
        *of_options(rule_set, table),
    ]
    return Heading(
        subtitle=" · ".join([*where, in_words(rule_set.name)]), facts=facts, qr=back.qr(path), base=back.base
    )


def of_options(rule_set: RuleSet, table: Table) -> list[tuple[str, str]]:
    """Return as facts the club's own tariff, if any, and the options that are not at their default."""
    tariff_fact = [(_("Tariff"), on_paper(tariff_name(table.tariff)))] if table.tariff else []
    return tariff_fact + [
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
