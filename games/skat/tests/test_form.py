"""The form of Skat: outcomes from what is tapped, and the text on the save button."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import SeatNumber, Table
from games.skat.form import SkatForm
from games.skat.game import GAME
from games.skat.tests.sessions import NAMES, RULES, chips_of
from games.ui.forms import OutcomeForm, Position

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


def form_of(raw: dict[str, Any], at: Table) -> OutcomeForm:
    return SkatForm.from_raw(Position(rules=RULES, table=at, state=RULES.opening(at)), raw)


def missing(at: Table, **data: str) -> list[str]:
    return [name for name, _words in form(at, **data).missing]


CLUBS = {"call": "suit-clubs", "declarer": "0", "matadors": "1"}
GRAND = {"call": "grand", "declarer": "0", "matadors": "1"}
ISKO, FOSTER, GUCKI_SOLO, SEEGER = table(), table("foster"), table("gucki_solo"), table(seeger=True)


@pytest.mark.parametrize(("sentence", "at", "data", "words"), [
    ("no bid: it was not overbid", ISKO, {**CLUBS, "made": "1"}, "12 × 2: Anna +24"),
    ("schneider", ISKO, {**CLUBS, "made": "0", "step": "schneider"}, "12 × 3: Anna −72"),
    ("card points", ISKO, {**CLUBS, **CARD_POINTS}, "12 × 2: Anna +24"),
    ("more matadors", FOSTER, {"call": "solo-hearts", "declarer": "0", "matadors": "3", **CARD_POINTS},
     "10 × 4: Anna +80"),
    ("a grand", GUCKI_SOLO, {**GRAND, "declarer": "1", **CARD_POINTS}, "24 × 2: Ben +96"),
    ("a null", ISKO, {"call": "null", "declarer": "1", "made": "0"}, "Ben −46"),
    ("Seeger-Fabian, won", SEEGER, {**CLUBS, "made": "1"}, "12 × 2 + 50: Anna +74"),
    ("Seeger-Fabian, lost", SEEGER, {**CLUBS, "made": "0"}, "−48 − 50: Anna −98"),
    ("Seeger-Fabian, a null", SEEGER, {"call": "null", "declarer": "1", "made": "1"}, "23 + 50: Ben +73"),
    ("a nullo", FOSTER, {"call": "gucki_nullo", "declarer": "1", "made": "1"}, "Ben +30"),
])  # fmt: skip
def test_the_taps_of_an_ordinary_hand(sentence: str, at: Table, data: dict[str, str], words: str) -> None:
    assert call_so_far(at, **data) == words


def test_an_overbid_hand_is_announced_before_saving() -> None:
    hand = {**CLUBS, "bid": "46", "way": "hand"}
    assert call_so_far(ISKO, **hand, **CARD_POINTS) == "overbid, 12 × 4: Anna −96"
    waiting = form(ISKO, **hand)
    assert [str(words) for _name, words in waiting.missing] == ["made or lost (overbid so far: 46 was bid)"]


def test_the_value_is_shown_before_the_result_is_entered() -> None:
    def waits(at: Table, **data: str) -> str:
        return str(form(at, declarer="0", **data).missing[-1][1])

    assert waits(ISKO, call="grand", matadors="4") == "made or lost (24 × 5 = 120)"
    assert waits(ISKO, call="suit-hearts", matadors="1", way="schneider") == "made or lost (10 × 5 = 50)"
    assert waits(FOSTER, call="solo-hearts", matadors="3", announced="schneider") == "card points (10 × 6 = 60)"
    assert waits(FOSTER, call="open_grand", matadors="2") == "card points (24 × 7 = 168)"
    spades = waits(GUCKI_SOLO, call="solo-spades", matadors="1", announced="schneider")
    assert spades == "card points (2 × 11 × 3 = 66)"
    assert waits(ISKO, call="grand", matadors="5") == "made or lost"


def test_with_or_without_how_many_is_asked_for() -> None:
    filled = form(ISKO, call="suit-clubs", declarer="0", **CARD_POINTS)
    assert [name for name, _words in filled.missing] == ["matadors"]
    assert not any(chip.checked for chip in chips_of(filled, "matadors"))


def test_fields_that_the_game_does_not_take_are_not_submitted() -> None:
    everything = {"declarer": "0", "made": "1", "matadors": "2", "bid": "18", "way": "ouvert", "announced": "schwarz"}
    filled = form(FOSTER, call="gucki_nullo", schwarz="1", passt_mir_nicht="1", **everything, **CARD_POINTS)
    assert filled.raw() == {"call": "gucki_nullo", "declarer": 0, "made": True}
    filled = form(ISKO, call="passed", **everything, **CARD_POINTS)
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
    raw = form(ISKO, **GRAND, way=way, **CARD_POINTS).raw()
    expected = {"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "card_points": 74, **fields}
    assert raw == expected


def test_without_a_bid_the_lowest_is_recorded() -> None:
    filled = form(ISKO, **GRAND, made="1")
    assert not any(chip.checked for chip in chips_of(filled, "bid"))
    raw = {"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "made": True}
    assert filled.raw() == raw
    assert form_of(raw, ISKO).raw() == raw


def test_card_points_decide_once_they_are_entered() -> None:
    hand = {**GRAND, "made": "1", "step": "schneider"}
    raw = {"call": "grand", "declarer": 0, "bid": 18, "matadors": 1}
    assert form(ISKO, **hand).raw() == {**raw, "made": True, "step": "schneider"}
    assert missing(ISKO, **hand, **{"card_points-tens": "5"}) == ["card_points"]
    counted = form(ISKO, **hand, **{"card_points-tens": "5", "card_points-units": "4"})
    assert counted.missing == []
    assert counted.raw() == {**raw, "card_points": 54}
    assert form_of(counted.raw(), ISKO).raw() == counted.raw()


@pytest.mark.parametrize("rules", ["foster", "isko"])
@pytest.mark.parametrize(("tens", "is_asked"), [("12", True), ("0", True), ("2", False)])
def test_whether_a_side_took_no_trick_is_asked_where_it_decides(rules: str, tens: str, is_asked: bool) -> None:
    call = {"foster": "solo-clubs", "isko": "suit-clubs"}[rules]
    hand = {**CLUBS, "call": call, "card_points-tens": tens, "card_points-units": "0"}
    assert missing(table(rules), **hand) == ["schwarz"] * is_asked
    assert missing(table(rules), **hand, schwarz="0") == []


@pytest.mark.parametrize("way", ["schwarz", "ouvert"])
def test_an_announced_schwarz_is_never_lost_by_silence(way: str) -> None:
    assert missing(ISKO, **CLUBS, way=way) == ["made"]
    assert missing(ISKO, **CLUBS, way=way, **{"card_points-tens": "12"}) == ["schwarz"]


def test_bock_rounds_and_pushes_are_chips() -> None:
    at = table("pub")
    filled = form(at, call="passed", bock="2")
    assert filled.raw() == {"call": "passed", "bock": 2}
    raw = {"call": "ramsch", "points_taken": {"0": 60, "1": 40, "2": 20}, "pushed": 1}
    assert form_of(raw, at).raw() == raw
    filled = form(at, call="ramsch", bock="1", pushed="3", **points(0, 60), **points(1, 40))
    assert filled.raw() == {**raw, "pushed": 3, "bock": 1}
    without = form(table("pub", bock="none"))
    assert "bock" not in without.groups


def test_who_sits_out_is_not_offered_as_declarer() -> None:
    def offered(at: Table, **data: str) -> list[object]:
        return [chip.label for chip in chips_of(form(at, **data), "declarer")]

    assert offered(table(players=4)) == ["Anna", "Ben", "Clara"]
    assert offered(table(players=4), dealer="0") == ["Ben", "Clara", "David"]
    # Emil deals first; Clara is the third to his left.
    assert offered(table("pub", players=5)) == ["Anna", "Ben", "David"]


def points(seat: int, number: int) -> dict[str, str]:
    return SkatForm.values_of_digits(f"points_taken-{seat}", number)


@pytest.mark.parametrize(("sentence", "tapped", "raw"), [
    ("the last player gets the remaining points", {**points(0, 50), **points(2, 30)},
     {"points_taken": {"0": 50, "1": 40, "2": 30}}),
    ("a player without tricks has none", {**points(0, 70), "trickless-2": "1"},
     {"points_taken": {"0": 70, "1": 50, "2": 0}, "trickless": [2]}),
    ("nothing is left for two, nor for a unit", {"points_taken-1-tens": "12", "trickless-nobody": "1"},
     {"points_taken": {"0": 0, "1": 120, "2": 0}}),
    ("two with too many are refused without the third", {**points(0, 60), **points(1, 120)},
     {"points_taken": {"0": 60, "1": 120, "2": 0}}),
])  # fmt: skip
def test_the_points_of_a_ramsch(sentence: str, tapped: dict[str, str], raw: dict[str, Any]) -> None:
    filled = form(FOSTER, call="ramsch", **tapped)
    assert filled.missing == []
    assert filled.raw() == {"call": "ramsch", **raw}


def test_a_ramsch_needs_the_points_of_two_players() -> None:
    assert missing(FOSTER, call="ramsch") == ["points_taken-0", "points_taken-1"]
    assert missing(FOSTER, call="ramsch", **points(1, 70)) == ["points_taken-0"]


@pytest.mark.parametrize("at", [FOSTER, table("pub")])
def test_a_ramsch_asks_who_took_no_trick_if_somebody_has_no_card_points(at: Table) -> None:
    all_of_them = {"call": "ramsch", "points_taken-1-tens": "12"}
    assert missing(at, **all_of_them) == missing(at, call="ramsch", **points(0, 50), **points(1, 70))
    assert missing(at, **all_of_them) == ["trickless-nobody"]
    assert missing(at, **all_of_them, **{"trickless-0": "1", "trickless-2": "1"}) == []
    nobody = form(at, **all_of_them, **{"trickless-nobody": "1"})
    assert (nobody.missing, "trickless" in nobody.raw()) == ([], False)
    assert form_of(nobody.raw(), at).missing == []


def test_an_unknown_way_to_play_is_not_taken_for_an_ordinary_game() -> None:
    hand = form(ISKO, **CLUBS, way="blind", **CARD_POINTS).raw()
    refusal = replay(RULES, ISKO, [hand], Naming(NAMES[:3], by_seat=True)).refusal
    assert refusal is not None
    assert (refusal.error.field, refusal.error.code) == ("announced", "unknown_choice")


@pytest.mark.parametrize(
    ("field", "group"),
    [
        ("suit", "call"),
        ("ouvert", "way"),
        ("contra", "call"),
        ("points_taken.Ben", "points_taken-1"),
        ("points_taken.1", "points_taken-1"),
        ("points_taken", "points_taken"),
    ],
)
def test_an_error_is_shown_at_its_group(field: str, group: str) -> None:
    assert form(ISKO).group_of(field) == group


def test_the_summary_line_of_a_hand() -> None:
    raw = {"call": "suit", "declarer": 0, "suit": "clubs", "bid": 46, "matadors": 1, "hand": True}
    raw |= {"announced": "schneider", "card_points": 120, "schwarz": True, "contra": "re"}
    assert GAME.describe(table(contra=True), raw).render(NAMES) == (
        "Clubs by Anna, matadors 1, hand, Schneider announced, bid 46, 120 card points, no trick for the others, Re"
    )
    told = {"call": "grand", "declarer": 1, "bid": 18, "matadors": 2, "made": False, "step": "schneider", "bock": 1}
    assert GAME.describe(table("pub"), told).render(NAMES) == (
        "Grand by Ben, matadors 2, lost, Schneider, Bock round set off"
    )
    ramsch = {"call": "ramsch", "points_taken": {"0": 70, "1": 50, "2": 0}, "trickless": [2]}
    assert GAME.describe(FOSTER, ramsch).render(NAMES) == ("Ramsch, Anna 70, Ben 50, Clara 0, no trick for Clara")
    assert GAME.describe(ISKO, {"call": "passed"}).render(NAMES) == "All passed"


def test_the_headline_names_the_declarer() -> None:
    at = table(seeger=True)
    raw = {"call": "null", "declarer": 2, "bid": 18, "made": False}
    scored = replay(RULES, at, [raw], Naming(at.players, by_seat=True)).hands[0]
    assert form(at).headline(scored) == SeatNumber(2)


def test_what_was_called_has_nothing_that_the_game_does_not_take() -> None:
    at = table("pub")
    tapped = {"call": "suit-hearts", "declarer": "0", "bid": "20", "way": "ouvert", "null-way": "ouvert"}
    of_hearts, of_ramsch = form(at, **tapped), form(at, **{**tapped, "call": "ramsch"})
    assert of_hearts.called_in_words().render(NAMES) == "Hearts by Anna, hand, ouvert, bid 20"
    assert of_ramsch.called_in_words().render(NAMES) == "Ramsch"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"bid": 30, "made": True}, "bid 30, overbid"),
        ({"bid": 30, "card_points": 74}, "bid 30, overbid, 74 card points"),
        ({"bid": 24, "card_points": 60}, "bid 24, lost, 60 card points"),
        ({"bid": 24, "card_points": 61}, "bid 24, 61 card points"),
    ],
)
def test_a_game_that_is_lost_or_overbid_says_so(result: dict[str, object], words: str) -> None:
    hand = {"call": "suit", "declarer": 0, "suit": "clubs", "matadors": 1, **result}
    assert SkatForm.describe(RULES, ISKO, hand).render(NAMES) == f"Clubs by Anna, matadors 1, {words}"


def test_two_losers_of_a_ramsch_are_both_named() -> None:
    assert call_so_far(table("pub"), call="ramsch", **points(0, 50), **points(1, 50)) == "Anna + Ben −50"
