"""A table of a round: its progress takes no extra height; at the end it closes when both phones agree."""

import pytest
from playwright.sync_api import expect

from scorekeeper.play import recording
from scorekeeper.play.models import Role
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.conftest import Phones
from tests.e2e.page_checks import complaints_of, violations
from tests.e2e.phones import Phone
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
    recording.join(scorer.session, device=name, role=Role.SCORER, label="Bruno")
    other.known_as(name)
    for each_phone in (phone, other):
        each_phone.sit_down(scorer.session)
        expect(each_phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 2")
    phone.fill_in(GARDE | {"taker": PLAYERS[0]}, PLAYERS)
    phone.page.locator("#save").tap()
    is_over(phone)
    is_over(other)
    phone.page.get_by_role("button", name="Agreed").tap()
    expect(phone.page.locator("#agreement")).to_contain_text("Still to agree: Bruno")
    expect(other.page.locator("#agreement")).to_contain_text("Everybody agrees: close")
    other.page.get_by_role("button", name="Everybody agrees: close").tap()
    for each_phone in (other, phone):
        expect(each_phone.page.get_by_role("heading", level=1)).to_have_text(f"{PLAYERS[0]} wins")


def test_one_phone_undoes_the_last_hand_and_records_it_again(phones: Phones) -> None:
    scorer = before_the_last_hand()
    scorer.record()
    phone = phones(scorer)
    phone.sit_down(scorer.session)
    is_over(phone)
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 2 of 2")
    phone.page.locator("#save").tap()
    is_over(phone)
    phone.page.get_by_role("link", name="Enter another hand").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Hand 3")
    phone.sit_down(scorer.session)
    phone.page.get_by_role("button", name="Everybody agrees: close").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(f"{PLAYERS[0]} wins")


def test_the_progress_of_the_table_takes_no_extra_height(phones: Phones) -> None:
    scorer = before_the_last_hand()
    of_no_round = Scorer(players=PLAYERS, evening="", device=scorer.access.device)
    of_no_round.record()
    phone = phones(scorer, viewport={"width": 390, "height": 664})
    tops = []
    for table in (scorer, of_no_round):
        page = phone.sit_down(table.session)
        tops.append(page.locator("#hand-fields").evaluate("fields => fields.getBoundingClientRect().top"))
    assert tops[0] == tops[1]


def test_the_end_of_a_round_is_accessible_at_every_width(phones: Phones) -> None:
    scorer = before_the_last_hand()
    scorer.record()
    recording.join(scorer.session, device=device(), role=Role.SCORER, label="Maximiliane Schwarz")
    phone = phones(scorer, locale="de-DE", is_mobile=False)
    problems = dict[str, list[str]]()
    for name in ("session", "scores", "ledger"):
        page = phone.open(name, scorer.session.public_id)
        problems[name] = violations(page)
        for width in (195, 390, 1180):
            page.set_viewport_size({"width": width, "height": 664})
            problems[name] += complaints_of(page)
    assert not any(problems.values()), problems


def test_a_phone_without_a_connection_counts_the_hands_of_the_round(phones: Phones, bad_wifi: None) -> None:
    """Neither a misdeal nor a hand that all have passed is one of them."""
    scorer = before_the_last_hand()
    phone = phones(scorer)
    page = phone.sit_down(scorer.session)
    phone.context.set_offline(True)
    for waiting, (call, dealer) in enumerate((("misdeal", "Member A"), ("passed", "Member B")), 1):
        phone.tap("call", call)
        phone.save.tap()
        expect(page.locator("#waiting li")).to_have_count(waiting)
        expect(page.locator("#hand-title")).to_contain_text(f"Hand 2 of 2 · {dealer} deals")
