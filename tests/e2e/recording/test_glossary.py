"""The terms of a game, explained at the table without leaving the hand being entered."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.page_checks import violations
from tests.play.tables import Scorer


@pytest.mark.django_db(transaction=True)
def test_opening_the_glossary_at_the_table_keeps_the_taps(phones: Phones) -> None:
    scorer = Scorer()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.tap("call", "garde")
    fold = page.locator("summary", has_text="What the words mean")
    expect(page.locator("#glossary dt")).to_have_count(0)
    with page.expect_response("**/glossary/"):
        fold.tap()
    expect(page.locator("#glossary dt")).to_have_count(11)
    expect(page.locator("#glossary")).to_contain_text("The 1 of trumps, the 21 and the Excuse.")
    expect(phone.chip("call", "garde")).to_be_checked()
    expect(fold).to_be_focused()
    assert violations(page) == []
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    fold.tap()
    fold.tap()
    expect(page.locator("#glossary dt").first).to_be_visible()
    assert [url for url in requested if url.endswith("/glossary/")] == []


@pytest.mark.django_db(transaction=True)
def test_without_scripts_a_link_leads_to_the_glossary_of_the_rules_page(phones: Phones) -> None:
    scorer = Scorer()
    page = phones(scorer, javascript=False).sit_down(scorer.session)
    page.locator("summary", has_text="What the words mean").tap()
    page.get_by_role("link", name="Read it in the rules").tap()
    page.wait_for_url(f"**{reverse('rules', args=['tarot'])}#words")
    expect(page.locator("#words dt").first).to_be_in_viewport()


@pytest.mark.django_db(transaction=True)
def test_the_glossary_opens_while_an_old_hand_is_amended(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record()
    page = phones(scorer).open("amend", scorer.session.public_id, 1)
    with page.expect_response("**/glossary/"):
        page.locator("summary", has_text="What the words mean").tap()
    expect(page.locator("#glossary dt").first).to_be_visible()
