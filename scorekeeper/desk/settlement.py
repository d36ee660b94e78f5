"""Settling an evening: the result across its tables, frozen until it is withdrawn.

A table is included if it is closed and its stake is in the evening's currency. Every other table is listed with the
reason why not, and keeps its points.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import registry
from games.scoring.settlement import EXACT_UP_TO
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import display_name, name_order
from scorekeeper.desk.audit_notes import THROUGH_BOX, EveningAction, note
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, EveningSettlement, RoundSeat
from scorekeeper.play import payments
from scorekeeper.play.errors import ConflictError, NotThereError, TablesOpenError
from scorekeeper.play.evening_tables import TABLES_IN_ORDER
from scorekeeper.play.ledger import Progress
from scorekeeper.play.models import Payment, Seat, Session, Settlement
from scorekeeper.play.money import CENT, AccountPayment, MoneySettlement, box_payments, settle_money
from scorekeeper.play.totals import DifferenceGain, SessionTotals, difference_gains
from scorekeeper.web.dates import evening_date

NO_STAKE = _("no stake was agreed")
GAME_GONE = _("its game is no longer installed")
OTHER_CURRENCY = _("its stake is in another currency")
NOT_INCLUDED = _("the settlement does not include it")


@dataclass(frozen=True, kw_only=True)
class SettlementTable:
    """A session as the evening settles it: the money each person gained, or the reason why there is none.

    `come_to` is None if the game of a table that is still open is no longer installed. Of an open table, `hands` says
    how many were played, and `progress` how far it is in its round.
    """

    session: Session
    people: Sequence[Seat]
    come_to: SessionTotals | None
    why_not: str | Promise = ""
    hands: int = 0
    progress: Progress | None = None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.people]

    @property
    def ended(self) -> datetime | None:
        """When the table closed, if that night: a sheet typed in the next morning was not played until then."""
        closed = self.session.closed_at
        return closed if closed and evening_date(closed) == evening_date(self.session.started_at) else None

    @property
    def totals(self) -> Sequence[int]:
        """The totals; while the table is open, what its hands sum to, as the players see it."""
        if self.come_to is None:
            return [0] * len(self.people)
        return self.come_to.counted if self.session.closed_at is None else self.come_to.totals

    @property
    def adds_up(self) -> Sequence[int]:
        """What is added up over the tables of the evening: the totals, or the differences if the lowest total wins."""
        lowest_wins = registry.lowest_wins(self.session.game, self.session.rules)
        return self.come_to.gains if lowest_wins and self.come_to else self.totals

    @property
    def money(self) -> Sequence[Decimal] | None:
        return None if self.why_not or self.come_to is None else self.come_to.worth

    @property
    def differences(self) -> list[DifferenceGain]:
        """How the money was worked out, if it is paid by difference; empty otherwise."""
        if self.come_to is None or self.money is None or self.come_to.transfers is not None:
            return []
        if len(self.session.stretches.all()) > 1:  # each was paid for itself
            return []
        return difference_gains(self.names, self.come_to, self.money)


@dataclass(frozen=True, kw_only=True)
class Balance:
    """One person's result of the evening: `played` is the sum of the tables, `amount` is what they receive or pay.

    The `fee` goes into the kitty; it is None in settlements that were frozen without it.
    """

    player: int
    name: str
    played: Decimal
    fee: Decimal | None = None
    amount: Decimal
    tables: Mapping[int, Decimal]


@dataclass(frozen=True, kw_only=True)
class SettlementOverview:
    """The settlement of an evening, frozen or still in preview; `rows` are its payments, with their ticks."""

    balances: Sequence[Balance]
    rows: Sequence[Payment] = ()
    through_box: bool = False
    kitty: Decimal
    currency: str
    sessions: Sequence[int]
    settled_at: datetime | None = None
    key: int | None = None

    @cached_property
    def names(self) -> dict[int, str]:
        return {balance.player: balance.name for balance in self.balances}

    @property
    def is_nearly_fewest(self) -> bool:
        """Whether too many people pay or receive to find the fewest payments."""
        return sum(1 for balance in self.balances if balance.amount) + bool(self.kitty) > EXACT_UP_TO

    def name(self, player: int | None) -> str | None:
        """Return a player's name at the time; None is the kitty or the cash box."""
        return None if player is None else self.names[player]

    @cached_property
    def rows_by_name(self) -> list[Payment]:
        """The payments by the debtor's name, each debtor's largest first."""
        return sorted(
            self.rows,
            key=lambda row: (name_order(self.name(row.debtor_id) or ""), row.debtor_id or 0, -(row.money or 0)),
        )

    @cached_property
    def digest(self) -> str:
        """A short hash that changes when any part of the settlement does."""
        payments = [[row.debtor_id, row.creditor_id, decimal_text(row.money or Decimal(0))] for row in self.rows]
        text = json.dumps([self.frozen(), payments, decimal_text(self.kitty), self.currency], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:24]

    def frozen(self) -> dict[str, Any]:
        """Return the JSON columns of `EveningSettlement`, and whether it is through the cash box."""
        return {
            "through_box": self.through_box,
            "sessions": list(self.sessions),
            "balances": [
                {
                    "player": balance.player,
                    "name": balance.name,
                    "played": decimal_text(balance.played),
                    **({} if balance.fee is None else {"fee": decimal_text(balance.fee)}),
                    "amount": decimal_text(balance.amount),
                    "tables": {str(session): decimal_text(money) for session, money in balance.tables.items()},
                }
                for balance in self.balances
            ],
        }


