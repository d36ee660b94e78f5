"""Impossible hands, whose values are all in range, and which of two errors is reported."""

from __future__ import annotations

from typing import Any

import pytest

from games.tarot.tariff import POIGNEE_TRUMPS
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


def counted(camp: str, attack: float) -> Raw:
    """Return the field for these points of the attack, as counted by either camp."""
    return {"points": attack} if camp == "points" else {"points": NOT_GIVEN, "defence_points": 91 - attack}


@pytest.mark.parametrize(
    ("table", "bouts", "low", "high", "step"),
    [
        *(({**FFT}, *row, 1) for row in ((0, 0, 78), (1, 4, 82), (2, 9, 87), (3, 13, 91))),
        *((CLASSIC, *row, 1) for row in ((0, 0, 78), (1, 4, 82), (2, 9, 87), (3, 13, 91))),
        *((MORT, *row, 1) for row in ((0, 0, 78), (1, 4, 82), (2, 9, 87), (3, 13, 91))),
        *((THREE, *row, 0.5) for row in ((0, 0, 78), (1, 4, 82.5), (2, 8.5, 87), (3, 13, 91))),
        *((FIVE, *row, 0.5) for row in ((0, 0, 78), (1, 4, 82.5), (2, 8.5, 87), (3, 13, 91))),
    ],
)
@pytest.mark.parametrize("camp", ["points", "defence_points"])
def test_points_must_be_possible_with_the_bouts(
    table: Raw, bouts: int, low: float, high: float, step: float, camp: str
) -> None:
    for points in (low, high):
        ledger(hand(bouts=bouts, **counted(camp, points)), **table)
    for points in (low - step, high + step):
        if 0 <= points <= 91:
            assert refusal(hand(bouts=bouts, **counted(camp, points)), **table) == (1, camp, "impossible")


@pytest.mark.parametrize(
    ("sentence", "raw"),
    [
        ("no bout, the attack has the petit", hand(bouts=0, petit_au_bout="attack")),
        ("three bouts, the defence has the petit", hand(bouts=3, petit_au_bout="defence")),
        ("every trick, the last one not", hand(bouts=2, points=87, slam_made="grand", petit_au_bout="defence")),
        (
            "every trick of a garde contre, the last one not",
            hand(call="garde_contre", bouts=2, points=70, slam_made="grand", petit_au_bout="defence"),
        ),
        ("no trick, but the last one", hand(bouts=1, points=4, slam_made="defence", petit_au_bout="attack")),
    ],
)
def test_impossible_petit_au_bout_claims_are_refused(sentence: str, raw: Raw) -> None:
    assert refusal(raw, rules="fft") == (1, "petit_au_bout", "impossible")


@pytest.mark.parametrize("call", ["prise", "garde", "garde_sans"])
@pytest.mark.parametrize(
    ("sentence", "bouts", "points", "field"),
    [
        ("without a bout", 0, 78, "bouts"),
        ("one bout", 1, 82, "bouts"),
        ("three bouts and not 91", 3, 90, "points"),
        ("three bouts and 87", 3, 87, "points"),
        ("two bouts and not 87", 2, 86, "points"),
    ],
)
def test_a_slam_with_the_dog_has_91_or_87_points(call: str, sentence: str, bouts: int, points: int, field: str) -> None:
    raw = hand(call=call, bouts=bouts, points=points, slam_made="grand")
    for rules in ("classic", "fft"):
        assert refusal(raw, rules=rules) == (1, field, "impossible")


@pytest.mark.parametrize("call", ["prise", "garde", "garde_sans"])
@pytest.mark.parametrize(("bouts", "points"), [(3, 91), (2, 87)])
@pytest.mark.parametrize("table", [CLASSIC, THREE, FIVE, MORT])
def test_possible_slams_with_the_dog_are_accepted(table: Raw, call: str, bouts: int, points: int) -> None:
    ledger(hand(call=call, bouts=bouts, points=points, slam_made="grand", petit_au_bout="attack"), **table)


@pytest.mark.parametrize("call", ["prise", "garde", "garde_contre"])
@pytest.mark.parametrize("bouts", [2, 3])
def test_the_defence_cannot_make_every_trick_against_two_bouts(call: str, bouts: int) -> None:
    raw = hand(call=call, bouts=bouts, points=13, slam_made="defence")
    assert refusal(raw, rules="fft") == (1, "bouts", "impossible")


