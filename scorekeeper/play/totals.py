"""What sessions come to: the totals in counters and in money, and who pays whom.

Every page, file and sheet takes its totals and its money from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from django.utils.translation import gettext as _

from games.scoring.sessions import CombinedLedger
from games.scoring.settlement import by_difference
from games.scoring.text import number_words
from games.scoring.types import Amounts
from scorekeeper.play.formatting import sum_of_money
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.money import CENT, MoneySettlement, settle_money


@dataclass(frozen=True, kw_only=True)
class SeatPayment:
    """A payment from one person to another, in counters and, if there is a stake, in money.

    Without a creditor it is a payment into the kitty. `amount` is None if it is paid in money only: for totals by
    difference, with a kitty, or for a stake in fractions of a cent.
    """

    debtor: int
    creditor: int | None
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
    * `kitty` is what each pays into the kitty, beside what was won and lost.
    """

    counted: Amounts
    gains: Amounts
    transfers: Sequence[Mapping[str, int]] | None
    stake: Decimal | None
    currency: str
    kitty: Decimal | None = None

    @classmethod
    def from_settlement(cls, settlement: Settlement) -> SessionTotals:
        return cls(
            counted=tuple(settlement.totals),
            gains=tuple(settlement.gains),
            transfers=settlement.transfers,
            stake=settlement.stake,
            currency=settlement.currency,
            kitty=settlement.kitty,
        )

    @classmethod
    def from_combined(cls, come_to: CombinedLedger[int], stake: Decimal | None, currency: str) -> SessionTotals:
        transfers = come_to.transfers
        return cls(
            counted=come_to.totals,
            gains=come_to.gains,
            transfers=None
            if transfers is None
            else [
                {"debtor": transfer.debtor, "creditor": transfer.creditor, "amount": transfer.amount}
                for transfer in transfers
            ],
            stake=stake,
            currency=currency,
        )

    @classmethod
    def from_ledger(cls, ledger: SessionLedger, session: Session) -> SessionTotals:
        """Return what an open session would be settled at."""
        return replace(cls.from_combined(ledger.come_to, session.stake, session.currency), kitty=session.kitty)

    @classmethod
    def without_payments(cls, counted: Sequence[int]) -> SessionTotals:
        """Return totals for which nobody pays."""
        sums = tuple(counted)
        return cls(counted=sums, gains=sums, transfers=None, stake=None, currency="")

    @property
    def totals(self) -> Amounts:
        return self.counted if self.transfers is None else self.gains

    def adds_up(self, *, lowest_wins: bool) -> Amounts:
        """Return what is added up over several sessions.

        These are the totals but, where the lowest wins, the differences: a sum of totals would favour anyone who played
        less, and those of other games can't be added to it.
        """
        return self.gains if lowest_wins else self.totals

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
        """The same in whole cents, before the kitty; None without a stake."""
        return self._settled(None)

    def _settled(self, kitty: Decimal | None) -> MoneySettlement | None:
        return None if self.worth is None else settle_money(dict(enumerate(self.worth)), kitty=kitty, rounding=CENT)

    @cached_property
    def payments(self) -> list[SeatPayment] | None:
        """The payments that settle these totals; None if nobody pays for them, as they have no stake."""
        stake = self.stake or Decimal(0)
        if self.transfers is not None and not stake % CENT and not self.kitty:
            return [
                SeatPayment(
                    debtor=transfer["debtor"],
                    creditor=transfer["creditor"],
                    amount=transfer["amount"],
                    money=(transfer["amount"] * stake).quantize(CENT) if stake else None,
                    currency=self.currency,
                )
                for transfer in self.transfers
            ]
        settled = self._settled(self.kitty)
        if settled is None:
            return None
        return [
            SeatPayment(
                debtor=payment.debtor or 0,  # never the kitty
                creditor=payment.creditor,
                amount=None,
                money=payment.amount,
                currency=self.currency,
            )
            for payment in settled.payments
        ]


@dataclass(frozen=True)
class DifferenceGain:
    """One player's gain: the arithmetic term, its value, and the value in money; `how` says what is done for all."""

    name: str
    term: str
    gain: int
    money: str
    how: str


def difference_gains(names: Sequence[str], come_to: SessionTotals, money: Sequence[Decimal]) -> list[DifferenceGain]:
    """Return the derivation for each player in seat order; `money` is what the gains are shown to be worth.

    >>> totals = {"counted": (-7, 88, 19), "gains": (-121, 164, -43)}
    >>> come_to = SessionTotals(**totals, transfers=None, stake=Decimal(1), currency="€")
    >>> [(row.term, row.gain) for row in difference_gains("ABC", come_to, [Decimal(0)] * 3)]
    [('3 × (−7) − 100', -121), ('3 × 88 − 100', 164), ('3 × 19 − 100', -43)]
    """
    how, terms = _worked_out(come_to.totals, come_to.gains)
    return [
        DifferenceGain(name=name, term=term, gain=gain, money=sum_of_money(worth, come_to.currency, sign=True), how=how)
        for name, term, gain, worth in zip(names, terms, come_to.gains, money, strict=True)
    ]


def _worked_out(totals: Amounts, gains: Amounts) -> tuple[str, list[str]]:
    """Return how the gains were worked out, and the term of each; a settlement has only the figures."""
    everybody, size = sum(totals), len(totals)
    sum_of_all = _in_brackets(everybody)
    if gains == by_difference(totals):
        how = _(
            "These totals are paid by difference: each player gets the number of players times their own total, minus "
            "the sum of all totals, times the stake. All payments together sum to zero."
        )
        return how, [f"{size} × {_in_brackets(total)} − {sum_of_all}" for total in totals]
    if gains == by_difference(totals, partners=2):
        how = _(
            "These totals are paid by difference: each player gets their side’s total, minus that of the other side, "
            "times the stake. All payments together sum to zero."
        )
        return how, [f"{number_words(total)} − {_in_brackets(everybody // 2 - total)}" for total in totals]
    if gains == by_difference(totals, lowest_wins=True):
        how = _(
            "These totals are paid by difference, and the lowest wins: each player gets the sum of all totals, minus "
            "the number of players times their own total, times the stake. All payments together sum to zero."
        )
        return how, [f"{sum_of_all} − {size} × {_in_brackets(total)}" for total in totals]
    how = _(
        "The stake is for each game won: each player gets the games that their side won, minus those of the other "
        "side, times the stake. All payments together sum to zero."
    )
    return how, [number_words(gain) for gain in gains]


def _in_brackets(number: int) -> str:
    """Return a number as it is written within a term: in brackets if it is negative."""
    return f"({number_words(number)})" if number < 0 else number_words(number)