def decimal_text(money: Decimal) -> str:
    """Return money as decimal text with at least two decimal places.

    >>> decimal_text(Decimal("-3.3000")), decimal_text(Decimal("0.0125"))
    ('-3.30', '0.0125')
    """
    short = money.normalize()
    return f"{short if short.as_tuple().exponent < -2 else money.quantize(CENT):f}"  # type: ignore[operator]


def frozen_overview(frozen: EveningSettlement) -> SettlementOverview:
    """Return a stored settlement as it was frozen."""
    rows = list(frozen.payments.all())
    return SettlementOverview(
        balances=[
            Balance(
                player=balance["player"],
                name=balance["name"],
                played=Decimal(balance["played"]),
                fee=Decimal(balance["fee"]) if "fee" in balance else None,
                amount=Decimal(balance["amount"]),
                tables={int(session): Decimal(money) for session, money in balance.get("tables", {}).items()},
            )
            for balance in frozen.balances
        ],
        rows=rows,
        through_box=frozen.through_box,
        kitty=frozen.kitty,
        currency=frozen.currency,
        sessions=frozen.sessions,
        settled_at=frozen.settled_at,
        key=frozen.pk,
    )


# Preview


def tables_of(evening: Evening, sessions: Iterable[Session]) -> list[SettlementTable]:
    """Return the closed tables of an evening, from their frozen settlements; the sessions' seats should be prefetched.

    In a settled evening, a table that its settlement doesn't include has no money.
    """
    closed = [session for session in sessions if session.closed_at is not None]
    frozen = {
        settlement.session_id: settlement
        for settlement in Settlement.objects.filter(session__in=closed, withdrawn_at=None)
    }
    settled = standing(evening) if evening.settled_at is not None else None
    tables = [table_of(evening, session, SessionTotals.from_settlement(frozen[session.pk])) for session in closed]
    if settled is None:
        return tables
    return [
        table if table.session.pk in settled.sessions else replace(table, why_not=table.why_not or NOT_INCLUDED)
        for table in tables
    ]


def table_of(evening: Evening, session: Session, come_to: SessionTotals) -> SettlementTable:
    """Return a table with what it has come to; without a stake in the evening's currency, its money doesn't count."""
    why_not: str | Promise = ""
    if come_to.stake is None:
        why_not = NO_STAKE
    elif come_to.currency != evening.currency:
        why_not = OTHER_CURRENCY
    return SettlementTable(session=session, people=session.people, come_to=come_to, why_not=why_not)


