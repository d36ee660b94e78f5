"""Every page of a club's phone in a browser: what axe finds, light and dark, what fits, and the size of targets."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import ClubDevice, Player
from scorekeeper.evenings import attendance
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.e2e.accessibility import violations
from tests.e2e.conftest import Phones
from tests.e2e.test_pages import LONG, complaints_of
from tests.e2e.test_panel import sign_in
from tests.evenings.club_evening import Night
from tests.play.tables import GARDE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.looks]

MEMBERS = (*LONG, "Bruno Braun", "Chloé Clair", "David Dahl", "Emil Ernst", "Anne Arnaud", "Fritz Falk")
WON = {"call": "suit", "declarer": 1, "suit": "spades", "bid": 22, "matadors": 1, "card_points": 61}
LOST = {**WON, "card_points": 40}


def pages(night: Night) -> dict[str, str]:
    """Return the addresses of all pages that a phone which runs evenings may see, by what they show."""
    night.member("Retired Person", retired=True)
    night.played(*LONG[:4], hands=3)
    night.settle()
    settled, night.evening = night.evening, night.begin(name="The second of the winter", kitty=Decimal("0.50"))
    for _session in range(2):
        night.played(*LONG, hands=4)
    night.played(*MEMBERS[2:5], "Zoé Zorn", hands=1, stake=None)
    skat = night.table(*MEMBERS[4:8], game="skat", rules="isko", stake=Decimal("1.50"))
    for hand in (WON, LOST):
        skat.record(hand)
    skat.close()
    going = night.table(*MEMBERS[5:9], stake=Decimal("0.05"))
    going.record()
    for name in MEMBERS:
        attendance.check_in(night.evening, name=name)
    return addresses(night, going.session, night.player(LONG[0])) | {
        "evening settled": reverse("evening", args=[settled.public_id])
    }


def addresses(night: Night, going: Session, member: Player) -> dict[str, str]:
    """The pages of a club, one of its tables, one of its members and tonight."""
    club, evening = night.club, night.evening.public_id
    season = Season.objects.create(club=club, name="Winter", starts=timezone.localdate(), minimum=2, best=1)
    standings, sessions = reverse("standings"), reverse("member_sessions", args=[member.pk])
    return {
        "joining": reverse("join_club", args=[club.phones_token]),
        "club": reverse("club"),
        "its phone": reverse("club_phone"),
        "standings": standings,
        "standings of a season": f"{standings}?season={season.pk}",
        "standings of skat": f"{standings}?game=skat&by=points&minimum=2",
        "members": reverse("members"),
        "member": reverse("member", args=[member.pk]),
        "his sessions": sessions,
        "his sessions of a season": f"{sessions}?season={season.pk}",
        "his gardes": f"{sessions}?game=tarot&call=garde",
        "evenings": reverse("evenings"),
        "change players": reverse("change_players", args=[going.public_id]),
        "person": reverse("evening_person", args=[evening, member.pk]),
        **{name: reverse(name, args=[evening]) for name in ("evening", "evening_details", "evening_draw")},
        **{name: reverse(name, args=[evening]) for name in ("evening_links", "evening_settlement")},
    }


@pytest.mark.parametrize("screen", [(390, 844), (1180, 820)], ids=["phone", "desk"])
def test_the_pages_of_a_club_can_be_read_and_hit_by_everybody(phones: Phones, screen: tuple[int, int]) -> None:
    night = Night(members=MEMBERS, kitty="1.50")
    phone = phones(is_mobile=False, viewport={"width": screen[0], "height": screen[1]})
    phone.known_as(night.device)
    found = {}
    for name, address in pages(night).items():
        phone.page.goto(address)
        assert phone.page.locator("h1").is_visible(), name
        found[name] = violations(phone.page) + complaints_of(phone.page)
    phone.page.goto(reverse("evening_draw", args=[night.evening.public_id]))
    phone.page.get_by_role("button", name="Draw").click()
    phone.page.get_by_role("button", name="Draw again").wait_for()
    found["drawn"] = violations(phone.page) + complaints_of(phone.page)
    assert {name: what for name, what in found.items() if what} == {}


def test_the_longest_words_and_the_highest_amounts_stay_within_the_smallest_screen(phones: Phones) -> None:
    names = tuple(letter * 60 for letter in "MWQG")
    night = Night("C" * 60, names, currency="W" * 8, kitty=Decimal("999999.99"))
    high = {"call": "correction", "amounts": {"0": 600_000, "1": -100_000, "2": -200_000, "3": -300_000}, "note": "n"}
    closed = night.table(*names, stake=Decimal(1), currency="W" * 8)
    closed.record(high)
    closed.close()
    going = night.table(*names, stake=Decimal(1), currency="W" * 8)
    for hand in (GARDE, high):
        going.record(hand)
    ClubDevice.objects.update(label="L" * 60)
    asked = {
        **addresses(night, going.session, night.player(names[0])),
        "seated by hand": f"{reverse('new')}?evening={night.evening.public_id}",
        "panel": "/admin/",
        "journal": "/admin/play/session/journal/",
        "evening in the panel": f"/admin/evenings/evening/{night.evening.pk}/change/",
    }
    Season.objects.update(name="S" * 60)
    Evening.objects.update(name="X" * 60)
    night.organiser("marion")
    phone = phones(viewport={"width": 320, "height": 640})
    phone.known_as(night.device)
    sign_in(phone, "marion")
    found = {}
    for name, address in asked.items():
        phone.page.goto(address)
        found[name] = phone.page.evaluate("document.documentElement.scrollWidth")
    going.close()
    for settled in (False, True):
        phone.open("evening_settlement", night.evening.public_id)
        found[f"settlement, settled: {settled}"] = phone.page.evaluate("document.documentElement.scrollWidth")
        if not settled:
            night.settle()
    assert {name: width for name, width in found.items() if width > 320} == {}
