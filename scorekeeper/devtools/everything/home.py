"""Sessions at home: of any game with the hands of its worked examples, and those with something unusual."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.replay import Ledger
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session, SessionSheet, make_token
from scorekeeper.play.recording.start import start_session
from scorekeeper.reading.models import WrittenTotal
from scorekeeper.welcome.demo.sessions import close, date_back, write

FIVE = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
STAKE = Decimal("0.05")
GARDE = {"call": "garde", "taker": 0, "bouts": 2, "points": 49}


def played(device: str, game: str, rules: str, names: Sequence[str], hands: int, **more: Any) -> Session:
    """Record a session with that many hands of the game's worked examples, dated as if it had been played until now."""
    ledger = _unfinished(game, rules, names, hands)
    session = start_session(
        device=device,
        game=game,
        rules=rules,
        options={},
        players=names,
        first_dealer=ledger.table.first_dealer,
        token=make_token(),
        label=names[0],
        **more,
    )
    naming = Naming(ledger.table.players, by_seat=True)
    for scored in ledger.hands:
        record(session, device, encode_hand(ledger.rules, ledger.table, scored.hand, naming))
    date_back(session)
    return session


def _unfinished(game: str, rules: str, names: Sequence[str], hands: int) -> Ledger:
    """Return a ledger with that many hands in which the game is not over.

    If possible, it skips the first dozen hands of the worked examples, which precede those of ordinary play.
    """
    for begin in range(12, 60, 4):
        ledger = session_of(game, rules, names, hands, begin=begin)
        if len(ledger.hands) == hands and not ledger.rules.over(ledger.table, ledger.state):
            return ledger
    return session_of(game, rules, names, hands)


def record(session: Session, device: str, raw: Any = GARDE) -> None:
    recording.record(write(session, device), raw=raw)


def changed_hands(device: str, names: Sequence[str] = FIVE[:4], **more: Any) -> Session:
    """Start a session in which a hand was amended twice, one was voided and the last one undone."""
    session = played(device, "tarot", "fft", names, 0, stake=STAKE, **more)
    for raw in (GARDE, {"call": "passed"}):
        record(session, device, raw)
    for points in (60, 49):
        recording.amend(write(session, device), number=2, raw={**GARDE, "points": points})
    record(session, device)
    recording.void(write(session, device), number=3)
    record(session, device)
    recording.undo(write(session, device))
    WrittenTotal.objects.create(session=session, hand_number=1, place=0, total=198)
    return session


def photographed(device: str) -> Session:
    """Start a session of which one hand was recorded from a photographed sheet."""
    session = played(device, "tarot", "fft", FIVE[:4], 0)
    record(session, device)
    SessionSheet.objects.create(session=session, code="1.code", done=1, next_hand=2)
    return session


def replaced_player(device: str) -> Session:
    """Return a closed session in which Solène replaced Théo; its first payment is ticked."""
    session = played(device, "tarot", "fft", FIVE[:4], 3, stake=STAKE)
    recording.change_players(write(session, device), leaving=(1,), joining=FIVE[4:])
    for taker, points in ((0, 49), (1, 36)):
        record(session, device, {**GARDE, "taker": taker, "points": points})
    first, *_others = recording.close(write(session, device)).payments.all()
    recording.tick_payment(write(session, device), payment=first.pk, paid=True)
    return session


def closed(device: str, game: str, rules: str, names: Sequence[str], hands: int, **more: Any) -> Session:
    session = played(device, game, rules, names, hands, **more)
    close(session, device)
    return session


def night(device: str, *, watching: str) -> Session:
    """Return the second of two closed sessions that are settled together, with another device `watching` both."""
    sessions = [
        closed(device, "skat", "isko", FIVE[:3], 3, stake=Decimal("0.01"), planned_hands=36),
        closed(device, "belote", "classic", FIVE[:4], 3, stake=STAKE, kitty=Decimal(1)),
    ]
    for session in sessions:
        recording.join(session, device=watching, role=Role.WATCHER)
        Session.objects.filter(pk=session.pk).update(started_at=sessions[0].started_at)
    recording.settle_together(write(sessions[1], device))
    return sessions[1]


def deleted(device: str) -> Session:
    """Return a session that was deleted and can still be restored."""
    session = played(device, "tarot", "fft", FIVE[:3], 3)
    recording.delete(write(session, device))
    return session
