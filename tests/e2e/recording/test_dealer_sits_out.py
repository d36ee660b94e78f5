"""If the dealer sits out, the form of a hand offers the others, even after another dealer is chosen."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import FIVE, GARDE, Scorer, fresh

pytestmark = pytest.mark.django_db(transaction=True)

WITH_MORT: dict[str, Any] = {"players": FIVE, "options": {"five_players": "mort"}}
# (25 + 8) × 2 = 66 from each of the three others
GARDE_OF_ANNE = {**GARDE, "taker": "Anne"}
GARDE_OF_EMIL = {**GARDE, "taker": "Emil"}


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


def test_while_hands_wait_the_players_of_the_next_one_are_offered(phones: Phones, bad_wifi: None) -> None:
    """With a mort, the same player deals again after a passed hand."""
    scorer = Scorer(**WITH_MORT)  # Emil deals
    phone = at_table(phones, scorer)
    title = phone.page.locator("#hand-title")
    phone.context.set_offline(True)
    phone.tap("call", "passed")
    phone.save.tap()
    expect(title).to_have_text("Hand 2 · Emil deals The dealer sits out")
    phone.tap_all(GARDE_OF_ANNE, FIVE)
    phone.save.tap()
    expect(title).to_have_text("Hand 3 · Anne deals The dealer sits out")
    expect(players_in(phone, "taker")).to_have_text(["Bruno", "Chloé", "David", "Emil"])
    phone.tap("dealer", "2")
    phone.tap("call", "passed")
    phone.save.tap()
    expect(title).to_have_text("Hand 4 · Chloé deals The dealer sits out")
    expect(players_in(phone, "taker")).to_have_text(["Anne", "Bruno", "David", "Emil"])
    phone.tap_all(GARDE_OF_EMIL, FIVE)
    phone.save.tap()
    expect(title).to_have_text("Hand 5 · David deals The dealer sits out")
    phone.context.set_offline(False)
    phone.says("Hand 4: Emil +198")
    expect(title).to_have_text("Hand 5 · David deals The dealer sits out")
    assert [(hand.raw["call"], hand.scored and hand.scored.dealer) for hand in fresh(scorer.session).hands] == [
        ("passed", 4),
        ("garde", 4),
        ("passed", 2),
        ("garde", 2),
    ]
    assert scorer.totals == (198 - 66, -66 - 66, -66, -66 - 66, 198)


def test_a_hand_in_the_form_keeps_its_number_and_dealer_while_those_before_are_sent(
    phones: Phones, bad_wifi: None
) -> None:
    scorer = Scorer(game="skat", rules="isko")
    phone = at_table(phones, scorer)
    page, title = phone.page, phone.page.locator("#hand-title")
    phone.context.set_offline(True)
    phone.tap("call", "passed")
    phone.save.tap()
    expect(title).to_have_text("Hand 2 · Anne deals The dealer sits out")
    phone.tap("declarer", "3")
    phone.context.set_offline(False)
    expect(page.locator("#waiting li")).to_have_count(0)
    expect(title).to_have_text("Hand 2 · Anne deals The dealer sits out")
    expect(phone.chip("declarer", "3")).to_be_checked()
    phone.context.set_offline(True)
    for name, value in (("call", "grand"), ("matadors", "2"), ("card_points-tens", "7"), ("card_points-units", "0")):
        phone.tap(name, value)
    phone.save.tap()
    expect(title).to_have_text("Hand 3 · Bruno deals The dealer sits out")
    phone.context.set_offline(False)
    phone.says("Hand 2: 24 × 3: David +72")
    assert [hand.scored and hand.scored.dealer for hand in fresh(scorer.session).hands] == [3, 0]
