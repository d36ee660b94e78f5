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
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.play.browsers import words_of
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"


def test_the_front_page_shows_open_tables_and_attendance_of_the_organisers_club() -> None:
    sample_club, theirs = SampleClub(), SampleClub("Theirs", ("Xaver", "Yves", "Zita", "Wanda"))
    theirs.start("Xaver", "Yves", "Zita", "Wanda")
    scorer = sample_club.table()
    scorer.record(GARDE)
    scorer.record(GARDE)
    scorer.void(1)
    sample_club.table("Zoé", *MEMBERS[1:]).close()
    evening = Evening.objects.create(club=sample_club.club, date=timezone.localdate(), name="Friday")
    anne, bruno = sample_club.club.players.filter(name__in=MEMBERS[:2]).order_by("name")
    Presence.objects.create(evening=evening, player=anne, came_at=timezone.now())
    Presence.objects.create(evening=evening, player=bruno, came_at=timezone.now(), left_at=timezone.now())
    page = signed_in(sample_club.organiser()).get("/admin/")
    words = words_of(page)
    assert "Friday · 1 person present" in words
    assert "Anne Arnaud Left: Bruno Braun" in words
    assert "French Tarot Anne Arnaud, Bruno Braun, Chloé Clair, David Dahl · 1 hand · last entry just now" in words
    assert "Zoé" not in words
    assert "Xaver" not in words
    assert [table.session for table in page.context["tables"]] == [scorer.session]


def test_yesterdays_evening_is_not_shown_as_tonights() -> None:
    sample_club = SampleClub()
    Evening.objects.create(club=sample_club.club, date=timezone.localdate() - timedelta(days=1), name="Thursday")
    words = words_of(signed_in(sample_club.organiser()).get("/admin/"))
    assert "Thursday" not in words
    assert "No evening today." in words
    assert "No table is open." in words


class JournalPage:
    """A table with entries on the 20th, and an organiser with an action on the 21st."""

    def __init__(self) -> None:
        self.sample_club = SampleClub()
        self.scorer = self.sample_club.table()
        self.scorer.record(GARDE)
        self.scorer.void(1)
        self.client: Client = signed_in(self.sample_club.organiser("marion"))
        self.client.post("/admin/clubs/player/add/", {"club": self.sample_club.club.pk, "name": "Zoé Zorn"})
        Change.objects.update(at=timezone.make_aware(datetime(2026, 11, 20, 23, 59)))  # noqa: DTZ001 - made aware
        AuditEntry.objects.update(at=timezone.make_aware(datetime(2026, 11, 21, 0, 0)))  # noqa: DTZ001 - made aware

    def lines(self, query: str = "") -> list[tuple[str, str]]:
        return [(line.who, line.what) for line in self.client.get(JOURNAL + query).context["lines"]]


TABLE = [("Scorer 1", "voided hand 1"), ("Scorer 1", "recorded hand 1"), ("Scorer 1", "started the session")]


def test_the_audit_log_lists_table_and_panel_actions_newest_first() -> None:
    assert JournalPage().lines() == [("marion", "Added."), *TABLE]


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
def test_the_audit_log_is_searched_and_filtered(query: str, found: list[tuple[str, str]]) -> None:
    assert JournalPage().lines(query) == found


def test_the_audit_log_of_a_session_includes_panel_actions() -> None:
    journal_page = JournalPage()
    pk = journal_page.scorer.session.pk
    other = journal_page.sample_club.table("Zoé", *MEMBERS[1:])
    journal_page.client.post(f"/admin/play/session/{pk}/action/", {"verb": "lock"})
    assert journal_page.lines(f"?session={pk}")[:2] == [("marion", "Locked."), ("marion", "locked the session")]
    assert journal_page.lines(f"?session={other.session.pk}") == [("Scorer 1", "started the session")]


def test_the_audit_log_is_paginated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "ON_A_PAGE", 3)
    journal_page = JournalPage()
    assert journal_page.lines("?page=1") == [("marion", "Added."), *TABLE[:2]]
    assert journal_page.lines("?page=2") == TABLE[2:]
    assert 'href="?page=2"' in journal_page.client.get(JOURNAL).content.decode()
    assert "Older" not in words_of(journal_page.client.get(f"{JOURNAL}?page=2"))


@pytest.mark.parametrize("query", ["?page=2", "?page=2&verb=record", "?page=2&q=Anne"])
def test_only_the_entries_of_the_page_are_read_in_full(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting whole rows, outcomes included, was what took long in a club of 100,000 hands."""
    monkeypatch.setattr(audit_log, "ON_A_PAGE", 2)
    journal_page = JournalPage()
    for _hand in range(6):
        journal_page.scorer.record(GARDE)
    read: list[int | None] = []

    def note(instance: Change, **_output: object) -> None:
        read.append(instance.pk)

    post_init.connect(note, sender=Change)
    try:
        with CaptureQueriesContext(connection) as captured:
            assert len(journal_page.lines(query)) == 2
    finally:
        post_init.disconnect(note, sender=Change)
    assert len(read) <= 2
    statements = [one["sql"] for one in captured if 'FROM "play_change"' in one["sql"]]
    sorting = [one for one in statements if "ORDER BY" in one and "LIMIT" in one]
    assert len(sorting) == 1
    assert '"after"' not in sorting[0]


def test_the_audit_log_takes_as_many_queries_for_many_tables_as_for_few() -> None:
    journal_page, statements = JournalPage(), []
    for number in (1, 3):
        while journal_page.sample_club.club.sessions.count() < number:
            journal_page.sample_club.table("Zoé", *MEMBERS[1:]).record(GARDE)
        with CaptureQueriesContext(connection) as captured:
            journal_page.client.get(JOURNAL)
        statements.append(len(captured))
    assert statements[0] == statements[1]


def test_deleted_objects_stay_in_the_audit_log_without_a_link() -> None:
    journal_page = JournalPage()
    zoe = journal_page.sample_club.club.players.get(name="Zoé Zorn")
    journal_page.client.post(f"/admin/clubs/player/{zoe.pk}/delete/", {"post": "yes"})
    line = journal_page.client.get(JOURNAL).context["lines"][0]
    assert (line.who, line.what, line.about, line.url) == ("marion", "Deleted.", "Zoé Zorn", "")


def test_entries_stay_when_their_author_is_deleted() -> None:
    journal_page = JournalPage()
    second = journal_page.sample_club.organiser("theo")
    journal_page.sample_club.club.organisers.get(user__username="marion").user.delete()
    journal_page.client = signed_in(second)
    assert journal_page.lines("?verb=panel") == [("marion", "Added.")]


def test_the_audit_log_shows_nothing_of_another_club() -> None:
    journal_page = JournalPage()
    theirs = SampleClub("Theirs", ())
    client = signed_in(theirs.organiser("theirs"))
    for query in ("", f"?session={journal_page.scorer.session.pk}", "?q=Anne", "?verb=panel"):
        assert client.get(JOURNAL + query).context["lines"] == []
    services.make_organiser(theirs.club, journal_page.sample_club.organiser("both"))
    assert not client.get(JOURNAL).context["lines"]
