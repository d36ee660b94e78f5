"""Mort on the form, in the ledger, in shorthand and on the marked sheet."""

from __future__ import annotations

from typing import Any

import pytest

from games.mort.form import MortForm
from games.mort.tests.sessions import NAMES, RULES, Raw, hand
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.ui.forms import Choices, Position
from tests.games.marked_rows import marked_sheet, read, refused, row
from tests.games.shorthand_table import parsed, shorthand
from tests.games.shorthand_table import refused as not_understood

WON = {"call": "", "side": "vivant", "tricks": "9"}


def form(*played: dict[str, Any], **data: str) -> MortForm:
    """Return the form of the next hand after those played, filled in with this data."""
    table = RULES.table(NAMES[:3])
    state = replay(RULES, table, played, Naming(table.players, by_seat=True)).state
    return MortForm(Position(rules=RULES, table=table, state=state), data)


def missing(filled: MortForm) -> list[str]:
    return [str(words) for _group, words in filled.missing]


def test_the_tricks_are_vivants() -> None:
    assert form(**WON).raw() == {"tricks": 9}
    assert form(**{**WON, "side": "adversaries"}).raw() == {"tricks": 4}
    assert form(**{**WON, "side": "dummy"}).raw() == {}


def test_a_player_who_sits_out_is_not_offered_as_dealer() -> None:
    table = RULES.table(NAMES[:4])
    position = Position(rules=RULES, table=table, state=RULES.opening(table))
    assert [chip.value for chip in MortForm(position).dealers] == ["0", "1", "2"]


def test_a_side_tapped_for_an_earlier_vivant_is_asked_for_again() -> None:
    # Eleven tricks end Ada's game. The next Vivant is Ben, so that “vivant” would mean other players.
    stale = {**WON, "vivant": "0", "revokes-0-by": "adversaries", "revokes-0-penalty": "add"}
    assert form(**stale).raw() == {"tricks": 9, "revokes": [{"by": "adversaries", "penalty": "add"}]}
    after = form({"tricks": 11}, **stale)
    assert after.raw() == {}
    assert missing(after) == ["odd trick, now that Ben is Vivant"]
    side = after.shown["side"].group
    assert isinstance(side, Choices)
    assert not any(chip.checked for chip in side)
    assert form({"tricks": 11}, **{**stale, "vivant": "1"}).raw()["tricks"] == 9


def test_the_penalty_of_a_revoke_is_required() -> None:
    assert missing(form(**WON, **{"revokes-1-by": "vivant"})) == ["penalty of revoke 2"]
    assert missing(form(**WON, **{"revokes-1-penalty": "add"})) == []


@pytest.mark.parametrize("name", ["revokes-7-8-by", "revokes-by"])
def test_an_unknown_revoke_field_is_ignored(name: str) -> None:
    assert form(**WON, **{name: "vivant"}).raw() == {"tricks": 9}


@pytest.mark.parametrize(
    ("played", "side", "tricks", "words"),
    [
        ([], "vivant", "8", "Ada and Mort 2 – 0 Ben and Cora"),
        ([], "adversaries", "13", "slam by Ben and Cora, marker 0 – 0"),
        ([], "adversaries", "11", "Ben and Cora: game, Ada −24"),
        # 5 − 3, a single and the consolation, less the losers’ slam: 2 + 1 + 4 − 20 from each of the two.
        ([{"tricks": 0}, {"tricks": 4}, {"tricks": 9}], "vivant", "8", "Ada and Mort: game, Ada −26"),
    ],
)
def test_the_button_says_the_markers_a_slam_or_who_wins_the_game(
    played: list[Raw], side: str, tricks: str, words: str
) -> None:
    filled = form(*played, call="", side=side, tricks=tricks)
    naming = Naming(filled.table.players, by_seat=True)
    scored = replay(RULES, filled.table, [*played, filled.raw()], naming).hands[-1]
    assert filled.result(scored).render(filled.table.players) == words


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"tricks": 0}, "Tricks: Vivant 0, adversaries 13, slam"),
        ({"tricks": 12}, "Tricks: Vivant 12, adversaries 1"),
        (hand(13, "v deduct"), "Tricks: Vivant 13, adversaries 0, revoke: Vivant and Mort, 3 points off"),
    ],
)
def test_the_ledger_names_a_slam_by_a_side_that_did_not_revoke(outcome: Raw, words: str) -> None:
    table = RULES.table(NAMES[:3])
    assert MortForm.describe(RULES, table, outcome).render(table.players) == words


# Shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("5 vivant", {"tricks": 5}),
        ("a 8", {"tricks": 5}),
        ("v +2", {"tricks": 8}),
        ("a +1", {"tricks": 6}),
        ("v 13 rv:a ra:tricks", hand(13, "v add", "a tricks")),
        ("mdl", {"call": "misdeal_lost"}),
    ],
)
def test_a_valid_line(line: str, outcome: Raw) -> None:
    assert parsed(shorthand("mort"), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("v", "Still missing: tricks."),
        ("v 14", "A side can have at most thirteen tricks."),
        ("v 7.5", "A side can have at most thirteen tricks."),
        ("v -1", "Type the side that won the odd trick, and by how many: +1, +2 and so on."),
        ("v +", "Type the side that won the odd trick, and by how many: +1, +2 and so on."),
        ("v 8 ra", "“ra” is not recognised."),
        ("v 8 ra:x", "“x” is not recognised."),
        ("v a 8", "“v” and “a” exclude each other."),
        ("md 8", "“8” does not belong to this hand."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert not_understood(shorthand("mort", names=("Ida", "Jo", "Max")), line) == why


# The marked sheet


@pytest.mark.parametrize(
    ("played", "marks"),
    [
        ({"tricks": 6}, "side=adversaries tricks=7"),
        (
            hand(9, "v tricks", "a deduct", "a add"),
            "side=vivant tricks=9 revokes-vivant=tricks revokes-adversaries=deduct,add",
        ),
    ],
)
def test_a_hand_and_its_marks(played: Raw, marks: str) -> None:
    sheet = marked_sheet("mort", size=3)
    assert sheet.marks(played) == row(marks)
    assert read(sheet, marks) == played


@pytest.mark.parametrize(
    "played",
    [hand(8, "v add", "v add"), hand(8, "v tricks", "a tricks"), {"tricks": 8, "dealer": 1}],
    ids=["the same twice", "tricks from both sides", "another dealer"],
)
def test_what_finds_no_boxes_is_left_to_words(played: Raw) -> None:
    assert marked_sheet("mort", size=3).marks(played) is None


def test_tricks_taken_from_both_sides_are_written_in_words() -> None:
    marks = "side=vivant tricks=8 revokes-vivant=tricks revokes-adversaries=tricks"
    assert refused(marked_sheet("mort", size=3), marks) == (
        "revokes-adversaries",
        "Where tricks are taken from both sides, the order matters: write this hand in words.",
    )


def test_totals_are_written_where_a_game_ends() -> None:
    sheet = marked_sheet("mort", size=3)
    correction: Raw = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "paid late"}
    hands: list[Raw] = [{"tricks": 8}, {"tricks": 11}, {"call": "misdeal"}, correction]
    ledger = replay(sheet.rules, sheet.table, hands, Naming(sheet.table.players, by_seat=True))
    written = [{sheet.writes_total(scored, seat) for seat in sheet.table.seats} for scored in ledger.hands]
    assert written == [{False}, {True}, {False}, {True}]
