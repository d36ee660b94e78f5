"""Ticking the payments of a settled evening: by touch and by plain forms, and seen on another phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorekeeper.desk import settlement
from tests.desk.club_evening import ClubEvening
from tests.e2e.conftest import Phones
from tests.play.tables import FOUR

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_payment_is_ticked_and_another_phone_shows_it(phones: Phones) -> None:
    club_evening = ClubEvening(members=FOUR)
    for _table in range(2):
        club_evening.played(*FOUR)
    club_evening.settle()
    runner, other = phones(), phones()
    runner.known_as(club_evening.device)
    other.known_as(club_evening.watching_phone())
    for phone in (runner, other):
        phone.open("evening_cash", club_evening.evening.public_id)
    expect(other.page.get_by_role("checkbox")).to_have_count(0)
    bruno = runner.page.get_by_role("checkbox", name="Bruno pays Anne")
    expect(bruno).not_to_be_checked()
    bruno.tap()
    expect(runner.page.get_by_role("checkbox", name="Bruno pays Anne")).to_be_checked()
    expect(runner.page.get_by_text("1 of 3 paid")).to_be_visible()
    expect(other.page.get_by_text("1 of 3 paid")).to_be_visible()
    for name in ("Chloé", "David"):
        runner.page.get_by_role("checkbox", name=f"{name} pays Anne").tap()
        expect(runner.page.get_by_role("checkbox", name=f"{name} pays Anne")).to_be_checked()
    expect(other.page.get_by_text("Everything is paid.")).to_be_visible()
    frozen = settlement.standing(club_evening.evening)
    assert frozen
    assert frozen.payments.exclude(ticked_at=None).count() == 3


def test_a_tick_by_keyboard_keeps_its_focus(phones: Phones) -> None:
    club_evening = ClubEvening(members=FOUR)
    club_evening.played(*FOUR)
    club_evening.settle()
    phone = phones()
    phone.known_as(club_evening.device)
    page = phone.open("evening_cash", club_evening.evening.public_id)
    bruno = page.get_by_role("checkbox", name="Bruno pays Anne")
    bruno.press("Space")
    expect(bruno).to_be_checked()
    expect(bruno).to_be_focused()
    bruno.press("Space")
    expect(bruno).not_to_be_checked()
