"""Printing of sessions: filled sheets, blank ones with the same names, or rule cards; with the database queries.

Everything on paper is in the language of the paper; messages to the reader are in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from scorekeeper.play.formatting import in_words, notation_of_session
from scorekeeper.play.ledger import SessionLedger, StretchLedger, combined, session_ledgers, with_installed_game
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.pages.summary import listed, summary, unfinished_in, unfinished_round
from scorekeeper.printing.forms import BLANK, CARD, FILLED, PrintChoices
from scorekeeper.printing.jobs import printable
from scorekeeper.printing.jobs.printable import CannotPrintError, Printable, named
from scorekeeper.printing.marked_sheets import sheets as marked_sheets
from scorekeeper.printing.sheets import headings, score_sheets
from scorekeeper.printing.sheets.headings import Back
from scorekeeper.printing.sheets.score_sheets import CarriedOver, Heading, Sums
from scorekeeper.printing.typesetting import Order, Sheet
from scorekeeper.web.dates import evening_date

MOST_SHEETS = 60
MOST_HANDS, MOST_EXPLAINED = 2000, 600
"""The most hands in one file, without and with derivations: a few seconds, during which other print requests wait."""
MOST_PREVIEWED = 200


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Sessions with everything their sheets need, read in a few queries; in `removed`, those whose game was removed."""

    sessions: Sequence[Session]
    removed: Sequence[Session] = ()
    ledgers: Mapping[int, SessionLedger]
    settlements: Mapping[int, Settlement]

    @classmethod
    def of(cls, sessions: Sequence[Session]) -> Batch:
        """Read the sessions; raise `CannotPrintError` if there are too many."""
        if len(sessions) > MOST_SHEETS:
            words = _("You can print at most %(most)s sheets in one file; you asked for %(number)s.")
            raise CannotPrintError(words % {"most": MOST_SHEETS, "number": len(sessions)})
        standing = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
        installed = with_installed_game(sessions)
        return cls(
            sessions=installed,
            removed=[session for session in sessions if session not in installed],
            ledgers=session_ledgers(installed),
            settlements={settled.session_id: settled for settled in standing},
        )

    def missing(self, choices: PrintChoices) -> list[str]:
        """Return sentences on what is not printed of these sessions, and why."""
        sentences = []
        if self.removed:
            names = [", ".join(seat.name for seat in session.people) for session in self.removed]
            sentences = [
                _("The game of these sessions is no longer installed: %(sessions)s.") % {"sessions": "; ".join(names)}
            ]
        if choices.what == FILLED:
            sentences += filter(None, (_missing(self.ledgers[session.pk]) for session in self.sessions))
        return sentences

    def refuse_too_many(self, choices: PrintChoices) -> None:
        hands = sum(len(ledger.counting) for ledger in self.ledgers.values())
        most = MOST_EXPLAINED if choices.appendix else MOST_HANDS
        if hands > most:
            words = _("You can print at most %(most)s hands in one file; you asked for %(number)s.")
            if choices.appendix:
                words = _("At most %(most)s hands can be explained in one file; you asked for %(number)s.")
            raise CannotPrintError(words % {"most": most, "number": hands})

    def previewed(self, choices: PrintChoices) -> int:
        """Return the number of sheets in the preview: only whole sheets, and 0 if the first one is too long."""
        if choices.what != FILLED:
            return 2
        counted = [len(stretch.counting) for session in self.sessions for stretch in self.ledgers[session.pk].stretches]
        return next((n for n in range(min(4, len(counted)), 0, -1) if sum(counted[:n]) <= MOST_PREVIEWED), 0)


def of_sessions(batch: Batch, choices: PrintChoices, back: Back, *, title: str = "") -> Printable:
    """Return the filled sheets of sessions, blank ones with the same names, or the rule cards.

    Raise `CannotPrintError` if there is nothing to print or too much.
    """
    missing = batch.missing(choices)
    if not batch.sessions:
        raise CannotPrintError(" ".join(missing) or _("There are no tables yet."))
    if choices.what == FILLED:
        batch.refuse_too_many(choices)
    first = batch.ledgers[batch.sessions[0].pk]
    with translation.override(choices.language):
        sheets = [sheet for session in batch.sessions for sheet in _of_session(batch, session, choices, back)]
        name = title
        if not title:
            parts = {"what": in_words(registry.get(first.rules.slug).name), "result": listed(first.table.players)}
            title = _("%(what)s: %(result)s") % parts
            started = evening_date(batch.sessions[0].started_at)
            name = f"{first.rules.slug} {started:%Y-%m-%d} {' '.join(first.table.players)}"
    if choices.what == BLANK:
        missing += printable.without_boxes(sheets, choices.page_setup)
    return Printable(
        order=Order(title=title, language=choices.language, sheets=sheets),
        name=named(name, "" if choices.what == FILLED else choices.what),
        missing=missing,
        previewed=batch.previewed(choices),
    )


