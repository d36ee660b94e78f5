"""Score sheet of Tarot: the row of each contract, and the tariff."""

import pytest

from games.tarot.tests.sessions import CLASSIC, FFT, FIVE, MORT, NOT_GIVEN, THREE, hand, ledger, poor, simple
from tests.games.sheet_text import Cells, OnPaper

PASSED, PETIT_SEC, MISDEAL = ({"call": call} for call in ("passed", "petit_sec", "misdeal"))
CORRECTION = {"call": "correction", "amounts": {"Anne": -20, "Bruno": 20}, "note": "counted twice"}
GARDE = hand(call="garde", points=49)
"""A garde with two bouts, made by 8: (25 + 8) × 2 = 66."""


def of_the_hand(cells: Cells) -> Cells:
    """Return a row without its number and the players' columns."""
    return {name: words for name, words in cells.items() if name != "number" and not name[-1].isdigit()}


def of_the_players(cells: Cells, size: int = 4) -> list[tuple[str, str]]:
    """Return each player's gain and total."""
    return [(cells.get(f"gain-{seat}", ""), cells[f"total-{seat}"]) for seat in range(size)]


# Played hands


@pytest.mark.parametrize(
    ("played", "table", "expected"),
    [
        (hand(), CLASSIC, {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "45", "margin": "+4"}),
        (hand(points=41), FFT, {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "41", "margin": "+0"}),
        (hand(bouts=1), FFT, {"what": "Prise", "taker": "Anne", "bouts": "1", "points": "45", "margin": "−6"}),
        (
            hand(points=40.5),
            THREE,
            {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "40½", "margin": "−1"},
        ),
        (
            hand(points=NOT_GIVEN, defence_points=46),
            FFT,
            {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "45", "margin": "+4"},
        ),
        (
            hand(points=38),
            {**FFT, "round_to_ten": True},
            {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "38", "margin": "−0"},
        ),
        (
            hand(partner="Bruno"),
            FIVE,
            {"what": "Prise", "taker": "Anne", "partner": "Bruno", "bouts": "2", "points": "45", "margin": "+4"},
        ),
        (
            hand(),
            FIVE,
            {"what": "Prise", "taker": "Anne", "partner": "alone", "bouts": "2", "points": "45", "margin": "+4"},
        ),
        (hand(), MORT, {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "45", "margin": "+4"}),
        (
            hand(call="garde", points=49, petit_au_bout="attack", poignees=[simple("Anne")]),
            FFT,
            {
                "what": "Garde",
                "taker": "Anne",
                "bouts": "2",
                "points": "49",
                "margin": "+8",
                "petit-au-bout": "+20",
                "poignee": "+20",
            },
        ),
        (
            hand(call="garde_sans", bouts=1, petit_au_bout="defence", poignees=[simple("Bruno"), simple("Chloé")]),
            FFT,
            {
                "what": "Garde sans",
                "taker": "Anne",
                "bouts": "1",
                "points": "45",
                "margin": "−6",
                "petit-au-bout": "−40",
                "poignee": "−40",
            },
        ),
        (
            hand(bouts=1, poignees=[simple("Bruno"), simple("Anne")], miseres=[poor("Chloé")]),
            CLASSIC,
            {
                "what": "Prise",
                "taker": "Anne",
                "bouts": "1",
                "points": "45",
                "margin": "−6",
                "poignee": "+20 Bruno, −20 Anne, +10 Chloé",
            },
        ),
        (
            hand(slam_announced="grand"),
            FFT,
            {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "45", "margin": "+4", "slam": "−200"},
        ),
        (PASSED, FFT, {"what": "All passed"}),
        (PETIT_SEC, FFT, {"what": "Petit sec"}),
        (MISDEAL, FFT, {"what": "Misdeal"}),
        (CORRECTION, FFT, {"what": "Correction: counted twice"}),
    ],
    ids=[
        "made",
        "just made",
        "lost",
        "a half point",
        "the defence’s points counted",
        "rounded to nothing",
        "a partner",
        "alone",
        "with a mort",
        "bonuses of the attack",
        "bonuses of the defence",
        "poignées and a misère settled by their players",
        "a slam announced and missed",
        "all passed",
        "petit sec",
        "a misdeal",
        "a correction",
    ],
)
def test_a_row_has_the_contract_and_its_bonuses(played, table, expected):
    (row,) = OnPaper(ledger(played, **table)).rows
    assert of_the_hand(row) == expected


def test_a_session_is_printed_hand_by_hand_with_its_totals():
    """A prise made by 4: 29. All passed. Bruno's garde made by 8: 66. A correction of 20."""
    paper = OnPaper(ledger(hand(), PASSED, {**GARDE, "taker": "Bruno"}, CORRECTION, **FFT))
    made, passed, garde, correction = paper.rows
    assert of_the_players(made) == [("+87", "87"), ("−29", "−29"), ("−29", "−29"), ("−29", "−29")]
    assert of_the_players(passed) == [("", "87"), ("", "−29"), ("", "−29"), ("", "−29")]
    assert of_the_players(garde) == [("−66", "21"), ("+198", "169"), ("−66", "−95"), ("−66", "−95")]
    assert of_the_players(correction) == [("−20", "1"), ("+20", "189"), ("", "−95"), ("", "−95")]
    total = {"total-0": "1", "total-1": "189", "total-2": "−95", "total-3": "−95"}
    assert paper.foot == [{"what": "Total", **total}]
    assert paper.carried == total


