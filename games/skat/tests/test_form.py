"""The form of Skat: outcomes from what is tapped, and the text on the save button."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import SeatNumber, Table
from games.skat.form import SkatForm
from games.skat.game import GAME
from games.skat.tariff import BIDS
from games.skat.tests.sessions import NAMES, RULES, chips_of
from games.ui.forms import Position

CARD_POINTS = {"card_points-tens": "7", "card_points-units": "4"}


def table(rules: str = "isko", players: int = 3, **options: Any) -> Table:
    return RULES.table(NAMES[:players], rules=rules, options=options)


def form(at: Table, **data: str) -> SkatForm:
    return SkatForm(Position(rules=RULES, table=at, state=RULES.opening(at)), {**data})


def call_so_far(at: Table, **data: str) -> str:
    """Return the text on the save button for a complete hand."""
    filled = form(at, **data)
    assert filled.missing == []
    ledger = replay(RULES, at, [filled.raw()], Naming(at.players, by_seat=True))
    assert ledger.refusal is None
    return filled.result(ledger.hands[0]).render(at.players)


@pytest.mark.parametrize(
    ("sentence", "at", "data", "taps", "words"),
    [
        (
            "bid 18 is chosen",
            table(),
            {"call": "suit-clubs", "declarer": "0", "matadors": "1", **CARD_POINTS},
            6,
            "12 × 2: Anna +24",
        ),
        (
            "another bid",
            table(),
            {"call": "suit-clubs", "declarer": "0", "matadors": "1", "bid": "24", **CARD_POINTS},
            7,
            "12 × 2: Anna +24",
        ),
        (
            "more matadors",
            table("foster"),
            {"call": "solo-hearts", "declarer": "0", "matadors": "3", **CARD_POINTS},
            6,
            "10 × 4: Anna +80",
        ),
        (
            "a grand",
            table("gucki_solo"),
            {"call": "grand", "declarer": "1", "matadors": "1", **CARD_POINTS},
            6,
            "24 × 2: Ben +96",
        ),
        ("a null", table(), {"call": "null", "declarer": "1", "made": "0"}, 4, "Ben −46"),
        ("a nullo", table("foster"), {"call": "gucki_nullo", "declarer": "1", "made": "1"}, 4, "Ben +30"),
    ],
)
def test_the_taps_of_an_ordinary_hand(sentence: str, at: Table, data: dict[str, str], taps: int, words: str) -> None:
    assert len(data) + 1 == taps
    assert call_so_far(at, **data) == words


def test_an_overbid_hand_is_announced_before_saving() -> None:
    hand = {"call": "suit-clubs", "declarer": "0", "matadors": "1", "bid": "46", "way": "hand"}
    assert call_so_far(table(), **hand, **CARD_POINTS) == "overbid, 12 × 4: Anna −96"
    waiting = form(table(), **hand)
    assert [str(words) for _name, words in waiting.missing] == ["card points (overbid so far: 46 was bid)"]


def test_the_value_is_shown_before_the_card_points_are_entered() -> None:
    def waits(at: Table, **data: str) -> str:
        return str(form(at, declarer="0", **data).missing[-1][1])

    assert waits(table(), call="grand", matadors="4") == "card points (24 × 5 = 120)"
    assert waits(table(), call="suit-hearts", matadors="1", way="schneider") == "card points (10 × 5 = 50)"
    assert (
        waits(table("foster"), call="solo-hearts", matadors="3", announced="schneider") == "card points (10 × 6 = 60)"
    )
    assert waits(table("foster"), call="open_grand", matadors="2") == "card points (24 × 7 = 168)"
    spades = waits(table("gucki_solo"), call="solo-spades", matadors="1", announced="schneider")
    assert spades == "card points (2 × 11 × 3 = 66)"
    assert waits(table(), call="grand", matadors="5") == "card points"


def test_with_or_without_how_many_is_asked_for() -> None:
    filled = form(table(), call="suit-clubs", declarer="0", **CARD_POINTS)
    assert [name for name, _words in filled.missing] == ["matadors"]
    assert not any(chip.checked for chip in chips_of(filled, "matadors"))


def test_fields_that_the_game_does_not_take_are_not_submitted() -> None:
    everything = {
        "declarer": "0",
        "made": "1",
        "matadors": "2",
        "bid": "18",
        "way": "ouvert",
        "announced": "schwarz",
    }
    filled = form(table("foster"), call="gucki_nullo", schwarz="1", passt_mir_nicht="1", **everything, **CARD_POINTS)
    assert filled.raw() == {"call": "gucki_nullo", "declarer": 0, "made": True}
    filled = form(table(), call="passed", **everything, **CARD_POINTS)
    assert filled.raw() == {"call": "passed"}
    assert filled.missing == []


@pytest.mark.parametrize(
    ("way", "fields"),
    [
        ("", {}),
        ("hand", {"hand": True}),
        ("schneider", {"hand": True, "announced": "schneider"}),
        ("schwarz", {"hand": True, "announced": "schwarz"}),
        ("ouvert", {"hand": True, "ouvert": True}),
    ],
)
def test_only_possible_announcements_are_offered(way: str, fields: dict[str, Any]) -> None:
    raw = form(table(), call="grand", declarer="0", matadors="1", way=way, **CARD_POINTS).raw()
    expected = {"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "card_points": 74, **fields}
    assert raw == expected


def test_exactly_the_possible_bids_are_offered_once() -> None:
    offered = form(table())
    assert [chip.value for chip in chips_of(offered, "bid")] == [str(bid) for bid in BIDS]


def test_the_dealer_of_four_is_not_offered_as_declarer() -> None:
    assert [chip.label for chip in chips_of(form(table(players=4)), "declarer")] == ["Anna", "Ben", "Clara"]
    changed = form(table(players=4), dealer="0")
    assert [chip.label for chip in chips_of(changed, "declarer")] == ["Ben", "Clara", "David"]


def test_ramsch_is_offered_if_it_is_played() -> None:
    assert "ramsch" not in [chip.value for chip in form(table()).call]
    assert "ramsch" in [chip.value for chip in form(table(ramsch=True)).call]
    assert "ramsch" in [chip.value for chip in form(table("foster")).call]


def points(seat: int, number: int) -> dict[str, str]:
    return SkatForm.values_of_digits(f"points_taken-{seat}", number)


def test_the_last_player_of_a_ramsch_gets_the_remaining_points() -> None:
    filled = form(table("foster"), call="ramsch", **points(0, 50), **points(2, 30))
    assert filled.missing == []
    assert filled.raw() == {"call": "ramsch", "points_taken": {"0": 50, "1": 40, "2": 30}}


def test_a_player_without_tricks_has_no_card_points() -> None:
    filled = form(table("foster"), call="ramsch", **points(0, 70), **{"trickless-2": "1"})
    assert filled.missing == []
    assert filled.raw() == {"call": "ramsch", "points_taken": {"0": 70, "1": 50, "2": 0}, "trickless": [2]}


def test_two_players_with_too_many_points_are_refused_without_the_third() -> None:
    filled = form(table("foster"), call="ramsch", **points(0, 60), **points(1, 120))
    assert filled.missing == []
    assert filled.raw() == {"call": "ramsch", "points_taken": {"0": 60, "1": 120, "2": 0}}


def test_an_unknown_way_to_play_is_not_taken_for_an_ordinary_game() -> None:
    at, hand = table(), {"call": "suit-clubs", "declarer": "0", "matadors": "1", "way": "blind", **CARD_POINTS}
    refusal = replay(RULES, at, [form(at, **hand).raw()], Naming(at.players, by_seat=True)).refusal
    assert refusal is not None
    assert (refusal.error.field, refusal.error.code) == ("announced", "unknown_choice")


def test_a_ramsch_needs_the_points_of_two_players() -> None:
    assert [name for name, _words in form(table("foster"), call="ramsch").missing] == [
        "points_taken-0",
        "points_taken-1",
    ]
    assert [name for name, _words in form(table("foster"), call="ramsch", **points(1, 70)).missing] == [
        "points_taken-0"
    ]


@pytest.mark.parametrize(
    ("field", "group"),
    [
        ("suit", "call"),
        ("hand", "way"),
        ("ouvert", "way"),
        ("announced", "way"),
        ("contra", "call"),
        ("points_taken.Ben", "points_taken-1"),
        ("points_taken.1", "points_taken-1"),
        ("points_taken", "points_taken"),
        ("trickless.0", "trickless"),
    ],
)
def test_an_error_is_shown_at_its_group(field: str, group: str) -> None:
    assert form(table()).group_of(field) == group


def test_the_summary_line_of_a_hand() -> None:
    raw = {
        "call": "suit",
        "declarer": 0,
        "suit": "clubs",
        "bid": 46,
        "matadors": 1,
        "hand": True,
        "announced": "schneider",
        "card_points": 120,
        "schwarz": True,
        "contra": "re",
    }
    assert GAME.describe(table(contra=True), raw).render(NAMES) == (
        "Clubs by Anna, matadors 1, hand, Schneider announced, bid 46, 120 card points, no trick for the others, Re"
    )
    ramsch = {"call": "ramsch", "points_taken": {"0": 70, "1": 50, "2": 0}, "trickless": [2]}
    assert GAME.describe(table("foster"), ramsch).render(NAMES) == (
        "Ramsch, Anna 70, Ben 50, Clara 0, no trick for Clara"
    )
    assert GAME.describe(table(), {"call": "passed"}).render(NAMES) == "All passed"


def test_the_headline_names_the_declarer() -> None:
    at = table(seeger=True)
    raw = {"call": "null", "declarer": 2, "bid": 18, "made": False}
    scored = replay(RULES, at, [raw], Naming(at.players, by_seat=True)).hands[0]
    assert form(at).headline(scored) == SeatNumber(2)
