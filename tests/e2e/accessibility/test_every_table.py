"""The states of a table: what axe finds, and that nothing is lost at twice the size."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import sample_hands
from tests.e2e.accessibility.lost import SPACED, lost
from tests.e2e.accessibility.screen_reader import Listener
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import BROKEN_NAMES, violations
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

CARRIED: dict[str, Any] = {"call": "correction", "amounts": {"0": 6, "1": -6}, "note": "carried over"}


def test_every_state_of_the_table_is_accessible(phones: Phones, bad_wifi: None) -> None:
    """By the first of the games; the walk over every page looks at the tables of all of them."""
    scorer = Scorer()
    phone = phones(scorer, is_mobile=False, bypass_csp=True)
    page, problems = phone.sit_down(scorer.session), dict[str, list[str]]()

    def look(state: str) -> None:
        problems[state] = violations(page) + lost(page)

    listener = Listener(page)
    page.locator("details.rare > summary").press("Enter")
    look("empty, and what is rare unfolded")
    page.locator("#save").press("Enter")
    expect(page.locator("#outcome .error:not(:empty)").first).to_be_visible()
    look("refused")
    listener.choose(sample_hands.GARDE.choices)
    expect(page.locator("#save")).to_have_text("Record: Anne +198")
    look("filled in")
    page.locator("#save").press("Enter")
    phone.says("Hand 1: Anne +198")
    page.get_by_role("link", name="1 why?").press("Enter")
    expect(page.get_by_role("article", name="Hand 1")).to_be_visible()
    look("just recorded, and a hand explained")
    page.locator(".menu > summary").press("Enter")
    page.locator(".menu__more > summary").press("Enter")
    problems["with the menu open"] = violations(page)
    phone.sit_down(scorer.session)
    listener.choose(sample_hands.UNDONE.choices)
    scorer.session.refresh_from_db()
    scorer.record(CARRIED)
    page.locator("#save").press("Enter")
    expect(page.locator("#status-message")).to_contain_text("The session has changed in the meantime")
    look("after somebody else")
    page.route("**/record/", lambda route: route.abort())
    page.locator("#save").press("Enter")
    expect(page.locator("#waiting li")).to_have_count(1)
    look("with a hand that waits")
    assert {state: what for state, what in problems.items() if what} == {}


LONG = ("Maximilian-Alexander", "Anne-Sophie", "Chloé", "Jean-Baptiste", "Wilhelmine")
HIGH: dict[str, Any] = {"call": "correction", "amounts": {"0": 45_678, "1": -45_678}, "note": "counted twice"}


def test_five_long_names_and_high_totals_fit_on_every_page(phones: Phones) -> None:
    scorer = Scorer(players=LONG)
    for hand in (*[{**GARDE, "partner": 1}] * 3, HIGH):
        scorer.record(hand)
    phone = phones(scorer, is_mobile=False, bypass_csp=True)
    page, problems = phone.page, dict[str, list[str]]()
    for name in ("session", "ledger", "chart", "journal", "share", "close", "type", "correction"):
        phone.open(name, scorer.session.public_id)
        problems[name] = lost(page)
    page.goto("/new/")
    problems["new"] = lost(page)
    assert {state: what for state, what in problems.items() if what} == {}


TABLES = ("ledger", "type", "close")
FIFTEEN = ("Hannelore", "Maximilianowitz", "Marie-Christine", "Élisabeth", "Wilhelmine")
SIDES: dict[str, Any] = {"call": "trumpf", "points": 93}


@pytest.mark.parametrize(
    ("game", "players", "hand"),
    [
        ({}, FIFTEEN, {**GARDE, "partner": 1}),
        ({"game": "jass", "rules": "schieber"}, FIFTEEN[:4], SIDES),
    ],
    ids=["five", "sides"],
)
def test_no_name_is_broken_in_a_table(
    phones: Phones, game: dict[str, Any], players: tuple[str, ...], hand: dict[str, Any]
) -> None:
    scorer = Scorer(players=players, stake=Decimal("0.05"), **game)
    scorer.record(hand)
    phone, found = phones(scorer), dict[tuple[str, int, str], list[str]]()
    words = " ".join(players).replace("-", " ").split()

    def look(name: str, page: Page) -> None:
        for width, size in ((390, "100%"), (325, "100%"), (260, "100%"), (213, "100%"), (390, "150%"), (320, "150%")):
            page.set_viewport_size({"width": width, "height": 664})
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            found[name, width, size] = page.evaluate(BROKEN_NAMES, words)
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found[name, width, size].append("wider than the phone")

    for name in TABLES:
        look(name, phone.open(name, scorer.session.public_id))
    look("hand", phone.open("hand", scorer.session.public_id, 1))
    scorer.close()
    look("result", phone.sit_down(scorer.session))
    assert {where: what for where, what in found.items() if what} == {}


SEVEN = ("Marion", "Théo", "Inès", "Gabriel", "Solène")
CUT = """names => names.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""

