"""The terms of a game, explained at the table without leaving the hand being entered."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from games import registry
from tests.e2e.accessibility import violations
from tests.e2e.conftest import Phones
from tests.play.tables import Scribe

pytestmark = pytest.mark.looks


@pytest.mark.django_db(transaction=True)
def test_the_words_are_read_at_the_table_and_what_was_tapped_stays(phones: Phones) -> None:
    scribe = Scribe()
    phone = phones(scribe)
    page = phone.sit_down(scribe.session)
    phone.tap("call", "garde")
    fold = page.locator("summary", has_text="What the words mean")
    expect(page.locator("#glossary dt")).to_have_count(0)
    with page.expect_response("**/glossary/"):
        fold.tap()
    expect(page.locator("#glossary dt")).to_have_count(len(registry.get("tarot").glossary))
    expect(page.locator("#glossary")).to_contain_text("The 1 of trumps, the 21 and the Excuse.")
    expect(phone.chip("call", "garde")).to_be_checked()
    expect(fold).to_be_focused()
    assert violations(page) == []
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    fold.tap()
    fold.tap()
    expect(page.locator("#glossary dt").first).to_be_visible()
    assert [url for url in asked if url.endswith("/glossary/")] == []


@pytest.mark.django_db(transaction=True)
def test_without_scripts_a_link_leads_to_the_words_among_the_rules(phones: Phones) -> None:
    scribe = Scribe()
    page = phones(scribe, javascript=False).sit_down(scribe.session)
    page.locator("summary", has_text="What the words mean").tap()
    page.get_by_role("link", name="Read it in the rules").tap()
    page.wait_for_url(f"**{reverse('rules', args=['tarot'])}#words")
    expect(page.locator("#words dt").first).to_be_in_viewport()


@pytest.mark.django_db(transaction=True)
def test_the_words_are_there_while_an_old_hand_is_amended(phones: Phones) -> None:
    scribe = Scribe()
    scribe.record()
    page = phones(scribe).open("amend", scribe.session.public_id, 1)
    with page.expect_response("**/glossary/"):
        page.locator("summary", has_text="What the words mean").tap()
    expect(page.locator("#glossary dt").first).to_be_visible()
