"""Hands of French Tarot that a phone records: two examples, one being sent, and those that were recorded."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from tests.e2e.phones import Phone, held, until
from tests.play.tables import Scorer, fresh

# (25 + 8) × 2 = 66 for each of the three others
GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
# 25 for each
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}


def recorded(scorer: Scorer) -> list[str]:
    """Return the calls of all hands, from the database."""
    return [hand.raw["call"] for hand in fresh(scorer.session).hands]


def on_its_way(phone: Phone, scorer: Scorer) -> tuple[Page, Route]:
    """The page of a phone that has saved a hand and has no answer yet, and its request, which is held back."""
    page = phone.sit_down(scorer.session)
    routes = held(page, "**/record/", times=1)
    phone.tap_all(PRISE)
    phone.save.tap()
    until(page, lambda: bool(routes))
    return page, routes[0]
