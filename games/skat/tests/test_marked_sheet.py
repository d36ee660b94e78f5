"""Marked sheet of Skat: what is ticked and written for a hand, and what a row means."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.naming import Naming
from games.scoring.replay import replay
from tests.games.marked_rows import marked_sheet, read, refused, row

Options = dict[str, Any]
ISKO: Options = {"rules": "isko", "size": 3}
CONTRA: Options = {**ISKO, "contra": True}
RAMSCH: Options = {**ISKO, "ramsch": True}
FOSTER: Options = {"rules": "foster", "size": 3}
GUCKI_SOLO: Options = {"rules": "gucki_solo", "size": 3}
LEVELS = "schneider,schneider-announced,schwarz,schwarz-announced"
CLUBS: dict[str, Any] = {"call": "suit", "declarer": 1, "suit": "clubs", "bid": 18, "matadors": 1}


SOLO: dict[str, Any] = {"call": "solo", "declarer": 0, "suit": "hearts", "matadors": 3}
GRAND: dict[str, Any] = {"call": "grand", "declarer": 0, "matadors": 4}
EVERY_TRICK = {"card_points": 120, "schwarz": True}


def ramsch(*points: int, **more: Any) -> dict[str, Any]:
    return {"call": "ramsch", "points_taken": {str(seat): taken for seat, taken in enumerate(points)}, **more}


@pytest.mark.parametrize(("table", "hand", "marks"), [
    (ISKO, {**CLUBS, "card_points": 90}, "declarer=1 game=clubs matadors:1 step=schneider result=made"),
    (ISKO, {**CLUBS, "card_points": 30}, "declarer=1 game=clubs matadors:1 step=schneider result=lost"),
    (ISKO, {**CLUBS, "hand": True, "announced": "schneider", "card_points": 60},
     "declarer=1 game=clubs matadors:1 step=hand,schneider,schneider-announced result=lost"),
    (ISKO, {**GRAND, "bid": 18, "hand": True, "ouvert": True, **EVERY_TRICK},
     f"declarer=0 game=grand matadors:4 step=hand,{LEVELS},ouvert result=made"),
    (ISKO, {**CLUBS, "bid": 46, "hand": True, "card_points": 60},
     "declarer=1 game=clubs matadors:1 step=hand result=lost number:46"),
    (ISKO, {"call": "null", "declarer": 2, "bid": 46, "ouvert": True, "made": True},
     "declarer=2 game=null step=ouvert result=made"),
    (CONTRA, {**CLUBS, "card_points": 60, "contra": "re"},
     "declarer=1 game=clubs matadors:1 step=re result=lost"),
    (RAMSCH, ramsch(50, 35, 35), "declarer=0 game=ramsch number:50"),
    (RAMSCH, ramsch(70, 50, 0, trickless=[2]), "declarer=0 game=ramsch step=schwarz number:70"),
    (RAMSCH, ramsch(0, 120, 0, trickless=[0, 2]), "declarer=1 game=ramsch result=made"),
    (RAMSCH, ramsch(50, 20, 50), "declarer=0,2 game=ramsch number:50"),
    (RAMSCH, ramsch(40, 40, 40), "game=ramsch"),
    (FOSTER, {**SOLO, "call": "tournee", "passt_mir_nicht": True, "card_points": 60},
     "declarer=0 game=hearts how=turned,passt_mir_nicht matadors:3 result=lost"),
    (FOSTER, {**SOLO, "announced": "schneider", "card_points": 91},
     "declarer=0 game=hearts how=solo matadors:3 step=schneider,schneider-announced result=made"),
    (FOSTER, {"call": "open_solo_nullo", "declarer": 1, "made": False},
     "declarer=1 game=nullo how=solo,open result=lost"),
    (FOSTER, {"call": "revolution", "declarer": 1, "made": True}, "declarer=1 game=revolution result=made"),
    (FOSTER, ramsch(35, 50, 35), "declarer=1 game=ramsch"),
    (GUCKI_SOLO, {**GRAND, "announced": "schwarz", "card_points": 60},
     "declarer=0 game=grand matadors:4 step=schneider-announced,schwarz-announced result=lost"),
    (GUCKI_SOLO, {"call": "open_gucki_nullo", "declarer": 0, "made": True},
     "declarer=0 game=nullo how=open result=made"),
])  # fmt: skip
def test_a_hand_and_its_marks(table: Options, hand: dict[str, Any], marks: str) -> None:
    sheet = marked_sheet("skat", **table)
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def test_an_announced_level_needs_no_second_tick() -> None:
    sheet = marked_sheet("skat", **ISKO)
    marks = "declarer=1 game=clubs matadors:1 step=schneider-announced result=made"
    assert read(sheet, marks) == {**CLUBS, "hand": True, "announced": "schneider", "card_points": 90}


def test_an_overbid_game_is_lost_whatever_its_card_points() -> None:
    """Clubs hand with one is worth 36 with 74 card points; 46 was bid."""
    marks = marked_sheet("skat", **ISKO).marks({**CLUBS, "bid": 46, "hand": True, "card_points": 74})
    assert marks == row("declarer=1 game=clubs matadors:1 step=hand result=lost number:46")


@pytest.mark.parametrize(
    "hand",
    [
        {**CLUBS, "matadors": 10, "card_points": 80},
        {**CLUBS, "bid": 120, "card_points": 80},
        {**CLUBS, "dealer": 0, "card_points": 80},
        ramsch(100, 10, 10),
    ],
)
def test_what_finds_no_boxes_is_left_to_words(hand: dict[str, Any]) -> None:
    assert marked_sheet("skat", **RAMSCH).marks(hand) is None


NOT_HERE = "This does not belong to the hand marked in the other boxes."
NO_GAME = "These boxes together don’t make a game."
ONE_BOX = "Only one of these boxes can be ticked."
OTHERS_HAVE_MORE = "Somebody else would have as many card points, or more."
MISSING = "This is still missing."
WHO = "Tick the player with the most card points, or two who tie."


@pytest.mark.parametrize(("table", "marks", "field", "why"), [
    (ISKO, "declarer=1 matadors:1 result=made", "game", MISSING),
    (ISKO, "declarer=1 game=clubs matadors:1", "result", MISSING),
    (RAMSCH, "declarer=1,2 game=clubs matadors:1 result=made", "declarer", ONE_BOX),
    (ISKO, "declarer=1 game=null matadors:1 result=made", "matadors", NOT_HERE),
    (ISKO, "declarer=1 game=null step=schwarz result=made", "step", NOT_HERE),
    (CONTRA, "declarer=1 game=null step=contra,re result=made", "step", NOT_HERE),
    (FOSTER, "declarer=1 game=hearts how=turned matadors:1 step=schneider-announced result=lost", "step", NOT_HERE),
    (FOSTER, "declarer=1 game=nullo how=turned result=made", "how", NO_GAME),
    (RAMSCH, "declarer=1 game=ramsch", "number", MISSING),
    (RAMSCH, "declarer=1 game=ramsch number:30", "number", OTHERS_HAVE_MORE),
    (RAMSCH, "declarer=0,1,2 game=ramsch number:40", "declarer", WHO),
    (RAMSCH, "declarer=0 game=ramsch step=hand number:50", "step", NOT_HERE),
])  # fmt: skip
def test_a_row_that_is_no_hand(table: Options, marks: str, field: str, why: str) -> None:
    assert refused(marked_sheet("skat", **table), marks) == (field, why)


LOST_CLUBS: dict[str, Any] = {**CLUBS, "declarer": 0, "card_points": 50}


@pytest.mark.parametrize(("sentence", "table", "hands", "written"), [
    ("on a list, the declarer's", ISKO, [{**CLUBS, "card_points": 70}, {"call": "passed"}, LOST_CLUBS],
     [{1: 24}, {}, {0: -48}]),
    ("without Seeger-Fabian", {"rules": "isko", "size": 4, "seeger": True}, [LOST_CLUBS], [{0: -48}]),
    ("those of the losers of a Ramsch", RAMSCH, [ramsch(50, 20, 50)], [{0: -50, 2: -50}]),
    ("everybody's, if hands are paid", {**ISKO, "payment": "each"}, [LOST_CLUBS], [{0: -96, 1: 48, 2: 48}]),
])  # fmt: skip
def test_the_totals_in_a_row(sentence: str, table: Options, hands: list[Any], written: list[dict[int, int]]) -> None:
    sheet = marked_sheet("skat", **table)
    ledger = replay(sheet.rules, sheet.table, hands, Naming(sheet.table.players, by_seat=True))
    assert ledger.refusal is None
    assert [
        {int(seat): sheet.running(scored)[seat] for seat in sheet.table.seats if sheet.writes_total(scored, seat)}
        for scored in ledger.hands
    ] == written


@pytest.mark.parametrize("seeger", [True, False])
def test_a_tournament_list_says_that_seeger_fabian_comes_at_the_end(seeger: bool) -> None:
    said = [str(sentence) for sentence in marked_sheet("skat", rules="isko", seeger=seeger).explained()]
    assert ("Total the values of the games; Seeger-Fabian points are added at the end." in said) == seeger


@pytest.mark.parametrize(
    ("hand", "remark"),
    [
        ({**CLUBS, "card_points": 61}, ["bid and card points not on the sheet"]),
        ({**CLUBS, "bid": 46, "card_points": 60}, ["card points not on the sheet"]),
        ({"call": "ramsch", "points_taken": {}}, ["card points not on the sheet"]),
        ({"call": "null", "bid": 23, "made": True}, []),
    ],
)
def test_what_the_sheet_leaves_open_is_remarked(hand: dict[str, Any], remark: list[str]) -> None:
    assert [str(text) for text in marked_sheet("skat", **ISKO).left_open(hand)] == remark
