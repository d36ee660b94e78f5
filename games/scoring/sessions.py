"""The ledger of a whole session, whose players or options can have changed in the middle.

A *stretch* is played by the same people with the same options. Each is scored on its own: its state begins anew, and
what is left over at its end, such as a pool, is shared out among those who played it. A *person* has one total for the
whole session.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import sub
from typing import Any, Generic, NamedTuple, TypeVar

from games.scoring.replay import Ledger
from games.scoring.settlement import Transfer, fewest_transfers
from games.scoring.types import Amounts, ScoredHand

P = TypeVar("P", bound=Hashable)


class NumberedHand(NamedTuple):
    """A hand with its number in the session and that of its stretch, both counted from 1."""

    number: int
    stretch: int
    scored: ScoredHand


@dataclass(frozen=True, kw_only=True)
class CombinedLedger(Generic[P]):
    """The ledgers of a session's stretches, at least one, added up by person.

    `seated` are the people in each stretch in seat order: their names, or whatever else tells them apart. All amounts
    are in the order of `people`.
    """

    stretches: tuple[Ledger, ...]
    seated: tuple[tuple[P, ...], ...]

    @cached_property
    def people(self) -> tuple[P, ...]:
        """Everybody who played, in the order in which they first sat down."""
        return tuple(dict.fromkeys(chain.from_iterable(self.seated)))

    @property
    def last(self) -> Ledger:
        return self.stretches[-1]

    def hands(self) -> Iterator[NumberedHand]:
        """Yield all hands, numbered through."""
        played = ((stretch, scored) for stretch, ledger in enumerate(self.stretches, 1) for scored in ledger.hands)
        for number, (stretch, scored) in enumerate(played, 1):
            yield NumberedHand(number, stretch, scored)

    @property
    def zero_sum(self) -> bool:
        """Whether payments in counters can settle the totals, because those of every stretch sum to zero."""
        return all(_zero_sum(ledger) for ledger in self.stretches)

    @property
    def shares(self) -> tuple[Amounts, ...]:
        """What those who played each stretch got of what was left over at its end, in seat order."""
        return tuple(tuple(map(sub, settled(ledger), ledger.totals)) for ledger in self.stretches)

    @cached_property
    def totals(self) -> Amounts:
        """The sum of all hands and of what was shared out before the last stretch."""
        *earlier, last = self.stretches
        return self._added([*map(settled, earlier), last.totals])

    @cached_property
    def settled(self) -> Amounts:
        """The totals after what is left over in the last stretch is shared out too."""
        return self._added(map(settled, self.stretches))

    @cached_property
    def gains(self) -> Amounts:
        """The counters that a stake is paid for, which sum to zero.

        A stretch whose totals don't is paid by difference.
        """
        return self._added(
            settled(ledger) if _zero_sum(ledger) else ledger.rules.gains(ledger.table, _staked(ledger))
            for ledger in self.stretches
        )

    @cached_property
    def transfers(self) -> list[Transfer] | None:
        """The fewest payments that settle the totals, with people by their place in `people`; None if none can."""
        return fewest_transfers(self.settled) if self.zero_sum else None

    @cached_property
    def counted(self) -> Mapping[str, Amounts]:
        """What the last stretch counts for each player beside the totals, by field, added up over all stretches."""
        counts = [ledger.rules.counted(ledger.state) for ledger in self.stretches]
        return {
            name: self._added(
                count.get(name, (0,) * ledger.table.size) for count, ledger in zip(counts, self.stretches, strict=True)
            )
            for name in counts[-1]
        }

    def ranks(self, totals: Amounts | None = None) -> list[tuple[int, ...]]:
        """Return the sort key of each person, by the rules of the last stretch; the greatest ranks first.

        `totals` are those that were settled, if they are not those of these hands.
        """
        rules, table, state = self.last.rules, self.last.table, self.last.state
        everybody = replace(table, players=tuple(map(str, self.people)))
        counted: Any = self.counted
        return rules.ranks(everybody, state._replace(**counted), self.settled if totals is None else totals)

    def _added(self, amounts: Iterable[Amounts]) -> Amounts:
        return tuple(added_up(self.seated, amounts).values())


def added_up(seated: Iterable[Sequence[P]], amounts: Iterable[Amounts]) -> dict[P, int]:
    """Return the sum for each person of what the seats have in several stretches.

    People are in the order in which they first sat down. `seated` are the people in each stretch, in seat order.

    >>> added_up([("Ada", "Ben", "Cora"), ("Cora", "Dan", "Ada")], [(2, -1, -1), (6, -3, -3)])
    {'Ada': -1, 'Ben': -1, 'Cora': 5, 'Dan': -3}
    """
    sums: dict[P, int] = {}
    for people, of_stretch in zip(seated, amounts, strict=True):
        for person, amount in zip(people, of_stretch, strict=True):
            sums[person] = sums.get(person, 0) + amount
    return sums


def combined(stretches: Iterable[Ledger]) -> CombinedLedger[str]:
    """Return the ledger of a session in which a name stands for the same person in every stretch."""
    ledgers = tuple(stretches)
    return CombinedLedger(stretches=ledgers, seated=tuple(ledger.table.players for ledger in ledgers))


def settled(ledger: Ledger) -> Amounts:
    """Return the totals of one stretch after what is left over is shared out."""
    return ledger.rules.settled(ledger.table, ledger.state, ledger.totals) if _zero_sum(ledger) else ledger.totals


def _staked(ledger: Ledger) -> Amounts:
    return ledger.rules.staked(ledger.table, ledger.state, ledger.totals)


def _zero_sum(ledger: Ledger) -> bool:
    return ledger.rules.zero_sum(ledger.table)
