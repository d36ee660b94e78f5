"""Settlement: the fewest payments that settle totals, and payment by difference for totals that don't sum to zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.scoring.types import Amounts, SeatNumber

EXACT_UP_TO = 10
"""With more open totals than this, finding the fewest payments takes too long, so a greedy method is used."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment, in the counters of the totals; `debtor` pays `creditor`."""

    debtor: SeatNumber
    creditor: SeatNumber
    amount: int


def by_difference(totals: Sequence[int], *, partners: int = 1, lowest_wins: bool = False) -> Amounts:
    """Return what each player gains when every two players settle the difference of their totals.

    With n players, player i gains n·Tᵢ − ΣT, so the gains always sum to zero. If the totals already do, everybody gains
    n times the total. Where sides of so many `partners` share a total, two sides settle like two players. Where the
    lowest total wins, the signs are reversed.

    >>> by_difference((912, 131, 400, -50))
    (2255, -869, 207, -1593)
    >>> by_difference((47, 45, 47, 45), partners=2)
    (2, -2, 2, -2)
    """
    everybody = sum(totals)
    sign = -1 if lowest_wins else 1
    return tuple([sign * (len(totals) * total - everybody) // partners for total in totals])


def fewest_transfers(totals: Sequence[int]) -> list[Transfer]:
    """Return the fewest payments that bring all totals to zero.

    A group of players whose totals sum to zero needs one payment fewer than it has players, so the players are split
    into as many such groups as possible. Within a group the largest debt goes to the largest claim. Raise `ValueError`
    if the totals don't sum to zero.

    >>> [(t.debtor, t.creditor, t.amount) for t in fewest_transfers([198, -66, -66, -66])]
    [(1, 0, 66), (2, 0, 66), (3, 0, 66)]
    """
    if sum(totals):
        raise ValueError(f"totals {list(totals)} do not sum to zero")
    open_seats = tuple(seat for seat, total in enumerate(totals) if total)
    groups = _zero_groups(open_seats, totals) if len(open_seats) <= EXACT_UP_TO else [open_seats]
    transfers = [transfer for group in groups for transfer in _settle(group, totals)]
    return sorted(transfers, key=lambda transfer: (transfer.debtor, transfer.creditor))


def _zero_groups(seats: tuple[int, ...], totals: Sequence[int]) -> list[tuple[int, ...]]:
    """Split the seats into as many groups whose totals sum to zero as possible."""
    everybody = (1 << len(seats)) - 1
    sums = [0] * (everybody + 1)
    for mask in range(1, everybody + 1):
        lowest = mask & -mask
        sums[mask] = sums[mask ^ lowest] + totals[seats[lowest.bit_length() - 1]]

    @cache
    def best(mask: int) -> tuple[tuple[int, ...], ...]:
        """Return the groups, as bit masks, for the seats in `mask`, whose totals sum to zero together."""
        if not mask:
            return ()
        lowest = mask & -mask
        rest = mask ^ lowest
        largest: tuple[tuple[int, ...], ...] = ()
        part = rest
        while True:
            group = part | lowest
            if sums[group] == 0:
                candidate = best(mask ^ group)
                if len(candidate) + 1 > len(largest):
                    largest = ((group,), *candidate)
            if not part:
                return largest
            part = (part - 1) & rest

    return [tuple(seat for place, seat in enumerate(seats) if group >> place & 1) for (group,) in best(everybody)]


def _settle(group: Sequence[int], totals: Sequence[int]) -> list[Transfer]:
    """Pay the largest debt to the largest claim until nothing is open; the earlier seat wins ties."""
    owed = {seat: totals[seat] for seat in group if totals[seat] > 0}
    owing = {seat: -totals[seat] for seat in group if totals[seat] < 0}
    transfers = []
    while owing:
        debtor = max(owing, key=lambda seat: (owing[seat], -seat))
        creditor = max(owed, key=lambda seat: (owed[seat], -seat))
        amount = min(owing[debtor], owed[creditor])
        transfers.append(Transfer(SeatNumber(debtor), SeatNumber(creditor), amount))
        for side, seat in ((owing, debtor), (owed, creditor)):
            side[seat] -= amount
            if not side[seat]:
                del side[seat]
    return transfers
