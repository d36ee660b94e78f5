"""An evening of each game by screen reader: everything has a role and a name, and changes are announced."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.accessibility.sample_evenings import STORIES, Hand, Story
from tests.e2e.accessibility.screen_reader import Listener, start
from tests.e2e.conftest import Phones
from tests.play.tables import FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)


def record(listener: Listener, story: Story, number: int, hand: Hand) -> None:
    listener.choose(hand.choices)
    listener.hears(f"{hand.said} Record: {hand.result}".strip())
    listener.press("button", f"Record: {hand.result}")
    listener.hears(f"Hand {number}: {hand.result}")
    listener.hears_totals(hand.totals)


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_a_whole_evening_with_a_screen_reader(phones: Phones, story: Story) -> None:
    page = phones(is_mobile=False, has_touch=False).page
    listener = Listener(page)
    start(listener, story)
    for number, hand in enumerate((*story.hands, story.undone), 1):
        record(listener, story, number, hand)
    listener.press("button", "Undo")
    listener.hears(f"Hand {len(story.hands) + 1} was undone.")
    listener.hears_totals(story.hands[-1].totals)
    amend(listener, story)
    close(listener, story)


REQUIRED = """fields => fields.map((field) => {
    const groups = [...field.parentElement.querySelectorAll("[role=radiogroup][aria-required=true]")];
    return [field.id, groups.length > 0 || field.closest("[aria-required=true]") !== null];
})"""


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_required_groups_are_announced_as_required(phones: Phones, story: Story) -> None:
    """Whatever a hand is refused for if left out was announced as required."""
    page = phones(is_mobile=False, has_touch=False).page
    listener = Listener(page)
    start(listener, story)
    listener.choose(story.hands[0].choices[:1])
    listener.press("button", re.compile("^Still missing"))
    missing = page.locator("#outcome .error:not(:empty)")
    expect(missing.first).to_be_visible()
    found = dict(missing.evaluate_all(REQUIRED))
    assert found == dict.fromkeys(found, True)


def amend(listener: Listener, story: Story) -> None:
    page = listener.page
    row = page.get_by_role("region", name="Ledger").get_by_role("row", name=re.compile(rf"^{story.number} why\?"))
    listener.press("link", f"{story.number} why?", within=row)
    why = page.get_by_role("article", name=f"Hand {story.number}")
    listener.hears(re.compile(f"^Hand {story.number}\\b"))
    listener.press("link", "Amend", within=why)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Amend hand {story.number}")
    page.wait_for_load_state()
    listener.choose(story.amended.choices)
    listener.hears(f"{story.amended.said} Amend: {story.amended.result}".strip())
    listener.press("button", f"Amend: {story.amended.result}")
    listener.hears_totals(story.amended.totals)


def close(listener: Listener, story: Story) -> None:
    page = listener.page
    page.get_by_text("Menu", exact=True).press("Enter")
    menu = page.get_by_role("navigation", name="This session")
    listener.press("link", "Close and settle", within=menu)
    listener.press("button", "Close and settle")
    best = max(story.amended.totals)
    names = [name for name, total in zip(FOUR, story.amended.totals, strict=True) if total == best]
    expect(page.get_by_role("heading", level=1)).to_contain_text(names[0] if len(names) == 1 else "")


def test_a_ledger_row_announces_whether_it_is_unfolded(phones: Phones) -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    page = phones(scorer, is_mobile=False, has_touch=False).sit_down(scorer.session)
    row = page.get_by_role("link", name="1 why?")
    why = page.get_by_role("article", name="Hand 1")
    for _again in range(2):
        expect(row).to_have_attribute("aria-expanded", "false")
        row.press("Enter")
        expect(why).to_be_visible()
        expect(row).to_have_attribute("aria-expanded", "true")
        row.press("Enter")
        expect(why).to_have_count(0)
        expect(row).to_be_focused()


def test_the_ledger_has_a_name_and_announces_totals_and_changes(phones: Phones) -> None:
    scorer = Scorer()
    for _hand in range(2):
        scorer.record(GARDE)
    page = phones(scorer, is_mobile=False, has_touch=False).sit_down(scorer.session)
    ledger = page.get_by_role("table", name="Ledger")
    # (25 + 8) × 2 = 66 from each of three, twice
    expect(ledger.get_by_role("cell", name="total 396 declarer change +198", exact=True)).to_be_visible()
    expect(ledger.get_by_role("cell", name="total −132 change −66", exact=True)).to_have_count(3)
