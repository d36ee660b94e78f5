"""Score sheet of Skat: the list with its foot, computed by hand, and the sheet with payment after each hand."""

import pytest

from games.skat.tests.sessions import (
    CLUBS,
    FOSTER,
    GRAND,
    GUCKI,
    ISKO,
    NULL,
    NULLO,
    RAMSCH,
    SOLO,
    TOURNEE,
    Raw,
    hand,
    ledger,
)
from tests.games.sheet_text import Cells, OnPaper

PASSED: Raw = {"call": "passed"}
CORRECTION: Raw = {"call": "correction", "amounts": {"Anna": -20}, "note": "counted twice"}
HANDS = hand(GRAND, bid=18, matadors=2), hand(CLUBS, declarer="Ben", card_points=50), hand(NULL, declarer="Clara")
"""A grand with two, won: 24 × 3; clubs with one, lost: twice 12 × 2; a null, made: 23."""


def of(seat: int, cells: Cells) -> list[str]:
    """Return a player's cells: points, games won and lost; on a sheet with payment after each hand, gain and total."""
    names = ("total", "won", "lost") if f"won-{seat}" in cells else ("gain", "total")
    return [cells.get(f"{name}-{seat}", "") for name in names]


# Played hands


CLUBS_WITH_ONE = {"what": "♣ Clubs", "base": "12", "matadors": "1"}
HEARTS_WITH_THREE = {"what": "♥ Solo", "base": "10", "matadors": "3"}
SPADES: Raw = {**SOLO, "suit": "spades", "matadors": 1, "announced": "schneider"}
SPADES_ANNOUNCED = {"what": "♠ Solo", "base": "11", "matadors": "1", "schneider-announced": "×"}
EVERY_TRICK = {"card_points": 120, "schwarz": True}
EVERY_STEP = dict.fromkeys(("hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "ouvert"), "×")


@pytest.mark.parametrize(("played", "table", "expected"), [
    (hand(CLUBS, card_points=90), ISKO, {**CLUBS_WITH_ONE, "schneider": "×", "gain": "36"}),
    (hand(CLUBS, hand=True, announced="schneider", card_points=80), ISKO,
     {**CLUBS_WITH_ONE, "hand": "×", "schneider": "×", "schneider-announced": "×", "loss": "120"}),
    (hand(GRAND, bid=18, matadors=4, hand=True, ouvert=True, **EVERY_TRICK), ISKO,
     {"what": "Grand", "base": "24", "matadors": "4", **EVERY_STEP, "gain": "264"}),
    (hand(CLUBS, bid=46, hand=True, card_points=74), ISKO,
     {**CLUBS_WITH_ONE, "what": "♣ overbid", "hand": "×", "loss": "96"}),
    (hand(CLUBS, contra="re"), {**ISKO, "contra": True}, {**CLUBS_WITH_ONE, "contra": "× 4", "gain": "96"}),
    (hand(NULL, ouvert=True, made=False), ISKO, {"what": "Null ouvert", "loss": "92"}),
    (PASSED, ISKO, {"what": "All passed"}),
    (RAMSCH, {**ISKO, "ramsch": True}, {"what": "Ramsch 50 / 40 / 30"}),
    (CORRECTION, ISKO, {"what": "Correction: counted twice"}),
    (hand(SOLO, announced="schneider", card_points=90), FOSTER, {**HEARTS_WITH_THREE, "class": "3", "loss": "60"}),
    (hand(TOURNEE, passt_mir_nicht=True, card_points=50), FOSTER,
     {"what": "♥ Tournée, passt mir nicht", "base": "6", "class": "1", "matadors": "3", "loss": "48"}),
    (hand(NULLO, made=False), FOSTER, {"what": "Gucki nullo", "loss": "30"}),
    (SOLO, GUCKI, {**HEARTS_WITH_THREE, "gain": "40"}),
    (hand(SPADES, **EVERY_TRICK), GUCKI, {**SPADES_ANNOUNCED, "schneider": "×", "schwarz": "×", "gain": "77"}),
    (hand(SPADES, card_points=80), GUCKI, {**SPADES_ANNOUNCED, "loss": "132"}),
    (hand(SOLO, card_points=30), GUCKI, {**HEARTS_WITH_THREE, "schneider": "×", "loss": "100"}),
])  # fmt: skip
def test_a_hand_is_written_in_the_columns_of_its_rule_set(played: Raw, table: Raw, expected: Cells) -> None:
    (cells,) = OnPaper(ledger(played, **table)).rows
    # Without its number and the players' columns.
    assert {name: words for name, words in cells.items() if name != "number" and not name[-1].isdigit()} == expected


# The list


def test_a_list_has_the_running_total_of_the_declarer():
    grand, clubs, null = OnPaper(ledger(*HANDS, **ISKO)).rows
    assert (of(0, grand), of(1, grand)) == (["72", "1", "0"], ["", ""])
    assert (of(1, clubs), of(0, clubs)) == (["−48", "0", "1"], ["", ""])
    assert of(2, null) == ["23", "1", "0"]


def test_the_carried_over_totals_are_those_of_all_players():
    carried = OnPaper(ledger(*HANDS, **ISKO)).carried
    assert [of(seat, carried) for seat in range(3)] == [["72", "1", "0"], ["−48", "0", "1"], ["23", "1", "0"]]


@pytest.mark.parametrize(("players", "others"), [(3, "40"), (4, "30")])
@pytest.mark.parametrize("seeger", [True, False])
def test_a_list_ends_with_the_seeger_fabian_points(players, others, seeger):
    """Anna has 72 and one game won, Ben −48 and one lost, Clara 23 and one won."""
    table = {**ISKO, "players": players, "seeger": seeger}
    hands = [{**raw, "dealer": "David"} for raw in HANDS] if players == 4 else HANDS
    paper = OnPaper(ledger(*hands, **table))
    points, own, lost, sums = paper.foot
    assert [of(seat, points)[0] for seat in range(3)] == ["72", "−48", "23"]
    assert [own[f"total-{seat}"] for seat in range(3)] == ["50", "−50", "50"]
    assert [lost[f"total-{seat}"] for seat in range(players)] == [others, "0", others, others][:players]
    assert own["what"] == "Games won less games lost, × 50"
    assert lost["what"] == f"Games lost by the others, × {others}"
    sum_of_anna, sum_of_clara = 72 + 50 + int(others), 23 + 50 + int(others)
    assert [sums[f"total-{seat}"] for seat in range(3)] == [str(sum_of_anna), "−98", str(sum_of_clara)]
    assert sums["what"] == ("Seeger-Fabian" if seeger else "Seeger-Fabian, for comparison")
    blank = paper.sheet.foot(None)
    assert [row.cells.keys() for row in blank] == [{"what"}] * 4
    for rows in (paper.sheet.foot(paper.hands), blank):
        assert [row.strong for row in rows] == [True, False, False, seeger]


def test_the_last_sum_of_a_seeger_list_is_the_total_of_its_ledger():
    played = ledger(*HANDS, CORRECTION, **ISKO, seeger=True)
    *_first, sums = OnPaper(played).foot
    assert played.totals == (142, -98, 113)
    assert [sums[f"total-{seat}"] for seat in range(3)] == ["142", "−98", "113"]


def test_a_list_with_contra_says_what_paying_each_game_would_give():
    """Each gets three times their own points less the sum of all, which is 47 (L)."""
    points, paid = OnPaper(ledger(*HANDS, **ISKO, contra=True)).foot
    assert [of(seat, points)[0] for seat in range(3)] == ["72", "−48", "23"]
    assert [paid[f"total-{seat}"] for seat in range(3)] == ["169", "−191", "22"]


# Paid hand by hand


def test_if_each_hand_is_paid_everybody_pays_the_value():
    """A heart solo with three: 10 × (1 + 3)."""
    (solo,) = OnPaper(ledger(SOLO, **FOSTER)).rows
    assert solo["gain"] == "40"
    assert [of(seat, solo) for seat in range(3)] == [["+80", "80"], ["−40", "−40"], ["−40", "−40"]]


def test_the_footer_of_paid_hands_is_the_total():
    (foot,) = OnPaper(ledger(SOLO, hand(NULLO, declarer="Ben"), **GUCKI)).foot
    assert foot == {"what": "Total", "total-0": "65", "total-1": "−10", "total-2": "−55"}


# Blank sheets


@pytest.mark.parametrize(("players", "dealers"), [(3, [2, 0, 1, 2]), (4, [3, 0, 1, 2])])
def test_the_dealers_rotate_in_a_list_of_twelve_rounds(players, dealers):
    paper = OnPaper(ledger(players=players))
    assert len(paper.dealers) == 12 * players
    assert paper.dealers[:4] == dealers


@pytest.mark.parametrize(("table", "rows"), [(ISKO, 18), ({**GUCKI, "players": 4}, 20)])
def test_small_paper_has_whole_rounds_with_room_to_write(table, rows):
    paper = OnPaper(ledger(**table))
    assert len(type(paper.sheet)(paper.sheet.rules, paper.sheet.table, small=True).blank()) == rows


@pytest.mark.parametrize(
    ("table", "out"),
    [
        ({**ISKO, "players": 4}, [(3,), (0,), (1,)]),
        ({**ISKO, "players": 3}, [(), (), ()]),
        ({**FOSTER, "players": 4}, [(), (), ()]),
    ],
    ids=["four", "three", "four, where the dealer is paid as well"],
)
def test_a_player_who_sits_out_is_struck_through_if_nothing_is_written_there(table, out):
    assert OnPaper(ledger(**table)).sitting_out[:3] == out


def test_the_columns_are_those_of_german_club_lists():
    assert OnPaper(ledger(**ISKO)).heads[1:18] == [
        *("The game", "Base value", "Matadors", "Hand game"),
        *("Schneider", "Schneider ann.", "Schwarz", "Schwarz ann.", "Ouvert", "Game value +", "Game value −"),
        *("Anna Points", "Anna +", "Anna −", "Ben Points", "Ben +", "Ben −"),
    ]


# The tariff


@pytest.mark.parametrize(
    ("table", "there", "not_there"),
    [
        (ISKO, "Null ouvert hand", "Gucki nullo"),
        (FOSTER, "Open solo nullo", "Null"),
        (GUCKI, "Open gucki nullo", "Open solo nullo"),
        ({**ISKO, "contra": True}, "Contra", "no player"),
        ({**ISKO, "ramsch": True}, "A player who takes every trick gets", "Contra"),
        (FOSTER, "two players", "A player who takes every trick gets"),
    ],
    ids=["isko", "foster", "gucki-solo", "contra", "modern ramsch", "the book’s ramsch"],
)
def test_the_small_print_matches_the_rule_set_and_options(table, there, not_there):
    cells = OnPaper(ledger(**table)).tariff_cells()
    assert there in cells
    assert not_there not in cells


BY_ISKO = ["Suit games and grands by ISkO", "Overbid", "Null", "Possible bids"]
BY_FOSTER = ["Suit games and grands in Foster’s game", "What is lost double in Foster’s game", "Nullos", "Ramsch"]


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        ({**ISKO, "seeger": True}, [*BY_ISKO, "Tournament points (Seeger-Fabian)"]),
        ({**ISKO, "contra": True, "ramsch": True}, [*BY_ISKO, "Contra and re", "Ramsch"]),
        (FOSTER, BY_FOSTER),
        ({**GUCKI, "ramsch": False}, ["Suit games and grands in Gucki-solo", "Nullos", "Game values"]),
    ],
    ids=["a tournament", "isko with contra and ramsch", "foster", "gucki-solo without ramsch"],
)
def test_the_rule_card_has_a_section_for_each_rule_of_the_table(table, parts):
    assert OnPaper(ledger(**table)).card() == [*parts, "Who pays", "Cards"]


def test_the_multiples_end_at_the_highest_game():
    """Eleven matadors and class 5 in a suit make 16 times, four matadors and class 5 in a grand 9 times."""
    value, *_more = OnPaper(ledger(**FOSTER)).sheet.card()
    multiples = value.tariffs[-1]
    assert " ".join(str(cell.words) for cell in multiples.head) == "× 5 6 7 8 9 10 11 12 16 20 24"
    assert " ".join(str(cell.words) for cell in multiples.rows[7]) == "9 45 54 63 72 81 90 99 108 144 180 216"
    assert " ".join(str(cell.words) for cell in multiples.rows[-1]) == "16 80 96 112 128 144 160 176 192 – – –"


def test_the_values_of_gucki_solo_end_with_eleven_matadors_and_schwarz():
    """Eleven matadors, 1, schneider and schwarz make 14 times; a grand with four makes 7 times."""
    worth = OnPaper(ledger(**GUCKI)).sheet.card()[2].tariffs[0]
    assert [cell.words for cell in worth.rows[5]] == ["7", "63", "70", "77", "84", "168"]
    assert [cell.words for cell in worth.rows[-1]] == ["14", "126", "140", "154", "168", "–"]
