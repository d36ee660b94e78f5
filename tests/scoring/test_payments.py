"""Named payments: who pays, who receives, and that amounts sum to zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.payments import each_pays, side_pays, split, times
from games.scoring.text import Text
from games.scoring.types import Amounts, Entry, Line, SeatNumber
from tests.property_tests import examples

A, B, C, D, E = (SeatNumber(number) for number in range(5))


@pytest.mark.parametrize(
    ("sentence", "amounts", "expected"),
    [
        ("three pay 66 each to one", each_pays(4, 66, to=A, payers=(B, C, D)), (198, -66, -66, -66)),
        ("a negative amount flows back", each_pays(4, -10, to=B, payers=(A, C)), (10, -20, 10, 0)),
        ("nobody pays", each_pays(3, 10, to=A, payers=()), (0, 0, 0)),
        ("two thirds and one third", side_pays(5, 68, to={A: 2, B: 1}, payers=(C, D, E)), (136, 68, -68, -68, -68)),
        ("a side of two against two", side_pays(4, 5, to={A: 1, C: 1}, payers=(B, D)), (5, -5, 5, -5)),
        ("shared in equal parts", split(4, 60, to=(C, D), payers=(A, B)), (-30, -30, 30, 30)),
        ("one raises it, three share it", split(4, 60, to=(B, C, D), payers=(A,)), (-60, 20, 20, 20)),
        ("shares times their worth", times((3, -1, -1, -1), -26), (-78, 26, 26, 26)),
    ],
)
def test_payments(sentence: str, amounts: Amounts, expected: Amounts) -> None:
    assert amounts == expected


def test_shares_must_match_the_payers() -> None:
    with pytest.raises(ValueError, match="cannot fill the shares"):
        side_pays(4, 5, to={A: 2}, payers=(B, C, D))


@pytest.mark.parametrize(("to", "payers"), [((C, D, E), (A, B)), ((A, B), (C, D, E))])
def test_an_uneven_amount_is_not_split(to: tuple[SeatNumber, ...], payers: tuple[SeatNumber, ...]) -> None:
    with pytest.raises(ValueError, match="cannot be split"):
        split(5, 20 if len(to) == 3 else 10, to=to, payers=payers)


@examples(16)
@given(st.integers(2, 7), st.integers(-500, 500), st.data())
def test_every_payment_sums_to_zero(size: int, amount: int, data: st.DataObject) -> None:
    seats = [SeatNumber(seat) for seat in range(size)]
    to = data.draw(st.sampled_from(seats))
    payers = data.draw(st.lists(st.sampled_from([seat for seat in seats if seat != to]), unique=True, min_size=1))
    paid = each_pays(size, amount, to=to, payers=payers)
    assert sum(paid) == 0
    assert paid[to] == amount * len(payers)
    assert {paid[seat] for seat in payers} == {-amount}
    assert sum(split(size, amount * len(payers), to=(to,), payers=payers)) == 0


def test_an_entry_is_the_sum_of_its_lines() -> None:
    lines = [
        Line("a", Text("a"), (3, -1, -1, -1)),
        Line("b", Text("b"), (-10, 10, 0, 0)),
        Line("c", Text("c"), (0, 0, 5, -5)),
    ]
    assert Entry.from_lines(4, lines).amounts == (-7, 9, 4, -6)
    assert Entry.from_lines(4, lines[:1]).amounts == (3, -1, -1, -1)
    assert Entry.from_lines(4, []).amounts == (0, 0, 0, 0)
    assert Entry.from_lines(4, iter(lines)).lines == tuple(lines)
