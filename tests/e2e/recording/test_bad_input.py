"""Impossible hands are reported at their field, while tapping and when saving; everything else stays as it was."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scorekeeper.play.models import Hand
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone, taps
from tests.play.tables import FIVE, FOUR, Scorer


@dataclass(frozen=True, kw_only=True)
class Refused:
    """An impossible hand, the group at which that is reported, and a word of the message."""

    group: str
    says: str
    hand: dict[str, Any]

    def stays(self, players: tuple[str, ...]) -> list[tuple[str, str]]:
        """The chips that are still chosen afterwards: all except those of a player who turns out to sit out."""
        out = str(players.index(self.hand["dealer"])) if "dealer" in self.hand else ""
        removed_taps = (("taker", out), (f"poignees-{out}", "simple"))
        return [chip for chip in taps(self.hand, players) if chip not in removed_taps]


def refused(group: str, says: str, **hand: Any) -> Refused:
    ordinary = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
    if "defence_points" in hand:
        del ordinary["points"]
    return Refused(group=group, says=says, hand=ordinary | hand)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table and an impossible hand at it."""

    refused: list[Refused]
    rules: str = "fft"
    players: tuple[str, ...] = FOUR
    options: dict[str, str] = field(default_factory=dict)


# One for each group of the form; `games/tarot/tests` has all that cannot be.
FEDERATION = Table(
    refused=[
        refused("points", "92", points=92),
        refused("points", "99", defence_points=99),
        refused("petit_au_bout", "bout", bouts=0, points=60, petit_au_bout="attack"),
        refused("bouts", "bout", bouts=1, points=80, slam_made="grand"),
        # 13 + 10 trumps
        refused("poignees", "22", poignees={"Anne": "double", "Chloé": "simple"}),
    ]
)
CLASSIC = Table(
    rules="classic",
    refused=[refused("miseres", "poignée", poignees={"Bruno": "simple"}, miseres={"Bruno": ["no_trumps"]})],
)
CALLED_KING = Table(players=FIVE, refused=[refused("partner", "own partner", partner="Anne")])
MORT = Table(
    players=FIVE,
    options={"five_players": "mort"},
    refused=[
        # Emil deals and sits out until another dealer is chosen.
        refused("taker", "Anne", dealer="Anne"),
        refused("poignees", "Bruno", poignees={"Bruno": "simple"}, dealer="Bruno"),
    ],
)
TABLES = {"federation": FEDERATION, "classic": CLASSIC, "called king": CALLED_KING}
NOTE = "kept as it was"


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_invalid_input_is_reported_at_its_field(
    phones: Phones, transactional_db: None, table: Table, subtests: pytest.Subtests
) -> None:
    expect_refusals(phones, table, subtests, javascript=True)


def test_somebody_chosen_who_turns_out_to_sit_out_is_reported_without_scripts(
    phones: Phones, transactional_db: None, subtests: pytest.Subtests
) -> None:
    """With scripts the chips follow the dealer: `test_dealer_sits_out`."""
    expect_refusals(phones, MORT, subtests, javascript=False)


def expect_refusals(phones: Phones, table: Table, subtests: pytest.Subtests, *, javascript: bool) -> None:
    """Send every impossible hand of this table: it is refused at its field, and the form stays as it was filled in."""
    scorer = Scorer(rules=table.rules, players=table.players, options=table.options)
    for case in table.refused:
        with subtests.test(str(case.hand)):
            phone = phones(scorer, javascript=javascript)  # another one, which keeps nothing of the hand before
            phone.sit_down(scorer.session)
            phone.fill_in(case.hand | {"note": NOTE}, table.players)
            if javascript:
                expect(phone.complaint(case.group)).to_contain_text(case.says)
                expect(phone.save).to_have_text("Not possible – see above")
            assert phone.record() == 422
            expect(phone.complaint(case.group)).to_contain_text(case.says)
            expect(complaints(phone)).to_have_count(1)
            for name, value in case.stays(table.players):
                assert phone.chip(name, value).is_checked(), name
            expect(phone.page.get_by_label("Note")).to_have_value(NOTE)
    assert not Hand.objects.exists()


def test_a_refusal_scrolls_to_what_is_wrong(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(game="jass", rules="schieber", options={"target": 100})
    scorer.record({"call": "trumpf", "points": 80})
    phone = phones(scorer, viewport={"width": 390, "height": 500})
    phone.sit_down(scorer.session)
    for name, value in (("points-tens", "7"), ("points-units", "7")):  # 157 and 157: who was out first?
        phone.tap(name, value)
    phone.page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    assert phone.record() == 422
    complaint, bar = phone.complaint("out").bounding_box(), phone.page.locator("#bar").bounding_box()
    assert complaint
    assert bar
    assert 0 <= complaint["y"] < complaint["y"] + complaint["height"] <= bar["y"]


def complaints(phone: Phone) -> Locator:
    return phone.page.locator(".error:not(:empty)")


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        ({}, ["call", "taker", "bouts", "points"]),
        ({"call": "garde"}, ["taker", "bouts", "points"]),
        ({"call": "garde", "taker": "Anne"}, ["bouts", "points"]),
        ({"call": "garde", "taker": "Anne", "bouts": 2}, ["points"]),
    ],
    ids=["nothing", "contract", "taker", "bouts"],
)
def test_missing_input_is_asked_for(
    phones: Phones, transactional_db: None, hand: dict[str, Any], groups: list[str]
) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    if hand:
        phone.fill_in(hand)
    assert phone.record() == 422
    expect(complaints(phone)).to_have_count(len(groups))
    for group in groups:
        expect(phone.complaint(group)).not_to_be_empty()
    for name, value in taps(hand) if hand else []:
        assert phone.chip(name, value).is_checked(), name
    assert not Hand.objects.exists()


@pytest.mark.parametrize(
    ("typed", "group", "says"),
    [
        ({"Anne": "10", "Bruno": "-9"}, "amounts", "0"),
        ({"Anne": "ten", "Bruno": "-10"}, "amounts-0", "whole number"),
    ],
    ids=["sum", "words"],
)
def test_an_invalid_correction_is_refused(
    phones: Phones, transactional_db: None, typed: dict[str, str], group: str, says: str
) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.open("correction", scorer.session.public_id)
    for player, amount in typed.items():
        page.get_by_role("textbox", name=player).fill(amount)
    page.get_by_label("Reason").fill(NOTE)
    expect(phone.complaint(group)).to_contain_text(says)
    assert phone.record() == 422
    expect(phone.complaint(group)).to_contain_text(says)
    expect(complaints(phone)).to_have_count(1)
    for player, amount in typed.items():
        expect(page.get_by_role("textbox", name=player)).to_have_value(amount)
    expect(page.get_by_label("Reason")).to_have_value(NOTE)
    assert not Hand.objects.exists()


def test_an_invalid_amendment_is_refused(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    scorer.record()
    phone = phones(scorer)
    phone.open("amend", scorer.session.public_id, 1)
    phone.tap("slam_made", "grand")
    expect(phone.complaint("points")).to_contain_text("87")
    assert phone.record() == 422
    expect(phone.complaint("points")).to_contain_text("87")
    chosen = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9"}
    for name, value in {**chosen, "slam_made": "grand"}.items():
        assert phone.chip(name, value).is_checked(), name
    assert Hand.objects.count() == 1


def test_changing_the_language_of_a_refused_form_leads_to_the_table(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer()
    phone = phones(scorer, javascript=False)
    page = phone.sit_down(scorer.session)
    assert phone.record() == 422
    page.get_by_role("button", name="Deutsch").tap()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(phone.chip("call", "garde")).to_be_visible()
