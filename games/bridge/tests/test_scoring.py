"""What no worked example of Bridge shows: the position of a stated dealer, a club's figures, the form, typed lines."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.bridge.form import BridgeForm
from games.bridge.rules import BridgeRules
from games.scoring.documents import ledger_document, read
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.scoring.types import ScoredHand
from games.ui.forms import Position
from tests.games import documents
from tests.games.documents import Raw
from tests.games.shorthand_table import parsed, refused, shorthand

PLAYERS = ("North", "East", "South", "West")
RULES = BridgeRules()
OFF = {"call": "unfinished"}


def contract(declarer: str, level: int, strain: str, result: int = 0, **more: Any) -> Raw:
    return {"call": "contract", "declarer": declarer, "level": level, "strain": strain, "result": result, **more}


def ledger(*hands: Raw, rules: str = "rubber", **more: Any) -> Raw:
    raw = {**documents.document("bridge", PLAYERS, hands), "rules": rules, **more}
    return ledger_document(read(raw, {"bridge": RULES}.get).single().ledger())


def of_first_side(played: Raw) -> list[int]:
    return [hand["amounts"]["North"] for hand in played["hands"]]


FOUR_SPADES = contract("North", 4, "spades")


def test_the_side_of_a_stated_dealer_is_vulnerable_in_the_second_deal_of_chicago() -> None:
    second = contract("East", 3, "notrump", -1)
    assert of_first_side(ledger(second, second, rules="chicago")) == [50, 50]
    assert of_first_side(ledger(second, {**second, "dealer": "East"}, rules="chicago")) == [50, 100]


def test_the_position_says_who_is_vulnerable_with_the_chosen_dealer() -> None:
    table = RULES.table(PLAYERS, rules="chicago")
    second = RULES.opening(table)._replace(deal=2)
    dealt_by = [RULES.with_dealer(table, second, seat) for seat in table.seats]
    vulnerable = [RULES.state_document(table, state)["vulnerable"] for state in dealt_by]
    assert vulnerable == [{"ns": True, "ew": False}, {"ns": False, "ew": True}] * 2


def test_a_club_can_change_what_a_rubber_is_worth_and_what_breaking_one_off_earns() -> None:
    figures = {"rubber.two_to_none.points": 600, "rubber.only_game.points": 250}
    tariff = {"name": "Ours", "figures": figures}
    assert of_first_side(ledger(FOUR_SPADES, FOUR_SPADES, tariff=tariff)) == [120, 120 + 600]
    assert of_first_side(ledger(FOUR_SPADES, OFF, tariff=tariff)) == [120, 250]


def test_every_number_has_its_paragraph() -> None:
    slam = contract("North", 6, "notrump", 1, doubled="redoubled", honours_ew=150)
    lines = ledger(slam)["hands"][0]["lines"]
    assert [(line["rule"], line["amounts"]["North"], line["label"]) for line in lines] == [
        ("tricks", 760, "6 NT redoubled: (6 × 30 + 10) × 4"),
        ("overtricks", 200, "Overtricks: 1 × 200"),
        ("doubled", 100, "Doubled contract made"),
        ("slam", 500, "Slam"),
        ("honours", -150, "Honours in one hand"),
        ("game-won", 0, "North and South win the game"),
    ]


# The form


def scored(*raws: Raw) -> ScoredHand:
    table = RULES.table(PLAYERS)
    return replay(RULES, table, raws, Naming(PLAYERS)).hands[-1]


def form(**posted: str) -> BridgeForm:
    table = RULES.table(PLAYERS)
    return BridgeForm(Position(rules=RULES, table=table, state=RULES.opening(table)), posted)


def test_a_contract_was_just_made_unless_another_result_is_tapped() -> None:
    chosen = {"call": "3", "strain": "notrump", "declarer": "1"}
    raw = {"call": "contract", "declarer": 1, "level": 3, "strain": "notrump"}
    assert form(**chosen).missing == []
    assert form(**chosen).raw() == {**raw, "result": 0}
    assert form(**chosen, tricks="-9", honours_ns="150").raw() == {**raw, "result": -9, "honours_ns": 150}


def test_the_fold_is_open_if_something_in_it_is_chosen() -> None:
    assert not form(call="3", tricks="-3").rare_count
    assert form(call="3", tricks="-4").rare_count == 1


def test_the_form_offers_that_all_passed_and_that_the_rubber_was_broken_off() -> None:
    assert [chip.value for chip in form().minor_call] == ["passed", "unfinished"]


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([contract("East", 2, "hearts", 1)], "East and West: 60 below, 30 above"),
        ([FOUR_SPADES], "North and South: 120 below, game won"),
        (
            [contract("North", 1, "clubs", -1, honours_ns=100)],
            "North −1, North and South: 100 above, East and West: 50 above",
        ),
        ([FOUR_SPADES, FOUR_SPADES], "North and South: 120 below, 700 above, rubber over"),
        ([FOUR_SPADES, OFF], "North and South: 300 above"),
        ([{"call": "passed"}], "no change"),
    ],
)
def test_the_button_says_what_a_hand_makes_of_the_sheet(hands: list[Raw], words: str) -> None:
    assert form().result(scored(*hands)).render(PLAYERS) == words


# Words and typed lines


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (contract("North", 4, "spades"), "4♠︎ by North, made"),
        (contract("East", 3, "notrump", -2, doubled="doubled"), "3 NT doubled by East, −2"),
        (contract("West", 6, "hearts", 1), "6♥︎ by West, small slam, +1"),
        (contract("West", 7, "notrump"), "7 NT by West, grand slam, made"),
        (contract("West", 7, "notrump", -1), "7 NT by West, −1"),
        (contract("South", 1, "clubs", 1, honours_ew=100), "1♣︎ by South, +1, Honours of East and West 100"),
    ],
)
def test_a_hand_in_words(raw: Raw, words: str) -> None:
    stored = {**raw, "declarer": PLAYERS.index(raw["declarer"])}
    assert registry.get("bridge").describe(RULES.table(PLAYERS), stored).render(PLAYERS) == words


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("1 4s +", {"declarer": 0, "level": 4, "strain": "spades", "result": 0}),
        ("West 3nt x -2", {"declarer": 3, "level": 3, "strain": "notrump", "doubled": "doubled", "result": -2}),
        ("2 5 d 11 he150", {"declarer": 1, "level": 5, "strain": "diamonds", "tricks": 11, "honours_ew": 150}),
    ],
)
def test_a_valid_line(line: str, values: Raw) -> None:
    assert parsed(shorthand("bridge", names=PLAYERS), line) == {"call": "contract", **values}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 4s", "Still missing: tricks."),
        ("1 4s -", "Still missing: how many down."),
        ("1 s +", "Still missing: contract."),
    ],
)
def test_a_line_that_is_refused_says_why(line: str, message: str) -> None:
    assert refused(shorthand("bridge", names=PLAYERS), line) == message
