"""What the press is handed for sessions and for tables that are to be, with what it takes of the database.

Everything is put into words in the language of the paper; what is said to whoever asks is in theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.types import Table
from scorekeeper.paper import cards, headings, score_sheets
from scorekeeper.paper.forms import BLANK, CARD, FILLED, Wanted
from scorekeeper.paper.headings import Back
from scorekeeper.paper.press import Order, Sheet
from scorekeeper.paper.score_sheets import Heading
from scorekeeper.play import ledgers, notation
from scorekeeper.play.ledgers import SessionLedger
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.summary import listed, summary
from scorekeeper.play.words import in_words

MOST_SHEETS = 60
MOST_HANDS, MOST_EXPLAINED = 2000, 600
"""Hands in one file, and with the derivation of each: some seconds, for which whoever else prints waits."""
MOST_PREVIEWED = 200


class CannotPrint(Exception):  # noqa: N818 - what happened
    """Nothing is printed; the message says why, in the reader's language."""


@dataclass(frozen=True, kw_only=True)
class Printable:
    """What can be printed, under which name; `missing` says what is not on it. `previewed` sheets are shown."""

    order: Order
    name: str
    missing: Sequence[str] = ()
    previewed: int = 1

    @property
    def preview(self) -> Order:
        return Order(title=self.order.title, language=self.order.language, sheets=self.order.sheets[: self.previewed])


def named(*parts: object) -> str:
    """A file's name, of words.

    >>> named("Skat", "2026-11-21", "Jörg & Zoë")
    'skat-2026-11-21-jorg-zoe'
    """
    return slugify(" ".join(map(str, parts)))[:80].strip("-") or "paper"


def of_sheets(sheets: Sequence[Sheet], *, title: str, language: str, name: str) -> Printable:
    """Some sheets, of which the first two are shown."""
    return Printable(order=Order(title=title, language=language, sheets=sheets), name=name, previewed=2)


# Of a table that need not be there


def of_table(game: Game, table: Table, names: Sequence[str], wanted: Wanted, **known: Any) -> Printable:
    """A blank sheet or the card of a table's rules; `known` is what its heading knows."""
    rule_set = game.rules.rule_set(table)
    with translation.override(wanted.language):
        title = f"{in_words(game.name)} · {in_words(rule_set.name)}"
        if wanted.what == CARD:
            sheet = cards.card(game, table, wanted.look)
        else:
            heading = headings.of_blank(table, rule_set, **known)
            sheet = score_sheets.blank(game, table, names, heading, wanted.look)
    name = named(game.slug, rule_set.slug, wanted.what)
    return of_sheets([sheet], title=title, language=wanted.language, name=name)