def test_taker_and_partner_are_printed_in_a_hand_of_five():
    (row,) = OnPaper(ledger(hand(partner="Bruno"), **FIVE)).rows
    assert [gained for gained, _total in of_the_players(row, 5)] == ["+58", "+29", "−29", "−29", "−29"]


# Blank sheets


@pytest.mark.parametrize(
    ("table", "rows", "dealers", "out"),
    [
        (CLASSIC, 28, [3, 0, 1, 2, 3], None),
        (THREE, 27, [2, 0, 1, 2, 0], None),
        (FIVE, 20, [4, 0, 1, 2, 3], None),
        (MORT, 20, [4, 0, 1, 2, 3], [4, 0, 1, 2, 3]),
    ],
    ids=["four", "three", "five", "five with a mort"],
)
def test_a_blank_sheet_has_whole_rounds_with_the_mort_struck_through(table, rows, dealers, out):
    paper = OnPaper(ledger(**table))
    assert (len(paper.dealers), paper.dealers[:5]) == (rows, dealers)
    assert paper.sitting_out[:5] == (out or [None] * 5)


@pytest.mark.parametrize(("table", "rows"), [(CLASSIC, 20), (THREE, 21), (FIVE, 10), (MORT, 10)])
def test_small_paper_has_as_many_rounds_as_fit_on_one_page(table, rows):
    paper = OnPaper(ledger(**table))
    assert len(type(paper.sheet)(paper.sheet.rules, paper.sheet.table, small=True).blank()) == rows


@pytest.mark.parametrize(
    ("table", "heads", "lies"),
    [
        (CLASSIC, "Contract Taker Bouts Points Margin Petit Poignée, misère Slam", False),
        (THREE, "Contract Taker Bouts Points Margin Petit Poignée Slam", False),
        (FIVE, "Contract Taker Partner Bouts Points Margin Petit Poignée Slam", True),
        (MORT, "Contract Taker Bouts Points Margin Petit Poignée Slam", True),
    ],
    ids=["classic", "three", "five", "five with a mort"],
)
def test_the_columns_are_those_that_the_table_needs(table, heads, lies):
    paper = OnPaper(ledger(**table))
    columns = paper.heads
    assert " ".join(columns[1 : columns.index("Anne ±")]) == heads
    assert paper.sheet.landscape is lies


# The tariff


@pytest.mark.parametrize(
    ("table", "trumps"), [(THREE, "13 15 18"), (FFT, "10 13 15"), (FIVE, "8 10 13"), (MORT, "10 13 15")]
)
def test_the_small_print_has_the_poignees_for_the_number_of_players(table, trumps):
    (poignees,) = (
        tariff for tariff in OnPaper(ledger(**table)).sheet.small_print() if str(tariff.head[0].words) == "Poignée"
    )
    assert " ".join(str(row[-1].words) for row in poignees.rows) == trumps


@pytest.mark.parametrize(
    ("table", "there", "not_there"),
    [
        (CLASSIC, "No trumps", "The defence won every trick"),
        (CLASSIC, "Little slam announced and made", "Slam announced, and the defence won every trick"),
        (FFT, "The defence won every trick", "Little slam announced and made"),
        (FIVE, "The defence won every trick", "No trumps"),
    ],
)
def test_the_small_print_matches_the_rule_set(table, there, not_there):
    cells = OnPaper(ledger(**table)).tariff_cells()
    assert there in cells
    assert not_there not in cells


def test_the_federation_has_five_slams():
    *_others, slams = OnPaper(ledger(**FFT)).sheet.small_print()
    assert [[str(cell.words) for cell in row] for row in slams.rows] == [
        ["Slam announced and made", "400"],
        ["Slam made, not announced", "200"],
        ["Slam announced and missed", "−200"],
        ["The defence won every trick", "−200"],
        ["Slam announced, and the defence won every trick", "−400"],
    ]


def test_the_rule_card_has_a_part_for_each_rule_and_the_tariff():
    parts = ["The contract", "Petit au bout", "Slam", "Poignée", "Misère", "Who pays whom", "The deal", "Tariff"]
    assert OnPaper(ledger(**CLASSIC)).card() == parts
    assert OnPaper(ledger(**FFT)).card() == [part for part in parts if part != "Misère"]


@pytest.mark.parametrize(("table", "said"), [(FIVE, True), (MORT, False), (FFT, False)])
def test_where_there_can_be_a_partner_sheet_and_card_say_what_he_gets(table, said):
    sheet = OnPaper(ledger(**table)).sheet
    sentence = "With a partner, the taker gets two thirds and the partner one third."
    assert (sentence in map(str, sheet.explained())) is said
    assert any(sentence in map(str, part.sentences) for part in sheet.card()) is said
