"""Somebody at the table who uses a screen reader."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from games.scoring.text import number_words
from tests.e2e.accessibility.sample_evenings import Choices, Story
from tests.e2e.phones import group_of_chips
from tests.play.tables import FOUR


class Listener:
    """Somebody who uses only a screen reader."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hears(self, words: str | re.Pattern[str]) -> None:
        """What the screen reader announces by itself."""
        expect(self.page.get_by_role("status").filter(has_text=words)).to_have_text(words)

    def press(self, role: str, name: str | re.Pattern[str], *, within: Locator | None = None) -> None:
        place = self.page if within is None else within
        # Exact, so that a name which says more or less than it should doesn't match.
        found = place.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]  # any role
        found.press("Enter")

    def choose(self, choices: Choices) -> None:
        for group, name in choices:
            place = group_of_chips(self.page, group)
            one = place.get_by_role("radio", name=name, exact=True)
            one.press("Space")
            expect(one).to_be_checked()

    def hears_totals(self, totals: tuple[int, ...]) -> None:
        total_items = self.page.get_by_role("list", name="Totals").get_by_role("listitem")
        found = [
            re.compile(rf"^\s*{name}\s.*\s{number_words(total)}\s", re.DOTALL)
            for name, total in zip(FOUR, totals, strict=True)
        ]
        expect(total_items).to_have_text(found)


def start(listener: Listener, story: Story) -> None:
    page = listener.page
    page.goto("/")
    listener.press("link", "New session")
    game = page.get_by_role("group", name="Game").get_by_role("radio", name=story.game)
    game.press("Space")
    expect(game).to_be_checked()
    expect(page.locator(".htmx-request")).to_have_count(0)
    page.locator("summary", has_text="Rules:").press("Enter")
    page.get_by_role("group", name="Rules").get_by_role("radio", name=story.rules).press("Space")
    for number, name in enumerate(FOUR, 1):
        page.get_by_role("textbox", name=f"Player {number}", exact=True).fill(name)
    page.get_by_role("radio", name=f"Player {story.first_dealer} deals first").press("Space")
    expect(page.locator(".htmx-request")).to_have_count(0)
    listener.press("button", "Start the session")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 1 ·")
    page.wait_for_load_state()  # and then its scripts hear what is pressed
