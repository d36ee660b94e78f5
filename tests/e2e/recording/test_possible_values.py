"""Impossible values are not offered in the form of a hand, and the digits of Tarot say what they mean."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.hand_taps import Taps, tap_each
from tests.e2e.phones import Phone
from tests.play.tables import FIVE, Scorer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

GARDE: Taps = (("call", "garde"), ("taker", "0"), ("bouts", "2"))
TENS = [str(ten) for ten in range(13)]
WITH_HALVES = [f"{unit}{half}" for unit in range(10) for half in ("", ".5")]
DOTTED = """groups => groups
  .filter((group) => getComputedStyle(group.querySelector("legend"), "::after").content.includes("•"))
  .map((group) => group.querySelector("input").name)"""
TARGETS = "chips => chips.filter((chip) => !chip.disabled).map((chip) => chip.value)"


def sit_down(phone: Phone, rules: str, size: int) -> Phone:
    """Let a phone record at a new table of this many players, by rules such as `tarot fft`."""
    game, slug = rules.split()
    scorer = Scorer(game=game, rules=slug, players=FIVE[:size])
    phone.belongs_to(scorer)
    phone.sit_down(scorer.session)
    return phone


def offered(phone: Phone, name: str) -> list[str]:
    """Return the values of the chips of a group that can be chosen."""
    values: list[str] = phone.page.locator(f'#outcome [name="{name}"]').evaluate_all(TARGETS)
    return values


def marked(phone: Phone, name: str) -> list[str]:
    """Return the first field of each group of such a name whose legend has the dot of what is missing."""
    groups = phone.page.locator(f'#outcome fieldset:not(.digits, .group:not(.digits-group)):has([name^="{name}"])')
    names: list[str] = groups.evaluate_all(DOTTED)
    return names


CASES: list[tuple[str, str, int, Taps, str, Sequence[str]]] = [
    ("87 points at most with two bouts", "tarot fft", 4, (("bouts", "2"),), "points-tens", TENS[:9]),
    (
        "82 points at most for the defence against two bouts",
        "tarot fft",
        4,
        (("bouts", "2"), ("defence_points", "1"), ("points-tens", "8")),
        "points-units",
        TENS[:3],
    ),
    (
        "78 points at most without a bout",
        "tarot fft",
        5,
        (("bouts", "0"), ("points-tens", "7")),
        "points-units",
        WITH_HALVES[:17],
    ),
    (
        "8½ points at least with two bouts",
        "tarot fft",
        3,
        (("bouts", "2"), ("points-tens", "0")),
        "points-units",
        ["8.5", "9", "9.5"],
    ),
    ("91 points at most", "tarot fft", 4, (("points-tens", "9"),), "points-units", ["0", "1"]),
    ("a partner other than the taker", "tarot fft", 5, (("taker", "2"),), "partner", ["0", "1", "3", "4", "alone"]),
    ("no petit for an attack without a bout", "tarot fft", 4, (("bouts", "0"),), "petit_au_bout", ["", "defence"]),
    ("no petit for the defence against three", "tarot fft", 4, (("bouts", "3"),), "petit_au_bout", ["", "attack"]),
    (
        "a poignée is of trumps",
        "tarot classic",
        4,
        (("poignees-1", "simple"),),
        "miseres-1-no_trumps",
        [],
    ),
    ("no card counts one", "skat isko", 3, (("card_points-tens", "0"),), "card_points-units", ["0", *TENS[2:10]]),
    ("119 leaves one", "skat isko", 3, (("card_points-tens", "11"),), "card_points-units", TENS[:9]),
    ("120 at most", "skat isko", 3, (("card_points-tens", "12"),), "card_points-units", ["0"]),
    (
        "without a trick, two cards or all",
        "skat isko",
        3,
        (("call", "grand"), ("card_points-tens", "2"), ("schwarz", "1")),
        "card_points-tens",
        ["0", "1", "2", "12"],
    ),
    (
        "a null that reaches the bid, beside the one chosen before",
        "skat isko",
        3,
        (("call", "null"), ("bid", "24")),
        "null-way",
        ["", "hand", "ouvert", "ouvert-hand"],
    ),
    (
        "a Ramsch has 120 card points",
        "skat foster",
        3,
        (("call", "ramsch"), ("points_taken-0-tens", "7"), ("points_taken-0-units", "0")),
        "points_taken-1-tens",
        TENS[:6],
    ),
    (
        "the last player of a Ramsch has the rest",
        "skat foster",
        3,
        (
            ("call", "ramsch"),
            ("points_taken-0-tens", "7"),
            ("points_taken-0-units", "0"),
            ("points_taken-1-tens", "3"),
            ("points_taken-1-units", "8"),
        ),
        "points_taken-2-tens",
        ["1"],
    ),
    (
        "thirteen tricks together",
        "boston decimal",
        4,
        (("call", "misere_partout"), ("tricks_taken-0", "6"), ("tricks_taken-1", "4")),
        "tricks_taken-2",
        TENS[:4],
    ),
    (
        "the last player has the other tricks",
        "boston decimal",
        4,
        (
            ("call", "misere_partout"),
            ("tricks_taken-0", "6"),
            ("tricks_taken-1", "4"),
            ("tricks_taken-2", "1"),
        ),
        "tricks_taken-3",
        ["2"],
    ),
    (
        "a penalty is at least one counter",
        "boston decimal",
        4,
        (
            ("penalties-0-by", "1"),
            ("penalties-0-to", "each"),
            ("penalties-0-amount", "other"),
            ("penalties-0-other-tens", "0"),
        ),
        "penalties-0-other-units",
        TENS[1:10],
    ),
    (
        "nobody accepts their own proposal",
        "solo_whist foster",
        4,
        (("call", "proposal"), ("caller", "3")),
        "partner",
        ["0", "1", "2"],
    ),
    (
        "no trick to take from a side that has none",
        "mort foster",
        3,
        (("side", "vivant"), ("tricks", "13"), ("revokes-0-by", "adversaries")),
        "revokes-0-penalty",
        ["deduct", "add"],
    ),
    (
        "no trick of two who have none",
        "whist short",
        4,
        (("tricks", "13"), ("revokes-0-by", "yz")),
        "revokes-0-penalty",
        ["deduct", "add"],
    ),
    (
        "no tricks are taken at nullo",
        "cayenne foster",
        4,
        (("trump", "nullo"), ("revokes-0-by", "ab")),
        "revokes-0-penalty",
        ["deduct", "add"],
    ),
]
"""What is tried, at which table, after which taps, in which group, and the values that are still offered there."""


@pytest.mark.parametrize("game", sorted({rules.split()[0] for _sentence, rules, *_more in CASES}))
def test_only_possible_values_are_offered(phones: Phones, game: str) -> None:
    phone = phones()
    for sentence, rules, size, taps, group, expected in CASES:
        if rules.startswith(game):
            sit_down(phone, rules, size)
            tap_each(phone, taps)
            assert offered(phone, group) == list(expected), sentence


def test_what_the_others_leave_is_not_marked_as_missing(phones: Phones) -> None:
    phone = sit_down(phones(), "boston decimal", 4)
    tap_each(phone, (("call", "misere_partout"), ("tricks_taken-0", "6"), ("tricks_taken-1", "4")))
    assert marked(phone, "tricks_taken-") == ["tricks_taken-2", "tricks_taken-3"]
    tap_each(phone, (("tricks_taken-2", "1"),))
    assert marked(phone, "tricks_taken-") == []
    sit_down(phone, "skat foster", 3)
    tap_each(phone, (("call", "ramsch"),))
    assert len(marked(phone, "points_taken-")) == 3
    tap_each(phone, (("points_taken-0-tens", "12"),))
    assert marked(phone, "points_taken-") == []
    tap_each(phone, (("trickless-0", "1"),))
    phone.record()


def test_a_slam_is_asked_only_beside_its_points(phones: Phones) -> None:
    phone = sit_down(phones(), "tarot fft", 4)
    tap_each(phone, (("call", "garde"), ("taker", "0"), ("bouts", "3"), ("points-tens", "9"), ("points-units", "0")))
    expect(phone.chip("slam_made-asked", "1")).to_be_hidden()
    tap_each(phone, (("points-units", "1"), ("slam_made-asked", "1")))
    phone.record()
    expect(phone.page.locator(".ledger")).to_contain_text("slam made: every trick")


def test_any_digit_can_be_changed(phones: Phones) -> None:
    phone = sit_down(phones(), "tarot fft", 4)
    tap_each(phone, (*GARDE, ("points-tens", "4"), ("points-units", "8")))
    # 88 is impossible with two bouts, but 80 is not.
    phone.tap("points-tens", "8")
    assert offered(phone, "points-units") == TENS[:9]
    expect(phone.complaint("points")).to_contain_text("9 to 87 points, not 88")
    phone.tap("points-units", "0")
    expect(phone.said("points")).to_have_text("of the attack: made by 39")
    assert offered(phone, "points-units") == TENS[:8]


def test_a_choice_that_has_become_impossible_stays_and_is_refused(phones: Phones) -> None:
    phone = sit_down(phones(), "tarot fft", 4)
    tap_each(phone, (*GARDE, ("points-tens", "8"), ("points-units", "5"), ("bouts", "0")))
    expect(phone.chip("points-tens", "8")).to_be_checked()
    expect(phone.chip("points-tens", "8")).to_be_enabled()
    expect(phone.complaint("points")).to_contain_text("0 to 78 points, not 85")
    phone.save.tap()
    expect(phone.complaint("points")).to_contain_text("0 to 78 points, not 85")
    assert phone.ledger() == []


def test_values_that_were_removed_can_be_chosen_for_the_next_hand(phones: Phones) -> None:
    phone = sit_down(phones(), "tarot fft", 4)
    tap_each(phone, (("call", "garde"), ("taker", "0"), ("bouts", "0"), ("points-tens", "5"), ("points-units", "6")))
    phone.record()
    assert offered(phone, "points-tens") == TENS[:10]


def test_the_digits_say_by_how_much_the_contract_is_made(phones: Phones) -> None:
    phone = sit_down(phones(), "tarot fft", 5)
    tap_each(phone, GARDE)
    expect(phone.said("points")).to_have_text("of the attack: 41 needed")
    for tens, units, words in (("4", "9", "made by 8"), ("4", "1", "just made"), ("3", "8.5", "lost by 3")):
        tap_each(phone, (("points-tens", tens), ("points-units", units)))
        expect(phone.said("points")).to_have_text(f"of the attack: {words}")
    # The defence has 38½, the attack 52½.
    phone.tap("defence_points")
    expect(phone.said("points")).to_have_text("of the defence: made by 12")


def test_without_a_connection_no_outdated_result_is_shown(phones: Phones, bad_wifi: None) -> None:
    phone = sit_down(phones(), "tarot fft", 4)
    tap_each(phone, (*GARDE, ("points-tens", "4"), ("points-units", "9")))
    expect(phone.said("points")).to_have_text("of the attack: made by 8")
    phone.context.set_offline(True)
    phone.tap("points-units", "2")
    expect(phone.said("points")).to_have_text("")
    # The digits are limited all the same.
    phone.tap("bouts", "0")
    assert offered(phone, "points-tens") == TENS[:8]


def test_without_javascript_everything_is_offered_and_the_rules_refuse(phones: Phones) -> None:
    phone = sit_down(phones(javascript=False), "tarot fft", 4)
    tap_each(phone, (*GARDE, ("points-tens", "9"), ("points-units", "9")))
    phone.save.tap()
    expect(phone.complaint("points")).to_contain_text("between 0 and 91, not 99")
    tap_each(phone, (("points-tens", "4"), ("points-units", "9")))
    phone.page.locator("noscript .check").tap()
    expect(phone.said("points")).to_have_text("of the attack: made by 8")
