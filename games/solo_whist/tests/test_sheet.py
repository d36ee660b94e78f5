"""Score sheet of Solo Whist: call, ticks, what each adversary settles, and totals in counters, computed by hand."""

import pytest

from games.solo_whist.rules import SoloWhistRules
from games.solo_whist.sheet import SoloWhistSheet
from games.solo_whist.tests.sessions import (
    BRITISH,
    FOSTER,
    FREE,
    GRAND,
    MISERE,
    PASSED,
    PROPOSAL,
    SOLO,
    Raw,
    hand,
    ledger,
)
from tests.games.sheet_text import Cells, OnPaper

CORRECTION: Raw = {"call": "correction", "amounts": {"Anne": 10, "Bruno": -10}, "note": "paid late"}
NINE = hand(PROPOSAL, tricks=9)
FOUR = hand(SOLO, caller="Bruno", tricks=4)


def of_game(cells: Cells) -> Cells:
    """Return the cells left of the players' columns, without the number, and the players' ticks."""
    return {name: words for name, words in cells.items() if not name.startswith(("number", "gain", "total"))}


def of_players(cells: Cells, name: str = "total") -> list[str]:
    return [cells.get(f"{name}-{seat}", "") for seat in range(4)]


# Played hands


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        (
            NINE,
            FOSTER,
            {"what": "Proposal", "tricks": "9", "odd": "+1", "each": "+6", "mark-0": "×", "mark-2": "×"},
        ),
        (NINE, BRITISH, {"what": "Proposal", "tricks": "9", "each": "+1", "mark-0": "×", "mark-2": "×"}),
        (FOUR, FOSTER, {"what": "Solo", "tricks": "4", "odd": "−1", "each": "−11", "mark-1": "×"}),
        (FOUR, FREE, {"what": "Solo", "tricks": "4", "odd": "−1", "each": "−10", "mark-1": "×"}),
        (SOLO, FOSTER, {"what": "Solo", "tricks": "5", "odd": "0", "each": "+10", "mark-0": "×"}),
        (
            hand(SOLO, call="abundance_in_trumps", tricks=11),
            FOSTER,
            {"what": "Abundance in trumps", "tricks": "11", "odd": "+2", "each": "+22", "mark-0": "×"},
        ),
        (hand(MISERE, made=False), FOSTER, {"what": "Misère", "each": "−15", "mark-0": "×"}),
        (hand(MISERE, call="slam"), BRITISH, {"what": "Slam", "each": "+6", "mark-0": "×"}),
        (GRAND, FOSTER, {"what": "Grand", "mark-0": "×"}),
        (PASSED, FOSTER, {"what": "All passed"}),
        (CORRECTION, FOSTER, {"what": "Correction: paid late"}),
    ],
    ids=[
        "foster: a proposal, both ticked",
        "british: a proposal, both ticked",
        "foster: a solo down by one",
        "foster: the first under-trick free",
        "foster: a solo made exactly",
        "foster: abundance in trumps",
        "foster: a misère lost",
        "british: a slam",
        "a grand, the last trick ticked",
        "passed",
        "a correction",
    ],
)
def test_a_row_has_the_call_the_tricks_and_what_each_adversary_settles(played, table, expected):
    (cells,) = OnPaper(ledger(played, **table)).rows
    assert of_game(cells) == expected


def test_gains_and_running_totals_are_printed():
    """Anne and Chloé get 6 each; then Bruno pays 11 to each of the others."""
    paper = OnPaper(ledger(NINE, FOUR))
    proposal, solo = paper.rows
    assert of_players(proposal, "gain") == ["+6", "−6", "+6", "−6"]
    assert of_players(solo, "gain") == ["+11", "−33", "+11", "+11"]
    assert of_players(solo) == of_players(paper.carried) == ["17", "−39", "17", "5"]


