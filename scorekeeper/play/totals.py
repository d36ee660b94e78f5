"""What sessions come to: totals in counters, who pays whom, and the sums of money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from games.scoring.sessions import CombinedLedger
from games.scoring.settlement import fewest_transfers
from games.scoring.text import number_words
from games.scoring.types import Amounts
from scorekeeper.play.formatting import sum_of_money
from scorekeeper.play.ledger import SessionLedger
from scorekeeper.play.models import Session, Settlement

PLACES, CENT = Decimal("0.0001"), Decimal("0.01")
KITTY = None
"""The key of the kitty, in place of a player's primary key."""

Key = int | None


@dataclass(frozen=True, kw_only=True)
class AccountPayment:
    """A payment from one player to another or to the kitty; through the cash box, to the box or out of it.

    The kitty and the box have the key None.
    """

    debtor: Key
    creditor: Key
    amount: Decimal


@dataclass(frozen=True, kw_only=True)
class MoneySettlement:
    """A settlement: what each player played, what each one gets (negative: pays), the kitty, and the payments."""

    played: Mapping[int, Decimal]
    amounts: Mapping[int, Decimal]
    kitty: Decimal
    payments: Sequence[AccountPayment]


def gained(size: int, transfers: Iterable[Mapping[str, int]]) -> tuple[int, ...]:
    """Return what each seat gains through the payments of a table, in counters.

    >>> gained(3, [{"debtor": 1, "creditor": 0, "amount": 66}, {"debtor": 2, "creditor": 0, "amount": 4}])
    (70, -66, -4)
    """
    seats = [0] * size
    for transfer in transfers:
        seats[transfer["debtor"]] -= transfer["amount"]
        seats[transfer["creditor"]] += transfer["amount"]
    return tuple(seats)


def settle_money(played: Mapping[int, Decimal], *, kitty: Decimal | None, rounding: Decimal) -> MoneySettlement:
    """Settle what people played. `played` holds everybody who was present and must sum to zero.

    >>> played = {1: Decimal("1.00"), 2: Decimal("-0.50"), 3: Decimal("-0.50")}
    >>> settled = settle_money(played, kitty=None, rounding=Decimal(1))
    >>> [str(amount) for amount in settled.amounts.values()]
    ['1', '0', '-1']
    """
    each, coin = _parts(kitty or Decimal(0)), _parts(rounding)
    exact: dict[Key, int] = {key: _parts(amount) - each for key, amount in played.items()}
    if kitty:
        exact[KITTY] = each * len(played)
    coins = rounded(exact, coin)
    keys = list(coins)
    payments = [
        AccountPayment(
            debtor=keys[transfer.debtor],
            creditor=keys[transfer.creditor],
            amount=transfer.amount * rounding,
        )
        for transfer in fewest_transfers([coins[key] for key in keys])
    ]
    return MoneySettlement(
        played=played,
        amounts={key: coins[key] * rounding for key in played},
        kitty=coins.get(KITTY, 0) * rounding,
        payments=payments,
    )


def rounded(exact: Mapping[Key, int], coin: int) -> dict[Key, int]:
    """Round to whole coins by the largest remainder method; raise `ValueError` if `exact` doesn't sum to zero.

    >>> rounded({1: 100, 2: -50, 3: -50}, 100)
    {1: 1, 2: 0, 3: -1}
    """
    if sum(exact.values()):
        raise ValueError(f"{dict(exact)} does not sum to zero")
    coins = {key: amount // coin for key, amount in exact.items()}
    served = sorted(exact, key=lambda key: (-(exact[key] % coin), key is KITTY, exact[key], key or 0))
    for key in served[: -sum(coins.values())]:
        coins[key] += 1
    return coins


def box_payments(amounts: Mapping[int, Decimal]) -> list[AccountPayment]:
    """Return the payments if everybody pays into a cash box or is paid out of it: one for each amount but zero.

    >>> [(one.debtor, one.creditor, str(one.amount)) for one in box_payments({1: Decimal("0.50"), 2: Decimal("-1.50")})]
    [(None, 1, '0.50'), (2, None, '1.50')]
    """
    return [
        AccountPayment(debtor=key if amount < 0 else KITTY, creditor=KITTY if amount < 0 else key, amount=abs(amount))
        for key, amount in amounts.items()
        if amount
    ]


def _parts(amount: Decimal) -> int:
    """Return an amount in units of the fourth decimal place."""
    return int(amount / PLACES)


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


@dataclass(frozen=True)
class DifferenceGain:
    """One player's gain: the arithmetic term, its value, and the value in money."""

    name: str
    term: str
    gain: int
    money: str


def difference_gains(names: Sequence[str], come_to: SessionTotals, money: Sequence[Decimal]) -> list[DifferenceGain]:
    """Return the derivation for each player in seat order; `money` is what the gains are shown to be worth.

    >>> totals = {"counted": (-7, 88, 19), "gains": (-121, 164, -43)}
    >>> come_to = SessionTotals(**totals, transfers=None, stake=Decimal(1), currency="€")
    >>> [(one.term, one.gain) for one in difference_gains("ABC", come_to, [Decimal(0)] * 3)]
    [('3 × (−7) − 100', -121), ('3 × 88 − 100', 164), ('3 × 19 − 100', -43)]
    """
    everybody = _in_brackets(sum(come_to.totals))
    return [
        DifferenceGain(
            name=name,
            term=f"{len(names)} × {_in_brackets(total)} − {everybody}",
            gain=gain,
            money=sum_of_money(worth, come_to.currency, sign=True),
        )
        for name, total, gain, worth in zip(names, come_to.totals, come_to.gains, money, strict=True)
    ]


def _in_brackets(number: int) -> str:
    """Return a number as it is written within a term: in brackets if it is negative."""
    return f"({number_words(number)})" if number < 0 else number_words(number)
