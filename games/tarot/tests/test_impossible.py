"""Impossible hands, and which of several errors is reported."""

from __future__ import annotations

import pytest

from games.tarot.tests.sessions import (
    CLASSIC,
    FFT,
    FIVE,
    MORT,
    NAMES,
    NOT_GIVEN,
    THREE,
    Raw,
    hand,
    ledger,
    poor,
    refusal,
    simple,
)

LITTLE: Raw = {"slam_made": "petit", "bouts": 3}
SANS: Raw = {"call": "garde_sans"}
CONTRE: Raw = {"call": "garde_contre"}
GRAND: Raw = {**CONTRE, "slam_made": "grand", "bouts": 3}
DEFENCE: Raw = {"slam_made": "defence", "bouts": 0}


@pytest.mark.parametrize(
    ("sentence", "table", "given", "low", "high", "step"),
    [
        *(
            ("whole points", CLASSIC, {"bouts": bouts}, low, high, 1)
            for bouts, low, high in ((0, 0, 78), (1, 4, 82), (2, 9, 87), (3, 13, 91))
        ),
        ("a mort", MORT, {"bouts": 1}, 4, 82, 1),
        *(
            ("half points", table, {"bouts": bouts}, low, high, 0.5)
            for table in (THREE, FIVE)
            for bouts, low, high in ((0, 0, 78), (1, 4, 82.5), (2, 8.5, 87), (3, 13, 91))
        ),
        ("grand, garde contre, four", CLASSIC, {**GRAND, "bouts": 2}, 60, 87, 1),  # two bouts allow 87 at most
        ("grand, garde contre, four, all bouts", FFT, GRAND, 60, 88, 1),
        ("grand, garde contre, three", THREE, GRAND, 60, 88, 0.5),
        ("grand, garde contre, five", FIVE, GRAND, 73.5, 89.5, 0.5),
        ("grand, garde contre, a mort", MORT, GRAND, 60, 88, 1),
        ("grand, garde contre, no bout", FFT, {**GRAND, "bouts": 0}, 60, 78, 1),
        ("petit, prise", CLASSIC, LITTLE, 69, 89, 1),
        ("petit, garde", CLASSIC, {**LITTLE, "call": "garde"}, 69, 89, 1),
        ("petit, garde sans", CLASSIC, {**LITTLE, **SANS}, 69, 89, 1),
        ("petit, garde contre", CLASSIC, {**LITTLE, **CONTRE}, 46, 86, 1),
        ("defence, garde, four", FFT, {**DEFENCE, "bouts": 1, "call": "garde"}, 4, 23, 1),
        ("defence, garde sans, four", FFT, {**DEFENCE, **SANS, "bouts": 1}, 4, 31, 1),
        ("defence, garde sans, every bout in the dog", FFT, {**DEFENCE, **SANS, "bouts": 3}, 13, 31, 1),
        ("defence, garde contre, four", FFT, {**DEFENCE, **CONTRE}, 0, 4, 1),
        ("defence, prise, three", THREE, DEFENCE, 0, 23, 0.5),
        ("defence, garde sans, three", THREE, {**DEFENCE, **SANS}, 0, 31, 0.5),
        ("defence, prise, five", FIVE, DEFENCE, 0, 14.5, 0.5),
        ("defence, garde sans, five", FIVE, {**DEFENCE, **SANS}, 0, 17.5, 0.5),
        ("defence, garde sans, a mort", MORT, {**DEFENCE, **SANS}, 0, 31, 1),
    ],
)
def test_points_must_be_possible_with_the_bouts_and_the_slam(
    sentence: str, table: Raw, given: Raw, low: float, high: float, step: float
) -> None:
    def counted(camp: str, attack: float) -> Raw:
        """Return the hand with these points of the attack, as counted by either camp."""
        points = {"points": attack} if camp == "points" else {"points": NOT_GIVEN, "defence_points": 91 - attack}
        return hand(**{**given, **points})

    for camp in ("points", "defence_points"):
        ledger(counted(camp, low), **table)
        ledger(counted(camp, high), **table)
        for points in (low - step, high + step):
            if 0 <= points <= 91:
                assert refusal(counted(camp, points), **table) == (1, camp, "impossible")


@pytest.mark.parametrize(
    ("sentence", "table", "sizes", "together"),
    [
        ("three: 13 + 13", THREE, ["simple", "simple"], 26),
        ("five: 8 + 13", FIVE, ["simple", "triple"], 21),
        ("five: 10 + 13", FIVE, ["double", "triple"], 23),
        ("a mort counts as four: 10 + 10", MORT, ["simple", "simple"], 20),
        ("a mort counts as four: 10 + 13", MORT, ["double", "simple"], 23),
    ],
)
def test_all_poignees_share_22_trumps(sentence: str, table: Raw, sizes: list[str], together: int) -> None:
    raw = hand(poignees=[simple(name, size) for name, size in zip(NAMES, sizes, strict=False)])
    if together > 22:
        assert refusal(raw, **table) == (1, "poignees", "impossible")
    else:
        ledger(raw, **table)


def test_a_player_who_shows_a_poignee_may_have_no_honours() -> None:
    ledger(hand(poignees=[simple("Bruno")], miseres=[poor("Bruno", "no_honours")]))


