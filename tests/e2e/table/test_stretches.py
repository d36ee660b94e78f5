"""Somebody joins and somebody leaves in the middle of a game of Tarot: one result and one list of payments."""

from decimal import Decimal

import pytest
from playwright.sync_api import expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from tests.e2e.conftest import Phones
from tests.play.stretches import at
from tests.play.tables import GARDE, PASSED, Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)

OF_FIVE = GARDE | {"taker": 4, "partner": 0}
"""Emil makes a garde by 8 and has called Anne: he gets 132, she 66, and the others pay 66 each."""


def test_players_join_and_leave_and_there_is_one_result(phones: Phones) -> None:
    scorer = Scorer(stake=Decimal("0.05"))
    for hand in (GARDE, PASSED, GARDE):
        scorer.record(hand)
    phone = phones()
    phone.belongs_to(scorer)
    phone.sit_down(scorer.session)
    watching = phones()
    watching.known_as(watcher(scorer.session))
    watching.open("session", scorer.session.public_id)

    phone.change_players(joins="Emil")
    phone.shows([396, -132, -132, -132, 0])
    watching.shows([396, -132, -132, -132, 0])
    at(scorer.session, scorer.access.device).record(OF_FIVE)
    watching.shows([396 + 66, -132 - 66, -132 - 66, -132 - 66, 132])

    phone.sit_down(scorer.session)
    phone.change_players(leaves="Bruno")
    phone.shows([462, -198, -198, 132])
    expect(phone.page.locator("#ledger")).to_contain_text("Bruno left with −198.")
    at(scorer.session, scorer.access.device).record(GARDE)

    phone.open("close", scorer.session.public_id)
    phone.page.get_by_role("button", name="Close and settle").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Anne wins")
    expect(phone.page.locator("#ranking .ranked__name")).to_have_text(["Anne", "Emil", "Bruno", "Chloé", "David"])
    expect(phone.page.locator("#ranking .ranked__total")).to_have_text(["+660", "+66", "−198", "−264", "−264"])
    ticks = phone.page.locator("#payments").get_by_role("checkbox")
    phone.page.wait_for_load_state()
    for number in range(ticks.count()):
        ticks.nth(number).tap()
        expect(ticks.nth(number)).to_have_attribute("aria-checked", "true")
    expect(phone.page.locator("#payments")).to_contain_text("Everything is paid.")
    expect(watching.page.locator("#payments")).to_contain_text("Everything is paid.")


def watcher(session: Session) -> str:
    name = device()
    recording.join(session, device=name, role=Role.WATCHER)
    return name
