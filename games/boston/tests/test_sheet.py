"""Score sheet of Boston: what each settles, misère partout, penalties and the pool, computed by hand."""

import pytest

from games.boston.sheet import BostonSheet
from games.boston.tests.sessions import (
    DECIMAL,
    MISERE,
    ORIGINAL,
    PASSED,
    POOL,
    RULES,
    SEVEN,
    Raw,
    hand,
    ledger,
    partout,
    penalty,
)
from tests.games.sheet_text import Cells, OnPaper

CORRECTION: Raw = {"call": "correction", "amounts": {"Anne": 10, "Bruno": -10}, "note": "paid late"}


def of_players(cells: Cells, name: str = "total") -> list[str]:
    return [cells.get(f"{name}-{seat}", "") for seat in range(4)]


# The rows

NINE = {"what": "7", "tricks": "9", "each": "+20", "mark-0": "×"}


@pytest.mark.parametrize(
    ("sentence", "played", "table", "expected"),
    [
        ("no over-tricks", hand(SEVEN, tricks=9), {**ORIGINAL, "overtricks": False}, NINE | {"each": "+18"}),
        (
            "failed",
            hand(SEVEN, bidder="Chloé", tricks=5),
            DECIMAL,
            {"what": "7", "tricks": "5", "each": "−30", "mark-2": "×"},
        ),
        (
            "a spread lost",
            hand(MISERE, call="grand_spread", made=False),
            ORIGINAL,
            {"what": "Grand spread", "each": "−160", "mark-0": "×"},
        ),
        (
            "misère partout",
            partout(5, 5, 1, 2),
            DECIMAL,
            {"what": "Misère partout", "mark-0": "5", "mark-1": "5", "mark-2": "1", "mark-3": "2"},
        ),
        ("passed", PASSED, DECIMAL, {"what": "All passed"}),
        ("a correction", CORRECTION, DECIMAL, {"what": "Correction: paid late"}),
        ("the pool is beside what each settles", hand(SEVEN, tricks=9), POOL, NINE),
    ],
)
def test_a_row_has_the_bid_the_tricks_and_what_each_player_settles(sentence, played, table, expected):
    (cells,) = OnPaper(ledger(played, **table)).rows
    # The cells left of the players' columns, without the number, and the players' ticks.
    other = ("number", "gain", "total", "pool")
    assert {name: words for name, words in cells.items() if not name.startswith(other)} == expected


POOLED = (
    SEVEN,
    hand(MISERE, bidder="Bruno", made=False),
    hand(PASSED, penalties=[penalty("Chloé", "pool", 10), penalty("Bruno", "each", 50)]),
)
"""Antes of 10 make 40, which Anne takes with 3 × 20; 40 again, to which Bruno adds 40; then two penalties."""


def test_a_penalty_has_its_own_row_below_its_hand_and_totals_and_pool_are_carried():
    paper = OnPaper(ledger(*POOLED, CORRECTION, **POOL))
    assert [[*of_players(cells), cells["pool"]] for cells in paper.rows] == [
        ["90", "−30", "−30", "−30", "0"],
        ["100", "−140", "−20", "−20", "80"],
        ["100", "−140", "−20", "−20", "80"],
        ["100", "−140", "−30", "−20", "90"],
        ["150", "−290", "20", "30", "90"],
        ["160", "−300", "20", "30", "90"],
    ]
    assert paper.carried == {"total-0": "160", "total-1": "−300", "total-2": "20", "total-3": "30", "pool": "90"}
    _first, _second, passed, to_pool, to_each, _correction = paper.rows
    assert of_players(passed, "gain") == ["", "", "", ""]
    assert to_pool["what"] == "Penalty of Chloé to the pool: 10"
    assert of_players(to_pool, "gain") == ["", "", "−10", ""]
    assert of_players(to_each, "gain") == ["+50", "−150", "+50", "+50"]
    assert [row.get("number") for row in paper.rows] == ["1", "2", "3", None, None, "4"]


# Below the rows


def test_the_total_is_shown_in_red_and_white_counters():
    """The totals are 85, −95, 5 and 5; a red counter is ten white."""
    total, red, white = OnPaper(ledger(hand(SEVEN, tricks=9), hand(SEVEN, bidder="Bruno", bid=8))).foot
    assert (total["what"], of_players(total)) == ("Total", ["85", "−95", "5", "5"])
    assert (red["what"], of_players(red)) == ("in red counters", ["8", "−9", "", ""])
    assert (white["what"], of_players(white)) == ("in white counters", ["5", "−5", "5", "5"])


