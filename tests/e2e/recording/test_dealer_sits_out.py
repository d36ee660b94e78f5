"""If the dealer sits out, the form of a hand offers the others, even after another dealer is chosen."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

WITH_MORT: dict[str, Any] = {"players": FIVE, "options": {"five_players": "mort"}}


def at_table(phones: Phones, scorer: Scorer) -> Phone:
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    return phone


def tap_grand(phone: Phone) -> None:
    for name, value in (("call", "grand"), ("declarer", "0"), ("matadors", "2")):
        phone.tap(name, value)


def players_in(phone: Phone, group: str) -> Locator:
    return phone.page.locator(f'[name="{group}"] + span')


def test_another_dealer_updates_the_players_and_keeps_the_rest(phones: Phones) -> None:
    phone = at_table(phones, Scorer(game="skat", rules="isko"))
    page = phone.page
    tap_grand(phone)
    phone.unfold(page.get_by_label("Note"))
    page.get_by_label("Note").fill("drawn")
    expect(players_in(phone, "declarer")).to_have_text(["Anne", "Bruno", "Chloé"])
    page.locator('[name="dealer"][value="3"]').focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#hand-title")).to_have_text("Hand 1 · Chloé deals The dealer sits out")
    expect(players_in(phone, "declarer")).to_have_text(["Anne", "Bruno", "David"])
    for name, value in (("call", "grand"), ("declarer", "0"), ("matadors", "2"), ("dealer", "2")):
        expect(phone.chip(name, value)).to_be_checked()
    expect(page.get_by_label("Note")).to_have_value("drawn")
    expect(page.locator('[name="dealer"][value="2"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(players_in(phone, "declarer")).to_have_text(["Anne", "Bruno", "Chloé"])
    expect(page.locator("details.rare")).to_have_attribute("open", "")
    expect(page.locator('[name="dealer"][value="3"]')).to_be_focused()


def test_a_declarer_who_becomes_the_dealer_has_to_be_chosen_again(phones: Phones) -> None:
    phone = at_table(phones, Scorer(game="skat", rules="isko"))
    tap_grand(phone)
    phone.tap("card_points-tens", "7")
    phone.tap("card_points-units", "0")
    expect(phone.save).to_contain_text("Anne +72")
    phone.tap("dealer", "0")
    expect(players_in(phone, "declarer")).to_have_text(["Bruno", "Chloé", "David"])
    expect(phone.save).to_have_text("Still missing: declarer")
    phone.tap("declarer", "3")
    expect(phone.save).to_contain_text("David +72")


def test_a_poignee_of_the_new_dealer_is_removed(phones: Phones) -> None:
    phone = at_table(phones, Scorer(**WITH_MORT))
    phone.tap_all({**GARDE, "taker": "Anne", "poignees": {"Bruno": "simple"}}, FIVE)
    expect(phone.save).to_contain_text("Record: Anne")
    phone.tap("dealer", "1")
    expect(players_in(phone, "taker")).to_have_text(["Anne", "Chloé", "David", "Emil"])
    expect(phone.page.locator('[name="poignees-1"]')).to_have_count(0)
    expect(phone.save).to_have_text("Record: Anne +198")


def test_another_dealer_of_a_recorded_hand_updates_the_players(phones: Phones) -> None:
    scorer = Scorer(**WITH_MORT)
    scorer.record(GARDE)
    phone = phones(scorer)
    phone.open("amend", scorer.session.public_id, 1)
    phone.tap("dealer", "0")
    expect(players_in(phone, "taker")).to_have_text(["Bruno", "Chloé", "David", "Emil"])
    expect(phone.save).to_have_text("Still missing: taker")


def test_no_wrong_players_are_offered_while_a_hand_waits(phones: Phones, bad_wifi: None) -> None:
    phone = at_table(phones, Scorer(game="skat", rules="isko"))
    page, explanation = phone.page, "Other players play the next hand"
    expect(page.get_by_text(explanation)).to_be_hidden()
    phone.tap("call", "passed")
    phone.context.set_offline(True)
    phone.save.tap()
    expect(page.locator("#waiting li")).to_have_count(1)
    expect(page.get_by_text(explanation)).to_be_visible()
    expect(phone.save).to_be_hidden()
    expect(page.get_by_role("radiogroup", name="Declarer")).to_have_count(0)
    phone.context.set_offline(False)
    expect(page.locator("#hand-title")).to_have_text("Hand 2 · Anne deals The dealer sits out")
    expect(page.get_by_text(explanation)).to_be_hidden()
    expect(players_in(phone, "declarer")).to_have_text(["Bruno", "Chloé", "David"])
    expect(phone.save).to_be_visible()
