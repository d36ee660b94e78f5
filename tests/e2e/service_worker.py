"""The pages that a phone's service worker keeps for use without a connection."""

from django.urls import reverse
from playwright.sync_api import Page

from scorekeeper.play.models import Session
from tests.e2e.phones import Phone, until

KEPT = """async () => {
    const addresses = [];
    for (const name of await caches.keys())
        for (const {url} of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    return addresses.filter((address) => !address.startsWith("/static/")).sort();
}"""
"""Return the addresses of the cached pages."""


def started(phone: Phone) -> None:
    """Open the home page, where the worker starts, and wait until it controls the pages."""
    phone.open("home")
    until(phone.page, lambda: bool(phone.page.evaluate("Boolean(navigator.serviceWorker.controller)")))


def kept(page: Page) -> list[str]:
    addresses: list[str] = page.evaluate(KEPT)
    return addresses


def keeps(page: Page, *addresses: str) -> None:
    """Wait until exactly these pages are kept."""
    until(page, lambda: kept(page) == sorted(["/offline/", *addresses]))


def at(session: Session) -> str:
    return reverse("session", args=[session.public_id])