def test_a_remaining_pool_is_shared_before_counters_are_shown():
    """The pool of 90 gives 22 each; the odd two go to Bruno and Chloé, who have the least."""
    total, shared, settled, red, white = OnPaper(ledger(*POOLED, **POOL)).foot
    assert [*of_players(total), total["pool"]] == ["150", "−290", "20", "30", "90"]
    assert of_players(shared) == ["22", "23", "23", "22"]
    assert of_players(settled) == ["172", "−267", "43", "52"]
    assert of_players(red) == ["17", "−26", "4", "5"]
    assert of_players(white) == ["2", "−7", "3", "2"]


@pytest.mark.parametrize(("table", "rows"), [(DECIMAL, 3), (POOL, 5)], ids=["no pool", "pool"])
def test_a_blank_sheet_has_an_empty_footer(table, rows):
    foot = OnPaper(ledger(**table)).sheet.foot(None)
    assert [row.cells.keys() for row in foot] == [{"what"}] * rows


def test_an_empty_session_has_a_footer():
    total, *_more, white = OnPaper(ledger(**POOL)).foot
    assert [*of_players(total), total["pool"]] == ["0", "0", "0", "0", "0"]
    assert of_players(white) == ["", "", "", ""]


# Blank sheets


@pytest.mark.parametrize(("small", "games"), [(False, 2), (True, 1)], ids=["two games", "one game on small paper"])
def test_the_dealers_rotate_in_games_of_twelve_hands(small, games):
    rows = BostonSheet(RULES, RULES.table(("A", "Y", "B", "Z")), small=small).blank()
    assert [row.dealer for row in rows] == [3, 0, 1, 2] * 3 * games


def test_the_columns_are_bid_tricks_settlement_and_three_per_player():
    plain, pool = OnPaper(ledger()).heads, OnPaper(ledger(**POOL)).heads
    assert plain[1:7] == ["Bid", "Tricks", "Each", "Anne ×", "Anne ±", "Anne Σ"]
    assert pool == [*plain, "Pool"]


# The tariff


def test_the_small_print_has_the_tables_of_its_rule_set():
    decimal, original = (OnPaper(ledger(**table)).tariff_cells() for table in (DECIMAL, ORIGINAL))
    assert {"450", "105", "160"} <= set(decimal)
    assert not {"433", "114"} & set(decimal)
    assert {"433", "114", "160"} <= set(original)
    assert not {"450", "105"} & set(original)


NO_OVERTRICKS = "Over-tricks are not paid: a bid that is made pays the first figure of its row."


@pytest.mark.parametrize(("table", "said"), [(DECIMAL, False), ({**ORIGINAL, "overtricks": False}, True)])
def test_paper_says_that_overtricks_are_not_paid(table, said):
    sheet = OnPaper(ledger(**table)).sheet
    assert (NO_OVERTRICKS in map(str, sheet.explained())) is said
    assert (NO_OVERTRICKS in map(str, sheet.card()[0].sentences)) is said


@pytest.mark.parametrize(("table", "pool"), [(DECIMAL, []), ({**ORIGINAL, **POOL}, ["The pool"])])
def test_the_rule_card_has_a_section_for_each_rule_of_the_table(table, pool):
    assert OnPaper(ledger(**table)).card() == [
        "Bids and options",
        "Tricks: a bid that is made",
        "Tricks: a bid that fails",
        "Misère",
        "Misère partout",
        *pool,
        "Penalties",
        "Correction",
        "Tariff",
        "A revoke, or too few cards",
    ]


def test_the_rule_card_has_the_order_of_the_bids_and_the_ante():
    order, ante = OnPaper(ledger(pool=True, ante=25)).sheet.card()[0].sentences
    assert str(order) == (
        "From lowest to highest: 5, 6, 7, Little misère, 8, 9, Grand misère, 10, 11, Little spread, 12, Grand spread, "
        "13."
    )
    assert str(ante) == "Into the empty pool: 25 from each*"


def test_the_rule_card_has_the_figures_of_its_rule_set():
    (tariff,) = [part for part in OnPaper(ledger(**ORIGINAL)).sheet.card() if str(part.title) == "Tariff"]
    winning, _failing, miseres, partout, penalties = tariff.tariffs
    assert [str(cell.words) for cell in winning.rows[2]] == ["7", "–", "–", "18", "20", "21", "22", "23", "24", "26"]
    assert [str(row[1].words) for row in miseres.rows] == ["20", "40", "80", "160"]
    assert [str(row[1].words) for row in partout.rows] == ["10"]
    assert [[str(cell.words) for cell in row[1:]] for row in penalties.rows] == [
        ["–", "10"],
        ["50", "40"],
        ["50", "–"],
        ["–", "40"],
    ]
