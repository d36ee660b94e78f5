"""Another language is chosen by a thumb in the midst of a form, and the form stays as it was filled in."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import ON_ITS_WAY
from tests.play.tables import Scribe, fresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49, "note": "counted twice"}


def read_in(page: Page, language: str, code: str) -> None:
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)  # the foot moves with what comes above it
    page.get_by_role("button", name=language).tap()
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_a_hand_under_way_is_read_in_other_languages_and_recorded(phones: Phones, javascript: bool) -> None:
    scribe = Scribe()
    phone = phones(scribe, javascript=javascript)
    page = phone.sit_down(scribe.session)
    phone.tap_all(GARDE)
    read_in(page, "Deutsch", "de")
    read_in(page, "Français", "fr")
    read_in(page, "English", "en")
    for name, value in (("call", "garde"), ("taker", "0"), ("bouts", "2"), ("points-tens", "4"), ("points-units", "9")):
        expect(phone.chip(name, value)).to_be_checked()
    expect(page.locator("#note")).to_have_value("counted twice")
    expect(phone.save).to_have_text("Record: Anne +198")
    phone.shows((198, -66, -66, -66))
    assert page.url.endswith(f"/s/{scribe.session.public_id}/")
    assert not fresh(scribe.session).hands
    phone.save.tap()
    phone.says("Hand 1: Anne +198")
    assert len(fresh(scribe.session).hands) == 1
    page.reload()
    expect(phone.chip("call", "garde")).not_to_be_checked()


def test_a_line_that_is_typed_is_kept_and_not_recorded(phones: Phones, javascript: bool) -> None:
    scribe = Scribe(game="skat", rules="isko")
    page = phones(scribe, javascript=javascript).open("type", scribe.session.public_id)
    page.locator("#line").fill("2 c 1 +")
    read_in(page, "Deutsch", "de")
    expect(page.locator("#line")).to_have_value("2 c 1 +")
    expect(page.locator("#result")).to_contain_text("Bruno +24")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert not fresh(scribe.session).hands


def test_a_draft_is_kept(phones: Phones, javascript: bool, transactional_db: None) -> None:
    page = phones(javascript=javascript).page
    page.goto("/new/?game=skat")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_text("International (ISkO)").tap()
    read_in(page, "Deutsch", "de")
    expect(page.locator('[name="player-0"]')).to_have_value("Ann")
    expect(page.locator('[name="rules"][value="isko"]')).to_be_checked()


def test_choices_for_paper_are_kept(phones: Phones, transactional_db: None) -> None:
    page = phones().page
    page.goto("/print/")
    page.locator('[name="paper"][value="a5"]').tap()
    page.wait_for_url("**paper=a5**")
    read_in(page, "Deutsch", "de")
    expect(page.locator('[name="paper"][value="a5"]')).to_be_checked()
