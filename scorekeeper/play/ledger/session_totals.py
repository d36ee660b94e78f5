"""What a session has come to: the one place from which every page, file and sheet takes its totals and its money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from games.scoring.settlement import by_difference
from games.scoring.types import Amounts
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.money import CENT, MoneySettlement, gained, settle_money
from scorekeeper.play.models import Session, Settlement

Pair = tuple[int, int]
"""Debtor and creditor, by seat."""


@dataclass(frozen=True, kw_only=True)
class SeatPayment:
    """A payment from one seat to another, in counters and, if there is a stake, in money.

    `amount` is None if it is paid in money only: for totals by difference, or for a stake in fractions of a cent.
    """

    debtor: int
    creditor: int
    amount: int | None
    money: Decimal | None
    currency: str

    @property
    def pair(self) -> Pair:
        return self.debtor, self.creditor

    def document(self) -> dict[str, object]:
        """Return the payment as the journal stores it."""
        money = None if self.money is None else str(self.money)
        return {
            "debtor": self.debtor,
            "creditor": self.creditor,
            "amount": self.amount,
            "money": money,
            "currency": self.currency,
        }


@dataclass(frozen=True, kw_only=True)
class SessionTotals:
    """The totals of a session and what is paid for them, by seat; those of several stretches, by person.

    * `counted` are the sums of the hands.
    * `totals` are the result. It moves more than the hands if something was left over and shared out, such as a pool in
      Boston: only counted totals and pool together sum to zero.
    * `gains` are the counters that the stake is paid for; they sum to zero. They are the totals or, if no payments
      settle these, their differences.
    * `transfers` are the payments in counters, or None if the totals are paid by difference.
    """

    counted: Amounts
    totals: Amounts
    gains: Amounts
    transfers: Sequence[Mapping[str, int]] | None
    stake: Decimal | None
    currency: str

    @classmethod
    def of(
        cls,
        counted: Sequence[int],
        transfers: Sequence[Mapping[str, int]] | None,
        stake: Decimal | None,
        currency: str,
    ) -> SessionTotals:
        """Return the totals that hands and transfers come to.

        >>> paid = [{"debtor": 1, "creditor": 0, "amount": 120}]
        >>> SessionTotals.of((100, -140, -20, -20), paid, None, "€").totals
        (120, -120, 0, 0)
        >>> by_list = SessionTotals.of((54, 46, 0), None, None, "€")
        >>> by_list.totals, by_list.gains
        ((54, 46, 0), (62, 38, -100))
        """
        sums = tuple(counted)
        gains = by_difference(sums) if transfers is None else gained(len(sums), transfers)
        return cls(
            counted=sums,
            totals=sums if transfers is None else gains,
            gains=gains,
            transfers=transfers,
            stake=stake,
            currency=currency,
        )

    @classmethod
    def of_settlement(cls, settlement: Settlement) -> SessionTotals:
        return cls.of(settlement.totals, settlement.transfers, settlement.stake, settlement.currency)

    @classmethod
    def of_ledger(cls, ledger: SessionLedger, session: Session) -> SessionTotals:
        """Return what an open session would be settled at."""
        return cls.of(ledger.totals, ledger.transfers(), session.stake, session.currency)

    @property
    def shares_pool(self) -> bool:
        """Whether the totals include shares of what was left over."""
        return self.totals != self.counted

    @property
    def worth(self) -> Sequence[Decimal] | None:
        """The exact money that each gains; None without a stake."""
        return [gain * self.stake for gain in self.gains] if self.stake else None

    @cached_property
    def money(self) -> MoneySettlement | None:
        """The same in whole cents, and who pays whom; None without a stake."""
        return None if self.worth is None else settle_money(dict(enumerate(self.worth)), kitty=None, rounding=CENT)

    @cached_property
    def payments(self) -> list[SeatPayment] | None:
        """The payments that settle these totals; None if nobody pays for them, as they have no stake."""
        stake = self.stake or Decimal(0)
        if self.transfers is not None and not stake % CENT:
            return [
                SeatPayment(
                    debtor=one["debtor"],
                    creditor=one["creditor"],
                    amount=one["amount"],
                    money=(one["amount"] * stake).quantize(CENT) if stake else None,
                    currency=self.currency,
                )
                for one in self.transfers
            ]
        if self.money is None:
            return None
        return [
            SeatPayment(
                debtor=one.debtor or 0,  # never the kitty: a table has none
                creditor=one.creditor or 0,
                amount=None,
                money=one.amount,
                currency=self.currency,
            )
            for one in self.money.payments
        ]
