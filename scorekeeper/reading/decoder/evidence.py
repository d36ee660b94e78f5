"""The possible meanings of the boxes of one row, the likeliest first.

Probabilities are *costs* here, that is, negative natural logarithms: they add up, and the lowest is the likeliest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations
from math import inf, log
from typing import NamedTuple, TypeVar

from games.ui.marked_sheet import DigitBoxes, Field, Marks, Ticks
from scorekeeper.reading.observations import AnyNumberSeen, DigitSeen, FreeNumberSeen, NumberSeen, RowSeen, TickSeen

DOUBT = 0.0005
"""How often a digit or sign is taken for another, whatever the probabilities say. Nothing is surer than that."""

TICK_DOUBT = 0.0001
"""The same for a tick box. A row has dozens of them, and nothing may confirm that a rare one is empty."""

WORTH_A_LOOK = 10.0
"""Other meanings of a row or a number are tried if they cost at most this much more than the likeliest."""

LOOKS_DIFFERENT = log(10)
"""Another meaning of a field is mentioned if it costs less than the chosen one by more than this.

Totals are mentioned in 6 % of the rows that are right. With 2 instead of 2.3 it would be 8 %, with 1 it would be 14 %,
and hardly any more wrong sums would be among them: on simulated sheets, nearly all of those not asked about cost more
than 6.
"""

MOST_GUESSES = 200
MOST_NUMBERS = 40

NOT_ALIGNED = 2.0
"""The cost of digits that aren't right-aligned in their boxes."""

LEADING_ZERO = 1.0

V = TypeVar("V")


class Guess(NamedTuple):
    """A meaning with its cost."""

    cost: float
    marks: Marks


class NumberGuess(NamedTuple):
    """A number that the boxes may hold, None for empty boxes, with its cost."""

    cost: float
    number: int | None


def cost(probability: float) -> float:
    """Return the cost of something seen, which is never quite certain.

    >>> round(cost(1.0), 3), round(cost(0.0), 3)
    (0.001, 7.601)
    """
    return _cost(probability, DOUBT)


def _cost(probability: float, doubt: float) -> float:
    return -log(doubt + (1 - 2 * doubt) * probability)


# Ticks


def ticked_cost(tick: TickSeen) -> float:
    """Return the cost of a box being ticked."""
    return _cost(tick.ticked, TICK_DOUBT)


def unticked_cost(tick: TickSeen) -> float:
    """Return the cost of a box not being ticked."""
    return _cost(1 - tick.ticked, TICK_DOUBT)


def whatever_stands_there(row: RowSeen) -> float:
    """Return the cost of the likeliest content of every box of a hand, without the box for a hand in words."""
    ticks = sum(min(ticked_cost(tick), unticked_cost(tick)) for tick in row.ticks.values())
    return ticks + sum(number_guesses(number)[0].cost for number in row.numbers.values())


def empty_row(row: RowSeen) -> float:
    """Return the cost of nothing being written in a row."""
    numbers = (*row.numbers.values(), *row.totals.values())
    return sum(unticked_cost(tick) for tick in (*row.ticks.values(), row.in_words)) + sum(
        _nothing(number) for number in numbers
    )


def _nothing(seen: AnyNumberSeen) -> float:
    if isinstance(seen, FreeNumberSeen):
        return min(_likely(chance) + _nothing(way) for chance, way in seen.ways)
    return sum(cost(place.empty) for place in seen.places) + (0 if seen.minus is None else cost(1 - seen.minus))


def _ticked(field: Ticks, row: RowSeen) -> list[tuple[float, frozenset[str] | None]]:
    """Return the sets of ticked boxes that are worth trying; None for no tick."""
    # Plain strings, as the rules read them: a key may be a member of an enumeration.
    seen = {str(box.key): row.ticks[field.name, box.key] for box in field.boxes}
    none = sum(unticked_cost(tick) for tick in seen.values())
    more = {key: _more(tick) for key, tick in seen.items()}
    plausible = sorted(more, key=more.__getitem__)[: max(field.most + 1, 4)] if field.most > 1 else list(more)
    sets: list[tuple[float, frozenset[str] | None]] = [(none, None)]
    for count in range(1, field.most + 1):
        sets += [(none + sum(more[key] for key in keys), frozenset(keys)) for keys in combinations(plausible, count)]
    return sets


