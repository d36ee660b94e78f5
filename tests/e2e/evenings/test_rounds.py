"""A round from the draw to the seats on every phone, with and without JavaScript, and its clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import rounds
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE
from tests.desk.club_tournament import ClubTournament
from tests.desk.rounds.club_rounds import keys, plan
from tests.e2e.conftest import Phones

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_is_drawn_published_and_started_and_a_phone_shows_its_seat(phones: Phones) -> None:
    of = ClubTournament(members=TWELVE[:8])
    desk, other = (phones(is_mobile=False) for _phone in range(2))
    desk.known_as(of.device)
    device = of.watching_phone()
    ClubDevice.objects.filter(device=device).update(label=TWELVE[0])
    other.known_as(device)
    evening = of.evening.public_id
    desk.open("tournament_rounds", evening)
    desk.page.get_by_role("button", name="Draw round 1").click()
    desk.page.get_by_role("button", name="Publish the seats").click()
    desk.page.get_by_label("Minutes").fill("90")
    desk.page.get_by_role("button", name="Start the clock").click()
    expect(desk.page.get_by_role("timer")).to_contain_text("until")
    seat = Round.objects.get().seats.get(player__name=TWELVE[0])
    assert seat.table is not None
    assert seat.place is not None
    other.open("evening", evening)
    expect(other.page.get_by_text(f"{TWELVE[0]}: table {seat.table}, seat {seat.place + 1}")).to_be_visible()
    desk.page.get_by_label("on a phone").first.uncheck(force=True)
    desk.page.get_by_role("button", name="Start the selected tables").click()
    expect(desk.page.get_by_role("link", name="started")).to_be_visible()
    assert list(Session.objects.values_list("table_number", flat=True)) == [2]


def test_the_wall_display_follows_a_swap_and_counts_down_until_time_is_up(phones: Phones) -> None:
    of = ClubTournament(members=TWELVE[:8])
    phone = phones(is_mobile=False)
    phone.known_as(of.device)
    seats = [keys(of, *TWELVE[:4]), keys(of, *TWELVE[4:8])]
    round_ = rounds.publish(rounds.draft(of.evening, plan(), seats))
    rounds.start_clock(round_, 90)
    page = phone.open("evening_seats", of.evening.public_id)
    expect(page.locator(".clock__left")).to_have_text(re.compile(r"^1:(30:00|29:\d\d)$"))
    rounds.swap(round_, *keys(of, TWELVE[0], TWELVE[4]), reason="Wheelchair")
    first = page.locator(".seat-table").first.get_by_role("listitem").first
    expect(first).to_have_text(TWELVE[4])
    page.locator("[data-ends]").evaluate("clock => { clock.dataset.ends = clock.dataset.now }")
    expect(page.get_by_text("Time is up")).to_be_visible()
    expect(page.get_by_text("until")).to_be_hidden()
