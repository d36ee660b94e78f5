"""What a session has come to: the one place from which every page, file and sheet takes its totals and its money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from games.scoring.sessions import CombinedLedger
from games.scoring.types import Amounts
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.ledger.money import CENT, MoneySettlement, settle_money
from scorekeeper.play.models import Session, Settlement


@dataclass(frozen=True, kw_only=True)
class SeatPayment:
    """A payment from one person to another, in counters and, if there is a stake, in money.

    `amount` is None if it is paid in money only: for totals by difference, or for a stake in fractions of a cent.
    """

    debtor: int
    creditor: int
    amount: int | None
    money: Decimal | None
    currency: str


@dataclass(frozen=True, kw_only=True)
class SessionTotals:
    """The totals of a session by person, in the order in which people first sat down.

    * `counted` are the sums of the hands, and what was shared out where the players changed.
    * `totals` are the result. It moves more than the hands if something was left over and shared out, such as a pool in
      Boston: only counted totals and pool together sum to zero.
    * `gains` are the counters that the stake is paid for; they sum to zero. They are the totals or, if no payments
      settle these, their differences.
    * `transfers` are the payments in counters, or None if the totals are paid by difference.
    """

    counted: Amounts
    gains: Amounts
    transfers: Sequence[Mapping[str, int]] | None
    stake: Decimal | None
    currency: str

    @classmethod
    def of_settlement(cls, settlement: Settlement) -> SessionTotals:
        return cls(
            counted=tuple(settlement.totals),
            gains=tuple(settlement.gains),
            transfers=settlement.transfers,
            stake=settlement.stake,
            currency=settlement.currency,
        )

    @classmethod
    def of(cls, come_to: CombinedLedger[int], stake: Decimal | None, currency: str) -> SessionTotals:
        transfers = come_to.transfers
        return cls(
            counted=come_to.totals,
            gains=come_to.gains,
            transfers=None
            if transfers is None
            else [{"debtor": one.debtor, "creditor": one.creditor, "amount": one.amount} for one in transfers],
            stake=stake,
            currency=currency,
        )

    @classmethod
    def of_ledger(cls, ledger: SessionLedger, session: Session) -> SessionTotals:
        """Return what an open session would be settled at."""
        return cls.of(ledger.come_to, session.stake, session.currency)

    @classmethod
    def without_payments(cls, counted: Sequence[int]) -> SessionTotals:
        """Return totals for which nobody pays."""
        sums = tuple(counted)
        return cls(counted=sums, gains=sums, transfers=None, stake=None, currency="")

    @property
    def totals(self) -> Amounts:
        return self.counted if self.transfers is None else self.gains

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
