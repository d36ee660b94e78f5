"""Changing the language while a form is being filled in: the page asks before input is lost."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import ON_ITS_WAY, unfold_line
from tests.play.tables import Scorer, fresh

pytestmark = pytest.mark.django_db(transaction=True)

GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49, "note": "counted twice"}
QUESTION = "Changing the language discards what you entered on this page. Change it anyway?"


class Confirmations:
    """Return what a page asks, and answer it."""

    def __init__(self, page: Page) -> None:
        self.questions: list[str] = []
        self.yes = False
        page.on("dialog", self.answer_dialog)

    def answer_dialog(self, dialog: Dialog) -> None:
        self.questions.append(dialog.message)
        (dialog.accept if self.yes else dialog.dismiss)()


def choose(page: Page, language: str) -> None:
    expect(page.locator(ON_ITS_WAY)).to_have_count(0)  # the foot moves with what comes above it
    page.get_by_role("button", name=language).tap()


def reads(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)


def test_changing_the_language_keeps_what_was_tapped(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    confirmations = Confirmations(page)
    phone.tap_all(GARDE)
    choose(page, "Deutsch")
    reads(page, "de")
    assert page.url.endswith(f"/s/{scorer.session.public_id}/")
    expect(phone.save).to_have_text("Eintragen: Anne +198")
    expect(phone.chip("call", "garde")).to_be_checked()
    expect(page.locator("#note")).to_have_value("counted twice")
    assert confirmations.questions == []
    assert not fresh(scorer.session).hands


def test_changing_the_language_by_keyboard_asks_too(phones: Phones) -> None:
    scorer = Scorer(game="skat", rules="isko")
    page = phones(scorer).open("type", scorer.session.public_id)
    confirmations = Confirmations(page)
    page.locator("#line").fill("2 c 1 +")
    expect(page.locator("#result")).to_contain_text("Bruno +24")
    page.get_by_role("button", name="Français").press("Enter")
    expect(page.locator("#line")).to_have_value("2 c 1 +")
    reads(page, "en")
    assert confirmations.questions == [QUESTION]
    confirmations.yes = True
    page.get_by_role("button", name="Français").press("Enter")
    reads(page, "fr")
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert not fresh(scorer.session).hands


def test_a_redrawn_draft_is_asked_about(phones: Phones, transactional_db: None) -> None:
    page = phones().page
    page.goto("/new/?game=skat")
    confirmations = Confirmations(page)
    unfold_line(page, "Rules:")
    page.get_by_text("Foster 1909").tap()
    choose(page, "Deutsch")
    expect(page.locator('[name="rules"][value="foster"]')).to_be_checked()
    reads(page, "en")
    assert confirmations.questions == [QUESTION]


def test_an_untouched_form_is_not_asked_about(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    confirmations = Confirmations(page)
    choose(page, "Deutsch")
    reads(page, "de")
    choose(page, "English")
    reads(page, "en")
    phone.tap_all(GARDE)
    phone.save.tap()
    phone.says("Hand 1: Anne +198")
    choose(page, "Deutsch")
    reads(page, "de")
    assert confirmations.questions == []
    assert len(fresh(scorer.session).hands) == 1


def test_waiting_hands_and_lines_are_not_asked_about_and_stay(phones: Phones, bad_wifi: None) -> None:
    hands, lines = Scorer(), Scorer(game="skat", rules="isko")
    phone = phones(hands)
    page = phone.sit_down(hands.session)
    page.route("**/record/", lambda route: route.abort())
    confirmations = Confirmations(page)
    phone.tap_all(GARDE)
    phone.save.tap()
    expect(page.locator("#waiting li")).to_have_count(1)
    choose(page, "Deutsch")
    reads(page, "de")
    expect(page.locator("#waiting li")).to_have_count(1)
    page.unroute("**/record/")
    phone.says("Anne +198")

    phone.belongs_to(lines)
    page = phone.sit_down_to_type(lines.session)
    page.route("**/type/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator("#line").fill("2 c 1 +")
    page.locator("#line").press("Enter")
    expect(page.locator("#waiting li")).to_have_count(1)
    choose(page, "English")
    reads(page, "en")
    expect(page.locator("#waiting li")).to_have_count(1)
    page.unroute("**/type/")
    expect(page.locator("#waiting li")).to_have_count(0)
    assert confirmations.questions == []
    assert [len(fresh(scorer.session).hands) for scorer in (hands, lines)] == [1, 1]


def test_print_settings_are_kept(phones: Phones, transactional_db: None) -> None:
    page = phones().page
    page.goto("/print/")
    page.locator('[name="paper"][value="a5"]').tap()
    page.wait_for_url("**paper=a5**")
    choose(page, "Deutsch")
    reads(page, "de")
    expect(page.locator('[name="paper"][value="a5"]')).to_be_checked()
