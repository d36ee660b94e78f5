"""The dates of a club: several are entered at once, printed, and read by calendars without a cookie."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import calendar
from scorekeeper.desk.document_import import import_tournament
from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from scorekeeper.web import throttling
from scorekeeper.web.dates import this_evening
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import tournament
from tests.play.browsers import browser, words_of
from tests.play.tables import device
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db

DATES = "/club/evenings/dates/"
FRIDAY = date(2031, 1, 3)  # the first of its month


def feed(client: Client, club: Any) -> Any:
    return client.get(reverse("calendar", args=[calendar.token_of(club)]))


def events(content: bytes) -> list[dict[str, str]]:
    """Read an iCalendar object as strictly as RFC 5545 says, and return its events."""
    assert content.endswith(b"\r\n")
    lines = content.removesuffix(b"\r\n").split(b"\r\n")
    for octets in lines:
        assert len(octets) <= 75
        assert not re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", octets)
        octets.decode()  # no character is cut in two
    unfolded = re.sub(rb"\r\n[ \t]", b"", b"\r\n".join(lines)).decode().split("\r\n")
    assert unfolded[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"]
    assert unfolded[-1] == "END:VCALENDAR"
    assert sum(line.startswith("PRODID:") for line in unfolded) == 1
    found: list[dict[str, str]] = []
    for line in unfolded[2:-1]:
        name, colon, value = line.partition(":")
        assert re.fullmatch(r"[A-Z-]+(;[A-Z]+=[A-Z]+)*", name)
        assert colon
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and line != "END:VEVENT":
            assert name not in found[-1]
            found[-1][name] = re.sub(r"\\(.)", r"\1", value)
            assert not re.search(r"(?<!\\)(\\\\)*[;,]", value) or name == "URL"
    return found


# Several at once


def plan(client: Client, **fields: str) -> Any:
    form = {"first": "2031-01-03", "every": "2", "last": "2031-03-01", "name": "", **fields}
    return client.post(DATES, form, follow=True)


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ("1", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("2", [0, 2, 4, 6, 8]),
        ("4", [0, 4, 8]),
        ("month", [0, 5]),  # the first Friday of February is the 7th
    ],
)
def test_evenings_are_entered_at_intervals(every: str, expected: list[int]) -> None:
    club_evening = ClubEvening(kitty=Decimal("1.50"), currency="CHF")
    page = plan(club_evening.phone, every=every, name="  Skat  ")
    entered = Evening.objects.filter(date__year=2031).order_by("date")
    assert [row.date for row in entered] == [FRIDAY + timedelta(weeks=week) for week in expected]
    assert {(row.name, f"{row.kitty}", row.currency) for row in entered} == {("Skat", "1.50", "CHF")}
    assert "Friday, 3 January 2031" in words_of(page)
    assert AuditEntry.objects.filter(model="evenings.evening", name="Skat").count() == len(expected)


def test_a_day_that_has_an_evening_keeps_it_and_a_second_tap_enters_nothing() -> None:
    club_evening = ClubEvening()
    taken = FRIDAY + timedelta(weeks=2)
    own = Evening.objects.create(club=club_evening.club, date=taken, name="Preisskat")
    for _tap in range(2):
        plan(club_evening.phone)
    assert Evening.objects.filter(date__year=2031).count() == 5
    assert Evening.objects.get(date=taken) == own


def test_the_usual_terms_are_those_of_the_last_evening_not_of_the_end_of_the_season() -> None:
    club_evening = ClubEvening(currency="CHF")
    plan(club_evening.phone)
    Evening.objects.filter(date__year=2031).update(currency="£")
    assert club_evening.phone.get("/club/evenings/").context["form"]["currency"].initial == "CHF"
    imported = import_tournament(club_evening.club, json.dumps(tournament(("Anne",))).encode(), day=this_evening())
    assert imported.evening.currency == "CHF"
    club_evening.evening.delete()
    imported.delete()
    imported.evening.delete()
    plan(club_evening.phone, first="2032-01-02", last="2032-01-02")
    assert Evening.objects.get(date__year=2032).currency == "£"  # that of the next one


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"last": "2031-01-02"}, "to two years later"),
        ({"last": "2033-02-01"}, "to two years later"),
        ({"first": ""}, "Enter a date."),
        ({"every": "0"}, "not one of the available choices"),
    ],
)
def test_a_plan_that_makes_no_sense_enters_nothing(fields: dict[str, str], problem: str) -> None:
    club_evening = ClubEvening()
    page = plan(club_evening.phone, **fields)
    assert page.status_code == 422
    assert problem in words_of(page)
    assert Evening.objects.count() == 1


def test_only_phones_that_run_evenings_enter_dates_and_strangers_see_none() -> None:
    club_evening = ClubEvening()
    watching = browser(name=club_evening.watching_phone())
    assert "Enter several evenings" not in words_of(watching.get(DATES))
    assert plan(watching).status_code == 403
    assert browser(name=device()).get(DATES).status_code == 404
    assert Evening.objects.count() == 1
    organiser = signed_in(club_evening.organiser())
    assert "Subscribe" in words_of(organiser.get(DATES))


def test_a_planned_season_does_not_bury_the_evenings_at_hand() -> None:
    club_evening = ClubEvening()
    today = timezone.localdate()
    plan(club_evening.phone, first=today.isoformat(), every="1", last=(today + timedelta(weeks=40)).isoformat())
    assert Evening.objects.count() >= 40
    listed = club_evening.phone.get("/club/evenings/").context["evenings"]
    assert max(row.evening.date for row in listed) <= today + timedelta(weeks=2)
    filters = signed_in(club_evening.organiser()).get("/admin/play/session/").context["cl"].filter_specs
    evenings = next(spec for spec in filters if spec.parameter_name == "evening")
    assert 1 <= len(evenings.lookup_choices) <= 3


# The file for calendars


def test_a_calendar_reads_the_coming_evenings_without_a_cookie() -> None:
    club_evening = ClubEvening("Skatfreunde Köln, e. V.")
    club = club_evening.club
    past = Evening.objects.create(club=club, date=timezone.localdate() - timedelta(days=30))
    Evening.objects.create(club=ClubEvening("Other").club, date=FRIDAY, name="Theirs")
    row = Evening.objects.create(club=club, date=FRIDAY, name="Preis; Skat\\Turnier – " + "ä" * 30)
    response = feed(Client(), club)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert response["Content-Disposition"] == "attachment; filename*=utf-8''skatfreunde-k%C3%B6ln-e-v.ics"
    assert response["X-Robots-Tag"] == "noindex"
    tonight, last = events(response.content)
    assert tonight["SUMMARY"] == "Skatfreunde Köln, e. V."
    assert tonight["DTSTART;VALUE=DATE"] == f"{club_evening.evening.date:%Y%m%d}"
    assert last["SUMMARY"] == f"{row.name} · Skatfreunde Köln, e. V."
    assert last["DTSTART;VALUE=DATE"] == "20310103"
    assert re.fullmatch(r"\d{8}T\d{6}Z", last["DTSTAMP"])
    assert urlsplit(last["URL"]).path == reverse("evening", args=[row.public_id])
    assert past.public_id not in response.content.decode()
    Evening.objects.filter(pk=row.pk).update(date=FRIDAY + timedelta(days=1), name="Moved")
    moved = events(feed(Client(), club).content)[-1]
    assert (moved["UID"], moved["DTSTART;VALUE=DATE"]) == (last["UID"], "20310104")


def test_the_file_of_a_browser_on_the_server_leads_to_its_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorekeeper.web.links.addresses", lambda: ["192.0.2.7"])
    address = reverse("calendar", args=[calendar.token_of(ClubEvening().club)])
    with override_settings(ALLOWED_HOSTS=["*"]):
        (tonight,) = events(Client().get(address, SERVER_NAME="localhost").content)
    assert urlsplit(tonight["URL"]).hostname == "192.0.2.7"


def test_the_link_reveals_no_other_and_ends_with_the_link_of_the_phones() -> None:
    club = SampleClub().club
    token = calendar.token_of(club)
    page = words_of(Client().get(reverse("calendar", args=[token])))
    assert club.phones_token not in token + page
    address = reverse("calendar", args=[token])
    services.renew_phones_link(club)
    assert Client().get(address).status_code == 404
    assert feed(Client(), club).status_code == 200


def test_wrong_links_are_not_found_and_counted() -> None:
    club, other = SampleClub().club, SampleClub("Other").club
    uid, _dot, signature = calendar.token_of(club).partition(".")
    throttling.forget()
    with override_settings(LIMITS={**settings.LIMITS, "misses": (4, 600)}):
        for token in (uid, f"{uid}.", f"{other.uid}.{signature}", f"{uid}.{signature[::-1]}"):
            assert Client().get(reverse("calendar", args=[token])).status_code == 404
        assert Client().get(reverse("calendar", args=[uid])).status_code == 429
        assert feed(Client(), club).status_code == 200
    throttling.forget()


# On paper


def test_the_dates_of_the_season_are_printed() -> None:
    club_evening = ClubEvening()
    today, club = timezone.localdate(), club_evening.club
    for days, name in ((-20, ""), (20, "Preisskat"), (400, "Too late")):
        Evening.objects.create(club=club, date=today + timedelta(days=days), name=name)
    without_season = printed(club_evening.phone, f"{DATES}print/")
    assert without_season.has("Preisskat")
    assert without_season.has("Too late")
    span = {"starts": today - timedelta(days=30), "ends": today + timedelta(days=30)}
    Season.objects.create(club=club, name="Winter", **span)
    paper = printed(club_evening.phone, f"{DATES}print/")
    assert paper.has("Winter")
    assert paper.has("Preisskat")
    assert not paper.has("Too late")


def test_without_dates_there_is_nothing_to_print() -> None:
    club_evening = ClubEvening()
    club_evening.evening.delete()
    page = club_evening.phone.get(f"{DATES}print/")
    assert page.status_code == 422
    assert "No evening is planned yet." in words_of(page)