GRAND_CONTRE: Raw = {"call": "garde_contre", "slam_made": "grand", "bouts": 2}
LITTLE: Raw = {"slam_made": "petit", "bouts": 2}
NO_TRICK: Raw = {"slam_made": "defence", "bouts": 1}


@pytest.mark.parametrize(
    ("sentence", "table", "slam", "low", "high", "step"),
    [
        ("grand, garde contre, four", CLASSIC, GRAND_CONTRE, 60, 87, 1),  # two bouts allow 87 at most
        ("grand, garde contre, four, all bouts", FFT, {**GRAND_CONTRE, "bouts": 3}, 60, 88, 1),
        ("grand, garde contre, three", THREE, {**GRAND_CONTRE, "bouts": 3}, 60, 88, 0.5),
        ("grand, garde contre, five", FIVE, {**GRAND_CONTRE, "bouts": 3}, 73.5, 89.5, 0.5),
        ("grand, garde contre, a mort", MORT, {**GRAND_CONTRE, "bouts": 3}, 60, 88, 1),
        ("grand, garde contre, no bout", FFT, {**GRAND_CONTRE, "bouts": 0}, 60, 78, 1),
        ("petit, prise", CLASSIC, {**LITTLE, "bouts": 3}, 69, 89, 1),
        ("petit, garde", CLASSIC, {**LITTLE, "bouts": 3, "call": "garde"}, 69, 89, 1),
        ("petit, garde sans", CLASSIC, {**LITTLE, "bouts": 3, "call": "garde_sans"}, 69, 89, 1),
        ("petit, garde contre", CLASSIC, {**LITTLE, "bouts": 3, "call": "garde_contre"}, 46, 86, 1),
        ("defence, prise, four", FFT, {**NO_TRICK, "call": "prise"}, 4, 23, 1),
        ("defence, garde, four", FFT, {**NO_TRICK, "bouts": 0, "call": "garde"}, 0, 23, 1),
        ("defence, garde sans, four", FFT, {**NO_TRICK, "call": "garde_sans"}, 4, 31, 1),
        ("defence, garde sans, every bout in the dog", FFT, {**NO_TRICK, "bouts": 3, "call": "garde_sans"}, 13, 31, 1),
        ("defence, garde contre, four", FFT, {**NO_TRICK, "bouts": 0, "call": "garde_contre"}, 0, 4, 1),
        ("defence, prise, three", THREE, {**NO_TRICK, "bouts": 0, "call": "prise"}, 0, 23, 0.5),
        ("defence, garde sans, three", THREE, {**NO_TRICK, "bouts": 0, "call": "garde_sans"}, 0, 31, 0.5),
        ("defence, garde contre, three", THREE, {**NO_TRICK, "bouts": 0, "call": "garde_contre"}, 0, 4, 0.5),
        ("defence, prise, five", FIVE, {**NO_TRICK, "bouts": 0, "call": "prise"}, 0, 14.5, 0.5),
        ("defence, garde, five", FIVE, {**NO_TRICK, "bouts": 0, "call": "garde"}, 0, 14.5, 0.5),
        ("defence, garde sans, five", FIVE, {**NO_TRICK, "bouts": 0, "call": "garde_sans"}, 0, 17.5, 0.5),
        ("defence, garde contre, five", FIVE, {**NO_TRICK, "bouts": 0, "call": "garde_contre"}, 0, 4, 0.5),
        ("defence, prise, a mort", MORT, {**NO_TRICK, "bouts": 0, "call": "prise"}, 0, 23, 1),
        ("defence, garde sans, a mort", MORT, {**NO_TRICK, "bouts": 0, "call": "garde_sans"}, 0, 31, 1),
    ],
)
@pytest.mark.parametrize("camp", ["points", "defence_points"])
def test_points_must_be_possible_with_a_slam(
    sentence: str, table: Raw, slam: Raw, low: float, high: float, step: float, camp: str
) -> None:
    for points in (low, high):
        ledger(hand(**{**slam, **counted(camp, points)}), **table)
    for points in (low - step, high + step):
        if points >= 0:
            assert refusal(hand(**{**slam, **counted(camp, points)}), **table) == (1, camp, "impossible")


