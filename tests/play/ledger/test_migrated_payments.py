"""The payments that the migration works out for settlements of older versions, as closing would."""

from decimal import Decimal
from importlib import import_module
from typing import Any

import pytest

migration = import_module("scorekeeper.play.migrations.0003_payments")


@pytest.mark.parametrize(
    ("transfers", "gains", "stake", "expected"),
    [
        ([{"debtor": 1, "creditor": 0, "amount": 66}], (66, -66), "0", [(1, 0, 66, None)]),
        ([{"debtor": 1, "creditor": 0, "amount": 66}], (66, -66), "0.05", [(1, 0, 66, "3.30")]),
        # At 0.0125, −121, 164 and −43 are −1.5125, 2.05 and −0.5375: a cent goes to who lost most by rounding down.
        (None, (-121, 164, -43), "0.0125", [(0, 1, None, "1.51"), (2, 1, None, "0.54")]),
        ([{"debtor": 0, "creditor": 1, "amount": 3}], (-3, 3), "0.0050", [(0, 1, None, "0.01")]),
        (None, (62, 38, -100), "0", []),
    ],
    ids=["points", "money", "by difference", "fractions of a cent", "by difference without a stake"],
)
def test_payments_are_in_counters_and_money_or_in_money_only(
    transfers: Any, gains: Any, stake: str, expected: Any
) -> None:
    found = migration.owed(transfers, gains, Decimal(stake))
    assert found == [
        (debtor, creditor, amount, money and Decimal(money)) for debtor, creditor, amount, money in expected
    ]
