"""Score sheet of Tarot: the row of each contract, and the tariff."""

import pytest

from games.tarot.page import worth
from games.tarot.tests.sessions import CLASSIC, FFT, FIVE, MORT, NOT_GIVEN, THREE, hand, ledger, poor, simple
from tests.games.sheet_text import Cells, OnPaper

CORRECTION = {"call": "correction", "amounts": {"Anne": -20, "Bruno": 20}, "note": "counted twice"}


def of_the_players(cells: Cells) -> list[tuple[str, str]]:
    """Return each player's gain and total."""
    return [(cells.get(f"gain-{seat}", ""), cells[f"total-{seat}"]) for seat in range(4)]


# Played hands


MADE = {"what": "Prise", "taker": "Anne", "bouts": "2", "points": "45", "margin": "+4"}
BONUSES = hand(call="garde", points=49, petit_au_bout="attack", poignees=[simple("Anne")], slam_announced="grand")
PERSONAL = hand(bouts=1, poignees=[simple("Bruno"), simple("Anne")], miseres=[poor("Chloé")])


@pytest.mark.parametrize(
    ("sentence", "played", "table", "expected"),
    [
        ("just made", hand(points=41), FFT, MADE | {"points": "41", "margin": "+0"}),
        ("a half point", hand(points=40.5), THREE, MADE | {"points": "40½", "margin": "−1"}),
        ("the defence’s points counted", hand(points=NOT_GIVEN, defence_points=46), FFT, MADE),
        ("rounded", hand(points=38), {**FFT, "round_to_ten": True}, MADE | {"points": "38", "margin": "−0"}),
        ("a partner", hand(partner="Bruno"), FIVE, MADE | {"partner": "Bruno"}),
        ("alone", hand(), FIVE, MADE | {"partner": "alone"}),
        (
            "bonuses, as the defence pays them",
            BONUSES,
            FFT,
            MADE
            | {"what": "Garde", "points": "49", "margin": "+8"}
            | {"petit-au-bout": "+20", "poignee": "+20", "slam": "−200"},
        ),
        (
            "bonuses settled by their players",
            PERSONAL,
            CLASSIC,
            MADE | {"bouts": "1", "margin": "−6", "poignee": "+20 Bruno, −20 Anne, +10 Chloé"},
        ),
        ("petit sec", {"call": "petit_sec"}, FFT, {"what": "Petit sec"}),
        ("a correction", CORRECTION, FFT, {"what": "Correction: counted twice"}),
    ],
)
def test_a_row_has_the_contract_and_its_bonuses(sentence, played, table, expected):
    (row,) = OnPaper(ledger(played, **table)).rows
    # Without its number and the players' columns.
    assert {name: words for name, words in row.items() if name != "number" and not name[-1].isdigit()} == expected


def test_a_session_is_printed_hand_by_hand_with_its_totals():
    """A prise made by 4: 29. All passed. Bruno's garde made by 8: 66. A correction of 20."""
    garde_of_bruno = hand(call="garde", points=49, taker="Bruno")
    paper = OnPaper(ledger(hand(), {"call": "passed"}, garde_of_bruno, CORRECTION, **FFT))
    made, passed, garde, correction = paper.rows
    assert of_the_players(made) == [("+87", "87"), ("−29", "−29"), ("−29", "−29"), ("−29", "−29")]
    assert of_the_players(passed) == [("", "87"), ("", "−29"), ("", "−29"), ("", "−29")]
    assert of_the_players(garde) == [("−66", "21"), ("+198", "169"), ("−66", "−95"), ("−66", "−95")]
    assert of_the_players(correction) == [("−20", "1"), ("+20", "189"), ("", "−95"), ("", "−95")]
    total = {"total-0": "1", "total-1": "189", "total-2": "−95", "total-3": "−95"}
    assert paper.foot == [{"what": "Total", **total}]
    assert paper.carried == total


# Blank sheets


@pytest.mark.parametrize(
    ("table", "rows", "rows_on_small_paper"), [(CLASSIC, 28, 20), (THREE, 27, 21), (FIVE, 20, 10), (MORT, 20, 10)]
)
def test_a_blank_sheet_has_whole_rounds_with_the_mort_struck_through(table, rows, rows_on_small_paper):
    paper = OnPaper(ledger(**table))
    players = paper.sheet.table.size
    round_of_dealers = [players - 1, *range(players - 1)]
    assert paper.dealers == round_of_dealers * (rows // players)
    assert paper.sitting_out == [(dealer,) if table is MORT else () for dealer in paper.dealers]
    small = type(paper.sheet)(paper.sheet.rules, paper.sheet.table, small=True)
    assert len(small.blank()) == rows_on_small_paper


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
        (FIVE, "The defence won every trick", "No trumps"),
    ],
)
def test_the_small_print_matches_the_rule_set(table, there, not_there):
    cells = OnPaper(ledger(**table)).tariff_cells()
    assert there in cells
    assert not_there not in cells


def test_each_defender_pays_the_value_of_the_contract():
    """By the FFT, a garde made by 8 is worth (25 + 8) × 2."""
    by_8 = next(row for row in worth().rows if row[0].words == "8")
    assert [cell.words for cell in by_8] == ["8", "33", "66", "132", "198"]


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