def was_through_box(evening: Evening) -> bool:
    """Return whether this evening, or else the club's last one, was settled through the cash box."""
    last = evening.settlements.order_by("-pk").first() or (
        EveningSettlement.objects.filter(evening__club=evening.club_id).order_by("-settled_at", "-pk").first()
    )
    return last is not None and last.through_box


def preview_settlement(
    evening: Evening, tables: Sequence[SettlementTable], *, through_box: bool = False
) -> SettlementOverview:
    """Return what the evening would be settled at; `tables` must be all closed tables."""
    people = _people(evening, tables)
    shares: dict[int, dict[int, Decimal]] = {player: {} for player in people}
    for table in tables:
        for seat, money in zip(table.people, table.money or (), strict=False):
            shares[seat.player_id][table.session.pk] = money
    played = {player: sum(of_tables.values(), Decimal(0)) for player, of_tables in shares.items()}
    accounts: MoneySettlement = settle_money(played, kitty=evening.kitty, rounding=evening.rounding)
    balances = [
        Balance(
            player=key,
            name=name,
            played=played[key],
            fee=evening.kitty or Decimal(0),
            amount=accounts.amounts[key],
            tables=shares[key],
        )
        for key, name in people.items()
    ]
    rows = _rows(evening, accounts, through_box=through_box)
    return SettlementOverview(
        balances=sorted(balances, key=lambda balance: (-balance.played, name_order(balance.name), balance.player)),
        rows=rows,
        through_box=through_box,
        kitty=accounts.kitty,
        currency=evening.currency,
        sessions=[table.session.pk for table in tables if table.money is not None],
    )


def _rows(evening: Evening, accounts: MoneySettlement, *, through_box: bool) -> list[Payment]:
    """Return the payments, not stored yet, with what was ticked before the last settlement was withdrawn.

    What somebody paid into the cash box or got from it stays paid, and only the difference is owed. From person to
    person, a payment keeps its tick if it is still the same. Nothing stays paid if the way of settling has changed.
    """
    last = evening.settlements.order_by("-pk").first()
    same_way = last is not None and last.through_box == through_box
    ticked = list(last.payments.exclude(ticked_at=None)) if last and same_way else []
    if not through_box:
        rows = [_row(payment, evening.currency) for payment in accounts.payments]
        payments.keep_ticks(rows, ticked)
        return rows
    left = dict(accounts.amounts)
    kept = [row for row in ticked if person_of(row) in left and row.currency == evening.currency]
    for row in kept:
        row.pk = None
        money = row.money or Decimal(0)
        left[person_of(row)] += money if row.debtor_id else -money
    return [*kept, *(_row(payment, evening.currency) for payment in box_payments(left))]


def _row(payment: AccountPayment, currency: str) -> Payment:
    return Payment(debtor_id=payment.debtor, creditor_id=payment.creditor, money=payment.amount, currency=currency)


def person_of(row: Payment) -> int | None:
    """Return who pays into the cash box or gets something from it, by primary key."""
    return row.debtor_id or row.creditor_id


def _people(evening: Evening, tables: Sequence[SettlementTable]) -> dict[int, str]:
    """Return everyone who was present or had a seat, at a phone or on paper, by key, with their display names."""
    people = set(evening.presences.values_list("player_id", flat=True))
    published = evening.rounds.exclude(published_at=None)
    people |= set(RoundSeat.objects.filter(round__in=published).values_list("player_id", flat=True))
    people |= {seat.player_id for table in tables for seat in table.people}
    return {player.pk: display_name(player) for player in Player.objects.filter(pk__in=people).order_by("pk")}


def latest(evening: Evening) -> SettlementOverview:
    """Return the settlement in force, or else what the evening would be settled at, in the same way as last time."""
    frozen = standing(evening)
    if frozen:
        return frozen_overview(frozen)
    return preview_settlement(evening, tables_of(evening, sessions_of(evening)), through_box=was_through_box(evening))


