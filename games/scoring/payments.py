"""Payments between seats, and sharing out a pool. All functions return amounts for all seats that sum to zero.

>>> each_pays(4, 66, to=SeatNumber(0), payers=(SeatNumber(1), SeatNumber(2), SeatNumber(3)))
(198, -66, -66, -66)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.scoring.types import Amounts, SeatNumber


def times(shares: Amounts, worth: int) -> Amounts:
    """Multiply shares that sum to zero by what one share is worth.

    >>> times((3, -1, -1, -1), 66)
    (198, -66, -66, -66)
    """
    return tuple([share * worth for share in shares])


def each_pays(size: int, amount: int, *, to: SeatNumber, payers: Collection[SeatNumber]) -> Amounts:
    """Let each payer pay the amount to one seat, or receive it from that seat if it is negative."""
    return side_pays(size, amount, to={to: len(payers)}, payers=payers)


def side_pays(size: int, amount: int, *, to: Mapping[SeatNumber, int], payers: Collection[SeatNumber]) -> Amounts:
    """Let each payer pay the amount, and each receiver get it as many times as its share.

    The shares must add up to the number of payers, or `ValueError` is raised. No seat may be on both sides.

    >>> side_pays(5, 68, to={SeatNumber(0): 2, SeatNumber(1): 1}, payers=(SeatNumber(2), SeatNumber(3), SeatNumber(4)))
    (136, 68, -68, -68, -68)
    """
    if sum(to.values()) != len(payers):
        raise ValueError(f"{len(payers)} payers cannot fill the shares {dict(to)}")
    amounts = [0] * size
    for seat in payers:
        amounts[seat] -= amount
    for seat, share in to.items():
        amounts[seat] += share * amount
    return tuple(amounts)


def split(size: int, amount: int, *, to: Collection[SeatNumber], payers: Collection[SeatNumber]) -> Amounts:
    """Split an amount equally among the payers and equally among the receivers.

    Raise `ValueError` if it doesn't divide evenly on both sides.

    >>> split(4, 60, to=(SeatNumber(2), SeatNumber(3)), payers=(SeatNumber(0), SeatNumber(1)))
    (-30, -30, 30, 30)
    """
    if amount % len(to) or amount % len(payers):
        raise ValueError(f"{amount} cannot be split among {len(payers)} payers and {len(to)} receivers")
    amounts = [0] * size
    for seat in payers:
        amounts[seat] -= amount // len(payers)
    for seat in to:
        amounts[seat] += amount // len(to)
    return tuple(amounts)


def shared_out(totals: Amounts) -> Amounts:
    """Share equally among all what they have lost together to a pool or stock; return the totals after that.

    Odd counters go one each to the lowest totals, the earlier seat first.

    >>> shared_out((0, -20, -11, -11))
    (10, -9, 0, -1)
    """
    share, odd = divmod(-sum(totals), len(totals))
    poorest = sorted(range(len(totals)), key=lambda seat: (totals[seat], seat))[:odd]
    return tuple([total + share + (seat in poorest) for seat, total in enumerate(totals)])
