"""Settling an evening: what it comes to across its tables, frozen until it is withdrawn.

A table is settled with the evening in money when it is closed, a stake was agreed in the evening's currency, and its
game is settled by payments. Every other table is listed with the reason, and its points stand where they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Evening, Player
from scorekeeper.clubs.names import called
from scorekeeper.play.evening_notes import Did, note
from scorekeeper.play.models import EveningSettlement, Seat, Session, Settlement
from scorekeeper.play.reckoning import CENT, Payment, Reckoned, came_to, gained, reckon
from scorekeeper.play.refusals import Conflict, EveningSettled, TablesOpen

NO_STAKE = _("no stake was agreed")
NO_PAYMENTS = _("its points are not settled by payments")
GAME_GONE = _("its game is no longer there")
OTHER_CURRENCY = _("its stake is in another currency")


@dataclass(frozen=True, kw_only=True)
class TableOfEvening:
    """A session as the evening settles it: what each seat gained in money, or why there is none."""

    session: Session
    seats: Sequence[Seat]
    totals: Sequence[int]
    money: Sequence[Decimal] | None
    why_not: str | Promise = ""

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What the evening comes to for one person: played at which table, and to get or to pay in the end."""

    player: int
    name: str
    played: Decimal
    amount: Decimal
    tables: Mapping[int, Decimal]


@dataclass(frozen=True, kw_only=True)
class Settling:
    """What an evening is, or would be, settled at; the names of whoever pays are those of the balances."""

    balances: Sequence[Balance]
    payments: Sequence[Payment]
    kitty: Decimal
    currency: str
    sessions: Sequence[int]
    settled_at: datetime | None = None
    key: int | None = None

    @cached_property
    def names(self) -> dict[int, str]:
        return {balance.player: balance.name for balance in self.balances}

    @cached_property
    def payments_by_name(self) -> list[Payment]:
        """Whoever has several to make finds them one below the other, the largest first."""
        return sorted(self.payments, key=lambda one: (self.names[one.debtor].casefold(), one.debtor, -one.amount))

    @cached_property
    def seen(self) -> str:
        """A few letters that are others as soon as anything of this is."""
        said = json.dumps([self.frozen(), decimal_text(self.kitty), self.currency], sort_keys=True)
        return sha256(said.encode()).hexdigest()[:24]

    def frozen(self) -> dict[str, Any]:
        """The columns of `EveningSettlement`."""
        return {
            "sessions": list(self.sessions),
            "balances": [
                {
                    "player": one.player,
                    "name": one.name,
                    "played": decimal_text(one.played),
                    "amount": decimal_text(one.amount),
                    "tables": {str(session): decimal_text(money) for session, money in one.tables.items()},
                }
                for one in self.balances
            ],
            "transfers": [
                {"debtor": one.debtor, "creditor": one.creditor, "amount": decimal_text(one.amount)}
                for one in self.payments
            ],
        }


def decimal_text(money: Decimal) -> str:
    """Money as decimal text, to the cent at least.

    >>> decimal_text(Decimal("-3.3000")), decimal_text(Decimal("0.0125"))
    ('-3.30', '0.0125')
    """
    short = money.normalize()
    return f"{short if short.as_tuple().exponent < -2 else money.quantize(CENT):f}"  # type: ignore[operator]


def of_frozen(found: EveningSettlement) -> Settling:
    """What was settled, as it was then."""
    return Settling(
        balances=[
            Balance(
                player=one["player"],
                name=one["name"],
                played=Decimal(one["played"]),
                amount=Decimal(one["amount"]),
                tables={int(session): Decimal(money) for session, money in one.get("tables", {}).items()},
            )
            for one in found.balances
        ],
        payments=[
            Payment(debtor=one["debtor"], creditor=one["creditor"], amount=Decimal(one["amount"]))
            for one in found.transfers
        ],
        kitty=found.kitty,
        currency=found.currency,
        sessions=found.sessions,
        settled_at=found.settled_at,
        key=found.pk,
    )


# Before it is settled


def tables_of(evening: Evening, sessions: Iterable[Session]) -> list[TableOfEvening]:
    """The closed ones of an evening's sessions, which must come with their seats, from what they were settled at."""
    closed = [session for session in sessions if session.closed_at is not None]
    frozen = {one.session_id: one for one in Settlement.objects.filter(session__in=closed, withdrawn_at=None)}
    return [_closed_table(evening, session, frozen[session.pk]) for session in closed]


