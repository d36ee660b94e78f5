"""Session documents: a session as it is exported, imported elsewhere, and read by the `score` command."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from games.scoring import documents
from games.scoring.document_details import NO_DETAILS, DocumentDetails
from games.scoring.replay import Ledger
from games.scoring.text import Translator
from scorekeeper.clubs.names import folded
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session
from scorekeeper.web.dates import evening_date, this_evening


def session_document(session: Session, ledger: SessionLedger) -> dict[str, Any]:
    """Return the document of a session, in which no hand may be refused.

    It is of version 1, which has no date, if the session is this evening's and has a single stretch and neither title
    nor stake. A document without a date counts as played when it is imported.
    """
    details = _details(session)
    is_plain = len(ledger.stretches) == 1 and details == DocumentDetails(date=this_evening())
    return documents.session_document(*_ledgers(ledger), details=NO_DETAILS if is_plain else details)


def api_document(session: Session, ledger: SessionLedger) -> dict[str, Any]:
    """Return the document of a session for the API, which is of version 1 for every session of a single stretch."""
    return documents.session_document(*_ledgers(ledger), details=_api_details(session, ledger))


def api_ledger(session: Session, ledger: SessionLedger, translator: Translator) -> dict[str, Any]:
    """Return the ledger of a session with every line, as the `score` command prints it for `api_document`."""
    details = _api_details(session, ledger)
    return documents.ledger_document(*_ledgers(ledger), details=details, translator=translator)


def _api_details(session: Session, ledger: SessionLedger) -> DocumentDetails:
    return NO_DETAILS if len(ledger.stretches) == 1 else _details(session)


def _details(session: Session) -> DocumentDetails:
    return DocumentDetails(
        date=evening_date(session.started_at),
        title=session.title,
        stake=session.stake,
        currency="" if session.stake is None else session.currency,
        kitty=session.kitty,
    )


def _ledgers(ledger: SessionLedger) -> list[Ledger]:
    """Return the pure ledger of each stretch; two people of one name, in different stretches, are told apart."""
    names: Counter[str] = Counter()
    told_apart = []
    for person in ledger.people:
        names[folded(person.name)] += 1
        number = names[folded(person.name)]
        told_apart.append(person.name if number == 1 else f"{person.name} ({number})")
    return [
        replace(stretch.ledger, table=replace(stretch.table, players=tuple(told_apart[at] for at in stretch.people)))
        for stretch in ledger.stretches
    ]