def _more(tick: TickSeen) -> float:
    """Return how much more it costs for a box to be ticked than not."""
    return ticked_cost(tick) - unticked_cost(tick)


# Numbers


def number_cost(seen: AnyNumberSeen, number: int | None) -> float:
    """Return the cost of these boxes holding a number, None for nothing; infinite if it doesn't fit."""
    if isinstance(seen, FreeNumberSeen):
        return min(_likely(chance) + number_cost(way, number) for chance, way in seen.ways)
    if number is None:
        return _nothing(seen)
    if number < 0 and seen.minus is None:
        return float("inf")
    sign = 0.0 if seen.minus is None else cost(seen.minus if number < 0 else 1 - seen.minus)
    digits = [int(digit) for digit in str(abs(number))]
    room = len(seen.places) - len(digits)
    if room < 0:
        return float("inf")
    return sign + min(
        _standing(seen.places, digits, before) + (0 if before == room else NOT_ALIGNED) for before in range(room + 1)
    )


def _standing(places: Sequence[DigitSeen], digits: Sequence[int], before: int) -> float:
    """Return the cost of digits after this many empty boxes."""
    after = before + len(digits)
    return sum(cost(place.empty) for place in (*places[:before], *places[after:])) + sum(
        cost(place.digits[digit]) for place, digit in zip(places[before:after], digits, strict=True)
    )


def _likely(chance: float) -> float:
    """Return the cost of one way to split a number; unlike for ticks and digits, all ways are known."""
    return -log(chance)


def number_guesses(seen: AnyNumberSeen) -> list[NumberGuess]:
    """Return the numbers that these boxes may hold, the likeliest first."""
    found: dict[int | None, float] = {None: _nothing(seen)}
    for chance, way in seen.ways if isinstance(seen, FreeNumberSeen) else ((1.0, seen),):
        for value, number in _numbers(way):
            found[number] = min(value + _likely(chance), found.get(number, float("inf")))
    guesses = sorted((value, -1 if number is None else 0, number) for number, value in found.items())
    least = guesses[0][0]
    near = [NumberGuess(value, number) for value, _none, number in guesses if value <= least + WORTH_A_LOOK]
    return near[:MOST_NUMBERS]


def _numbers(seen: NumberSeen) -> Iterator[tuple[float, int]]:
    """Yield the numbers that are worth trying beside the likeliest, and some others, with their costs."""
    plus, minus = (0.0, inf) if seen.minus is None else (cost(1 - seen.minus), cost(seen.minus))
    for magnitude, value in _magnitudes(seen.places, plus, minus):
        yield value + plus, magnitude
        if magnitude and minus < inf:
            yield value + minus, -magnitude


def _magnitudes(places: Sequence[DigitSeen], plus: float, minus: float) -> Iterator[tuple[int, float]]:
    """Yield the likeliest numbers without a sign, for each place at which they may begin and end.

    Most beginnings already cost too much and are not continued. `plus` and `minus` are the costs of the signs.
    """
    size = len(places)
    empty = [cost(place.empty) for place in places]
    digits = [sorted((cost(probability), digit) for digit, probability in enumerate(place.digits)) for place in places]
    most = _least_cost(empty, digits, plus, minus) + WORTH_A_LOOK - min(plus, minus)
    for begin in range(size):
        best = [(sum(empty[:begin]), 0)]
        for end in range(begin + 1, size + 1):
            longer = [
                (value, 10 * number + digit)
                for so_far, number in best
                for more, digit in digits[end - 1]
                if (value := so_far + more + (LEADING_ZERO if number == 0 and end > begin + 1 else 0)) <= most
            ]
            best = sorted(longer)[: MOST_NUMBERS + 1]  # one more, as a zero that turns out to be leading costs more
            for value, number in best:
                yield number, value + _after(empty, end)


