"""Sides: partners who always have the same amount have it in corrections too."""

import pytest

from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import SeatNumber, Table
from tests.scoring.toy import NAMES, ToyRules

NAMING = Naming(NAMES)
IDA_AND_KIM, JO_AND_LEA = (SeatNumber(0), SeatNumber(2)), (SeatNumber(1), SeatNumber(3))


class Whist(ToyRules):
    """The toy game between two sides."""

    partners_share = True

    def sides(self, table: Table) -> tuple[tuple[SeatNumber, ...], ...]:
        return (IDA_AND_KIM, JO_AND_LEA)


class LooseWhist(Whist):
    """The same, with corrections for single players."""

    partners_share = False


def refusal(rules: ToyRules, **amounts: int) -> RuleError | None:
    """Return why a correction by these amounts is refused; None if it is not."""
    correction = {"call": "correction", "amounts": amounts, "note": "the drinks"}
    refused = replay(rules, rules.table(NAMES), [correction], NAMING).refusal
    return refused.error if refused else None


@pytest.mark.parametrize("amounts", [{"Ida": 3, "Jo": -3, "Kim": 3, "Lea": -3}, {}])
def test_a_correction_gives_partners_the_same(amounts: dict[str, int]) -> None:
    assert refusal(Whist(), **amounts) is None


@pytest.mark.parametrize(
    ("amounts", "words"),
    [
        ({"Ida": 3, "Jo": -3}, "Partners have the same amount: Ida gets +3, Kim 0."),
        ({"Ida": 3, "Kim": 3, "Jo": -2, "Lea": -4}, "Partners have the same amount: Jo gets −2, Lea −4."),
    ],
)
def test_a_correction_that_gives_partners_different_amounts_is_refused(amounts: dict[str, int], words: str) -> None:
    error = refusal(Whist(), **amounts)
    assert error is not None
    assert (error.code, error.field) == ("impossible", "amounts")
    assert error.message.render(NAMES) == words


def test_the_sum_of_a_correction_is_checked_before_its_partners() -> None:
    error = refusal(Whist(), Ida=3)
    assert error is not None
    assert error.code == "total"


def test_a_game_of_sides_may_correct_single_players() -> None:
    assert refusal(LooseWhist(), Ida=3, Jo=-3) is None
