"""The sessions of a club as documents, one a line, as `manage.py score --lines` reads them.

They are replayed a few at a time, so that a file begins at once and takes no more room for a thousand than for ten.
What cannot be replayed is named in a line of its own, at its place: that is no session document, and `score` says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.scoring.documents import session_document
from scorekeeper.exchange.wanted import Wanted
from scorekeeper.play import ledgers
from scorekeeper.play.models import Session
from scorekeeper.play.words import in_words

CONTENT_TYPE = "application/x-ndjson"
BATCH = 20
LEFT_OUT = "scorekeeper.left_out"
"""The format of a line that says which session is missing, and why."""


def name(wanted: Wanted) -> str:
    return f"{wanted.stem}-{_('Sessions')}"


def lines(wanted: Wanted) -> Iterator[bytes]:
    """The document of each session in the order in which they were begun."""
    keys = list(Session.objects.filter(wanted.sessions()).order_by("started_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        batch = Session.objects.filter(pk__in=keys[start : start + BATCH]).order_by("started_at", "pk")
        yield "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in _documents(list(batch))).encode()


def _documents(batch: list[Session]) -> Iterator[dict[str, Any]]:
    there = ledgers.installed(batch)
    found = ledgers.of_all(there)
    for session in batch:
        ledger = found.get(session.pk)
        if ledger is None:
            yield _left_out(session, str(_("The game of this session is no longer there.")))
        elif ledger.refusal:
            why = in_words(ledger.refusal.error.message, ledger.table.players)
            yield _left_out(session, why, hand=ledger.refusal.number)
        else:
            yield session_document(ledger.ledger)


def _left_out(session: Session, why: str, **more: int) -> dict[str, Any]:
    return {"format": LEFT_OUT, "session": session.public_id, "game": session.game, **more, "reason": why}