def test_a_grand_is_lost_to_each_adversary():
    (grand,) = OnPaper(ledger(GRAND, **BRITISH)).rows
    assert of_players(grand) == ["−3", "1", "1", "1"]


# Below the rows


def test_a_foster_total_is_shown_in_red_and_white_counters():
    """The totals are 17, −39, 17 and 5; a red counter is five white."""
    total, red, white = OnPaper(ledger(NINE, FOUR)).foot
    assert (total["what"], of_players(total)) == ("Total", ["17", "−39", "17", "5"])
    assert (red["what"], of_players(red)) == ("in red counters", ["3", "−7", "3", "1"])
    assert (white["what"], of_players(white)) == ("in white counters", ["2", "−4", "2", ""])


def test_british_units_are_plain_numbers():
    (total,) = OnPaper(ledger(NINE, FOUR, **BRITISH)).foot
    assert of_players(total) == ["2", "−4", "2", "0"]


@pytest.mark.parametrize(("table", "rows"), [(FOSTER, 3), (BRITISH, 1)], ids=["foster", "british"])
def test_a_blank_sheet_has_an_empty_footer(table, rows):
    foot = OnPaper(ledger(**table)).sheet.foot(None)
    assert [row.cells.keys() for row in foot] == [{"what"}] * rows


def test_an_empty_session_has_a_footer():
    total, _red, white = OnPaper(ledger()).foot
    assert of_players(total) == ["0", "0", "0", "0"]
    assert of_players(white) == ["", "", "", ""]


# Blank sheets


@pytest.mark.parametrize("rules", ["foster", "british"])
@pytest.mark.parametrize(("small", "rounds"), [(False, 6), (True, 4)], ids=["six rounds", "four on small paper"])
def test_the_dealers_rotate(rules, small, rounds):
    table = SoloWhistRules().table(("A", "B", "C", "D"), rules=rules)
    rows = SoloWhistSheet(SoloWhistRules(), table, small=small).blank()
    assert [row.dealer for row in rows] == [3, 0, 1, 2] * rounds


@pytest.mark.parametrize(
    ("table", "heads"),
    [(FOSTER, ["Call", "Tricks", "Odd", "Each"]), (BRITISH, ["Call", "Tricks", "Each"])],
    ids=["foster", "british"],
)
def test_odd_tricks_have_a_column_if_they_count(table, heads):
    found = OnPaper(ledger(**table)).heads
    assert found[1 : len(heads) + 1] == heads
    assert found[-3:] == ["David ×", "David ±", "David Σ"]


def test_a_sheet_explains_the_grand_if_it_is_played():
    expected = "In a grand × takes the last trick and pays everyone the stake of a solo."
    assert expected in map(str, OnPaper(ledger()).sheet.explained())
    assert expected not in map(str, OnPaper(ledger(grand=False)).sheet.explained())


# The tariff and the rule card


@pytest.mark.parametrize(
    ("table", "proposal", "slam", "odd_trick"),
    [(FOSTER, "Proposal 5", "Slam 40", "each odd trick 1"), (BRITISH, "Proposal 1", "Slam 6", "each odd trick 0")],
    ids=["foster", "british"],
)
def test_the_small_print_has_the_stakes_of_its_rule_set(table, proposal, slam, odd_trick):
    stakes, odd_tricks = OnPaper(ledger(**table)).sheet.small_print()
    found = [" ".join(str(cell.words) for cell in row) for row in (*stakes.rows, *odd_tricks.rows)]
    assert (len(found), found[0], found[6], found[7]) == (8, proposal, slam, odd_trick)


@pytest.mark.parametrize(("table", "grand"), [(FOSTER, ["Grand"]), ({**BRITISH, "grand": False}, [])])
def test_the_rule_card_has_a_part_for_each_call_of_the_table(table, grand):
    calls = ["Proposal", "Solo", "Misère", "Abundance", "Spread", "Slam", *grand]
    assert OnPaper(ledger(**table)).card() == [*calls, "Correction", "Tariff"]
