"""The organisers' panel in a browser: signing in, and whether a page fits the screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.phones import Phone


def sign_in(phone: Phone, username: str) -> None:
    phone.page.goto("/admin/")
    phone.page.locator("#id_username").fill(username)
    phone.page.locator("#id_password").fill("spades and clubs")
    phone.page.locator("input[type=submit]").click()
    expect(phone.page.locator("#logout-form")).to_be_visible()


def wide(phone: Phone) -> list[str]:
    """Return what is wider than the screen."""
    phone.page.wait_for_load_state()
    width, screen = phone.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [f"{width} wide"] if width > screen else []
