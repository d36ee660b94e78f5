"""Cayenne on the form, in the ledger, in shorthand and on the marked sheet."""

from __future__ import annotations

from typing import Any

import pytest

from games.cayenne.form import CayenneForm
from games.cayenne.game import GAME
from games.cayenne.tests.sessions import RULES, SLAM, Raw, no_trump, scored, trump
from games.scoring.naming import Naming
from games.scoring.replay import replay
from games.ui.forms import Position
from tests.games.documents import own_tariff
from tests.games.marked_rows import marked_sheet, read, refused, row
from tests.games.shorthand_table import parsed, shorthand
from tests.games.shorthand_table import refused as not_understood


def form(*played: Raw, data: dict[str, str] | None = None, **table: Any) -> CayenneForm:
    ledger = scored(*played, **table)
    return CayenneForm(Position(rules=RULES, table=ledger.table, state=ledger.state), data or {})


def test_the_form_shows_the_multipliers_for_every_cayenne_as_printed() -> None:
    assert {chip.value: dict(times) for chip, times in form().suits} == {
        "hearts": {"hearts": 4, "diamonds": 3, "clubs": 2, "spades": 2},
        "diamonds": {"hearts": 3, "diamonds": 4, "clubs": 1, "spades": 1},
        "clubs": {"hearts": 2, "diamonds": 2, "clubs": 4, "spades": 3},
        "spades": {"hearts": 1, "diamonds": 1, "clubs": 3, "spades": 4},
    }
    assert [(chip.value, times) for chip, times in form().no_trumps] == [("grand", 8), ("nullo", 8)]


def test_the_form_and_the_ledger_show_the_club_multipliers() -> None:
    third = own_tariff("multiplier.third.times", 5)
    assert dict(form(**third).suits[2][1]) == {"hearts": 5, "diamonds": 5, "clubs": 4, "spades": 3}
    nullo = form(**own_tariff("multiplier.nullo.times", 6))
    assert [times for _chip, times in nullo.no_trumps] == [8, 6]
    table = scored(**third).table
    assert GAME.describe(table, trump(2, 8, 2)).render(table.players).startswith("Clubs × 5, tricks 8 – 5")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"trump": "grand", "tricks": 13}, "Grand × 8, tricks 13 – 0, slam"),
        ({"trump": "grand", "tricks": 1}, "Grand × 8, tricks 1 – 12, little slam"),
        ({"trump": "nullo", "tricks": 0}, "Nullo × 8, tricks 0 – 13"),
    ],
)
def test_the_ledger_names_a_slam(raw: Raw, words: str) -> None:
    table = scored().table
    assert GAME.describe(table, raw).render(table.players) == words


def test_grand_needs_neither_cayenne_nor_honours() -> None:
    tapped = {"side": "ab", "tricks": "9"}
    assert [name for name, _words in form(data=tapped).missing] == ["cayenne", "trump", "honours"]
    grand = form(data={**tapped, "trump": "grand", "honours": "3"})
    assert grand.missing == []
    assert grand.raw() == {"trump": "grand", "tricks": 9}


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([trump(2, 9, 1)], "A and B 6 – 8 Y and Z"),
        ([trump(2, 9, 1), trump(4, 5, 3)], "A and B 0 – 6 Y and Z, games 0 – 1"),
        ([SLAM], "A and B +30"),
    ],
)
def test_the_button_says_the_markers_the_games_and_who_gains_what(hands: list[Raw], words: str) -> None:
    ledger = scored(*hands)
    assert form(*hands[:-1]).result(ledger.hands[-1]).render(ledger.table.players) == words


# Shorthand


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("h h yz 8 3", {"cayenne": "hearts", "trump": "hearts", "tricks": 5, "honours": 2}),
        ("d s yz +1 5", {"cayenne": "diamonds", "trump": "spades", "tricks": 6, "honours": 0}),
        ("h g ab 8", {"cayenne": "hearts", "trump": "grand", "tricks": 8}),
        ("n yz 7", {"trump": "nullo", "tricks": 6}),
        (
            "c c ab 9 5 ryz:t rab:o",
            {
                "cayenne": "clubs", "trump": "clubs", "tricks": 9, "honours": 5,
                "revokes": [{"by": "yz", "penalty": "tricks"}, {"by": "ab", "penalty": "deduct"}],
            },
        ),
    ],
)  # fmt: skip
def test_a_valid_line(line: str, outcome: Raw) -> None:
    assert parsed(shorthand("cayenne", size=4), line) == outcome


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ab 8 3", "Still missing: the cayenne, then the trump."),
        ("c ab 8 3", "Still missing: the trump, after the cayenne."),
        ("c h s ab 8 3", "Still missing: just the cayenne and one trump."),
        ("c h ab 8", "Still missing: honours."),
        ("g ab 8 3", "“3” does not belong to this hand."),
    ],
)
def test_an_invalid_line_gets_a_message(line: str, why: str) -> None:
    assert not_understood(shorthand("cayenne", names=("Ida", "Jo", "Max", "Tom")), line) == why


# The marked sheet

REVOKED = no_trump("grand", 9, "yz add")


@pytest.mark.parametrize(
    ("hand", "marks"),
    [
        (
            {"cayenne": "spades", "trump": "hearts", "tricks": 5, "honours": 1},
            "cayenne=spades trump=hearts side=yz tricks=8 honours=4",
        ),
        ({"cayenne": "clubs", "trump": "nullo", "tricks": 4}, "cayenne=clubs trump=nullo side=yz tricks=9"),
        (REVOKED, "trump=grand side=ab tricks=9 revokes-yz=add"),
    ],
)
def test_a_hand_and_its_marks(hand: Raw, marks: str) -> None:
    sheet = marked_sheet("cayenne")
    assert sheet.marks(hand) == row(marks)
    assert read(sheet, marks) == hand


def test_many_rubbers_take_the_room_of_the_revokes() -> None:
    few, many = marked_sheet("cayenne", rubbers=2), marked_sheet("cayenne", rubbers=3)
    assert (few.total_places, many.total_places) == (2, 3)
    assert few.marks(REVOKED) is not None
    assert many.marks(REVOKED) is None


def test_honours_do_not_belong_to_grand() -> None:
    assert refused(marked_sheet("cayenne"), "trump=grand side=ab tricks=9 honours=1") == (
        "honours",
        "This does not belong to the hand marked in the other boxes.",
    )


def test_totals_are_written_where_a_rubber_ends() -> None:
    sheet = marked_sheet("cayenne")
    hands = [no_trump("grand", 7), SLAM]
    ledger = replay(sheet.rules, sheet.table, hands, Naming(sheet.table.players, by_seat=True))
    written = [{sheet.writes_total(scored, seat) for seat in sheet.table.seats} for scored in ledger.hands]
    assert written == [{False}, {True}]
