"""Totals on paper compared with ours: where they differ, what follows from that, and where they agree again."""

import pytest

from scorekeeper.reading.transcript.totals import compare

ROWS = [(1, (10, 0)), (2, (10, 5)), (3, (30, 5)), (4, (30, 9)), (5, (40, 9))]
"""Two players' totals after each of five hands."""
AGREES, PARTS, FOLLOWS, AGAIN = "agrees", "parts", "follows", "again"


def checks(written: dict[int, dict[int, int]]) -> list[tuple[int, int, str]]:
    """Return each total's row and place, and the message on it."""
    results = []
    for check in compare(ROWS, written):
        kinds = {PARTS: check.parts, FOLLOWS: check.follows, AGAIN: not check.off and check.before != 0}
        results.append((check.number, check.place, next((kind for kind, so in kinds.items() if so), AGREES)))
    return results


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({}, []),
        ({1: {0: 10, 1: 0}}, [(1, 0, AGREES), (1, 1, AGREES)]),
        ({3: {0: 20}, 5: {0: 30}}, [(3, 0, PARTS), (5, 0, FOLLOWS)]),
        ({3: {0: 20}, 4: {1: 9}, 5: {0: 40}}, [(3, 0, PARTS), (4, 1, AGREES), (5, 0, AGAIN)]),
        ({1: {0: 11}, 3: {0: 33}, 5: {0: 43}}, [(1, 0, PARTS), (3, 0, PARTS), (5, 0, FOLLOWS)]),
        ({2: {0: 11, 1: 6}}, [(2, 0, PARTS), (2, 1, PARTS)]),
        ({9: {0: 1}, 1: {7: 1}}, []),  # of a hand that doesn't count, and of nobody
    ],
)
def test_each_written_total_is_compared_with_the_ledger(
    written: dict[int, dict[int, int]], expected: list[tuple[int, int, str]]
) -> None:
    assert checks(written) == expected


def test_a_discrepancy_knows_the_last_agreement_and_what_follows_from_it() -> None:
    first, *off = compare(ROWS, {1: {0: 10}, 3: {0: 35}, 4: {0: 35}, 5: {0: 45}})
    assert (first.off, first.since, first.agreed) == (0, None, None)
    assert [(check.off, check.since, check.agreed) for check in off] == [(5, 3, 1), (5, 3, 1), (5, 3, 1)]
