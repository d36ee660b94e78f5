"""A night at home with two games, Skat and then Belote with one more, settled with one tap.

* Skat at a cent: Anne wins a grand with two, 72 + 50 = 122 on the list, and each pays each the difference. Anne gains
  2 × 122, Bruno and Chloé lose 122 each.
* Belote at five cents: Anne and Chloé have 96, Bruno and David 66 points, a difference of 30. Anne and Chloé gain 1.50
  each, Bruno and David lose it.

Together Anne gains 3.94 and Chloé 0.28, Bruno loses 2.72 and David 1.50.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role, Session
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.play.tables import FOUR, Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)

SKAT: dict[str, Any] = {"game": "skat", "rules": "isko", "options": {"seeger": True}, "players": FOUR[:3]}
GRAND = {"call": "grand", "declarer": 0, "matadors": 2, "card_points": 70, "bid": 24}
BELOTE: dict[str, Any] = {"game": "belote", "rules": "classic", "players": FOUR}
MADE = {"call": "prise", "taker": 0, "points": 96}
PAYMENTS = ["Bruno pays Anne €2.72", "David pays Anne €1.22", "David pays Chloé €0.28"]


@pytest.mark.parametrize("javascript", [True, False], ids=["with-javascript", "without-javascript"])
def test_two_games_of_a_night_are_one_bill(phones: Phones, javascript: bool) -> None:
    phone, name = phones(javascript=javascript), device()
    phone.known_as(name)
    skat = played(GRAND, **SKAT, stake=Decimal("0.01"), device=name)
    close(phone, skat)
    expect(phone.page.get_by_role("button", name="Settle the night together")).to_have_count(0)
    belote = played(MADE, **BELOTE, stake=Decimal("0.05"), device=name)
    close(phone, belote)
    phone.page.get_by_role("button", name="Settle the night together").tap()
    shows_payments(phone.page)
    phone.page.get_by_role("checkbox", name=PAYMENTS[0]).tap()
    expect(phone.page.get_by_role("checkbox", name=PAYMENTS[0])).to_be_checked()
    expect(phone.page.get_by_text("1 of 3 paid")).to_be_visible()
    phone.sit_down(skat)
    expect(phone.page.get_by_role("checkbox")).to_have_count(0)
    phone.page.get_by_role("link", name="The night: who pays whom").tap()
    shows_payments(phone.page)
    phone.page.goto("/")
    phone.page.get_by_role("link", name="The night: who pays whom").first.tap()
    expect(phone.page.get_by_text("1 of 3 paid")).to_be_visible()
    picture = phone.page.get_by_role("link", name="Share the picture").get_attribute("href")
    answer = phone.context.request.get(f"{phone.site}{picture}")
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png")


def test_another_phone_sees_the_ticks_and_a_focus_stays(phones: Phones) -> None:
    name = device()
    tables = [
        played(GRAND, **SKAT, stake=Decimal("0.01"), device=name),
        played(MADE, **BELOTE, stake=Decimal("0.05"), device=name),
    ]
    phone, other, watching = phones(), phones(), device()
    phone.known_as(name)
    other.known_as(watching)
    for session in tables:
        close(phone, session)
        recording.join(session, device=watching, role=Role.WATCHER)
    other.sit_down(tables[1])
    expect(other.page.get_by_text("David pays Anne")).to_be_visible()
    phone.page.get_by_role("button", name="Settle the night together").tap()
    # The page of the other phone, which shows Belote alone, hears of it.
    other.page.get_by_role("link", name="The night: who pays whom").tap()
    expect(other.page.get_by_text("Bruno pays Anne")).to_be_visible()
    box = phone.page.get_by_role("checkbox", name=PAYMENTS[0])
    box.press("Space")
    expect(box).to_be_checked()
    expect(box).to_be_focused()
    expect(other.page.get_by_text("1 of 3 paid")).to_be_visible()


def played(hand: dict[str, Any], **terms: Any) -> Session:
    scorer = Scorer(**terms)
    scorer.record(hand)
    return scorer.session


def close(phone: Phone, session: Session) -> None:
    phone.open("close", session.public_id)
    phone.page.get_by_role("button", name="Close and settle").tap()
    expect(phone.page.get_by_role("heading", name="Who pays whom")).to_be_visible()


def shows_payments(page: Page) -> None:
    expect(page.get_by_role("heading", name="The night", exact=True)).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(len(PAYMENTS))
    for payment in PAYMENTS:
        expect(page.get_by_role("checkbox", name=payment)).to_be_visible()