@pytest.mark.parametrize(("table", "size"), [(CLASSIC, 3), (CLASSIC, 5), (FFT, 2)])
def test_impossible_numbers_of_players_are_refused(table: Raw, size: int) -> None:
    assert refusal(**{**table, "players": size}) == (None, "players", "players")


@pytest.mark.parametrize(
    ("table", "raw", "field", "code"),
    [
        (THREE, hand(partner="Bruno"), "partner", "unknown_field"),
        (MORT, hand(partner="Bruno"), "partner", "unknown_field"),
        (MORT, hand(taker="Bruno", dealer="Bruno"), "taker", "not_playing"),
        (MORT, hand(points=48.5), "points", "invalid"),
        (CLASSIC, hand(points=NOT_GIVEN, defence_points=42.5), "defence_points", "invalid"),
        (CLASSIC, hand(points=NOT_GIVEN, defence_points=92), "defence_points", "out_of_range"),
        (CLASSIC, hand(bouts=NOT_GIVEN), "bouts", "required"),
        (CLASSIC, hand(slam_announced="defence"), "slam_announced", "unknown_choice"),
        (FFT, hand(slam_announced="defence"), "slam_announced", "unknown_choice"),
        (FFT, hand(slam_made="petit"), "slam_made", "unknown_choice"),
        (CLASSIC, hand(bouts=0, points=85, defence_points=6), "points", "impossible"),
    ],
)
def test_an_invalid_field_is_refused(table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


# Of several errors, the one that comes first on the rules page is reported


def test_the_fields_are_read_in_the_order_of_the_page() -> None:
    names = ("taker", "partner", "bouts", "points", "defence_points", "petit_au_bout", "poignees")
    wrong: Raw = dict.fromkeys((*names, "slam_announced", "slam_made"), 100)
    for field in list(wrong):
        assert refusal(hand(**wrong), **FIVE)[:2] == (1, field)
        del wrong[field]
    assert refusal(hand(miseres=7, slam_announced="x"))[:2] == (1, "miseres")
    assert refusal(hand(poignees=7, miseres=7))[:2] == (1, "poignees")


ALL_WRONG: Raw = {
    "call": "petite",
    "jokers": 2,
    "taker": NOT_GIVEN,
    "bouts": 0,
    "points": NOT_GIVEN,
    "defence_points": 1,
    "petit_au_bout": "attack",
    "poignees": [simple("Anne"), simple("Anne")],
    "miseres": [poor("Bruno"), poor("Bruno")],
    "slam_made": "x",
}
Steps = list[tuple[str, str, Raw]]
"""The field and the code of each error in turn, with what puts it right."""
IN_CLASSIC: Steps = [
    ("call", "unknown_choice", {"call": "prise"}),
    ("jokers", "unknown_field", {"jokers": NOT_GIVEN}),
    ("taker", "required", {"taker": "Anne"}),
    ("slam_made", "unknown_choice", {"slam_made": "grand", "defence_points": NOT_GIVEN}),
    ("points", "required", {"points": 79, "defence_points": 1}),
    ("poignees.1.player", "same_player", {"poignees": [simple("Anne"), simple("Bruno", "triple")]}),
    ("miseres.1.player", "same_player", {"miseres": [poor(name) for name in NAMES[:4]]}),
    ("defence_points", "total", {"defence_points": NOT_GIVEN}),
    ("petit_au_bout", "impossible", {"bouts": 3, "petit_au_bout": "defence", "points": 1}),
    ("petit_au_bout", "impossible", {"bouts": 1}),
    ("points", "impossible", {"points": 45}),
    ("petit_au_bout", "impossible", {"petit_au_bout": None}),
    ("bouts", "impossible", {"bouts": 2}),
    ("points", "impossible", {"points": 87}),
    ("poignees", "impossible", {"poignees": [simple("Chloé")]}),
    ("miseres.2.kind", "impossible", {"poignees": []}),
    ("miseres", "impossible", {"miseres": []}),
]
WITH_FIVE: Steps = [
    ("slam_made", "unknown_choice", {"slam_made": "defence"}),
    ("points", "required", {"points": 45}),
    ("partner", "same_player", {"partner": "Bruno"}),
    ("poignees.1.player", "same_player", {"poignees": []}),
    ("petit_au_bout", "impossible", {"petit_au_bout": None}),
    ("bouts", "impossible", {"bouts": 1}),
    ("points", "impossible", {"points": 10}),
]
WITH_A_MORT: Steps = [
    ("poignees.0.player", "not_playing", {"poignees": []}),
    ("points", "required", {"points": 45}),
]


@pytest.mark.parametrize(
    ("table", "raw", "steps"),
    [
        (CLASSIC, ALL_WRONG, IN_CLASSIC),
        (
            FIVE,
            {**ALL_WRONG, "call": "prise", "jokers": NOT_GIVEN, "taker": "Anne", "miseres": NOT_GIVEN}
            | {"partner": "Anne", "bouts": 2, "defence_points": NOT_GIVEN},
            WITH_FIVE,
        ),
        (MORT, {"points": NOT_GIVEN, "poignees": [simple("Emma")]}, WITH_A_MORT),
    ],
    ids=["classic", "five", "five with a mort"],
)
def test_the_first_error_is_reported(table: Raw, raw: Raw, steps: Steps) -> None:
    for field, code, right in steps:
        assert refusal(hand(**raw), **table) == (1, field, code)
        raw = {**raw, **right}
    ledger(hand(**raw), **table)
