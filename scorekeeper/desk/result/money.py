"""The money of a tournament, in whole cents: loss money, the pool, prizes and the sums.

Everything is what would be paid if the tournament ended now.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from scorekeeper.desk.document.game import TournamentGame
from scorekeeper.desk.document.terms import LossMoneyTo, LossStep, Prizes, SpecialFor, SpecialPrize
from scorekeeper.desk.document.types import TournamentRecord
from scorekeeper.desk.result.ranking import Placed, Ranking

PERCENT = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class MoneySums:
    """The sums: what came in, what is paid out, and what the house has left, which can be negative."""

    entry_fees: int
    loss_money: int
    prizes: int

    @property
    def house(self) -> int:
        return self.entry_fees + self.loss_money - self.prizes


@dataclass(frozen=True, kw_only=True, slots=True)
class AwardedSpecial:
    """A special prize with its part for each of those who win it, by start number; empty if nobody does."""

    prize: SpecialPrize
    parts: Mapping[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Money:
    """The loss money and the prize of each entry, by start number, and the sums.

    `prizes` are all that an entry wins; the special ones among them are also `special`, in the order of the terms.
    """

    loss_money: Mapping[int, int]
    prizes: Mapping[int, int]
    special: tuple[AwardedSpecial, ...]
    sums: MoneySums


def units(cents: int) -> Decimal:
    """Return cents in units of the currency, with two decimal places.

    >>> units(350)
    Decimal('3.50')
    """
    return Decimal(cents).scaleb(-2)


def settle(tournament: TournamentRecord, ranking: Ranking) -> Money:
    """Return what everybody owes and wins."""
    terms = tournament.terms
    loss_money = _loss_money(tournament)
    entry_fees = len(tournament.entries) * (terms.entry_fee or 0)
    losses = sum(loss_money.values())
    pool = entry_fees - len(tournament.entries) * terms.house_share
    if terms.loss_money_to is LossMoneyTo.POOL:
        pool += losses
    prizes, special = Counter[int](), tuple[AwardedSpecial, ...]()
    if terms.prizes:
        contenders = [placed for placed in ranking.entries if not placed.tally.withdrawn]
        prizes = _by_place(contenders, _amounts(terms.prizes, pool, len(tournament.entries)))
        special = _special(tournament, contenders, terms.prizes)
        for award in special:
            prizes.update(award.parts)
    sums = MoneySums(entry_fees=entry_fees, loss_money=losses, prizes=prizes.total())
    return Money(loss_money=loss_money, prizes=prizes, special=special, sums=sums)


# Loss money


def _loss_money(tournament: TournamentRecord) -> dict[int, int]:
    """Return what each entry pays for the games lost, counted afresh in each round."""
    steps = tournament.terms.loss_money or ()
    return {
        entry.number: sum(
            _price_of_losses(round_.results[entry.name].lost, steps)
            for round_ in tournament.rounds
            if entry.name in round_.results
        )
        for entry in tournament.entries
    }


def _price_of_losses(lost: int, steps: Sequence[LossStep]) -> int:
    """Return what the lost games of one round cost.

    0.50 each for the first three and 1.00 from the fourth; games before the first step are free:

    >>> _price_of_losses(5, [LossStep(1, 50), LossStep(4, 100)]), _price_of_losses(5, [LossStep(3, 100)])
    (350, 300)
    """
    cost = before = 0
    for game, cents in steps:
        cost += max(0, lost + 1 - game) * (cents - before)
        before = cents
    return cost


# Prizes


# Those who have withdrawn win nothing.


def _amounts(prizes: Prizes, pool: int, entries: int) -> Sequence[int]:
    """Return the prizes by place that are paid with this number of entries."""
    by_place = prizes.amounts or tuple(pool * share // PERCENT for share in prizes.percent)
    return by_place if prizes.every is None else by_place[: max(1, entries // prizes.every)]


def _special(tournament: TournamentRecord, contenders: Sequence[Placed], prizes: Prizes) -> tuple[AwardedSpecial, ...]:
    """Return the special prizes with those who win them."""
    category = {entry.number: entry.category for entry in tournament.entries}
    awarded = []
    for special in prizes.special:
        eligible = [
            contender for contender in contenders if special.category in (None, category[contender.tally.number])
        ]
        awarded.append(
            AwardedSpecial(
                prize=special, parts=_shared(WINNERS[special.what](eligible, tournament.game), special.cents)
            )
        )
    return tuple(awarded)


def _by_place(contenders: Iterable[Placed], by_place: Sequence[int]) -> Counter[int]:
    """Return the prizes by place; those who share places share the sum of their prizes."""
    sharing = defaultdict[int, list[Placed]](list)
    for placed in contenders:
        sharing[placed.place].append(placed)
    paid = Counter[int]()
    for place, equals in sharing.items():
        paid.update(_shared(equals, sum(by_place[place - 1 : place - 1 + len(equals)])))
    return paid


def _shared(winners: Sequence[Placed], cents: int) -> dict[int, int]:
    """Return a sum in equal parts, rounded down to the cent."""
    return {placed.tally.number: cents // len(winners) for placed in winners}


def _with_best_round(eligible: Sequence[Placed], game: TournamentGame) -> Sequence[Placed]:
    """Return those with the best number in any round; nobody before the first."""
    best = max((figure for contender in eligible for figure in contender.tally.figures), key=game.merit, default=None)
    return [contender for contender in eligible if best in contender.tally.figures]


def _at_place(choose: Callable[[Iterable[int]], int]) -> Callable[[Sequence[Placed], TournamentGame], Sequence[Placed]]:
    def winners(eligible: Sequence[Placed], _game: TournamentGame) -> Sequence[Placed]:
        place = choose([contender.place for contender in eligible]) if eligible else None
        return [contender for contender in eligible if contender.place == place]

    return winners


WINNERS: Mapping[SpecialFor, Callable[[Sequence[Placed], TournamentGame], Sequence[Placed]]] = {
    SpecialFor.BEST_ROUND: _with_best_round,
    SpecialFor.BEST: _at_place(min),
    SpecialFor.LAST: _at_place(max),
}
"""Who wins each kind of special prize, among those who can; they are in order of place."""
