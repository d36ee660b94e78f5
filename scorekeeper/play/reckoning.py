"""What an evening comes to in money: pure, in whole numbers of the smallest part of a coin.

What people *played* is exact, to the fourth decimal place, as a stake has no more. Everybody who is there pays the
*kitty*, which is a payee like any other. Then all is *rounded* to one coin by the largest remainder: everybody's amount
is taken down to a whole number of coins, and the coins that are left over go, one each, to those who lost most by that.
So the amounts sum to zero, nobody is further than one coin from what is exact, and who stood at a whole number of coins
stays there. Of equal remainders the one who lost more at the tables is served first, then the older record, the kitty
last: no lot is drawn, and the same evening always comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from games.scoring.settlement import fewest_transfers

PLACES, CENT = Decimal("0.0001"), Decimal("0.01")
KITTY = None
"""The key of the kitty, where people have numbers."""

Key = int | None


@dataclass(frozen=True, kw_only=True)
class Payment:
    """Who pays whom; the kitty is None."""

    debtor: int
    creditor: Key
    amount: Decimal


@dataclass(frozen=True, kw_only=True)
class Reckoned:
    """What everybody played and has to get, or to pay where it is negative, and who pays whom."""

    played: Mapping[int, Decimal]
    amounts: Mapping[int, Decimal]
    kitty: Decimal
    payments: Sequence[Payment]


def gained(size: int, transfers: Iterable[Mapping[str, int]]) -> tuple[int, ...]:
    """What each seat gains by the payments of a table, in counters.

    >>> gained(3, [{"debtor": 1, "creditor": 0, "amount": 66}, {"debtor": 2, "creditor": 0, "amount": 4}])
    (70, -66, -4)
    """
    seats = [0] * size
    for transfer in transfers:
        seats[transfer["debtor"]] -= transfer["amount"]
        seats[transfer["creditor"]] += transfer["amount"]
    return tuple(seats)


def came_to(totals: Sequence[int], transfers: Iterable[Mapping[str, int]] | None) -> tuple[int, ...]:
    """What each seat has gained when a table is settled, by its totals and the payments that settle them.

    That is more than the totals where something was left over and shared out, such as a pool of Boston: totals and pool
    together sum to zero, and what the payments move always does. Where none settle them it is the totals, which need
    not sum to zero.

    >>> came_to((100, -140, -20, -20), [{"debtor": 1, "creditor": 0, "amount": 120}])
    (120, -120, 0, 0)
    >>> came_to((54, 46, 0), None)
    (54, 46, 0)
    """
    return tuple(totals) if transfers is None else gained(len(totals), transfers)


def reckon(played: Mapping[int, Decimal], *, kitty: Decimal | None, rounding: Decimal) -> Reckoned:
    """Settle what people played, everybody who was there being among them; what was played must sum to zero.

    >>> done = reckon({1: Decimal("1.00"), 2: Decimal("-0.50"), 3: Decimal("-0.50")}, kitty=None, rounding=Decimal(1))
    >>> [str(amount) for amount in done.amounts.values()]
    ['1', '0', '-1']
    """
    each, coin = _parts(kitty or Decimal(0)), _parts(rounding)
    exact: dict[Key, int] = {key: _parts(amount) - each for key, amount in played.items()}
    if kitty:
        exact[KITTY] = each * len(played)
    coins = rounded(exact, coin)
    keys = list(coins)
    payments = [
        Payment(
            debtor=_person(keys[transfer.debtor]),
            creditor=keys[transfer.creditor],
            amount=transfer.amount * rounding,
        )
        for transfer in fewest_transfers([coins[key] for key in keys])
    ]
    return Reckoned(
        played=played,
        amounts={key: coins[key] * rounding for key in played},
        kitty=coins.get(KITTY, 0) * rounding,
        payments=payments,
    )


def rounded(exact: Mapping[Key, int], coin: int) -> dict[Key, int]:
    """Whole numbers of coins by the largest remainder; `exact` must sum to zero.

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


def _parts(amount: Decimal) -> int:
    """An amount in parts of the fourth decimal place."""
    return int(amount / PLACES)


def _person(key: Key) -> int:
    assert key is not KITTY  # the kitty owes nobody anything
    return key
