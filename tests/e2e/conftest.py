"""Browsers at the table: a phone for each person; a test fails if a browser complains."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, WebError, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.phones import Phone
from tests.play.tables import Scorer, device

PATIENCE = 60_000
"""Milliseconds after which a test fails: on a busy machine a page takes long, and an open one looks every 8 seconds."""

expect.set_options(timeout=PATIENCE)

# What a browser says about an answer that is meant (a refusal, a conflict, a page that is not there), and htmx about a
# poll that a busy machine hasn't answered in time.
MEANT = re.compile(
    r"Failed to load resource: the server responded with a status of (403|404|409|410|413|422|429) "
    r"|htmx:timeout,"
    r"|Service Worker registration blocked by Playwright"
)
LOST = re.compile(r"htmx:sendError|Failed to load resource: net::")

Phones = Callable[..., Phone]


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """Collect the complaints of a test's browsers: script errors, and violations of the security policy."""
    complaints_heard: list[str] = []
    yield complaints_heard
    assert not complaints_heard


@pytest.fixture
def meant() -> list[re.Pattern[str]]:
    """List the expected complaints of a test's browsers."""
    return [MEANT]


@pytest.fixture
def bad_wifi(meant: list[re.Pattern[str]]) -> None:
    """Allow complaints of browsers about missing answers, however late they come."""
    meant.append(LOST)


@pytest.fixture
def site(live_server: LiveServer) -> str:
    """The server that phones use: Django's own test server, which has no event streams."""
    url: str = live_server.url
    return url


@pytest.fixture
def phones(
    site: str, new_context: Callable[..., BrowserContext], complaints: list[str], meant: list[re.Pattern[str]]
) -> Iterator[Phones]:
    """Create phones: each a browser of its own, with access to a table if a scorer is given."""

    phones_made: list[Phone] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(known.match(message.text) for known in meant):
            complaints.append(f"{message.type}: {message.text}")

    def fail(error: WebError) -> None:
        complaints.append(f"script: {error.error}")

    def make(scorer: Scorer | None = None, *, name: str = "", javascript: bool = True, **settings: Any) -> Phone:
        options: dict[str, Any] = {
            "base_url": site,
            "viewport": {"width": 390, "height": 844},
            "has_touch": True,
            "is_mobile": True,
            "locale": "en-GB",
            "timezone_id": "Europe/Berlin",
            "reduced_motion": "reduce",
            "java_script_enabled": javascript,
            # No test can hold back or drop what a worker fetches; tests of the worker allow it.
            "service_workers": "block",
            **settings,
        }
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.on("console", hear)
        context.on("weberror", fail)
        phone = Phone(context, site, javascript=javascript, name=name or device())
        phones_made.append(phone)
        if scorer:
            phone.belongs_to(scorer)
        return phone

    yield make
    for phone in phones_made:
        for page in phone.context.pages:
            # Chromium may never close a page that is navigating; navigating to nowhere ends that in any case.
            with suppress(Error):
                page.goto("about:blank")


@pytest.fixture(params=[True, False], ids=["with-javascript", "without-javascript"])
def javascript(request: pytest.FixtureRequest) -> bool:
    """Whether the browser runs scripts: a test with this fixture runs twice."""
    enabled: bool = request.param
    return enabled
