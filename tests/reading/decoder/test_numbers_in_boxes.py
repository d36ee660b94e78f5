"""The numbers that boxes may hold: few are tried, but all that are worth trying."""

from hypothesis import assume, example, given
from hypothesis import strategies as st

from scorekeeper.reading.decoder.evidence import MOST_NUMBERS, WORTH_A_LOOK, number_cost, number_guesses
from scorekeeper.reading.observations import DigitSeen, NumberSeen

WEIGHTS = st.lists(st.sampled_from([0, 0, 0, 1, 30, 1000]), min_size=11, max_size=11).filter(any)


def digit(weights: list[int]) -> DigitSeen:
    empty, *digits = [weight / sum(weights) for weight in weights]
    return DigitSeen(empty=empty, digits=tuple(digits))


BOXES = st.builds(
    NumberSeen,
    places=st.lists(WEIGHTS.map(digit), min_size=1, max_size=2).map(tuple),
    minus=st.sampled_from([None, 0.0, 0.02, 0.6, 1.0]),
)


ZEROS_COST_MORE = NumberSeen(
    places=(digit([0, 30, 0, 0, 0, 0, 0, 0, 30, 30, 1000]), digit([0, 0, 0, 0, 1, 1, 1, 1, 1, 1000, 1000])), minus=None
)
"""Boxes in which 05 and its like are as likely as 85, but for the zero."""


@given(BOXES)
@example(ZEROS_COST_MORE)
def test_every_number_worth_trying_is_among_the_guesses(seen: NumberSeen) -> None:
    most = 10 ** len(seen.places) - 1
    costs = {
        number: number_cost(seen, number) for number in (None, *range(0 if seen.minus is None else -most, most + 1))
    }
    guesses = {guess.number: guess.cost for guess in number_guesses(seen)}
    least = min(guesses.values())
    assume(len(guesses) < MOST_NUMBERS)
    worth_a_look = {number for number, cost in costs.items() if cost < least + WORTH_A_LOOK - 1e-9}
    assert worth_a_look <= guesses.keys()
    assert all(guesses[number] <= costs[number] + 1e-9 for number in worth_a_look)
