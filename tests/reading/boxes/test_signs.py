"""The sign before a number."""

from __future__ import annotations

import numpy as np
import pytest

from scorekeeper.reading.boxes import ink
from tests.reading.boxes.written_cells import sheet, written

TOTALS = sheet([("sign", "total-0", "", 0), *[("digit", "total-0", "", place) for place in range(4)]], rows=24)


@pytest.mark.parametrize("writes_plus", [False, True])
def test_a_minus_is_distinguished_from_a_plus_and_from_nothing(*, writes_plus: bool) -> None:
    right, plain = [], []
    for seed in range(8):
        totals = np.random.default_rng(seed).integers(-3000, 6000, 24)
        cells = written(
            TOTALS, [{"total-0": int(total)} for total in totals], seed, writer={"writes_plus": writes_plus}
        )
        found = ink.signs_in([picture for (_, cell), picture in cells.items() if cell.kind == "sign"])
        right += [(minus > 0.5) == (total < 0) for total, minus in zip(totals, found, strict=True)]
        plain += [minus > 0.8 or minus < 0.1 for minus in found]
    assert np.mean(right) >= 0.99
    assert np.mean(plain) >= 0.97
