"""Scoring of hands of Tarot, from the paragraph "Scoring" of the rules page.

S is what one defender pays the attack. Expected values are worked out from the page, with the calculation beside each.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.tarot.tests.sessions import Raw, amounts, hand, ledger, poor, simple


def four(s: int) -> tuple[int, ...]:
    """Return the amounts if Anne takes with four players: she gets three times S."""
    return (3 * s, -s, -s, -s)


@pytest.mark.parametrize(
    ("sentence", "call", "bouts", "points", "s"),
    [
        ("no bout needs 56, exactly made", "prise", 0, 56, 25),
        ("one bout needs 51, exactly made", "prise", 1, 51, 25),
        ("two bouts need 41, exactly made", "prise", 2, 41, 25),
        ("three bouts need 36, exactly made", "prise", 3, 36, 25),
        ("one short of 56: 25 + 1", "prise", 0, 55, -26),
        ("one short of 51: 25 + 1", "prise", 1, 50, -26),
        ("one short of 41: 25 + 1", "prise", 2, 40, -26),
        ("one short of 36: 25 + 1", "prise", 3, 35, -26),
        ("garde exactly made: 25 × 2", "garde", 1, 51, 50),
        ("garde sans exactly made: 25 × 4", "garde_sans", 1, 51, 100),
        ("garde contre exactly made: 25 × 6", "garde_contre", 1, 51, 150),
        ("garde made by 8: 33 × 2", "garde", 2, 49, 66),
        ("garde sans made by 4: 29 × 4", "garde_sans", 2, 45, 116),
        ("garde sans down 4: 29 × 4", "garde_sans", 1, 47, -116),
        ("garde contre made by 1: 26 × 6", "garde_contre", 2, 42, 156),
        ("garde contre down 10: 35 × 6", "garde_contre", 1, 41, -210),
        ("no point at all: 25 + 56", "prise", 0, 0, -81),
        ("no point at all in a garde contre: 81 × 6", "garde_contre", 0, 0, -486),
        ("the most without a bout, 78: 25 + 22", "prise", 0, 78, 47),
        ("the least with one bout, 4: 25 + 47", "prise", 1, 4, -72),
        ("the most with one bout, 82: 25 + 31", "prise", 1, 82, 56),
        ("the least with two bouts, 9: 25 + 32", "prise", 2, 9, -57),
        ("the most with two bouts, 87: 25 + 46", "prise", 2, 87, 71),
        ("the least with three bouts, 13: 25 + 23", "prise", 3, 13, -48),
        ("all 91 points, no slam said: 25 + 55", "prise", 3, 91, 80),
    ],
)
def test_the_contract(sentence: str, call: str, bouts: int, points: int, s: int) -> None:
    assert amounts(hand(call=call, bouts=bouts, points=points)) == four(s)
    assert amounts(hand(call=call, bouts=bouts, points=points), rules="fft") == four(s)


@pytest.mark.parametrize(
    ("sentence", "bouts", "points", "s"),
    [
        ("40½ with two bouts is lost by 1", 2, 40.5, -26),
        ("41½ with two bouts is won by 1", 2, 41.5, 26),
        ("55½ without a bout is lost by 1", 0, 55.5, -26),
        ("56½ without a bout is won by 1", 0, 56.5, 26),
        ("35½ with three bouts is lost by 1", 3, 35.5, -26),
        ("60½ with one bout is won by 10", 1, 60.5, 35),
        ("41½ with one bout is lost by 10", 1, 41.5, -35),
        ("8½, the least with two bouts, is lost by 33", 2, 8.5, -58),
        ("82½, the most with one bout, is won by 32", 1, 82.5, 57),
        ("written 41.0, it is 41", 2, 41.0, 25),
    ],
)
def test_a_half_point_goes_to_the_winning_camp(sentence: str, bouts: int, points: float, s: int) -> None:
    assert amounts(hand(bouts=bouts, points=points), rules="fft", players=3) == (2 * s, -s, -s)
    assert amounts(hand(bouts=bouts, points=points), rules="fft", players=5) == (4 * s, -s, -s, -s, -s)


@pytest.mark.parametrize(
    ("sentence", "call", "points", "s"),
    [
        ("exactly made stays 25", "prise", 51, 25),
        ("made by 4 becomes 0", "prise", 55, 25),
        ("made by 5 becomes 10", "prise", 56, 35),
        ("made by 14 becomes 10", "prise", 65, 35),
        ("made by 15 becomes 20", "prise", 66, 45),
        ("down 1 becomes 0, and is lost all the same", "prise", 50, -25),
        ("down 4 becomes 0, and is lost all the same", "prise", 47, -25),
        ("down 5 becomes 10", "prise", 46, -35),
        ("rounded before it is multiplied: (25 + 10) × 4", "garde_sans", 57, 140),
    ],
)
def test_rounding_to_ten(sentence: str, call: str, points: int, s: int) -> None:
    assert amounts(hand(call=call, bouts=1, points=points), round_to_ten=True) == four(s)
    assert amounts(hand(call=call, bouts=1, points=points), rules="fft", round_to_ten=True) == four(s)


@pytest.mark.parametrize(
    ("sentence", "points", "s"),
    [
        ("made by 4½ is 5, becomes 10", 55.5, 35),
        ("down 4½ is 5, becomes 10", 46.5, -35),
        ("made by 3½ is 4, becomes 0", 54.5, 25),
        ("down ½ is 1, becomes 0", 50.5, -25),
        ("made by 14½ is 15, becomes 20", 65.5, 45),
    ],
)
def test_rounding_to_ten_happens_after_the_half_point(sentence: str, points: float, s: int) -> None:
    assert amounts(hand(bouts=1, points=points), rules="fft", players=3, round_to_ten=True) == (2 * s, -s, -s)


@pytest.mark.parametrize(
    ("sentence", "players", "options", "camps", "expected"),
    [
        ("three: the taker twice", 3, {}, {"taker": "Bruno"}, (-29, 58, -29)),
        ("four: the taker three times", 4, {}, {"taker": "Chloé"}, (-29, -29, 87, -29)),
        ("five, alone: the taker four times", 5, {}, {"taker": "Emma"}, (-29, -29, -29, -29, 116)),
        ("five, alone, said with null", 5, {}, {"taker": "Emma", "partner": None}, (-29, -29, -29, -29, 116)),
        ("five, with a partner: two and one", 5, {}, {"taker": "David", "partner": "Anne"}, (29, -29, -29, 58, -29)),
        ("five, a mort: he stays at nothing", 5, {"five_players": "mort"}, {"taker": "Bruno"}, (-29, 87, -29, -29, 0)),
        ("a mort does nothing at four", 4, {"five_players": "mort"}, {"taker": "Chloé"}, (-29, -29, 87, -29)),
        ("a mort does nothing at three", 3, {"five_players": "mort"}, {"taker": "Bruno"}, (-29, 58, -29)),
    ],
)
def test_the_shares(sentence: str, players: int, options: Raw, camps: Raw, expected: tuple[int, ...]) -> None:
    made_by_four = hand(**camps)  # 25 + 4 = 29
    assert amounts(made_by_four, rules="fft", players=players, **options) == expected


def test_a_lost_contract_reverses_every_share() -> None:
    down_five = hand(taker="Chloé", partner="David", call="garde", bouts=1, points=46)  # (25 + 5) × 2 = 60
    assert amounts(down_five, rules="fft", players=5) == (60, 60, -120, -60, 60)


@pytest.mark.parametrize(
    ("given", "attack"),
    [({"defence_points": 46}, 45), ({"defence_points": 50}, 41), ({"points": 45, "defence_points": 46}, 45)],
)
def test_the_points_of_the_defence_may_be_entered_instead(given: Raw, attack: int) -> None:
    counted = {"points": None, **given}
    raw = {name: value for name, value in hand(**counted).items() if value is not None}
    assert amounts(raw) == amounts(hand(points=attack)) == four(25 + attack - 41)


def test_half_points_of_the_defence() -> None:
    raw = {"call": "prise", "taker": "Anne", "bouts": 2, "defence_points": 50.5}  # the attack has 40½: down 1
    assert amounts(raw, rules="fft", players=3) == (-52, 26, 26)


@pytest.mark.parametrize(("call", "worth"), [("prise", 10), ("garde", 20), ("garde_sans", 40), ("garde_contre", 60)])
@pytest.mark.parametrize("rules", ["classic", "fft"])
@pytest.mark.parametrize("points", [41, 40])
def test_the_petit_au_bout_is_multiplied_and_independent_of_the_winner(
    rules: str, call: str, worth: int, points: int
) -> None:
    without = amounts(hand(call=call, points=points), rules=rules)
    attack = amounts(hand(call=call, points=points, petit_au_bout="attack"), rules=rules)
    defence = amounts(hand(call=call, points=points, petit_au_bout="defence"), rules=rules)
    assert tuple(a - b for a, b in zip(attack, without, strict=True)) == four(worth)
    assert tuple(a - b for a, b in zip(defence, without, strict=True)) == four(-worth)


# A prise with three bouts: 91 points 25 + 55 = 80, 86 points 25 + 50 = 75, 46 points 25 + 10 = 35.
# A prise without a bout and 3 points: -(25 + 53) = -78.
@pytest.mark.parametrize(
    ("sentence", "rules", "announced", "made", "bouts", "points", "s"),
    [
        ("a slam announced and made: 80 + 400", "classic", "grand", "grand", 3, 91, 480),
        ("a slam made, not announced: 80 + 200", "classic", None, "grand", 3, 91, 280),
        ("a slam announced and missed: 35 − 200", "classic", "grand", None, 3, 46, -165),
        ("a slam announced, all but one made: 75 − 200", "classic", "grand", "petit", 3, 86, -125),
        ("a little slam announced and made: 75 + 300", "classic", "petit", "petit", 3, 86, 375),
        ("a little slam announced, a slam made: 80 + 300", "classic", "petit", "grand", 3, 91, 380),
        ("a little slam announced and missed: 35 − 150", "classic", "petit", None, 3, 46, -115),
        ("a little slam not announced is worth nothing", "classic", None, "petit", 3, 86, 75),
        ("a slam announced and made: 80 + 400", "fft", "grand", "grand", 3, 91, 480),
        ("a slam made, not announced: 80 + 200", "fft", None, "grand", 3, 91, 280),
        ("a slam announced and missed: 35 − 200", "fft", "grand", None, 3, 46, -165),
        ("a slam announced and missed, contract down 10: −35 − 200", "fft", "grand", None, 3, 26, -235),
        ("a slam of the defence: −78 − 200", "fft", None, "defence", 0, 3, -278),
        ("a slam announced, every trick lost: −78 − 400", "fft", "grand", "defence", 0, 3, -478),
        ("the defence keeps the Excuse: 87 with two bouts, 71 + 200", "fft", None, "grand", 2, 87, 271),
    ],
)
def test_the_slam(
    sentence: str, rules: str, announced: str | None, made: str | None, bouts: int, points: int, s: int
) -> None:
    played = hand(bouts=bouts, points=points, slam_announced=announced, slam_made=made)
    assert amounts(played, rules=rules) == four(s)


def test_a_slam_is_never_multiplied() -> None:
    # A garde contre with three bouts and 80 points: (25 + 44) × 6 = 414, and 400.
    played = hand(call="garde_contre", bouts=3, points=80, slam_announced="grand", slam_made="grand")
    assert amounts(played, rules="fft") == four(814)


LOST: Raw = {"bouts": 1, "points": 45}  # a prise down 6: S = −31
WON: Raw = {"bouts": 1, "points": 57}  # a prise made by 6: S = 31


@pytest.mark.parametrize(
    ("sentence", "rules", "contract", "poignees", "expected"),
    [
        ("a defender's, the defence wins", "classic", LOST, [simple("Bruno")], (-113, 91, 11, 11)),
        ("a defender's, the defence wins", "fft", LOST, [simple("Bruno")], (-153, 51, 51, 51)),
        ("a defender's, the attack wins", "classic", WON, [simple("Bruno")], (113, -91, -11, -11)),
        ("a defender's, the attack wins", "fft", WON, [simple("Bruno")], (153, -51, -51, -51)),
        ("the taker's, the attack wins", "classic", WON, [simple("Anne")], (153, -51, -51, -51)),
        ("the taker's, the attack wins", "fft", WON, [simple("Anne")], (153, -51, -51, -51)),
        ("the taker's, the defence wins", "classic", LOST, [simple("Anne")], (-153, 51, 51, 51)),
        ("the taker's, the defence wins", "fft", LOST, [simple("Anne")], (-153, 51, 51, 51)),
        ("a double, 30", "fft", WON, [simple("Chloé", "double")], (183, -61, -61, -61)),
        ("a triple, 40", "fft", WON, [simple("Anne", "triple")], (213, -71, -71, -71)),
        ("a double, 30", "classic", LOST, [simple("Chloé", "double")], (-123, 1, 121, 1)),
        ("a triple, 40", "classic", WON, [simple("David", "triple")], (133, 9, 9, -151)),
        ("one in each camp, both to the winners", "fft", WON, [simple("Anne"), simple("Chloé")], (213, -71, -71, -71)),
        (
            "one in each camp, one after the other",
            "classic",
            WON,
            [simple("Anne"), simple("Chloé")],
            (173, -31, -111, -31),
        ),
        ("two in the defence that wins", "classic", LOST, [simple("Bruno"), simple("Chloé")], (-133, 71, 71, -9)),
    ],
)
def test_poignees(sentence: str, rules: str, contract: Raw, poignees: list[Raw], expected: tuple[int, ...]) -> None:
    assert amounts(hand(**contract, poignees=poignees), rules=rules) == expected


def test_a_poignee_is_never_multiplied() -> None:
    # A garde contre made by 6: 31 × 6 = 186, and 20.
    assert amounts(hand(call="garde_contre", **WON, poignees=[simple("Anne")]), rules="fft") == four(206)


def test_a_poignee_is_shared_like_the_contract_with_a_partner() -> None:
    # A triple poignée: each defender pays 31 and 40.
    won = hand(**WON, partner="Bruno", poignees=[simple("Emma", "triple")])
    assert amounts(won, rules="fft", players=5) == (142, 71, -71, -71, -71)


@pytest.mark.parametrize(
    ("sentence", "contract", "miseres", "expected"),
    [
        ("no trumps, a defender who wins", LOST, [poor("David", "no_trumps")], (-103, 21, 21, 61)),
        ("no honours, a defender who loses", WON, [poor("David", "no_honours")], (103, -21, -21, -61)),
        ("no honours, the taker who wins", WON, [poor("Anne", "no_honours")], (123, -41, -41, -41)),
        ("no honours, the taker who loses", LOST, [poor("Anne", "no_honours")], (-123, 41, 41, 41)),
        (
            "both kinds shown by one player",
            LOST,
            [poor("David", "no_trumps"), poor("David", "no_honours")],
            (-113, 11, 11, 91),
        ),
        (
            "three of four without honours",
            LOST,
            [poor("Bruno", "no_honours"), poor("Chloé", "no_honours"), poor("David", "no_honours")],
            (-123, 41, 41, 41),
        ),
    ],
)
def test_miseres(sentence: str, contract: Raw, miseres: list[Raw], expected: tuple[int, ...]) -> None:
    assert amounts(hand(**contract, miseres=miseres)) == expected


def lines(played: Raw, **session: Any) -> list[tuple[str, tuple[int, ...]]]:
    return [(line.rule, line.amounts) for line in ledger(played, **session).hands[0].entry.lines]


def test_one_hand_calculated_step_by_step() -> None:
    # 49 − 41 = 8; (25 + 8) × 2 = 66; petit 10 × 2 = 20; poignée 20; S = 106.
    played = hand(call="garde", points=49, petit_au_bout="attack", poignees=[simple("Anne")])
    assert lines(played, rules="fft") == [("contract", four(66)), ("petit-au-bout", four(20)), ("poignee", four(20))]
    assert amounts(played, rules="fft") == four(106)


def test_each_bonus_has_its_own_derivation_line() -> None:
    # A garde sans made by 35 − 1: 76 − 41 = 35; (25 + 35) × 4 = 240; petit −40; slam −200.
    played = hand(
        call="garde_sans",
        points=76,
        petit_au_bout="defence",
        slam_announced="grand",
        poignees=[simple("Bruno"), simple("Anne")],
        miseres=[poor("Chloé", "no_trumps"), poor("David", "no_honours")],
    )
    assert lines(played) == [
        ("contract", four(240)),
        ("petit-au-bout", four(-40)),
        ("slam", four(-200)),
        ("poignee", (20, -60, 20, 20)),
        ("poignee", (60, -20, -20, -20)),
        ("misere", (10, 10, -30, 10)),
        ("misere", (10, 10, 10, -30)),
    ]


@pytest.mark.parametrize("call", ["passed", "petit_sec", "misdeal"])
def test_hands_that_nobody_played_have_no_derivation(call: str) -> None:
    assert lines({"call": call}) == []
    assert amounts({"call": call}) == (0, 0, 0, 0)


def test_a_slam_worth_nothing_has_no_derivation_line() -> None:
    played = hand(bouts=3, points=86, slam_made="petit")
    assert lines(played) == [("contract", four(75))]


@pytest.mark.parametrize(
    ("played", "label"),
    [
        (hand(call="garde", points=49), "(25 + 8) × 2, Garde made by 8"),
        (hand(call="garde_sans", bouts=1, points=47), "(25 + 4) × 4, Garde sans down by 4"),
        (hand(points=41), "25 × 1, Prise just made"),
    ],
)
def test_the_contract_in_words(played: Raw, label: str) -> None:
    assert str(ledger(played).hands[0].entry.lines[0].label) == label


def test_a_contract_lost_narrowly_is_not_called_made_after_rounding() -> None:
    """A contract down by 4, rounded to 0, is lost, so its line must not say that it was made."""
    line = ledger(hand(points=37), round_to_ten=True).hands[0].entry.lines[0]
    assert line.amounts == four(-25)
    assert "made" not in str(line.label)


def test_a_contract_made_by_4_is_not_called_just_made_after_rounding() -> None:
    line = ledger(hand(points=45), round_to_ten=True).hands[0].entry.lines[0]
    assert line.amounts == four(25)
    assert "just made" not in str(line.label)
