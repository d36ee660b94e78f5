"""A table to record at, for the tests of the scoring service."""

import secrets
from collections.abc import Mapping
from typing import Any

import pytest

from games import registry
from games.scoring.rules import AnyRules
from scorekeeper.play import recording
from scorekeeper.play.ledger import SessionLedger, forget_ledgers, session_ledger
from scorekeeper.play.models import Access, Role, Session, Settlement
from scorekeeper.play.recording.hands import plan_amend, plan_void
from scorekeeper.play.recording.start import start_session
from scorekeeper.play.recording.write import Write, WriteResult
from tests.scoring.toy import TOY

FOUR = ("Anne", "Bruno", "Chloé", "David")
FIVE = (*FOUR, "Emil")

GARDE = {"call": "garde", "taker": 0, "bouts": 2, "points": 49}
"""Anne makes a garde by 8: 66 from each of the three others (FFT)."""
PASSED = {"call": "passed"}


def token() -> str:
    return secrets.token_urlsafe(12)


def device() -> str:
    return secrets.token_hex(16)


def start(**changes: Any) -> Session:
    """Start a session of French Tarot by the federation's rules; David deals first."""
    arguments: dict[str, Any] = {
        "device": device(),
        "game": "tarot",
        "rules": "fft",
        "options": {},
        "players": FOUR,
        "stake": None,
        "currency": "€",
        "token": token(),
        **changes,
    }
    arguments.setdefault("first_dealer", len(arguments["players"]) - 1)
    return start_session(**arguments)


class Scorer:
    """A browser that records at a table: it sends each write with the current revision and a new token."""

    def __init__(self, session: Session | None = None, **changes: Any) -> None:
        self.session = session or start(**changes)
        self.access: Access = self.session.accesses.get()

    def record(self, raw: Mapping[str, Any] = GARDE, **changes: Any) -> WriteResult:
        return recording.record(Write(self.session, **self.now(changes)), raw=raw)

    def amend(self, number: int, raw: Mapping[str, Any], **changes: Any) -> WriteResult:
        return recording.amend(Write(self.session, **self.now(changes)), number=number, raw=raw)

    def void(self, number: int, **changes: Any) -> WriteResult:
        return recording.void(Write(self.session, **self.now(changes)), number=number)

    def unvoid(self, number: int, **changes: Any) -> WriteResult:
        return recording.unvoid(Write(self.session, **self.now(changes)), number=number)

    def undo(self, **changes: Any) -> WriteResult:
        return recording.undo(Write(self.session, **self.now(changes)))

    def close(self, **changes: Any) -> Settlement:
        return recording.close(Write(self.session, **self.now(changes)))

    def reopen(self, **changes: Any) -> WriteResult:
        return recording.reopen(Write(self.session, **self.now(changes)))

    def now(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        return {"access": self.access, "revision": self.session.revision, "token": token(), **changes}

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the totals as a new process would read them."""
        return fresh(self.session).totals


def another(scorer: Scorer, label: str) -> Scorer:
    """Somebody else who records at the same table."""
    access = recording.join(scorer.session, device=device(), role=Role.SCORER, label=label)
    other = object.__new__(Scorer)
    other.session, other.access = Session.objects.get(pk=scorer.session.pk), access
    return other


def fresh(session: Session) -> SessionLedger:
    """Return the ledger from the database alone."""
    forget_ledgers()
    return session_ledger(Session.objects.get(pk=session.pk))


def install_toy(monkeypatch: pytest.MonkeyPatch, rules: AnyRules = TOY) -> None:
    """The toy game beside the real ones."""
    real = registry.find_rules

    def find(slug: str) -> AnyRules | None:
        return rules if slug == "toy" else real(slug)

    monkeypatch.setattr(registry, "find_rules", find)


def what_if(scorer: Scorer, number: int, raw: Mapping[str, Any] | None) -> SessionLedger:
    """Return the ledger as if this hand had another outcome, or were voided if `raw` is None."""
    ledger = session_ledger(scorer.session)
    planned = (
        plan_void(scorer.session, ledger, number) if raw is None else plan_amend(scorer.session, ledger, number, raw)
    )
    return planned.ledger
