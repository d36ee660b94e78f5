"""Tables in a database of their own: run in another process, with `DATABASE_URL`, by a test that uses another one.

Both functions print JSON.
"""

from __future__ import annotations

import json

from django.core.management import call_command

from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services
from tests.play.tables import Scorer, device, fresh


def make(count: int) -> None:
    """Start tables in an empty database; print the public ID of each, and the devices that write there and watch."""
    call_command("migrate", verbosity=0)
    tables = []
    for _table in range(count):
        scorer, other, watcher = Scorer(), device(), device()
        services.join(scorer.session, device=other, role=Role.SCORER)
        services.join(scorer.session, device=watcher, role=Role.WATCHER)
        tables.append((scorer.session.public_id, (scorer.access.device, other), watcher))
    print(json.dumps(tables))  # noqa: T201 - the answer


def read() -> None:
    """Print the notes of all hands, the totals and the revisions of each table, as the database alone has them."""
    tables = {}
    for session in Session.objects.all():
        ledger = fresh(session)
        assert ledger.refusal is None
        assert [hand.number for hand in ledger.hands] == list(range(1, len(ledger.hands) + 1))
        revisions = list(session.changes.values_list("revision", flat=True))
        tables[session.public_id] = ([hand.raw["note"] for hand in ledger.hands], ledger.totals, revisions)
    print(json.dumps(tables))  # noqa: T201 - the answer
