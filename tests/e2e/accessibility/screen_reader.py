"""Somebody at the table who uses a screen reader."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from games.scoring.text import number_words
from tests.e2e.accessibility.sample_hands import Choices
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
            radio = place.get_by_role("radio", name=name, exact=True)
            radio.press("Space")
            expect(radio).to_be_checked()

    def hears_totals(self, totals: tuple[int, ...]) -> None:
        total_items = self.page.get_by_role("list", name="Totals").get_by_role("listitem")
        shown_for = FOUR if len(totals) == len(FOUR) else (r"Anne\s+\+\s+Chloé", r"Bruno\s+\+\s+David")
        found = [
            re.compile(rf"^\s*{name}\s.*\s{number_words(total)}\s", re.DOTALL)
            for name, total in zip(shown_for, totals, strict=True)
        ]
        expect(total_items).to_have_text(found)
