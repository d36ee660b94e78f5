"""The first page of the panel, and the full journal."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.organisers import audit_log
from scorekeeper.play.models import Change
from tests.clubs.clubs import MEMBERS, House, signed_in
from tests.play.browsers import words_of
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"


def test_the_first_page_shows_the_open_tables_of_ones_own_club_and_who_is_there() -> None:
    house, theirs = House(), House("Theirs", ("Xaver", "Yves", "Zita", "Wanda"))
    theirs.start("Xaver", "Yves", "Zita", "Wanda")
    scribe = house.table()
    scribe.record(GARDE)
    scribe.record(GARDE)
    scribe.void(1)
    house.table("Zoé", *MEMBERS[1:]).close()
    evening = Evening.objects.create(club=house.club, date=timezone.localdate(), name="Friday")
    anne, bruno = house.club.players.filter(name__in=MEMBERS[:2]).order_by("name")
    Presence.objects.create(evening=evening, player=anne, came_at=timezone.now())
    Presence.objects.create(evening=evening, player=bruno, came_at=timezone.now(), left_at=timezone.now())
    page = signed_in(house.organiser()).get("/admin/")
    words = words_of(page)
    assert "Friday · 1 person present" in words
    assert "Anne Arnaud Left: Bruno Braun" in words
    assert "French Tarot Anne Arnaud, Bruno Braun, Chloé Clair, David Dahl · 1 hand · last entry just now" in words
    assert "Zoé" not in words
    assert "Xaver" not in words
    assert [table.session for table in page.context["tables"]] == [scribe.session]


def test_an_evening_of_yesterday_is_not_tonights() -> None:
    house = House()
    Evening.objects.create(club=house.club, date=timezone.localdate() - timedelta(days=1), name="Thursday")
    words = words_of(signed_in(house.organiser()).get("/admin/"))
    assert "Thursday" not in words
    assert "No evening today." in words
    assert "No table is open." in words


class Office:
    """A table with entries on the 20th, and an organiser with an action on the 21st."""

    def __init__(self) -> None:
        self.house = House()
        self.scribe = self.house.table()
        self.scribe.record(GARDE)
        self.scribe.void(1)
        self.client: Client = signed_in(self.house.organiser("marion"))
        self.client.post("/admin/clubs/player/add/", {"club": self.house.club.pk, "name": "Zoé Zorn"})
        Change.objects.update(at=timezone.make_aware(datetime(2026, 11, 20, 23, 59)))  # noqa: DTZ001 - made aware
        AuditEntry.objects.update(at=timezone.make_aware(datetime(2026, 11, 21, 0, 0)))  # noqa: DTZ001 - made aware

    def lines(self, query: str = "") -> list[tuple[str, str]]:
        return [(line.who, line.what) for line in self.client.get(JOURNAL + query).context["lines"]]


TABLE = [("Scorer 1", "voided hand 1"), ("Scorer 1", "recorded hand 1"), ("Scorer 1", "started the session")]


def test_the_journal_has_what_was_written_at_tables_and_what_was_done_in_the_panel_the_latest_first() -> None:
    assert Office().lines() == [("marion", "Added."), *TABLE]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?verb=record", TABLE[1:2]),
        ("?verb=panel", [("marion", "Added.")]),
        ("?q=marion", [("marion", "Added.")]),
        ("?q=zoé", [("marion", "Added.")]),
        ("?q=chlo", TABLE),
        ("?since=2026-11-21", [("marion", "Added.")]),
        ("?until=2026-11-20", TABLE),
        ("?since=2026-11-20&until=2026-11-21", [("marion", "Added."), *TABLE]),
        ("?since=2026-11-22", []),
        ("?since=soon&verb=none&page=-1", [("marion", "Added."), *TABLE]),
        ("?since=0001-01-01&until=9999-12-31", [("marion", "Added."), *TABLE]),
    ],
)
def test_the_journal_is_searched_and_filtered(query: str, found: list[tuple[str, str]]) -> None:
    assert Office().lines(query) == found


def test_the_journal_of_one_session_has_what_was_done_with_it_in_the_panel() -> None:
    office = Office()
    pk = office.scribe.session.pk
    other = office.house.table("Zoé", *MEMBERS[1:])
    office.client.post(f"/admin/play/session/{pk}/action/", {"verb": "lock"})
    assert office.lines(f"?session={pk}")[:2] == [("marion", "Locked."), ("marion", "locked the session")]
    assert office.lines(f"?session={other.session.pk}") == [("Scorer 1", "started the session")]


def test_the_journal_is_turned_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "ON_A_PAGE", 3)
    office = Office()
    assert office.lines("?page=1") == [("marion", "Added."), *TABLE[:2]]
    assert office.lines("?page=2") == TABLE[2:]
    assert 'href="?page=2"' in office.client.get(JOURNAL).content.decode()
    assert "Older" not in words_of(office.client.get(f"{JOURNAL}?page=2"))


@pytest.mark.parametrize("query", ["?page=2", "?page=2&verb=record", "?page=2&q=Anne"])
def test_only_the_lines_of_the_page_are_read_in_full(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting whole rows, outcomes included, was what took long in a club of 100,000 hands."""
    monkeypatch.setattr(audit_log, "ON_A_PAGE", 2)
    office = Office()
    for _hand in range(6):
        office.scribe.record(GARDE)
    read: list[int | None] = []

    def note(instance: Change, **_said: object) -> None:
        read.append(instance.pk)

    post_init.connect(note, sender=Change)
    try:
        with CaptureQueriesContext(connection) as asked:
            assert len(office.lines(query)) == 2
    finally:
        post_init.disconnect(note, sender=Change)
    assert len(read) <= 2
    sorting = [one["sql"] for one in asked if 'FROM "play_change"' in one["sql"] and "LIMIT" in one["sql"]]
    assert len(sorting) == 1
    assert '"after"' not in sorting[0]


def test_the_journal_asks_as_many_statements_however_many_tables_it_tells_of() -> None:
    office, statements = Office(), []
    for number in (1, 3):
        while office.house.club.sessions.count() < number:
            office.house.table("Zoé", *MEMBERS[1:]).record(GARDE)
        with CaptureQueriesContext(connection) as asked:
            office.client.get(JOURNAL)
        statements.append(len(asked))
    assert statements[0] == statements[1]


def test_what_was_deleted_stays_in_the_journal_and_leads_nowhere() -> None:
    office = Office()
    zoe = office.house.club.players.get(name="Zoé Zorn")
    office.client.post(f"/admin/clubs/player/{zoe.pk}/delete/", {"post": "yes"})
    line = office.client.get(JOURNAL).context["lines"][0]
    assert (line.who, line.what, line.about, line.url) == ("marion", "Deleted.", "Zoé Zorn", "")


def test_the_journal_of_a_club_stays_when_whoever_wrote_it_goes() -> None:
    office = Office()
    second = office.house.organiser("theo")
    office.house.club.organisers.get(user__username="marion").user.delete()
    office.client = signed_in(second)
    assert office.lines("?verb=panel") == [("marion", "Added.")]


def test_nothing_of_another_club_is_in_the_journal() -> None:
    office = Office()
    theirs = House("Theirs", ())
    client = signed_in(theirs.organiser("theirs"))
    for query in ("", f"?session={office.scribe.session.pk}", "?q=Anne", "?verb=panel"):
        assert client.get(JOURNAL + query).context["lines"] == []
    services.make_organiser(theirs.club, office.house.organiser("both"))
    assert not client.get(JOURNAL).context["lines"]