# Of sessions


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Sessions with all that their sheets need, read in a few queries; `gone` are those whose game is not there."""

    sessions: Sequence[Session]
    gone: Sequence[Session] = ()
    ledgers: Mapping[int, SessionLedger]
    settlements: Mapping[int, Settlement]
    numbers: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, sessions: Sequence[Session]) -> Batch:
        """Raises `CannotPrint` where that would be too many."""
        if len(sessions) > MOST_SHEETS:
            words = _("At most %(most)s sheets are printed in one file; these are %(number)s.")
            raise CannotPrint(words % {"most": MOST_SHEETS, "number": len(sessions)})
        standing = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
        installed = ledgers.installed(sessions)
        return cls(
            sessions=installed,
            gone=[session for session in sessions if session not in installed],
            ledgers=ledgers.of_all(installed),
            settlements={settled.session_id: settled for settled in standing},
            numbers=_numbers(sessions),
        )

    def missing(self, wanted: Wanted) -> list[str]:
        """What of these sessions is not printed, and why."""
        found = []
        if self.gone:
            names = [", ".join(seat.name for seat in one.seats.all()) for one in self.gone]
            found = [_("The game of these is no longer there: %(sessions)s.") % {"sessions": "; ".join(names)}]
        if wanted.what == FILLED:
            found += filter(None, (_missing(self.ledgers[session.pk]) for session in self.sessions))
        return found

    def refuse_too_many(self, wanted: Wanted) -> None:
        hands = sum(len(ledger.counting) for ledger in self.ledgers.values())
        most = MOST_EXPLAINED if wanted.appendix else MOST_HANDS
        if hands > most:
            words = _("At most %(most)s hands are printed in one file; these are %(number)s.")
            if wanted.appendix:
                words = _("At most %(most)s hands are explained in one file; these are %(number)s.")
            raise CannotPrint(words % {"most": most, "number": hands})

    def previewed(self, wanted: Wanted) -> int:
        """How many sheets are shown before they are printed: few hands, and always whole sheets."""
        if wanted.what != FILLED:
            return 2
        counted = [len(self.ledgers[session.pk].counting) for session in self.sessions]
        return next((n for n in range(min(4, len(counted)), 0, -1) if sum(counted[:n]) <= MOST_PREVIEWED), 0)


def _numbers(sessions: Sequence[Session]) -> dict[int, int]:
    """Which table of its evening each session is, counted in the order in which they were started."""
    evenings = {session.evening_id for session in sessions if session.evening_id is not None}
    if not evenings:
        return {}
    rows = Session.objects.filter(evening__in=evenings).order_by("evening_id", "started_at", "pk")
    numbers: dict[int, int] = {}
    counted: dict[int | None, int] = {}
    for key, evening in rows.values_list("pk", "evening_id"):
        counted[evening] = numbers[key] = counted.get(evening, 0) + 1
    return numbers


def of_sessions(batch: Batch, wanted: Wanted, back: Back, *, title: str = "") -> Printable:
    """The sheets of some sessions: filled as they stand, or blank ones with the same names, or the cards of the rules.

    Raises `CannotPrint` where that is too much, or nothing.
    """
    missing = batch.missing(wanted)
    if not batch.sessions:
        raise CannotPrint(" ".join(missing) or _("There is no table yet."))
    if wanted.what == FILLED:
        batch.refuse_too_many(wanted)
    first = batch.ledgers[batch.sessions[0].pk]
    with translation.override(wanted.language):
        sheets = [_of_session(batch, session, wanted, back) for session in batch.sessions]
        name = title
        if not title:
            parts = {"what": in_words(registry.get(first.rules.slug).name), "result": listed(first.table.players)}
            title = _("%(what)s: %(result)s") % parts
            started = timezone.localtime(batch.sessions[0].started_at)
            name = f"{first.rules.slug} {started:%Y-%m-%d} {' '.join(first.table.players)}"
    return Printable(
        order=Order(title=title, language=wanted.language, sheets=sheets),
        name=named(name, "" if wanted.what == FILLED else wanted.what),
        missing=missing,
        previewed=batch.previewed(wanted),
    )


def _of_session(batch: Batch, session: Session, wanted: Wanted, back: Back) -> Sheet:
    ledger = batch.ledgers[session.pk]
    game, table = registry.get(ledger.rules.slug), ledger.table
    if wanted.what == CARD:
        return cards.card(game, table, wanted.look)
    rule_set = ledger.rules.rule_set(table)
    qr = back.qr(reverse("session", args=[session.public_id]))
    heading = headings.of_session(session, table, rule_set, batch.numbers.get(session.pk), qr)
    if wanted.what == BLANK:
        return score_sheets.blank(game, table, table.players, heading, wanted.look)
    return _filled(session, ledger, batch.settlements.get(session.pk), heading, wanted)


def _filled(
    session: Session, ledger: SessionLedger, settlement: Settlement | None, heading: Heading, wanted: Wanted
) -> Sheet:
    came_to = summary(session, ledger, notation.of_session(session, laid=False), settlement)
    return score_sheets.filled(
        ledger.ledger,
        heading,
        wanted.look,
        numbers=[hand.number for hand in ledger.counting if hand.scored],
        payments=came_to.payments or (),
        appendix=wanted.appendix,
        missing=_missing(ledger),
    )


def _missing(ledger: SessionLedger) -> str:
    """What of a session is not on its sheet, and why."""
    if not ledger.refusal:
        return ""
    words = _("Hand %(number)s and all after it are not on this sheet: the rules as they are now refuse it.")
    return words % {"number": ledger.refusal.number}
