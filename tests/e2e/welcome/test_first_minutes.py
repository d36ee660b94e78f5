"""The first minutes of an installation: from the printed address to the first hand, to the panel, and to a demo."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Session
from scorekeeper.welcome import address, first_answer
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.phones import Phone, choose, pick_game
from tests.play.tables import FOUR, GARDE

pytestmark = pytest.mark.django_db(transaction=True)

SLOWLY = 120_000
"""Milliseconds: a busy machine takes long to play the evenings of a demo."""


@pytest.fixture(autouse=True)
def welcome_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages ask for the demo, unlike in other tests."""
    monkeypatch.setattr("scorekeeper.welcome.first_answer._over", False)


def in_order(phone: Phone) -> None:
    assert complaints_of(phone.page) == []
    assert violations(phone.page) == []


def test_at_home_the_games_are_one_tap_away(phones: Phones, javascript: bool) -> None:
    phone, other, link = phones(javascript=javascript), phones(), address.new_path()
    other.page.goto("/")
    expect(other.page.get_by_role("heading", name="Who is playing tonight?")).to_be_visible()
    page = phone.page
    page.goto(link)
    if javascript:
        in_order(phone)
    page.get_by_role("button", name="Play at home").tap()
    expect(page.get_by_role("heading", name="Ready to play")).to_be_visible()
    if javascript:
        in_order(phone)
    pick_game(page, "French Tarot")
    for place, name in enumerate(FOUR):
        page.locator(f'[name="player-{place}"]').fill(name)
    page.get_by_role("button", name="Start the session").tap()
    phone.tap_all({**GARDE, "taker": "Anne"}, FOUR)
    phone.record()
    phone.shows((198, -66, -66, -66))
    assert Session.objects.get().club is None
    other.page.goto(link)  # the code that is still on the screen of the computer
    expect(other.page).to_have_url(re.compile(r"/$"))
    expect(other.page.get_by_role("heading", name="Who is playing tonight?")).to_be_visible()


def test_a_club_is_set_up_by_keyboard_and_continues_in_the_panel(phones: Phones, javascript: bool) -> None:
    phone, link = phones(javascript=javascript, is_mobile=False), address.new_path()
    page = phone.page
    page.goto(link)
    page.get_by_role("link", name="Set up a club").press("Enter")
    if javascript:
        in_order(phone)
    page.get_by_label("Name of the club").fill("Les Atouts")
    page.get_by_label("Your user name").fill("marion")
    page.get_by_label("Password", exact=True).fill("spades")
    page.get_by_label("Password again").fill("spades")
    page.get_by_label("Password again").press("Enter")
    expect(page.get_by_text("This password is too short")).to_be_visible()
    if javascript:
        in_order(phone)
        expect(page.get_by_label("Password again")).to_be_focused()
    page.get_by_label("Password", exact=True).fill("spades and clubs")
    page.get_by_label("Password again").fill("spades and clubs")
    page.get_by_role("button", name="Create the club").press("Enter")
    expect(page.get_by_role("link", name="Add the members")).to_be_visible()
    page.get_by_role("link", name="Let the tables’ phones join").click()
    expect(page.get_by_text(f"/club/{Club.objects.get().phones_token}/")).to_be_visible()
    page.goto(link)
    expect(page).to_have_url(re.compile(r"/$"))
    assert Club.objects.get().name == "Les Atouts"


def test_a_demo_is_viewed_and_deleted(phones: Phones, javascript: bool) -> None:
    phone, other, link = phones(javascript=javascript), phones(), address.new_path()
    page = phone.page
    page.goto(link)
    page.get_by_role("button", name="Look at the demo").tap(timeout=SLOWLY, no_wait_after=True)
    expect(page.get_by_role("heading", name="The Tuesday Card Club")).to_be_visible(timeout=SLOWLY)
    if javascript:
        in_order(phone)
    other.page.goto("/")
    expect(other.page.get_by_text("This is a demo")).to_have_count(0)
    page.get_by_role("link", name="Record a hand").tap()
    choose(page.locator('[name="call"][value="passed"]').first)
    page.get_by_role("button", name=re.compile("^Record")).tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 4")
    page.get_by_role("link", name="This is a demo").tap()
    page.get_by_role("link", name="The organisers’ panel").tap()
    expect(page.get_by_role("heading", name="Tonight")).to_be_visible()
    if javascript:
        assert violations(page) == []
    page.locator("summary", has_text="Throw it away").tap()
    page.get_by_role("button", name="Throw the demo away").tap()
    expect(page.get_by_role("heading", name="Where will you keep the score?")).to_be_visible()
    assert first_answer.is_open()
    page.go_back()
    page.goto("/demo/")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("The Tuesday Card Club")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_every_page_fits_in_german_and_french(phones: Phones, locale: str) -> None:
    phone, link = phones(locale=locale, is_mobile=False, viewport={"width": 320, "height": 640}), address.new_path()
    page = phone.page
    for where in (link, f"{link}club/", "/welcome/"):
        page.goto(where)
        assert complaints_of(page) == [], where
    page.goto(link)
    page.locator('[value="demo"]').click(timeout=SLOWLY, no_wait_after=True)
    expect(page.locator(".demo-tour")).to_be_visible(timeout=SLOWLY)
    for where in ("/demo/", link):
        page.goto(where)
        assert complaints_of(page) == [], where