def sessions_of(evening: Evening) -> list[Session]:
    """Return the sessions of an evening with their seats, by round and table number; empty ones are left out."""
    sessions = evening.sessions.listed().with_seats().select_related("round")
    return list(sessions.order_by(*TABLES_IN_ORDER))


def standing(evening: Evening) -> EveningSettlement | None:
    """Return the settlement in force, or None."""
    return evening.settlements.filter(withdrawn_at=None).first()


# Writes


@transaction.atomic(durable=True)
def settle(evening: Evening, *, digest: str, through_box: bool = False, by: str = "") -> SettlementOverview:
    """Freeze the settlement with this digest; settling again with the same result changes nothing.

    Raises `TablesOpenError` while tables are open, `ConflictError` if the result is no longer what was seen, and
    `EveningSettledError` if the evening is settled at something else.
    """
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    if locked.settled_at is not None:
        existing = standing(locked)
        if existing is not None and frozen_overview(existing).digest == digest:
            return frozen_overview(existing)
        raise EveningSettledError(locked)
    sessions = sessions_of(locked)
    still_open = [session for session in sessions if session.closed_at is None]
    if still_open:
        raise TablesOpenError(still_open)
    overview = preview_settlement(locked, tables_of(locked, sessions), through_box=through_box)
    if overview.digest != digest:
        raise ConflictError
    locked.settled_at = timezone.now()
    locked.save(update_fields=["settled_at"])
    row = locked.settlements.create(
        kitty=overview.kitty,
        currency=overview.currency,
        settled_at=locked.settled_at,
        **overview.frozen(),
    )
    for payment in overview.rows:
        payment.evening_settlement = row
    payments.store(overview.rows)
    note(locked, by, EveningAction.SETTLE, *([THROUGH_BOX] if through_box else []))
    return frozen_overview(row)


@transaction.atomic(durable=True)
def withdraw(evening: Evening, *, settlement: int, by: str = "") -> None:
    """Open the evening again; the settlement is kept as withdrawn. A second call changes nothing."""
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    now = timezone.now()
    if locked.settlements.filter(pk=settlement, withdrawn_at=None).update(withdrawn_at=now):
        locked.settled_at = None
        locked.save(update_fields=["settled_at"])
        note(locked, by, EveningAction.WITHDRAW)


def lost_ticks(before: EveningSettlement, now: SettlementOverview) -> list[Payment]:
    """Return the payments that were ticked in the settlement before and don't stay paid."""
    return payments.lost_ticks(before.payments.all(), now.rows if before.through_box == now.through_box else ())


@transaction.atomic(durable=True)
def tick_payment(evening: Evening, *, payment: int, paid: bool, by: str = "") -> None:
    """Tick a payment of the settlement in force as paid, or remove its tick. Writes nothing if it is as wanted.

    Through the cash box, everything that the same person pays and gets is ticked with it.

    Raise `NotThereError` if the payment with this primary key is not one of that settlement.
    """
    locked = Evening.objects.select_for_update().get(pk=evening.pk)
    frozen = standing(locked)
    row = frozen.payments.filter(pk=payment).first() if frozen else None
    if frozen is None or row is None:
        raise NotThereError("the payment is not one of the settlement in force")
    of_person = Q(debtor=person_of(row)) | Q(creditor=person_of(row))
    action = EveningAction.TICK if paid else EveningAction.UNTICK
    for ticked in frozen.payments.filter(of_person if frozen.through_box else Q(pk=payment), ticked_at__isnull=paid):
        payments.tick(ticked, paid=paid, at=timezone.now(), by=by)
        note(locked, by, action, *payment_words(ticked, frozen))


def payment_words(row: Payment, frozen: EveningSettlement) -> list[str]:
    """Return a payment of a settlement as `payment_in_words` takes it, by the names of that time."""
    overview = frozen_overview(frozen)
    debtor, creditor = overview.name(row.debtor_id) or "", overview.name(row.creditor_id) or ""
    box = [THROUGH_BOX] if frozen.through_box else []
    return [debtor, creditor, decimal_text(row.money or Decimal(0)), frozen.currency, *box]
