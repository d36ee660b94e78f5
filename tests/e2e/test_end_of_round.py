"""The end of a round at a table: the form gives way, and the session closes when both phones agree."""

import pytest
from playwright.sync_api import expect

from scorekeeper.play.models import Role
from scorekeeper.play.recording import services
from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone
from tests.evenings.club_evening import TWELVE, ClubEvening
from tests.play.tables import GARDE, Scorer, device

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = TWELVE[:4]


def before_the_last_hand() -> Scorer:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": 2}), *PLAYERS, table=3))
    scorer.record()
    return scorer


def is_over(phone: Phone) -> None:
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("The round is over")
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Round 1 · 2 of 2")
    expect(phone.page.locator("#outcome")).to_have_count(0)


def test_two_phones_agree_and_the_session_closes(phones: Phones) -> None:
    scorer = before_the_last_hand()
    phone, other = phones(scorer), phones()
    name = device()
    services.join(scorer.session, device=name, role=Role.SCORER, label="Bruno")
    other.known_as(name)
    for one in (phone, other):
        one.sit_down(scorer.session)
        expect(one.page.get_by_role("heading", level=1)).to_contain_text("Round 1 · 1 of 2")
    phone.fill_in(GARDE | {"taker": PLAYERS[0]}, PLAYERS)
    phone.page.locator("#save").tap()
    is_over(phone)
    is_over(other)
    phone.page.get_by_role("button", name="Agreed").tap()
    expect(phone.page.locator("#agreement")).to_contain_text("Still to agree: Bruno")
    expect(other.page.locator("#agreement")).to_contain_text("Everybody agrees: close")
    other.page.get_by_role("button", name="Everybody agrees: close").tap()
    for one in (other, phone):
        expect(one.page.get_by_role("heading", level=1)).to_have_text(f"{PLAYERS[0]} wins")


def test_one_phone_undoes_the_last_hand_and_records_it_again(phones: Phones, javascript: bool) -> None:
    scorer = before_the_last_hand()
    scorer.record()
    phone = phones(scorer, javascript=javascript)
    phone.sit_down(scorer.session)
    is_over(phone)
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Round 1 · 1 of 2")
    phone.page.locator("#save").tap()
    is_over(phone)
    phone.page.get_by_role("link", name="Enter another hand").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 3")
    phone.sit_down(scorer.session)
    phone.page.get_by_role("button", name="Everybody agrees: close").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(f"{PLAYERS[0]} wins")
