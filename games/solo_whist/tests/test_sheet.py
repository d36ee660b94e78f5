"""Score sheet of Solo Whist: call, ticks, what each adversary settles, and totals in counters, computed by hand."""

from __future__ import annotations

import pytest

from games.solo_whist.sheet import SoloWhistSheet
from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    GRAND,
    MISERE,
    PASSED,
    PROPOSAL,
    RULES,
    SOLO,
    Raw,
    hand,
    ledger,
)
from tests.games.sheet_text import Cells, OnPaper

NINE = hand(PROPOSAL, tricks=9)
FOUR = hand(SOLO, caller="Bruno", tricks=4)


def of_players(cells: Cells, name: str = "total") -> list[str]:
    return [cells.get(f"{name}-{seat}", "") for seat in range(4)]


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        pytest.param(
            NINE,
            FOSTER,
            {"what": "Proposal", "tricks": "9", "odd": "+1", "each": "+6", "mark-0": "×", "mark-2": "×"},
            id="a proposal, both ticked",
        ),
        pytest.param(
            hand(NINE, partner="Bruno"),
            BRITISH,
            {"what": "Proposal", "tricks": "9", "each": "+1", "mark-0": "×", "mark-1": "×"},
            id="a British proposal by neighbours",
        ),
        pytest.param(
            FOUR, FOSTER, {"what": "Solo", "tricks": "4", "odd": "−1", "each": "−11", "mark-1": "×"}, id="a solo lost"
        ),
        pytest.param(
            SOLO, FOSTER, {"what": "Solo", "tricks": "5", "odd": "0", "each": "+10", "mark-0": "×"}, id="made exactly"
        ),
        pytest.param(
            hand(MISERE, made=False), FOSTER, {"what": "Misère", "each": "−15", "mark-0": "×"}, id="a misère lost"
        ),
        pytest.param(GRAND, FOSTER, {"what": "Grand", "mark-0": "×"}, id="a grand, the last trick ticked"),
        pytest.param(PASSED, FOSTER, {"what": "All passed"}, id="passed"),
    ],
)
def test_a_row_has_the_call_the_tricks_and_what_each_adversary_settles(
    played: Raw, table: Raw, expected: Cells
) -> None:
    (cells,) = OnPaper(ledger(played, **table)).rows
    left = {name: words for name, words in cells.items() if not name.startswith(("number", "gain", "total"))}
    assert left == expected


def test_gains_and_totals_are_printed_and_a_foster_total_is_shown_in_red_and_white_counters() -> None:
    """Anne and Chloé get 6 each; then Bruno pays 11 to each of the others. A red counter is five white."""
    paper = OnPaper(ledger(NINE, FOUR))
    proposal, solo = paper.rows
    assert of_players(proposal, "gain") == ["+6", "−6", "+6", "−6"]
    assert of_players(solo, "gain") == ["+11", "−33", "+11", "+11"]
    assert of_players(solo) == of_players(paper.carried) == ["17", "−39", "17", "5"]
    total, red, white = paper.foot
    assert (total["what"], of_players(total)) == ("Total", ["17", "−39", "17", "5"])
    assert (red["what"], of_players(red)) == ("in red counters", ["3", "−7", "3", "1"])
    assert (white["what"], of_players(white)) == ("in white counters", ["2", "−4", "2", ""])


def test_british_units_are_plain_numbers() -> None:
    (total,) = OnPaper(ledger(NINE, FOUR, **BRITISH)).foot
    assert of_players(total) == ["2", "−4", "2", "0"]


@pytest.mark.parametrize(("small", "rounds"), [(False, 6), (True, 4)], ids=["six rounds", "four on small paper"])
def test_the_dealers_rotate_on_a_blank_sheet(small: bool, rounds: int) -> None:
    rows = SoloWhistSheet(RULES, ledger().table, small=small).blank()
    assert [row.dealer for row in rows] == [3, 0, 1, 2] * rounds


@pytest.mark.parametrize(
    ("table", "heads", "foot", "stakes"),
    [
        (FOSTER, ["Call", "Tricks", "Odd", "Each"], 3, ("Proposal 5", "Slam 40", "each odd trick 1")),
        (BRITISH, ["Call", "Tricks", "Each"], 1, ("Proposal 1", "Slam 6", "each odd trick 0")),
    ],
    ids=["foster", "british"],
)
def test_a_blank_sheet_has_the_columns_and_the_stakes_of_its_rule_set(
    table: Raw, heads: list[str], foot: int, stakes: tuple[str, str, str]
) -> None:
    paper = OnPaper(ledger(**table))
    assert paper.heads[1 : len(heads) + 1] == heads
    assert paper.heads[-3:] == ["David ×", "David ±", "David Σ"]
    assert [row.cells.keys() for row in paper.sheet.foot(None)] == [{"what"}] * foot
    of_calls, odd_tricks = paper.sheet.small_print()
    found = [" ".join(str(cell.words) for cell in row) for row in (*of_calls.rows, *odd_tricks.rows)]
    assert (len(found), found[0], found[6], found[7]) == (8, *stakes)


@pytest.mark.parametrize("grand", [True, False])
def test_a_grand_is_explained_if_it_is_played(grand: bool) -> None:
    paper = OnPaper(ledger(grand=grand))
    calls = ["Proposal", "Solo", "Misère", "Abundance", "Spread", "Slam", *["Grand"] * grand]
    assert paper.card() == [*calls, "Correction", "Tariff"]
    sentence = "In a grand × takes the last trick and pays everyone the stake of a solo."
    assert (sentence in map(str, paper.sheet.explained())) is grand