def _least_cost(
    empty: Sequence[float], digits: Sequence[Sequence[tuple[float, int]]], plus: float, minus: float
) -> float:
    """Return an upper limit of the likeliest number's cost: the likeliest digits, wherever they may begin and end."""
    size = len(digits)
    least = inf
    for begin in range(size):
        value, number = sum(empty[:begin]), 0
        for end in range(begin + 1, size + 1):
            more, digit = digits[end - 1][0]
            value, number = value + more, 10 * number + digit
            zeros = end - begin - len(str(number))
            sign = min(plus, minus) if number else plus
            least = min(least, value + zeros * LEADING_ZERO + _after(empty, end) + sign)
    return least


def _after(empty: Sequence[float], end: int) -> float:
    """Return the cost of the boxes after a number that ends at this place."""
    return sum(empty[end:]) + (0 if end == len(empty) else NOT_ALIGNED)


# A whole row


def guesses_of(fields: Sequence[Field], row: RowSeen) -> list[Guess]:
    """Return the possible meanings of a row without its totals, the likeliest first; never an empty row."""
    choices = [_choices(field, row) for field in fields]
    words = unticked_cost(row.in_words)
    ranked = cheapest(choices)
    guesses: list[Guess] = []
    for value, picked in ranked:
        if guesses and value + words > guesses[0].cost + WORTH_A_LOOK:
            break
        marks = {field.name: mark for field, mark in zip(fields, picked, strict=True) if mark is not None}
        if marks:
            guesses.append(Guess(value + words, marks))
        if len(guesses) == MOST_GUESSES:
            break
    return guesses


def least_left_out(guesses: Sequence[Guess]) -> float:
    """Return what any meaning of a row costs at least that is not among its guesses.

    >>> least_left_out([Guess(2.0, {})])
    12.0
    """
    if not guesses:
        return inf
    return guesses[-1].cost if len(guesses) == MOST_GUESSES else guesses[0].cost + WORTH_A_LOOK


def _choices(field: Field, row: RowSeen) -> list[tuple[float, frozenset[str] | int | None]]:
    """Return the meanings of a field, the likeliest first."""
    if isinstance(field, DigitBoxes):
        return [(guess.cost, guess.number) for guess in number_guesses(row.numbers[field.name])]
    sets = sorted(_ticked(field, row), key=_first)
    return [choice for choice in sets if choice[0] <= sets[0][0] + WORTH_A_LOOK]


def overruled(fields: Sequence[Field], row: RowSeen, marks: Marks) -> Iterator[tuple[str, bool]]:
    """Yield the fields that look like something other than these marks, and whether anything is written there."""
    for field in fields:
        least, likeliest = _choices(field, row)[0]
        choices = {mark: value for value, mark in _choices(field, row)}
        if choices.get(marks.get(field.name), inf) > least + LOOKS_DIFFERENT:
            yield field.name, likeliest is not None


def _first(pair: tuple[float, V]) -> float:
    return pair[0]


def cheapest(choices: Sequence[Sequence[tuple[float, V]]]) -> Iterator[tuple[float, tuple[V, ...]]]:
    """Yield every way to take one choice from each list, in the order of total cost; the lists are sorted by cost.

    >>> [round(total, 1) for total, _picked in cheapest([[(0.0, "a"), (1.0, "b")], [(0.1, "c"), (0.5, "d")]])]
    [0.1, 0.5, 1.1, 1.5]
    """
    at = (0,) * len(choices)
    heap, known = [(sum(choice[0][0] for choice in choices), at)], {at}
    while heap:
        value, at = heappop(heap)
        yield value, tuple([choice[place][1] for choice, place in zip(choices, at, strict=True)])
        for which, choice in enumerate(choices):
            place = at[which] + 1
            if place == len(choice):
                continue
            further = (*at[:which], place, *at[which + 1 :])
            if further not in known:
                known.add(further)
                heappush(heap, (value + choice[place][0] - choice[place - 1][0], further))