def _of_session(batch: Batch, session: Session, choices: PrintChoices, back: Back) -> list[Sheet]:
    """Return the sheets of a session: a filled one for each stretch, or one with the players as they are now."""
    ledger = batch.ledgers[session.pk]
    game, table = registry.get(ledger.rules.slug), ledger.table
    if choices.what == CARD:
        return [score_sheets.card(game, table, choices.page_setup)]
    qr = back.qr(reverse("session", args=[session.public_id]))
    if choices.what == BLANK:
        heading = headings.of_session(session, table, ledger.rules.rule_set(table), qr, back.base)
        own = None if ledger.counting else session.public_id  # a sheet that can be read into the session from its start
        return [printable.blank(game, table, table.players, heading, choices.page_setup, session=own)]
    settlement = batch.settlements.get(session.pk)
    return [
        _filled(
            session,
            ledger,
            stretch,
            settlement,
            headings.of_session(session, stretch.table, ledger.rules.rule_set(stretch.table), qr, back.base),
            choices,
        )
        for stretch in ledger.stretches
    ]


def _filled(
    session: Session,
    ledger: SessionLedger,
    stretch: StretchLedger,
    settlement: Settlement | None,
    heading: Heading,
    choices: PrintChoices,
) -> Sheet:
    """Return the sheet of a stretch. The payments are on that of the last one.

    From the second stretch on, there is also what everybody has with the stretches before.
    """
    is_last = stretch is ledger.last
    numbers = [hand.number for hand in stretch.counting if hand.scored]
    if (
        choices.page_setup.camera
        and session.closed_at is None
        and is_last
        and not choices.appendix
        and not ledger.refusal
    ):
        game = registry.get(ledger.rules.slug)
        begun = marked_sheets.begun(
            game, stretch.ledger, heading, choices.page_setup, numbers=numbers, session=session.public_id
        )
        if begun is not None:
            return begun
    notation = notation_of_session(session, in_counters=False)
    result = summary(session, ledger, notation, settlement)
    sums = Sums(together=_together(ledger, stretch))
    if is_last and (settlement or len(ledger.stretches) == 1):
        sums = replace(sums, payments=result.payments or (), differences=result.differences)
    return score_sheets.filled(
        stretch.ledger,
        heading,
        choices.page_setup,
        numbers=numbers,
        sums=sums,
        appendix=choices.appendix,
        missing=" ".join(
            [
                *([_missing(ledger)] if is_last and ledger.refusal else []),
                *unfinished_in(stretch),
                *(unfinished_round(session, ledger) if is_last else []),
            ]
        ),
    )


def _together(ledger: SessionLedger, stretch: StretchLedger) -> list[CarriedOver]:
    """Return everybody's totals up to this stretch and after it; nothing for the first or the only one."""
    at = ledger.stretches.index(stretch)
    if at == 0:
        return []
    carried = _totals(ledger.stretches[:at])
    return [
        CarriedOver(name=ledger.names[person], before=carried.get(person, 0), total=total)
        for person, total in _totals(ledger.stretches[: at + 1]).items()
    ]


def _totals(stretches: Sequence[StretchLedger]) -> dict[int, int]:
    """Return what these first stretches have come to, by person."""
    come_to = combined(stretches)
    return dict(zip(come_to.people, come_to.settled, strict=True))


def _missing(ledger: SessionLedger) -> str:
    """Return a sentence on what is not on a session's sheet, and why, or an empty string."""
    if not ledger.refusal:
        return ""
    words = _(
        "Hand %(number)s isn’t possible under the current rules, so it and all later hands are not on this sheet."
    )
    return words % {"number": ledger.refusal.number}
