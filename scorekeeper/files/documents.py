"""The session documents of a club, one a line, as `manage.py score --lines` reads them.

They are replayed in batches, so that a download starts at once and needs no more memory for a thousand than for ten. A
session that can't be replayed gets a line with its name and the reason; `score` reports that it is not a session
document.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.files.spreadsheets.export_filter import ExportFilter
from scorekeeper.play.documents import session_document
from scorekeeper.play.formatting import in_words
from scorekeeper.play.ledger import session_ledgers, with_installed_game
from scorekeeper.play.models import Session

CONTENT_TYPE = "application/x-ndjson"
BATCH = 20
LEFT_OUT = "scorekeeper.left_out"
"""The format of a line that names a missing session and the reason."""


def lines(export_filter: ExportFilter) -> Iterator[bytes]:
    """Yield the documents of the sessions in batches, in the order in which they were started."""
    sessions = export_filter.sessions().listed().order_by("started_at", "pk")
    keys = list(sessions.values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        batch = Session.objects.filter(pk__in=keys[start : start + BATCH]).order_by("started_at", "pk")
        yield "".join(f"{json.dumps(document, ensure_ascii=False)}\n" for document in _documents(list(batch))).encode()


def _documents(batch: list[Session]) -> Iterator[dict[str, Any]]:
    installed = with_installed_game(batch)
    loaded = session_ledgers(installed)
    for session in batch:
        ledger = loaded.get(session.pk)
        if ledger is None:
            yield _left_out(session, str(_("The game of this session is no longer installed.")))
        elif ledger.refusal:
            reason = in_words(ledger.refusal.error.message, ledger.table.players)
            yield _left_out(session, reason, hand=ledger.refusal.number)
        else:
            yield session_document(session, ledger)


def _left_out(session: Session, reason: str, **more: int) -> dict[str, Any]:
    return {"format": LEFT_OUT, "session": session.public_id, "game": session.game, **more, "reason": reason}
