"""What was corrected at the tables, as rows of a file: who did it and when, and what the hand was before."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scorekeeper.files.spreadsheets.export_filter import ExportFilter
from scorekeeper.files.spreadsheets.writer import Cell, ExportSheet
from scorekeeper.play.formatting import game_name, notation_of_session
from scorekeeper.play.ledger import session_ledgers, with_installed_game
from scorekeeper.play.models import Change, Session, Verb
from scorekeeper.play.pages.journal import entries
from scorekeeper.web.dates import evening_date

CORRECTIONS = (
    *(Verb.AMEND, Verb.VOID, Verb.UNVOID, Verb.INSERT, Verb.SWAP, Verb.UNDO),
    *(Verb.REOPEN, Verb.EXCHANGE_PEOPLE),
)
BATCH = 20
"""Sessions that are replayed at once."""


def corrections(export_filter: ExportFilter) -> ExportSheet:
    """Return a row for each correction, in the order of play and of the journal; sealed tables are left out."""
    headings = [
        *(_("Date"), capfirst(_("evening")), capfirst(_("session")), _("Game"), _("Table number"), _("Round")),
        *(_("Hand"), _("Who"), _("When"), _("What was changed"), _("Before"), _("After")),
    ]
    return ExportSheet(name=export_filter.file_name(_("Corrections")), headings=headings, rows=_rows(export_filter))


def _rows(export_filter: ExportFilter) -> Iterator[list[Cell]]:
    corrected = Change.objects.filter(verb__in=CORRECTIONS).values("session")
    sessions = export_filter.sessions().listed().not_sealed().filter(pk__in=corrected)
    keys = list(sessions.order_by("started_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        batch = Session.objects.filter(pk__in=keys[start : start + BATCH]).select_related("evening", "round")
        yield from _rows_of(list(batch.order_by("started_at", "pk")))


def _rows_of(batch: list[Session]) -> Iterator[list[Cell]]:
    changes: dict[int, list[Change]] = {}
    for change in Change.objects.filter(session__in=batch, verb__in=CORRECTIONS).order_by("revision"):
        changes.setdefault(change.session_id, []).append(change)
    ledgers = session_ledgers(with_installed_game(batch))
    for session in batch:
        if ledger := ledgers.get(session.pk):
            day = session.evening.date if session.evening else evening_date(session.started_at)
            where: list[Cell] = [
                *(day, session.evening.name if session.evening else None, session.public_id),
                *(game_name(session.game), session.table_number, session.round.number if session.round else None),
            ]
            for line in entries(ledger, changes[session.pk], notation_of_session(session, in_counters=False)):
                moment = date_format(localtime(line.at), "SHORT_DATETIME_FORMAT")
                yield [*where, line.hand_number, line.who, moment, line.what, line.before, line.after]