def test_the_trumps_of_poignees_must_be_possible() -> None:
    trumps = {players: tuple(POIGNEE_TRUMPS[players].values()) for players in (3, 4, 5)}
    assert trumps == {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
    assert list(POIGNEE_TRUMPS[5]) == ["simple", "double", "triple"]


@pytest.mark.parametrize(
    ("sentence", "table", "sizes", "together"),
    [
        ("four: 10 + 13", FFT, ["simple", "double"], 23),
        ("four: 10 + 10", FFT, ["simple", "simple"], 20),
        ("four: 15 + 10", CLASSIC, ["triple", "simple"], 25),
        ("three: 13 + 13", THREE, ["simple", "simple"], 26),
        ("three: 18", THREE, ["triple"], 18),
        ("five: 8 + 13", FIVE, ["simple", "triple"], 21),
        ("five: 10 + 10", FIVE, ["double", "double"], 20),
        ("five: 10 + 13", FIVE, ["double", "triple"], 23),
        ("five: 8 + 8 + 8", FIVE, ["simple", "simple", "simple"], 24),
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


@pytest.mark.parametrize(
    ("sentence", "miseres", "field"),
    [
        ("no trumps, yet a poignée", [poor("Bruno")], "miseres.0.kind"),
        ("the second of two", [poor("Anne"), poor("Bruno")], "miseres.1.kind"),
        ("no trumps by all four", [poor(name) for name in NAMES[:4]], "miseres.0.kind"),
        ("no honours by all four", [poor(name, "no_honours") for name in NAMES[:4]], "miseres"),
    ],
)
def test_impossible_miseres_are_refused(sentence: str, miseres: list[Raw], field: str) -> None:
    poignees = [simple("Bruno"), simple("Anne")][: 2 if len(miseres) == 4 else 1]
    assert refusal(hand(poignees=poignees, miseres=miseres)) == (1, field, "impossible")


def test_not_all_players_can_be_without_trumps() -> None:
    assert refusal(hand(miseres=[poor(name) for name in NAMES[:4]])) == (1, "miseres", "impossible")


@pytest.mark.parametrize(
    ("sentence", "raw"),
    [
        ("no points at all", hand(bouts=0, points=0)),
        ("a slam announced with a prise", hand(slam_announced="grand")),
        ("a slam announced and far from made", hand(points=20, slam_announced="grand")),
        (
            "no honours by a player who shows a poignée",
            hand(poignees=[simple("Bruno")], miseres=[poor("Bruno", "no_honours")]),
        ),
        ("a slam and nothing said of the petit", hand(bouts=3, points=91, slam_made="grand")),
        ("the most points and no slam", hand(bouts=3, points=91)),
    ],
)
def test_everything_else_is_accepted(sentence: str, raw: Raw) -> None:
    ledger(raw)


# Two errors: the one that comes first on the rules page is reported


def without_points(**changes: Any) -> Raw:
    return hand(points=NOT_GIVEN, **changes)


TWO_POIGNEES = [simple("Anne"), simple("Anne")]
TWO_MISERES = [poor("Bruno"), poor("Bruno")]

IN_ORDER: list[tuple[str, Raw, Raw, str, str]] = [
    ("the call before an unknown field", CLASSIC, hand(call="petite", jokers=2), "call", "unknown_choice"),
    ("an unknown field before a missing taker", CLASSIC, hand(jokers=2, taker=NOT_GIVEN), "jokers", "unknown_field"),
    (
        "an unknown field before the fields, last as it stands",
        CLASSIC,
        hand(bouts=9, jokers=2),
        "jokers",
        "unknown_field",
    ),
    ("taker before bouts", CLASSIC, hand(taker="Zoé", bouts=4), "taker", "unknown_player"),
    ("the mort as taker before bouts", MORT, hand(taker="Emma", bouts=4), "taker", "not_playing"),
    ("taker before partner", FIVE, hand(taker=NOT_GIVEN, partner="Zoé"), "taker", "required"),
    ("partner before bouts", FIVE, hand(partner="Zoé", bouts="two"), "partner", "unknown_player"),
    ("bouts before points", CLASSIC, hand(bouts=4, points=92), "bouts", "out_of_range"),
    ("points before the defence's", CLASSIC, hand(points=92, defence_points="x"), "points", "out_of_range"),
    ("the step before the range", CLASSIC, hand(points=91.5), "points", "invalid"),
    (
        "the defence's before the petit",
        CLASSIC,
        hand(defence_points=92, petit_au_bout="x"),
        "defence_points",
        "out_of_range",
    ),
    ("the petit before poignées", CLASSIC, hand(petit_au_bout="x", poignees=7), "petit_au_bout", "unknown_choice"),
    (
        "poignées before misères",
        CLASSIC,
        hand(poignees=[simple("Zoé")], miseres=7),
        "poignees.0.player",
        "unknown_player",
    ),
    (
        "misères before slams",
        CLASSIC,
        hand(miseres=[poor("Zoé")], slam_announced="x"),
        "miseres.0.player",
        "unknown_player",
    ),
    ("announced before made", CLASSIC, hand(slam_announced="x", slam_made="x"), "slam_announced", "unknown_choice"),
    ("every field before missing points", CLASSIC, without_points(slam_made="x"), "slam_made", "unknown_choice"),
    ("every field before partner and taker", FIVE, hand(partner="Anne", slam_made="x"), "slam_made", "unknown_choice"),
    (
        "a poignée of the mort before missing points",
        MORT,
        without_points(poignees=[simple("Emma")]),
        "poignees.0.player",
        "not_playing",
    ),
    ("missing points before partner and taker", FIVE, without_points(partner="Anne"), "points", "required"),
    (
        "partner and taker before a second poignée",
        FIVE,
        hand(partner="Anne", poignees=TWO_POIGNEES),
        "partner",
        "same_player",
    ),
    (
        "a second poignée before a second misère",
        CLASSIC,
        hand(poignees=TWO_POIGNEES, miseres=TWO_MISERES),
        "poignees.1.player",
        "same_player",
    ),
    (
        "a second misère before the total",
        CLASSIC,
        hand(miseres=TWO_MISERES, defence_points=1),
        "miseres.1.player",
        "same_player",
    ),
    (
        "the total before what is impossible",
        CLASSIC,
        hand(bouts=0, petit_au_bout="attack", defence_points=1),
        "defence_points",
        "total",
    ),
    (
        "the petit without a bout before the points",
        CLASSIC,
        hand(bouts=0, petit_au_bout="attack", points=79),
        "petit_au_bout",
        "impossible",
    ),
    (
        "the petit against three bouts before the points",
        CLASSIC,
        hand(bouts=3, petit_au_bout="defence", points=1),
        "petit_au_bout",
        "impossible",
    ),
    (
        "the points of the bouts before the slam's petit",
        CLASSIC,
        hand(bouts=1, points=83, slam_made="grand", petit_au_bout="defence"),
        "points",
        "impossible",
    ),
    (
        "the slam's petit before its bouts",
        CLASSIC,
        hand(bouts=1, slam_made="grand", petit_au_bout="defence"),
        "petit_au_bout",
        "impossible",
    ),
    ("the slam's bouts before its points", CLASSIC, hand(bouts=1, slam_made="grand"), "bouts", "impossible"),
    (
        "the defence's petit before its bouts",
        FFT,
        hand(bouts=2, slam_made="defence", petit_au_bout="attack"),
        "petit_au_bout",
        "impossible",
    ),
    (
        "the defence's bouts before its points",
        FFT,
        hand(bouts=2, points=45, slam_made="defence"),
        "bouts",
        "impossible",
    ),
    (
        "the slam's points before the poignées",
        CLASSIC,
        hand(points=45, slam_made="grand", poignees=[simple("Anne"), simple("Bruno", "triple")]),
        "points",
        "impossible",
    ),
    (
        "the poignées' trumps before no trumps",
        CLASSIC,
        hand(poignees=[simple("Anne"), simple("Bruno", "triple")], miseres=[poor("Anne")]),
        "poignees",
        "impossible",
    ),
    (
        "no trumps before the same misère by all",
        CLASSIC,
        hand(poignees=[simple("Chloé")], miseres=[poor(name) for name in NAMES[:4]]),
        "miseres.2.kind",
        "impossible",
    ),
]


@pytest.mark.parametrize(
    ("sentence", "table", "raw", "field", "code"), IN_ORDER, ids=[sentence for sentence, *_rest in IN_ORDER]
)
def test_the_first_error_is_reported(sentence: str, table: Raw, raw: Raw, field: str, code: str) -> None:
    assert refusal(raw, **table) == (1, field, code)


def test_impossible_points_of_both_camps_are_reported_for_the_attack() -> None:
    assert refusal(hand(bouts=0, points=85, defence_points=6)) == (1, "points", "impossible")


def test_a_refused_hand_is_named_by_number_regardless_of_earlier_hands() -> None:
    assert refusal(hand(), {"call": "passed"}, hand(bouts=4), hand(points=92)) == (3, "bouts", "out_of_range")
