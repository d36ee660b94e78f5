"""Settling the sessions of a night at home together, or separately again, and ticking what was paid for the night.

Each is a change of the session on whose page it was made. It is written only while the night is as it was read, because
another phone may write through another of its sessions.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Night, Payment, Session, Verb
from scorekeeper.play.nights import NightSettlement, joinable
from scorekeeper.play.payments import BEYOND_PAYING
from scorekeeper.play.recording.write import PlannedChange, Write, WriteResult


def settle_together(write: Write) -> None:
    """Settle the session together with all that `joinable` returns; write nothing if it is already.

    What was ticked as paid for one of them is paid for the night. Raise `NotThereError` if there are none.
    """
    session, device = write.session, write.access.device

    def plan(ledger: SessionLedger) -> PlannedChange | None:
        if session.night_id is not None:
            return None
        sessions = [session, *joinable(session, device)]
        if len(sessions) == 1:
            raise NotThereError("no other session of that night can be settled with it")

        def insert(_at: datetime) -> None:
            joined = Session.objects.filter(pk__in=[one.pk for one in sessions])
            now = dict(joined.select_for_update().order_by("pk").values_list("pk", "night"))
            if now != {one.pk: one.night_id for one in sessions}:
                raise ConflictError
            night = next((one.night for one in sessions if one.night), None) or Night.objects.create()
            ticked = Payment.objects.filter(settlement__session__in=now, settlement__withdrawn_at=None)
            ticked.exclude(ticked_at=None).update(settlement=None, night=night, amount=None)
            joined.update(night=night)

        return _planned(Verb.TOGETHER, ledger, insert)

    write.commit(plan, Verb.TOGETHER)


def settle_apart(write: Write) -> None:
    """Settle all sessions of the night separately again; write nothing if they are.

    Raise `ConflictError` if a payment of the night was ticked: its tick must be removed first.
    """
    session = write.session

    def plan(ledger: SessionLedger) -> PlannedChange | None:
        if session.night is None:
            return None
        night = session.night

        def insert(_at: datetime) -> None:
            _lock(night, ())
            night.delete()

        return _planned(Verb.APART, ledger, insert)

    write.commit(plan, Verb.APART)


def tick_payment_of_night(write: Write, *, key: str, paid: bool) -> WriteResult:
    """Tick the payment with this key as paid, or remove its tick; write nothing if it is as wanted.

    Raise `NotThereError` if it is not one of the night's, as while one of its sessions is played again.
    """
    session, by = write.session, write.access.label

    def plan(ledger: SessionLedger) -> PlannedChange | None:
        settled = NightSettlement.of(session.night) if session.night else None
        payment = settled.payments.get(key) if settled else None
        if settled is None or payment is None or (payment.money or 0) >= BEYOND_PAYING:
            raise NotThereError("the payment is not one of the night")
        if (payment.ticked_at is not None) is paid:
            return None

        def insert(at: datetime) -> None:
            _lock(settled.night, settled.ticked)
            if not paid:
                payment.delete()
                return
            payment.ticked_at, payment.ticked_by = at, by
            payment.save()

        told = {
            "debtor": settled.name(payment.debtor_id),
            "creditor": settled.name(payment.creditor_id),
            "amount": None,
            "money": str(payment.money),
            "currency": payment.currency,
        }
        verb = Verb.TICK if paid else Verb.UNTICK
        return _planned(verb, ledger, insert, before=None if paid else told, after=told if paid else None)

    return write.commit(plan, Verb.TICK if paid else Verb.UNTICK)


def _lock(night: Night, ticked: Sequence[Payment]) -> None:
    """Lock the night; raise `ConflictError` if it is gone or other payments are ticked than these."""
    locked = Night.objects.select_for_update().filter(pk=night.pk).first()
    if locked is None or list(locked.payments.all()) != list(ticked):
        raise ConflictError


def _planned(verb: Verb, ledger: SessionLedger, insert: Any, **told: Any) -> PlannedChange:
    return PlannedChange(verb=verb, ledger=ledger.revised(ledger.revision + 1), insert=insert, **told)
