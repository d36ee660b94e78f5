"""The money of an evening: examples worked out by hand, and what is true of every evening."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.play.money import PLACES, MoneySettlement, rounded, settle_money
from tests.property_tests import examples

CENT, DIME, HALF = Decimal("0.01"), Decimal("0.10"), Decimal("0.50")


def money(**played: str) -> dict[int, Decimal]:
    return {int(name.removeprefix("p")): Decimal(amount) for name, amount in played.items()}


def sentences(done: MoneySettlement) -> dict[int | None, str]:
    amounts: dict[int | None, str] = {key: f"{amount:f}" for key, amount in done.amounts.items()}
    return {**amounts, None: f"{done.kitty:f}"} if done.kitty else amounts


@pytest.mark.parametrize(
    ("played", "kitty", "rounding", "amounts"),
    [
        pytest.param(
            money(p1="9.90", p2="-3.30", p3="-3.30", p4="-3.30"),
            None,
            CENT,
            {1: "9.90", 2: "-3.30", 3: "-3.30", 4: "-3.30"},
            id="whole cents stay as they are",
        ),
        pytest.param(
            money(p1="0.0300", p2="-0.0150", p3="-0.0150"),
            None,
            CENT,
            {1: "0.03", 2: "-0.01", 3: "-0.02"},
            id="of two who lost a cent and a half each, the older record pays less",
        ),
        pytest.param(
            money(p1="-1.24", p2="-1.13", p3="2.37"),
            None,
            DIME,
            {1: "-1.30", 2: "-1.10", 3: "2.40"},
            id="taken down to -1.30 -1.20 2.30, two dimes go to who lost 0.07 by that, not to who lost 0.06",
        ),
        pytest.param(
            money(p1="3.00", p2="-1.00", p3="-2.00"),
            Decimal("1.00"),
            CENT,
            {1: "2.00", 2: "-2.00", 3: "-3.00", None: "3.00"},
            id="each pays one into the kitty",
        ),
        pytest.param(
            money(p1="0.00", p2="0.00", p3="0.00"),
            Decimal("0.25"),
            DIME,
            {1: "-0.20", 2: "-0.20", 3: "-0.30", None: "0.70"},
            id="-0.25 thrice and 0.75: down to -0.30 thrice and 0.70, two dimes over, the kitty served last",
        ),
        pytest.param({}, Decimal("1.00"), CENT, {}, id="nobody was there"),
    ],
)
def test_amounts_match_those_calculated_by_hand(played, kitty, rounding, amounts) -> None:
    assert sentences(settle_money(played, kitty=kitty, rounding=rounding)) == amounts


def test_an_evening_that_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="does not sum to zero"):
        rounded({1: 5, 2: -4}, 1)


def test_debtors_pay_the_kitty_with_as_few_payments_as_possible() -> None:
    done = settle_money(money(p1="5.00", p2="-5.00", p3="0.00"), kitty=Decimal("1.00"), rounding=CENT)
    # +4.00, −6.00, −1.00, kitty +3.00: three payments are the fewest, as no part of them sums to zero.
    assert [(payment.debtor, payment.creditor, f"{payment.amount:f}") for payment in done.payments] == [
        (2, 1, "4.00"),
        (2, None, "2.00"),
        (3, None, "1.00"),
    ]


@st.composite
def evenings(draw: st.DrawFn) -> tuple[dict[int, Decimal], Decimal | None, Decimal]:
    parts = draw(st.lists(st.integers(-10_000_000, 10_000_000), min_size=1, max_size=30))
    parts.append(-sum(parts))
    played = {key: part * PLACES for key, part in enumerate(parts, 1)}
    cents = st.integers(1, 500).map(lambda number: number * CENT)
    return played, draw(st.none() | cents), draw(st.sampled_from([CENT, Decimal("0.05"), DIME, HALF]) | cents)


@given(evenings())
@examples(50)
def test_every_evening_sums_to_zero_within_the_rounding(evening_terms) -> None:
    played, kitty, rounding = evening_terms
    done = settle_money(played, kitty=kitty, rounding=rounding)
    assert sum(done.amounts.values()) + done.kitty == 0
    assert abs(done.kitty - (kitty or 0) * len(played)) < rounding
    for key, amount in done.amounts.items():
        exact = played[key] - (kitty or 0)
        assert amount % rounding == 0
        assert abs(amount - exact) < rounding
        if exact % rounding == 0:
            assert amount == exact


@given(evenings())
@examples(50)
def test_payments_settle_every_amount_exactly(evening_terms) -> None:
    played, kitty, rounding = evening_terms
    done = settle_money(played, kitty=kitty, rounding=rounding)
    paid: dict[int | None, Decimal] = {None: Decimal(0)}
    paid.update((key, Decimal(0)) for key in done.amounts)
    for payment in done.payments:
        assert payment.amount > 0
        paid[payment.debtor] -= payment.amount
        paid[payment.creditor] += payment.amount
    due: dict[int | None, Decimal] = {None: done.kitty}
    due.update(done.amounts.items())
    assert paid == due
    assert len(done.payments) <= len(played)  # one fewer than those who pay or get, the kitty among them


@given(evenings(), st.randoms())
@examples(16)
def test_the_order_of_the_players_does_not_matter(evening_terms, rng) -> None:
    played, kitty, rounding = evening_terms
    mixed = list(played.items())
    rng.shuffle(mixed)
    assert (
        settle_money(dict(mixed), kitty=kitty, rounding=rounding).amounts
        == settle_money(played, kitty=kitty, rounding=rounding).amounts
    )
