"""Settlement by the fewest payments: that they settle, that no fewer do, and that they are always the same."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.settlement import EXACT_UP_TO, by_difference, fewest_transfers
from tests.property_tests import examples


@pytest.mark.parametrize(
    ("totals", "gains"),
    [
        ((-7, 88, 19), (-121, 164, -43)),  # both of Foster's own examples of a score sheet
        ((186, 42, 344, 116), (56, -520, 688, -224)),
        ((912, 131, 400, -50), (2255, -869, 207, -1593)),
        ((30, 30, 30), (0, 0, 0)),
        ((198, -66, -66, -66), (792, -264, -264, -264)),  # totals that sum to zero: multiplied by the number of players
    ],
)
def test_by_difference_each_player_pays_every_other_the_difference(
    totals: tuple[int, ...], gains: tuple[int, ...]
) -> None:
    assert by_difference(totals) == gains
    assert gains == tuple(sum(mine - other for other in totals) for mine in totals)


def settle(totals: list[int]) -> list[tuple[int, int, int]]:
    return [(transfer.debtor, transfer.creditor, transfer.amount) for transfer in fewest_transfers(totals)]


def fewest_by_trying(totals: list[int]) -> int:
    """Return the smallest number of pairs of players such that payments within these pairs can settle the totals.

    They can if the balances of the players connected by pairs always sum to zero, so all sets of pairs are tried.
    """
    people = range(len(totals))
    pairs = list(combinations(people, 2))
    for count in range(len(totals)):
        for chosen in combinations(pairs, count):
            group = list(people)
            for one, other in chosen:
                group = [group[one] if of == group[other] else of for of in group]
            if all(sum(totals[who] for who in people if group[who] == of) == 0 for of in set(group)):
                return count
    raise AssertionError(f"{totals} cannot be settled")


def check(totals: list[int]) -> None:
    """Check that everyone ends at zero, that only debtors pay and creditors receive, and that no payment is zero."""
    left = list(totals)
    for debtor, creditor, amount in settle(totals):
        assert totals[debtor] < 0 < totals[creditor]
        assert amount > 0
        left[debtor] += amount
        left[creditor] -= amount
    assert left == [0] * len(totals)


@pytest.mark.parametrize(
    ("sentence", "totals", "transfers"),
    [
        ("nobody owes", [0, 0, 0, 0], []),
        ("nobody plays", [], []),
        ("one pays one", [10, -10], [(1, 0, 10)]),
        ("three pay one", [198, -66, -66, -66], [(1, 0, 66), (2, 0, 66), (3, 0, 66)]),
        ("one pays three", [-198, 66, 66, 66], [(0, 1, 66), (0, 2, 66), (0, 3, 66)]),
        ("two pairs", [7, -3, 3, -7], [(1, 2, 3), (3, 0, 7)]),
        ("who stands at zero is left out", [5, 0, -5], [(2, 0, 5)]),
        # Paying the largest claim from the largest debt would take four payments: after 4 of the 6, nothing matches.
        ("a three and a pair", [6, 4, -4, -3, -3], [(2, 1, 4), (3, 0, 3), (4, 0, 3)]),
        ("four in a chain", [9, -5, 3, -7], [(1, 2, 3), (1, 0, 2), (3, 0, 7)]),
    ],
)
def test_transfers(sentence: str, totals: list[int], transfers: list[tuple[int, int, int]]) -> None:
    assert settle(totals) == sorted(transfers)


def test_every_small_settlement_of_four_has_the_fewest_payments() -> None:
    for three in product(range(-4, 5), repeat=3):
        totals = [*three, -sum(three)]
        check(totals)
        assert len(settle(totals)) == fewest_by_trying(totals), totals


def summing_to_zero(size: int, largest: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(-largest, largest), min_size=size - 1, max_size=size - 1).map(
        lambda totals: [*totals, -sum(totals)]
    )


@examples(26)
@given(summing_to_zero(5, 6))
def test_five_settle_with_the_fewest_payments(totals: list[int]) -> None:
    check(totals)
    assert len(settle(totals)) == fewest_by_trying(totals)


@examples(20)
@given(st.integers(2, EXACT_UP_TO + 4).flatmap(lambda size: summing_to_zero(size, 1000)))
def test_n_people_need_at_most_n_minus_one_payments(totals: list[int]) -> None:
    check(totals)
    assert len(settle(totals)) <= len(totals) - 1


@examples(13)
@given(summing_to_zero(6, 5))
def test_the_same_totals_give_the_same_payments(totals: list[int]) -> None:
    assert settle(totals) == settle(list(totals)) == sorted(settle(totals))


def test_five_pairs_among_ten_take_five_payments() -> None:
    assert len(settle([1, 2, 4, 8, 16, -16, -8, -4, -2, -1])) == 5


def test_totals_that_do_not_sum_to_zero_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="do not sum to zero"):
        fewest_transfers([5, -4])