TOO_HIGH = "boxes => boxes.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"


@pytest.mark.parametrize("width", [320, 390])
def test_names_of_seven_letters_fit_with_wide_letter_spacing(phones: Phones, width: int) -> None:
    """WCAG 2.2, 1.4.12: above the save button and in the head of the ledger, with five at the table."""
    scorer = Scorer(players=SEVEN)
    scorer.record({**GARDE, "partner": 1})
    phone = phones(scorer, is_mobile=False, bypass_csp=True, viewport={"width": width, "height": 664})
    page = phone.sit_down(scorer.session)
    page.add_style_tag(content=SPACED)
    assert page.locator(".standings .name > :first-child, .ledger .word").evaluate_all(CUT) == []


@pytest.mark.parametrize(("width", "height"), [(320, 256), (320, 568), (390, 664), (844, 390)])
def test_sticky_elements_leave_two_thirds_of_the_page(phones: Phones, width: int, height: int) -> None:
    """A desktop page of 1280 × 1024 zoomed to 400 % is 320 × 256 (WCAG 2.2, 1.4.10)."""
    scorer = Scorer(players=SEVEN)
    phone = phones(scorer, is_mobile=False, bypass_csp=True, viewport={"width": width, "height": height})
    page = phone.sit_down(scorer.session)
    phone.fill_in({**GARDE, "taker": "Anne", "partner": "Bruno"}, FIVE)
    assert phone.record() == 200
    bar = page.locator(".bar").evaluate("bar => [getComputedStyle(bar).position, bar.getBoundingClientRect().height]")
    assert bar[0] == "static" or bar[1] <= height / 3, bar


@pytest.mark.parametrize("locale", ["fr-FR", "de-DE"])
def test_the_head_has_room_for_long_names_and_for_a_lost_connection(
    phones: Phones, bad_wifi: None, locale: str
) -> None:
    """By Skat at four, where a second line says that the dealer sits out; the narrowest is a phone in large type.

    A hand that waits has room, too.
    """
    scorer = Scorer(game="skat", rules="isko", players=LONG[:4], first_dealer=0)
    phone = phones(scorer, locale=locale)
    page, cut = phone.sit_down(scorer.session), dict[tuple[int, int], list[str]]()
    phone.context.set_offline(True)
    expect(page.locator("#connection-status")).not_to_be_empty()
    phone.fill_in({"call": "grand", "declarer": LONG[1], "matadors": 1, "made": True}, LONG)
    phone.save.tap()
    for width, height in ((390, 664), (360, 560), (320, 710), (300, 511)):
        page.set_viewport_size({"width": width, "height": height})
        cut[width, height] = page.locator(".heading h1, .heading h1 small, #waiting span").evaluate_all(CUT)
        cut[width, height] += page.locator("#connection-status").evaluate_all(TOO_HIGH)
    assert {size: what for size, what in cut.items() if what} == {}
