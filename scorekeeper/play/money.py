"""The money of an evening: gains, the kitty, rounding and payments. Pure, and in whole numbers of the smallest unit.

What people *played* is exact to four decimal places, as a stake has no more. Everybody who is present pays the *kitty*,
which is a payee like any other.

Amounts are then *rounded* to whole coins by the largest remainder method: each amount is rounded down, and the coins
that are left over go, one each, to the amounts that lost most by rounding. So the amounts sum to zero, none is a whole
coin away from its exact value, and whole numbers of coins don't change.

Equal remainders are served in this order: the one who lost more at the tables, then the older record, the kitty last.
Nothing is random, so the same evening always gives the same payments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from games.scoring.settlement import fewest_transfers

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
    """A settlement: what each one gets (negative: pays), the kitty, and the payments."""

    amounts: Mapping[Key, Decimal]
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
    amounts = {key: coins * rounding for key, coins in rounded(exact, coin).items()}
    return MoneySettlement(
        amounts={key: amounts[key] for key in played},
        kitty=amounts.get(KITTY, 0 * rounding),
        payments=fewest_payments(amounts, coin=rounding),
    )


def fewest_payments(amounts: Mapping[Key, Decimal], *, coin: Decimal) -> list[AccountPayment]:
    """Return the fewest payments that settle amounts of whole coins, which must sum to zero."""
    keys = list(amounts)
    return [
        AccountPayment(debtor=keys[transfer.debtor], creditor=keys[transfer.creditor], amount=transfer.amount * coin)
        for transfer in fewest_transfers([int(amount / coin) for amount in amounts.values()])
    ]


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


def box_payments(amounts: Mapping[Key, Decimal]) -> list[AccountPayment]:
    """Return the payments if everybody pays into a cash box or is paid out of it: one for each amount but zero.

    >>> [(row.debtor, row.creditor, str(row.amount)) for row in box_payments({1: Decimal("0.50"), 2: Decimal("-1.50")})]
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
