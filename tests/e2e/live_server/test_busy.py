"""The database accepts nothing for a while: what phones do with a 503."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import Scorer, fresh

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("refusals")]

# (25 + 0) × 1 = 25 for each of the three others
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}

GIVEN_UP = 60_000
"""Milliseconds to wait for a retry: a writer gives up after some seconds, and the phone retries every five."""


@pytest.fixture
def refusals(meant: list[re.Pattern[str]]) -> None:
    """Allow the browsers' complaints about answers of a server that is busy or down, however late they are heard."""
    meant.append(re.compile(r".*\b50[234]\b"))


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    scorer = Scorer()
    scorer.record()
    return scorer


@pytest.fixture
def anne(phones: Phones, scorer: Scorer) -> Phone:
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    return phone


@contextmanager
def locked() -> Iterator[None]:
    """Another program holds the database's lock."""
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("COMMIT")


def recorded(scorer: Scorer) -> list[str]:
    return [hand.raw["call"] for hand in fresh(scorer.session).hands]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
def test_a_hand_waits_on_the_phone_while_the_server_is_busy_and_is_recorded_once(anne: Phone, scorer: Scorer) -> None:
    page = anne.page
    with locked():
        anne.tap_all(PRISE)
        anne.save.tap()
        expect(page.locator("#waiting li")).to_have_count(1, timeout=GIVEN_UP)
        assert recorded(scorer) == ["garde"]
    expect(page.locator("#waiting li")).to_have_count(0, timeout=GIVEN_UP)
    anne.shows((173, 9, -91, -91))
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows")
def test_a_page_that_could_not_be_shown_reloads_itself(phones: Phones, scorer: Scorer) -> None:
    phone = phones()
    with locked():
        response = phone.page.goto(reverse("watch", args=[scorer.session.watch_token]))
        assert response
        assert response.status == 503
        expect(phone.page.get_by_role("heading")).to_have_text("Temporarily unavailable")
    expect(phone.page.locator("#ledger")).to_be_visible(timeout=GIVEN_UP)


FULL = "The server’s disk is full, so nothing was recorded."


def full(route: Any) -> None:
    """The server's answer if its disk is full."""
    problem = f'<strong class="problem">{FULL}</strong>'
    complaint = f'<p id="status-message" class="status-message" data-record="Record">{problem}</p>'
    headers = {"HX-Retarget": "#status-message", "HX-Reswap": "outerHTML", "Cache-Control": "no-store"}
    route.fulfill(status=503, headers=headers, content_type="text/html", body=complaint)


def test_the_input_is_kept_where_the_user_has_to_act_first(anne: Phone, scorer: Scorer) -> None:
    page = anne.page
    page.route("**/record/", full, times=1)
    anne.tap_all(PRISE)
    anne.save.tap()
    expect(page.locator("#status-message")).to_have_text(FULL)
    expect(anne.chip("call", "prise")).to_be_checked()
    expect(page.locator("#waiting li")).to_have_count(0)
    assert anne.record() == 200
    assert recorded(scorer) == ["garde", "prise"]


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_hand_waits_while_a_proxy_reports_that_the_server_is_down(anne: Phone, scorer: Scorer, status: int) -> None:
    page = anne.page
    response = {"status": status, "headers": {"Retry-After": "2"}, "body": "<h1>Bad Gateway</h1>"}
    page.route("**/record/", lambda route: route.fulfill(**response), times=1)
    anne.tap_all(PRISE)
    anne.save.tap()
    expect(page.locator("#status-message")).to_contain_text("Hand 2")
    anne.shows((173, 9, -91, -91))
    expect(page.locator("#waiting li")).to_have_count(0)
    assert recorded(scorer) == ["garde", "prise"]
