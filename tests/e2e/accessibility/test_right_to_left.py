"""Right-to-left names: their words in order, and signs on the left of amounts, as on every page of the walk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility.right_to_left import TURNED
from tests.e2e.conftest import Phones
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def test_amounts_keep_their_sign_in_the_message_about_a_hand(phones: Phones, transactional_db: None) -> None:
    scorer = Scorer(players=("משה", "שרה", "Chloé", "David"))
    scorer.record(GARDE)
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    lost = {"call": "garde", "taker": "שרה", "bouts": 2, "points": 30}  # by 11: (25 + 11) × 2 = 72 to each of three
    phone.fill_in(lost, players=("משה", "שרה", "Chloé", "David"))
    expect(phone.save).to_contain_text("−216")
    before = page.evaluate(TURNED)
    # An open menu covers the button.
    page.evaluate("() => document.querySelectorAll('details').forEach((fold) => { fold.open = false; })")
    assert phone.record() == 200
    expect(page.locator("#status-message")).to_contain_text("−216")
    after = page.evaluate(TURNED)
    for amounts in (before, after):
        assert [place for place, well in amounts if not well] == []
        assert any("<bdi>−216" in place for place, _well in amounts)


def test_the_words_of_a_name_follow_each_other_in_the_totals(phones: Phones, transactional_db: None) -> None:
    players = ("محمد عبد الله", "Karl Heinz", "דוד כהן", "Sepp")
    scorer = Scorer(players=players)
    page = phones(scorer).sit_down(scorer.session)
    words = page.locator("#standings .word").evaluate_all(
        "words => words.map((word) => [word.textContent, word.getBoundingClientRect().x])"
    )
    assert {word for word, _x in words} == {word for name in players for word in name.split(maxsplit=1)}
    at = dict(words)
    assert at["محمد"] > at["عبد الله"]
    assert at["דוד"] > at["כהן"]
    assert at["Karl"] < at["Heinz"]
