"""A paper list of 48 hands typed by keyboard alone, with one wrong total: the page leads the typist to the row."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.reading.transcript import totals
from tests.e2e.conftest import Phones
from tests.e2e.phones import choose
from tests.play.tables import GARDE, Scorer, fresh
from tests.reading.transcript.typed import FOUR, LIST, TOTALS, as_typed

pytestmark = pytest.mark.django_db(transaction=True)

WRONG, BY = 17, 10
"""The row with the adding error on the paper; all later totals of this player are consistent with it."""


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    return Scorer(game="skat", rules="isko", players=FOUR)


def type_line(page: Page, line: str) -> None:
    """Type into the focused field."""
    hands = page.locator(".sheet__hand")
    before = hands.count()
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(hands).to_have_count(before + 1)
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_value("")


def line_of(number: int) -> str:
    """The list as it is on the paper: from the slip on, this player's totals are off."""
    hand = LIST[number - 1]
    return as_typed(number, BY if number >= WRONG and hand.place == LIST[WRONG - 1].place else 0)


def test_a_wrong_total_in_48_hands_leads_to_its_row(phones: Phones, scorer: Scorer) -> None:
    """Bruno's total of hand 17 should be 212, but the list has 222: hands 18, 24, 28 … only follow from it."""
    page = phones(scorer).sit_down_to_type(scorer.session)
    for number in range(1, len(LIST) + 1):
        type_line(page, line_of(number))
    assert fresh(scorer.session).totals == TOTALS
    parting = page.locator("#parting a")
    expect(parting).to_have_text(["Hand 17: Bruno has 222 on the sheet, 212 here."])
    expect(page.locator("#parting")).to_contain_text("This player’s last matching total was at hand 16.")
    expect(page.locator(".typing__parts")).to_have_count(1)
    expect(page.locator("#hand-18")).to_contain_text("Bruno: the sheet is 10 higher from hand 17 on.")
    expect(page.locator("#hand-17")).not_to_be_in_viewport()
    page.locator("#line").press("Shift+Tab")
    parting.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-17")).to_be_in_viewport()
    expect(page.locator("#hand-17 abbr")).to_have_attribute("title", "the sheet says")
    expect(page.locator("#hand-17 .owed")).to_have_text("≠ 222")


def test_a_mistyped_hand_is_found_and_amended_until_all_totals_agree(phones: Phones, scorer: Scorer) -> None:
    """Hand 3 is 48 on the sheet, which fits two matadors, but three were typed."""
    page = phones(scorer).sit_down_to_type(scorer.session)
    for line in ("1 c 1 + = 24", "2 h 2 + = 30", "4 g 3 + = 48", "1 d 1 - = -12"):
        type_line(page, line)
    page.get_by_role("link", name="Hand 3: David has 48 on the sheet, 96 here.").click()
    page.locator("#hand-3").get_by_role("link", name="Amend").click()
    choose(page.locator('#outcome [name="matadors"][value="1"]'))
    page.locator("#save").click()
    expect(page.locator("#parting")).to_have_text("4 totals on the sheet, and all match.")
    expect(page.locator("#hand-3")).to_contain_text("matadors 1")


def test_an_unknown_line_stays_in_the_field_with_a_message(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer).sit_down_to_type(scorer.session)
    page.keyboard.type("1 c 2")
    expect(page.locator("#result")).to_have_text("Still missing: + or −, or the card points.")
    page.keyboard.type(" +")
    expect(page.locator("#result")).to_have_text("Clubs by Anne, matadors 2, made: 12 × 3: Anne +36")
    page.keyboard.type(" foo")
    page.keyboard.press("Enter")
    expect(page.locator("#status-message strong")).to_have_text("“foo” is not recognised.")
    expect(page.locator("#screen-reader-status")).to_have_text("“foo” is not recognised.")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#line")).to_have_value("1 c 2 + foo")
    for _letter in " foo":
        page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.locator("#status-message span")).to_have_text("Hand 1: 12 × 3: Anne +36")
    expect(page.locator("#screen-reader-status")).to_have_text("Hand 1: 12 × 3: Anne +36")


def test_pressing_enter_twice_records_one_hand_and_reloading_none(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer).sit_down_to_type(scorer.session)
    page.keyboard.type("1 c 2 +")
    page.evaluate("for (let times = 0; times < 3; times++) document.getElementById('typed').requestSubmit()")
    expect(page.locator(".sheet__hand")).to_have_count(1)
    page.reload()
    expect(page.locator(".sheet__hand")).to_have_count(1)
    assert len(fresh(scorer.session).hands) == 1


def test_a_few_lines_are_typed_without_scripts(phones: Phones, scorer: Scorer) -> None:
    page = phones(scorer, javascript=False).open("type", scorer.session.public_id)
    page.locator("#line").fill("1 c 2")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#result")).to_have_text("Still missing: + or −, or the card points.")
    for line, result in (("1 c 2 + = 36", "Hand 1: 12 × 3: Anne +36"), ("2 h 1 + = 30", "Hand 2: 10 × 2: Bruno +20")):
        page.locator("#line").fill(line)
        page.locator("#line").press("Enter")
        expect(page.locator("#status-message span")).to_have_text(result)
    expect(page.locator("#parting a")).to_have_text("Hand 2: Bruno has 30 on the sheet, 20 here.")
    page.go_back()  # to the page on which hand 2 was typed, which shows it now
    expect(page.locator(".sheet__hand")).to_have_count(2)
    page.go_forward()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status-message span")).to_have_text("Hand 2 was undone.")
    assert [hand.number for hand in fresh(scorer.session).hands] == [1]


def test_a_session_is_started_from_the_menu_of_a_new_one(phones: Phones, transactional_db: None) -> None:
    page = phones().page
    page.goto("/new/?game=skat&rules=isko")
    for number, name in enumerate(FOUR, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.locator("summary", has_text="Enter from a paper sheet").click()
    page.get_by_label("Played on").fill("2026-01-03")
    page.get_by_role("button", name="Start and type from paper").click()
    expect(page.locator("#line")).to_be_focused()
    type_line(page, "1 c 2 + = 36")


def test_a_phone_shows_the_totals_of_a_hand_side_by_side(phones: Phones, transactional_db: None) -> None:
    """Four players: the last column is a little wider than the others."""
    scorer = Scorer()
    scorer.record(GARDE)
    written = {0: 198, 1: -66, 2: -66, 3: -66}
    totals.write(scorer.session, access=scorer.access, number=1, totals=written)
    page = phones(scorer).sit_down_to_type(scorer.session)
    for width in (360, 390, 412):
        page.set_viewport_size({"width": width, "height": 664})
        tops = page.locator("#hand-1 td > b").evaluate_all(
            "(totals) => totals.map((one) => Math.round(one.getBoundingClientRect().top))"
        )
        assert len(tops) == 4
        assert len(set(tops)) == 1, (width, tops)
