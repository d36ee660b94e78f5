"""One evening, from the first hand to the settlement, and an organiser who signs in, in each engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Event
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import Role
from scorekeeper.play.pages.table_screen import LATEST
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.clubs.clubs import SampleClub
from tests.e2e.phones import taps
from tests.engines.connection import Connection
from tests.engines.engine import Engine
from tests.play.tables import PASSED, Scorer, device, fresh
from tests.recording_phones import Writer

pytestmark = pytest.mark.django_db(transaction=True)

# (25 + 8) × 2 = 66 for each of the three others
GARDE = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
# 25 for each
PRISE = {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 51}

TOTALS = """(totals) => {
    const shown = [...document.querySelectorAll("#standings b")].map((one) => one.textContent.trim());
    return JSON.stringify(shown) === JSON.stringify(totals);
}"""


def chip(name: str, value: str) -> str:
    return f'#outcome .chip:has([name="{name}"][value="{value}"])'


def chips(hand: Mapping[str, Any]) -> Iterator[str]:
    """The selectors of the chips that make up a hand."""
    return (chip(name, value) for name, value in taps(hand))


def row(number: int) -> str:
    return f'.ledger .hand:has([href$="/{number}/"])'


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with as many passed hands as the page shows at once."""
    scorer = Scorer()
    for _hand in range(LATEST):
        scorer.record(PASSED)
    return scorer


def shows(page: Engine, *totals: str) -> None:
    """Wait for these totals, in seat order."""
    page.wait(f"sees {totals}", TOTALS, totals)


def somebody_else_records(scorer: Scorer, connection: Connection) -> None:
    """Record the same garde by Anne once more, on another phone."""
    recording.join(scorer.session, device=(name := device()), role=Role.SCORER, label="Bruno")
    phone = Writer(connection.behind.port, scorer.session.public_id, name, Event())
    phone.record(phone.answered("GET", reverse("session", args=[scorer.session.public_id])))
    phone.wire.close()


def test_an_evening(engine: type[Engine], connection: Connection, scorer: Scorer) -> None:
    table = connection.url + reverse("session", args=[scorer.session.public_id])
    with engine() as page:
        page.remember(connection.url, DEVICE_COOKIE, signed_device(scorer.access.device))
        page.go(table)
        two_hands_are_recorded(page)
        one_is_amended(page)
        older_hands_are_shown(page)
        somebody_else_records(scorer, connection)
        page.sees(row(13))
        shows(page, "347", "−49", "−149", "−149")
        one_is_recorded_without_connection(page, connection)
        page.go(table)
        shows(page, "322", "26", "−174", "−174")
        assert len(fresh(scorer.session).hands) == 14
        it_is_closed(page)
        scorer.session.refresh_from_db()
        assert scorer.session.closed_at
        an_organiser_signs_in(page, connection.url)


def two_hands_are_recorded(page: Engine) -> None:
    page.tap_each(chips(GARDE))
    page.sees("#save", "Record: Anne +198")
    page.tap("#save")
    page.sees("#status-message", "Hand 11: Anne +198")
    page.tap_each(chips(PRISE))
    page.sees("#save", "Record: Bruno +75")
    page.tap("#save")
    page.sees("#status-message", "Hand 12: Bruno +75")
    shows(page, "173", "9", "−91", "−91")


def one_is_amended(page: Engine) -> None:
    page.tap(f"{row(11)} td:last-child")  # any number opens why
    page.sees("#derivation-11", "Hand 11")
    page.tap("#derivation-11 .actions a", "Amend")
    page.sees("h1", "Amend hand 11")
    page.tap(chip("points-units", "5"))
    page.sees("#save", "Anne +174")  # (25 + 4) × 2 = 58
    page.tap("#save")
    page.sees("#status-message", "Hand 11: Anne +174")
    shows(page, "149", "17", "−83", "−83")


def older_hands_are_shown(page: Engine) -> None:
    page.sees(".ledger .older a", "2 older hands")
    assert len(page.texts(".ledger .hand")) == LATEST
    page.tap(".ledger .older a")
    page.sees(row(1))
    assert len(page.texts(".ledger .hand")) == LATEST + 2


def one_is_recorded_without_connection(page: Engine, connection: Connection) -> None:
    connection.cut()
    page.tap_each(chips(PRISE))
    page.tap("#save")
    page.sees("#waiting li", "waiting for a connection")
    page.sees("#connection-status", "Not connected")
    connection.mend()
    page.sees("#status-message", "Hand 14: Bruno +75")
    page.sees_none("#waiting li")


def it_is_closed(page: Engine) -> None:
    page.tap(".menu > summary")
    page.tap(".menu a", "Close")
    page.sees("h1", "Close the session?")
    page.tap("main button", "Close and settle")
    page.sees("main", "14 hands")


def an_organiser_signs_in(page: Engine, site: str) -> None:
    SampleClub().organiser("marion")
    page.go(f"{site}/admin/")
    page.tap("#id_username")
    page.type("marion")
    page.tap("#id_password")
    page.type("spades and clubs")
    page.tap("[type=submit]")
    page.sees("#logout-form")
