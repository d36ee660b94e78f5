"""Whist on the form, in shorthand and on the score sheet."""

from __future__ import annotations

from typing import Any

import pytest

from games.families.whist.rubber import Won
from games.scoring.replay import Ledger
from games.scoring.sides import Side
from games.ui.forms import Position
from games.whist.form import WhistTableForm
from games.whist.tests.sessions import RULES, TREBLE, Raw, hand, played
from tests.games.sheet_text import OnPaper
from tests.games.shorthand_table import parsed, refused, shorthand


def form(data: dict[str, str], **table: Any) -> WhistTableForm:
    before = played(**table)
    position = Position(rules=RULES, table=before.table, state=before.state, number=1)
    return WhistTableForm(position, data)


@pytest.mark.parametrize(
    ("rules", "data", "raw"),
    [
        ("short", {"tricks": "8"}, {"tricks": 8, "honours": 2}),
        ("short", {"tricks": "5", "honours": "1"}, {"tricks": 5, "honours": 1}),
        ("american", {"tricks": "0", "revokes-0-by": "yz"}, {"tricks": 0, "revokes": [{"by": "yz"}]}),
        ("drive", {"tricks": "6"}, {"tricks": 6}),
        ("short", {"call": "misdeal_lost"}, {"call": "misdeal_lost"}),
    ],
)
def test_what_is_tapped_is_the_hand(rules: str, data: dict[str, str], raw: Raw) -> None:
    filled = form(data, rules=rules)
    assert filled.missing == []
    assert filled.raw() == raw


def test_only_the_tricks_are_missing_at_first() -> None:
    assert [name for name, _words in form({}).missing] == ["tricks"]


def result(*hands: Any, **table: Any) -> str:
    """Return what the button says of the last hand, with players A, Y, B and Z."""
    scored: Ledger = played(*hands, **table)
    before = played(*hands[:-1], **table)
    shown = WhistTableForm(Position(rules=RULES, table=before.table, state=before.state, number=1))
    return shown.result(scored.hands[-1]).render(before.table.players)


def test_the_button_says_what_the_hand_makes() -> None:
    assert result(hand(9, 2), hand(5, 2)) == "A and B 3 – 2 Y and Z"
    assert result(hand(7, 2), hand(0, 2)) == "Y and Z: game, a double, games 0 – 1"
    assert result(TREBLE, hand(2, 2), TREBLE) == "A and B +5"
    assert result(hand(8), rules="drive") == "A and B 8 – 5 Y and Z"
    assert result(hand(13), rules="american") == "A and B +7"
    assert result({"call": "misdeal_lost"}) == "no change"


@pytest.mark.parametrize(
    ("rules", "line", "outcome"),
    [
        ("short", "ab 8 3", {"tricks": 8, "honours": 3}),
        ("short", "yz 8 3", {"tricks": 5, "honours": 1}),
        ("short", "yz +1", {"tricks": 6, "honours": 2}),
        ("short", "ab 7 rab:o", {"tricks": 7, "honours": 2, "revokes": [{"by": "ab", "penalty": "deduct"}]}),
        ("american", "ab 9 ryz", {"tricks": 9, "revokes": [{"by": "yz"}]}),
        ("drive", "yz 7", {"tricks": 6}),
        ("short", "ml", {"call": "misdeal_lost"}),
    ],
)
def test_a_valid_line(rules: str, line: str, outcome: dict[str, object]) -> None:
    assert parsed(shorthand("whist", size=4, rules=rules), line) == outcome


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("8 3", "Still missing: the side."),
        ("ab 8 = 12", "After =, type a total for each player, with . for none."),
        ("ab 8 = 12 5", "After =, type a total for each player, with . for none."),
        # What was typed, not the rest of four that is left to the other side.
        ("yz 8 5", "honours: This must be between 0 and 4, not 5."),
    ],
)
def test_a_line_that_is_refused_says_why(line: str, message: str) -> None:
    assert refused(shorthand("whist", size=4), line) == message


def test_the_sheet_shows_markers_and_games_and_totals_when_a_rubber_ends() -> None:
    rows = OnPaper(played(hand(9, 2), hand(4, 3, "yz deduct"), TREBLE)).rows
    assert [{name: words for name, words in row.items() if name != "number"} for row in rows] == [
        {"tricks-ab": "9", "tricks-yz": "4", "honours-ab": "2", "honours-yz": "2", "marker-ab": "3", "marker-yz": "0"},
        {
            "tricks-ab": "4", "tricks-yz": "9", "honours-ab": "3", "honours-yz": "1", "games-ab": "1",
            "what": "revoke: Y – Z, 3 points off",
        },
        {
            "tricks-ab": "11", "tricks-yz": "2", "honours-ab": "2", "honours-yz": "2", "games-ab": "3",
            **{f"total-{seat}": words for seat, words in enumerate(("6", "−6", "6", "−6"))},
        },
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "figures", "revoke"),
    [
        ("short", "first reaches 5 points", "takes three of their tricks"),
        ("long", "first reaches 10 points", "takes three of their tricks"),
        ("american", "first reaches 7 points", "takes two of the offenders’ tricks"),
    ],
)
def test_the_card_has_the_figures_of_its_rules_only(rules: str, figures: str, revoke: str) -> None:
    sentences = [str(sentence) for part in OnPaper(played(rules=rules)).sheet.card() for sentence in part.sentences]
    assert any(figures in sentence for sentence in sentences)
    assert any(revoke in sentence for sentence in sentences)
    assert not any("American" in sentence or "5, 10 or 7" in sentence for sentence in sentences)


def test_the_button_says_who_wins_even_if_that_side_pays() -> None:
    won = Won(Side.AB, -3)
    assert won.gain.render(["A", "Y", "B", "Z"]) == "A and B win, Y and Z +3"
