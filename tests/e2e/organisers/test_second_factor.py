"""Two-factor authentication in a browser, with and without scripts, by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.accounts.second_factors import FakeClock
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.panel import sign_in, wide
from tests.e2e.phones import Phone

pytestmark = pytest.mark.django_db(transaction=True)


def wrong_with(phone: Phone) -> list[str]:
    problems = wide(phone) + complaints_of(phone.page)
    return problems + violations(phone.page) if phone.javascript else problems


def type_code(phone: Phone, code: str) -> None:
    """Type a code into the focused field and press Enter."""
    expect(phone.page.locator("#id_code")).to_be_focused()
    phone.page.keyboard.type(code)
    phone.page.keyboard.press("Enter")


def test_an_organiser_enables_it_and_signs_in_with_a_code(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_clock = FakeClock()
    monkeypatch.setattr("scorekeeper.accounts.second_factor.time.time", fake_clock)
    SampleClub().organiser("marion")
    phone = phones(is_mobile=False, viewport={"width": 320, "height": 664})
    sign_in(phone, "marion")
    phone.page.get_by_role("link", name="Two-factor authentication").click()
    expect(phone.page.get_by_role("img", name="The secret below as a QR code")).to_be_visible()
    secret = phone.page.locator("#secret").inner_text().replace(" ", "")
    problems = {"off": wrong_with(phone)}
    phone.page.locator("#id_password").fill("spades and clubs")
    phone.page.locator("#id_code").focus()  # not by itself: the QR code above comes first
    type_code(phone, "1")
    expect(phone.page.get_by_text("A code has six digits.")).to_be_visible()
    expect(phone.page.locator("#id_code")).to_have_attribute("aria-invalid", "true")
    problems["refused"] = wrong_with(phone)
    phone.page.locator("#id_password").fill("spades and clubs")
    phone.page.locator("#id_code").fill("")
    type_code(phone, fake_clock.code(0, secret))
    recovery = phone.page.locator("#recovery-codes code")
    expect(recovery).to_have_count(10)
    spare = recovery.first.inner_text()
    problems["codes"] = wrong_with(phone)
    phone.page.goto("/admin/second-factor/")
    expect(phone.page.get_by_text("You have 10 recovery codes left.")).to_be_visible()
    problems["on"] = wrong_with(phone)
    for code in ("", spare):
        phone.page.locator("#logout-form button").click()
        phone.page.goto("/admin/clubs/player/")
        phone.page.locator("#id_username").fill("marion")
        phone.page.locator("#id_password").fill("spades and clubs")
        phone.page.keyboard.press("Enter")
        expect(phone.page.get_by_text("also needs a code")).to_be_visible()
        if code:
            phone.page.get_by_role("link", name="use a recovery code").click()
        problems[f"asked {code}"] = wrong_with(phone)
        fake_clock.now += 30
        type_code(phone, code or fake_clock.code(0, secret))
        expect(phone.page).to_have_url(f"{phone.site}/admin/clubs/player/")
    assert {where: what for where, what in problems.items() if what} == {}
