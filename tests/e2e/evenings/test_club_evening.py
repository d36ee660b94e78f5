"""The phone that runs a club's evening: mark people present, draw tables, change players, settle."""

import pytest
from playwright.sync_api import expect

from scorekeeper.desk import attendance
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.e2e.conftest import Phones
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS_AGAIN = 9_000
"""Milliseconds after which an open page has polled again."""


def test_an_evening_from_the_first_tap_to_the_last_payment(phones: Phones, javascript: bool) -> None:
    club_evening = ClubEvening()
    for name in TWELVE[:3]:
        attendance.check_in(club_evening.evening, name=name)
    phone = phones(javascript=javascript)
    phone.known_as(club_evening.device)
    page = phone.open("evening", club_evening.evening.public_id)
    page.get_by_role("button", name=TWELVE[3], exact=True).tap()
    expect(page.get_by_role("status")).to_contain_text(f"{TWELVE[3]} is present")
    page.get_by_label("A guest").fill("Zoé")
    page.get_by_role("button", name="Mark present").tap()
    expect(page.locator("#people")).to_contain_text("5 people")

    page.get_by_role("link", name="Draw tables").tap()
    page.get_by_label("Game").select_option("tarot:classic")
    page.get_by_label("Stake per point").fill("0,05")
    page.get_by_role("button", name="Draw").tap()
    left = page.get_by_role("region", name="Sitting out").get_by_role("checkbox")
    seated = page.get_by_role("region", name="Table 1").get_by_role("checkbox").first
    before = left.get_attribute("value"), seated.get_attribute("value")
    left.check()
    seated.check()
    page.get_by_role("button", name="Swap the two").tap()
    expect(seated).to_have_attribute("value", str(before[0]))
    expect(left).to_have_attribute("value", str(before[1]))
    page.get_by_role("button", name="Start 1 table").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Links for the tables")

    session = Session.objects.get()
    Scorer(session).record(GARDE)
    out = session.seats[0].name
    comes = club_evening.club.players.get(pk=int(str(before[1]))).name
    phone.open("change_players", session.public_id)
    page.get_by_role("group", name="Who leaves").get_by_label(out).check()
    page.get_by_role("group", name="Who joins").get_by_label(comes).check()
    if javascript:
        expect(page.locator("#change_then")).to_contain_text(f"New seating: {comes}")
    page.get_by_role("button", name="Continue with these players").tap()
    expect(page.locator("#standings")).to_contain_text(comes.split()[0])
    session = Session.objects.get()
    assert session.seats[0].name == comes

    phone.open("evening_cash", club_evening.evening.public_id)
    expect(page.get_by_role("alert")).to_contain_text("1 table is still open")
    Scorer(session).close()
    page.reload()
    page.get_by_role("button", name="Settle the evening").tap()
    expect(page.locator("#cash")).to_contain_text(f"pays {out}")
    assert sorted(balance["amount"] for balance in EveningSettlement.objects.get().balances) == [
        *["-3.30"] * 3,
        "0.00",
        "9.90",
    ]


TWENTY_FOUR = (
    *("Anne-Sophie Vandenbroucke", "Bruno", "Chloé", "David", "Émile Zola", "Fritz", "Gudrun Hofstätter", "Hans"),
    *("Ida", "Jean-Baptiste de la Fontaine", "Karl", "Léa", "Marion", "Nils", "Olga", "Paul"),
    *("Quentin", "Rosa", "Stéphane", "Theo", "Ute", "Volker", "Wim", "Xavier"),
)


def test_six_tables_fit_on_a_phone_and_people_leave_and_return_by_one_tap(phones: Phones) -> None:
    club_evening = ClubEvening(members=(*TWENTY_FOUR, "Yann"))
    for table in range(6):
        Scorer(club_evening.start(*TWENTY_FOUR[4 * table : 4 * table + 4])).record(GARDE)
    attendance.check_in(club_evening.evening, name="Yann")
    phone = phones(viewport={"width": 390, "height": 664})
    phone.known_as(club_evening.device)
    page = phone.open("evening", club_evening.evening.public_id)
    last = page.locator("#playing > li").last
    expect(last).to_contain_text("Table 6")
    box = last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 664

    yann = page.get_by_role("listitem").filter(has_text="Yann")
    expect(yann).to_contain_text("free")
    page.get_by_role("button", name="Mark as left: Yann").tap()
    expect(yann).to_contain_text("gone")
    page.get_by_role("button", name="Mark present again: Yann").tap()
    expect(page.get_by_role("status")).to_contain_text("Yann is present")
    expect(page.get_by_role("status")).to_be_in_viewport()
    expect(page.locator("#attendees > li").filter(has_text="Xavier")).to_contain_text("Table 6")


def test_an_open_evening_page_shows_changes_from_another_phone_and_keeps_the_input(phones: Phones) -> None:
    club_evening = ClubEvening()
    lying, other = phones(), phones(javascript=False)
    for phone in (lying, other):
        phone.known_as(club_evening.device)
    page = lying.page
    page.clock.install()
    lying.open("evening", club_evening.evening.public_id)
    page.evaluate("window.loaded = 'once'")
    guest = page.get_by_label("A guest")
    guest.press_sequentially("Zo")

    other.open("evening", club_evening.evening.public_id)
    other.page.get_by_role("button", name=TWELVE[3], exact=True).tap()
    expect(other.page.get_by_role("status")).to_contain_text(f"{TWELVE[3]} is present")
    page.clock.run_for(LOOKS_AGAIN)
    expect(page.locator("#attendees")).to_contain_text(TWELVE[3])
    expect(page.locator("#people")).to_contain_text("1 person")
    expect(page.get_by_role("button", name=TWELVE[3], exact=True)).to_have_count(0)
    expect(guest).to_be_focused()
    guest.press_sequentially("é")

    page.get_by_role("button", name=TWELVE[11], exact=True).focus()
    scorer = club_evening.table(*TWELVE[:4])
    scorer.record(GARDE)
    page.clock.run_for(LOOKS_AGAIN)
    expect(page.locator("#tables")).to_contain_text("1 open")
    expect(page.locator("#tables .amount").first).to_have_text("198")
    expect(page.get_by_role("region", name="Current standing")).to_be_visible()
    expect(page.get_by_role("button", name=TWELVE[11], exact=True)).to_be_focused()
    scorer.close()
    club_evening.settle()
    page.clock.run_for(LOOKS_AGAIN)
    expect(page.get_by_text("This evening is settled")).to_be_visible()
    expect(page.locator("#absent button")).to_have_count(0)
    expect(guest).to_have_value("Zoé")
    assert page.evaluate("window.loaded") == "once"