def _closed_table(evening: Evening, session: Session, frozen: Settlement) -> TableOfEvening:
    seats = list(session.seats.all())
    counters = None if frozen.transfers is None else gained(len(seats), frozen.transfers)
    money, why_not = in_money(evening, counters, frozen.stake, frozen.currency)
    totals = came_to(frozen.totals, frozen.transfers)
    return TableOfEvening(session=session, seats=seats, totals=totals, money=money, why_not=why_not)


def in_money(
    evening: Evening, counters: Sequence[int] | None, stake: Decimal | None, currency: str
) -> tuple[Sequence[Decimal] | None, str | Promise]:
    """What each seat gains in money by what it gains in counters, or the reason why nothing is paid."""
    if counters is None:
        return None, NO_PAYMENTS
    if stake is None:
        return None, NO_STAKE
    if currency != evening.currency:
        return None, OTHER_CURRENCY
    return [gain * stake for gain in counters], ""


def foreseen(evening: Evening, tables: Sequence[TableOfEvening]) -> Settling:
    """What the evening would be settled at with these tables, which are all that are closed."""
    people = _people(evening, tables)
    shares: dict[int, dict[int, Decimal]] = {player: {} for player in people}
    for table in tables:
        for seat, money in zip(table.seats, table.money or (), strict=False):
            shares[seat.player_id][table.session.pk] = money
    played = {player: sum(of_tables.values(), Decimal(0)) for player, of_tables in shares.items()}
    done: Reckoned = reckon(played, kitty=evening.kitty, rounding=evening.rounding)
    balances = [
        Balance(player=key, name=name, played=played[key], amount=done.amounts[key], tables=shares[key])
        for key, name in people.items()
    ]
    return Settling(
        balances=sorted(balances, key=lambda one: (-one.played, one.name.casefold(), one.player)),
        payments=done.payments,
        kitty=done.kitty,
        currency=evening.currency,
        sessions=[table.session.pk for table in tables if table.money is not None],
    )


def _people(evening: Evening, tables: Sequence[TableOfEvening]) -> dict[int, str]:
    """Whoever was there, by what they are called; who sat at a table was."""
    there = set(evening.presences.values_list("player_id", flat=True))
    there |= {seat.player_id for table in tables for seat in table.seats}
    return {player.pk: called(player) for player in Player.objects.filter(pk__in=there).order_by("pk")}


def sessions_of(evening: Evening) -> list[Session]:
    """The sessions of an evening with their seats, in the order in which they were started."""
    return list(evening.sessions.prefetch_related("seats").order_by("started_at", "pk"))


def standing(evening: Evening) -> EveningSettlement | None:
    """What the evening was settled at, while it is settled."""
    return evening.settlements.filter(withdrawn_at=None).first()


# The writes


@transaction.atomic(durable=True)
def settle(evening: Evening, *, seen: str, by: str = "") -> Settling:
    """Freeze what the evening comes to, as it was `seen`; one that is settled at just that already stays settled.

    Raises `TablesOpen` while tables are, and `Conflict` where it comes to something else than what was seen.
    """
    held = Evening.objects.select_for_update().get(pk=evening.pk)
    if held.settled_at is not None:
        there = standing(held)
        if there is not None and of_frozen(there).seen == seen:
            return of_frozen(there)
        raise EveningSettled
    sessions = sessions_of(held)
    still_open = [session for session in sessions if session.closed_at is None]
    if still_open:
        raise TablesOpen(still_open)
    found = foreseen(held, tables_of(held, sessions))
    if found.seen != seen:
        raise Conflict
    held.settled_at = timezone.now()
    held.save(update_fields=["settled_at"])
    row = EveningSettlement.objects.create(
        evening=held, kitty=found.kitty, currency=found.currency, settled_at=held.settled_at, **found.frozen()
    )
    note(held, by, Did.SETTLE)
    return of_frozen(row)


@transaction.atomic(durable=True)
def withdraw(evening: Evening, *, settlement: int, by: str = "") -> None:
    """Open the evening again; what it was settled at is kept, as withdrawn. Done before, it is not done again."""
    held = Evening.objects.select_for_update().get(pk=evening.pk)
    now = timezone.now()
    if held.settlements.filter(pk=settlement, withdrawn_at=None).update(withdrawn_at=now):
        held.settled_at = None
        held.save(update_fields=["settled_at"])
        note(held, by, Did.WITHDRAW)
