"""The first page of the panel, and the full journal."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import audit_notes, services
from scorekeeper.clubs.models import AuditEntry, ClubDevice
from scorekeeper.desk import attendance
from scorekeeper.desk.models import TableList, Tournament
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers import audit_log
from scorekeeper.play.models import Change
from scorekeeper.standings.models import Season
from scorekeeper.web.dates import this_evening
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import ClubTournament, seated
from tests.play.browsers import words_of
from tests.play.tables import GARDE, Scorer
from tests.standings.stored_results import at, played

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"
START = "/admin/evenings/evening/start/"
THIS_BROWSER = "/admin/clubs/clubdevice/this-browser/"


def next_step(client: Client) -> tuple[str, str]:
    """Return the step of tonight's only evening that is done next, and how far it is."""
    (tonight,) = client.get("/admin/").context["evenings"]
    (step,) = (step for step in tonight.steps if step.is_next)
    assert f'value="{step.url}"' in client.get("/admin/").content.decode()
    return step.words, step.state


def test_the_front_page_shows_the_open_tables_of_the_organisers_club() -> None:
    sample_club, theirs = SampleClub(), SampleClub("Theirs", ("Xaver", "Yves", "Zita", "Wanda"))
    theirs.start("Xaver", "Yves", "Zita", "Wanda")
    scorer = sample_club.table()
    scorer.record(GARDE)
    scorer.record(GARDE)
    scorer.void(1)
    sample_club.table("Zoé", *MEMBERS[1:]).close()
    page = signed_in(sample_club.organiser()).get("/admin/")
    words = words_of(page)
    assert "French Tarot Anne Arnaud, Bruno Braun, Chloé Clair, David Dahl · 1 hand · last entry just now" in words
    assert "Zoé" not in words
    assert "Xaver" not in words
    assert [table.session for table in page.context["tables"]] == [scorer.session]


@pytest.mark.parametrize(("hour", "shown"), [(22, True), (24 + 5, True), (24 + 7, False)])
def test_an_evening_is_tonights_until_the_night_ends(hour: int, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    sample_club = SampleClub()
    Evening.objects.create(club=sample_club.club, date=date(2026, 11, 19), name="Thursday")
    organiser_client = signed_in(sample_club.organiser())
    monkeypatch.setattr(timezone, "now", lambda: at(date(2026, 11, 19), 0) + timedelta(hours=hour))
    assert ("Thursday" in words_of(organiser_client.get("/admin/"))) is shown


def test_the_next_step_of_an_evening_goes_from_the_attendance_to_the_settlement() -> None:
    club_evening = ClubEvening()
    client = signed_in(club_evening.organiser())
    assert next_step(client) == ("Attendance", "0 people present")
    for name in TWELVE[:4]:
        attendance.check_in(club_evening.evening, name=name)
    attendance.leave(club_evening.evening, player=club_evening.player(TWELVE[0]).pk)
    assert "3 people present" in words_of(client.get("/admin/"))
    attendance.check_in(club_evening.evening, name=TWELVE[0])
    assert next_step(client) == ("Draw tables", "")
    round_ = club_evening.begin_round()
    assert next_step(client) == ("Start the tables", "")
    table = Scorer(club_evening.start_in_round(round_, *TWELVE[:4]))
    assert next_step(client) == ("Tables", "1 open, 0 closed")
    table.record(GARDE)
    table.close()
    assert next_step(client) == ("Settlement", "")
    club_evening.settle()
    assert next_step(client) == ("Settlement", "settled")


def test_the_next_step_of_a_tournament_goes_from_the_entries_to_the_result() -> None:
    club = ClubTournament(members=("Anne",))
    client = signed_in(club.organiser())
    club.tournament.entries.all().delete()
    assert next_step(client) == ("Entries", "0 entries")
    club = seated(club="Vier Wenzel", rounds=1)
    client = signed_in(club.organiser())
    assert next_step(client) == ("Lists", "2 not confirmed")
    for table in (1, 2):
        TableList.objects.create(
            round=club.evening.rounds.get(), table=table, results=[], confirmed_at=timezone.now(), by_signature=True
        )
    Evening.objects.update(is_sealed=True)
    assert next_step(client) == ("Result", "sealed")
    Tournament.objects.update(terms={**club.tournament.terms, "rounds": 2})
    assert next_step(client) == ("Rounds", "1 of 2")


def test_a_step_makes_the_browser_run_the_evenings_once_and_the_journal_says_so() -> None:
    club_evening = ClubEvening()
    client = signed_in(club_evening.organiser("marion"))
    notice = "With the first tap, this browser becomes a phone of the club that runs evenings"
    assert notice in words_of(client.get("/admin/"))
    following = reverse("evening_draw", args=[club_evening.evening.public_id])
    for _tap in range(2):
        response = client.post(THIS_BROWSER, {"club": club_evening.club.pk, "then": following})
        assert response["Location"] == following
    assert client.get(following).status_code == 200
    assert club_evening.club.devices.get(label="marion").runs
    written = AuditEntry.objects.filter(model="clubs.clubdevice")
    assert [(entry.who, audit_notes.in_words(entry.message)) for entry in written] == [
        ("marion", "This browser runs evenings.")
    ]
    words = words_of(client.get("/admin/"))
    assert notice not in words
    assert "This browser now runs the evenings" not in words  # it would come late


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)", ""])
def test_no_step_leads_to_another_site(elsewhere: str) -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    response = client.post(THIS_BROWSER, {"club": sample_club.club.pk, "then": elsewhere})
    assert response["Location"] == "/admin/clubs/clubdevice/"


def test_one_tap_starts_the_evening_on_the_usual_terms_and_a_second_finds_it() -> None:
    club_evening = ClubEvening(day=days_ago(7), kitty=Decimal("1.50"), rounding=Decimal("0.10"), currency="CHF")
    client = signed_in(club_evening.organiser("marion"))
    assert "Start the evening" in words_of(client.get("/admin/"))
    for _tap in range(2):
        response = client.post(START, {"club": club_evening.club.pk}, follow=True)
    evening = Evening.objects.get(date=this_evening())
    assert (evening.kitty, evening.rounding, evening.currency) == (Decimal("1.50"), Decimal("0.10"), "CHF")
    assert response.redirect_chain[-1][0] == reverse("evening", args=[evening.public_id])
    assert response.context["may_write"]
    begun = AuditEntry.objects.filter(key=str(evening.pk), model="evenings.evening").get()
    assert (begun.who, begun.message) == ("marion", '["begin"]')
    assert AuditEntry.objects.get(model="clubs.clubdevice").who == "marion"
    assert client.get(START)["Location"] == "/admin/"


def test_an_organiser_of_several_clubs_starts_the_evening_of_one() -> None:
    one, other, theirs = SampleClub("One"), SampleClub("Other"), SampleClub("Theirs")
    marion = one.organiser("marion")
    services.make_organiser(other.club, marion)
    client = signed_in(marion)
    client.post(START, {"club": one.club.pk})
    words, listed = words_of(client.get("/admin/")), client.get("/admin/").context["not_begun"]
    assert (listed, "Start the evening" in words, "this browser becomes a phone" in words) == ([other.club], True, True)
    client.get(f"/club/?club={one.club.pk}")
    assert client.post(START, {"club": theirs.club.pk})["Location"] == "/admin/"
    assert "Choose the club." in words_of(client.get("/admin/"))
    response = client.post(START, {"club": other.club.pk}, follow=True)
    assert Evening.objects.latest("pk").club == other.club
    assert response.context["may_write"]


def test_an_account_without_a_club_starts_no_evening() -> None:
    client = signed_in(User.objects.create_superuser("site"))
    words = words_of(client.get("/admin/"))
    assert ("Start the evening" in words, "this browser becomes a phone" in words) == (False, False)


def test_an_empty_club_has_three_steps_until_its_first_evening() -> None:
    sample_club = SampleClub(members=())
    ClubDevice.objects.all().delete()
    client = signed_in(sample_club.organiser())
    words = words_of(client.get("/admin/"))
    assert "Add the members One name per line" in words
    assert "Let the tables’ phones join By a link or a QR code" in words
    assert "Start the first evening" in words
    sample_club.member("Anne")
    assert "Add the members done Let the tables’ phones join By a link" in words_of(client.get("/admin/"))
    client.post(START, {"club": sample_club.club.pk})
    assert "Add the members" not in words_of(client.get("/admin/"))


def test_evenings_to_come_are_listed_with_the_next_one_first() -> None:
    sample_club, theirs = SampleClub(), SampleClub("Theirs")
    sample_club.start()
    client = signed_in(sample_club.organiser())
    assert '<a href="/club/evenings/dates/">Plan the next evening</a>' in client.get("/admin/").content.decode()
    for club, name, days in ((sample_club, "Cup", -14), (sample_club, "Final", -21), (theirs, "Not ours", -7)):
        Evening.objects.create(club=club.club, date=days_ago(days), name=name)
    assert [evening.name for evening in client.get("/admin/").context["to_come"]] == ["Cup", "Final"]


# What is left to do


def left_to_do(sample_club: SampleClub) -> list[tuple[str, str]]:
    organiser = User.objects.filter(organises__club=sample_club.club).first() or sample_club.organiser()
    page = signed_in(organiser).get("/admin/")
    return [(task.words, task.url) for task in page.context["left_to_do"]]


def days_ago(days: int) -> date:
    """Return the date of an earlier evening; after midnight, tonight's is still that of the day before."""
    return this_evening() - timedelta(days=days)


def test_a_table_is_left_open_when_nothing_was_entered_for_twelve_hours() -> None:
    sample_club = SampleClub()
    forgotten, played = sample_club.table(), sample_club.table("Zoé", *MEMBERS[1:])
    sample_club.table("Yann", *MEMBERS[1:]).close()
    assert left_to_do(sample_club) == []
    Change.objects.exclude(session=played.session).update(at=timezone.now() - timedelta(hours=13))
    assert forgotten.session.closed_at is None
    assert left_to_do(sample_club) == [
        ("1 table was left open: nothing has been entered for 12 hours", "/admin/play/session/?open=yes")
    ]


def test_an_earlier_evening_for_money_is_listed_until_it_is_settled() -> None:
    club_evening = ClubEvening()
    club_evening.evening = club_evening.begin(day=days_ago(1), name="Cup", kitty=None)
    Evening.objects.create(club=club_evening.club, date=days_ago(2), name="Nobody came")
    assert left_to_do(club_evening) == []
    club_evening.played("Anne", "Bruno", "Chloé", "David", evening=club_evening.evening.public_id)
    page = reverse("evening_cash", args=[club_evening.evening.public_id])
    assert left_to_do(club_evening) == [(f"Evening not settled: {club_evening.evening.title()}", page)]
    club_evening.settle()
    assert left_to_do(club_evening) == []
    Evening.objects.update(settled_at=None, date=days_ago(31))
    assert left_to_do(club_evening) == []


def test_disputed_lists_and_sealed_results_wait() -> None:
    club = seated()
    Evening.objects.update(date=days_ago(40), is_sealed=True, name="Cup")
    club.evening.refresh_from_db()
    lists = [TableList.objects.create(round=club.evening.rounds.get(), table=table) for table in (1, 2)]
    TableList.objects.filter(pk=lists[0].pk).update(disputed_at=timezone.now())
    key = club.evening.public_id
    assert left_to_do(club) == [
        (f"1 list is disputed: {club.evening.title()}", reverse("tournament_lists", args=[key])),
        (f"Result not released: {club.evening.title()}", reverse("tournament_result", args=[key])),
    ]


def test_records_of_the_same_name_are_to_be_merged_unless_they_sat_together() -> None:
    sample_club = SampleClub()
    sample_club.member("Anne Arnoud")  # only almost the same name, which the page of duplicates lists
    assert left_to_do(sample_club) == []
    sample_club.member("anne  arnaud", guest=True)
    SampleClub("Theirs", ("Bruno Braun",))
    assert left_to_do(sample_club) == [("1 pair of records may be the same person", "/admin/clubs/player/duplicates/")]
    session = sample_club.start("Anne Arnaud", "Bruno Braun", "Chloé Clair", "Nobody")
    session.stretch.seats.filter(name="Nobody").update(
        player=sample_club.club.players.get(guest=True, name="anne  arnaud")
    )
    assert left_to_do(sample_club) == []


# The season


def test_the_season_in_progress_shows_the_top_of_each_game() -> None:
    sample_club, theirs = SampleClub(), SampleClub("Theirs", ())
    play = {"Anne Arnaud": 50, "Bruno Braun": 20, "Chloé Clair": -30, "David Dahl": -40}
    played(sample_club.club, play, day=days_ago(3))
    played(sample_club.club, play, day=days_ago(2))
    played(sample_club.club, {"Chloé Clair": 7, "David Dahl": -7}, day=days_ago(2), game="skat")
    played(sample_club.club, {"David Dahl": 999, "Anne Arnaud": -999}, day=days_ago(400))
    played(theirs.club, {"Xaver": 1, "Yves": -1}, day=days_ago(2))
    season = Season.objects.create(club=sample_club.club, name="Winter", starts=days_ago(30))
    page = signed_in(sample_club.organiser()).get("/admin/")
    overview = page.context["season_overview"]
    assert (overview.season, overview.sessions) == (season, 3)
    assert [
        (game.game, [(row.place, row.name, row.total) for row in game.leaders], game.url) for game in overview.games
    ] == [
        (
            "tarot",
            [(1, "Anne Arnaud", 100), (2, "Bruno Braun", 40), (3, "Chloé Clair", -60)],
            f"/club/standings/?season={season.pk}&game=tarot&club={sample_club.club.pk}",
        ),
        (
            "skat",
            [(1, "Chloé Clair", 7), (2, "David Dahl", -7)],
            f"/club/standings/?season={season.pk}&game=skat&club={sample_club.club.pk}",
        ),
    ]
    words = words_of(page)
    assert "Winter 3 sessions played" in words
    assert "1. Anne Arnaud +100 2. Bruno Braun +40 3. Chloé Clair −60" in words
    assert all(page.client.get(game.url).status_code == 200 for game in overview.games)


def test_a_season_of_one_game_and_a_minimum_shows_that_game_and_who_is_ranked() -> None:
    sample_club = SampleClub()
    play = {"Anne Arnaud": 50, "Bruno Braun": -50}
    for game in ("tarot", "skat"):
        played(sample_club.club, play, day=days_ago(2), game=game)
    Season.objects.create(club=sample_club.club, name="Skat", starts=days_ago(30), game="skat", minimum=2)
    page = signed_in(sample_club.organiser()).get("/admin/")
    overview = page.context["season_overview"]
    assert [(shown.game, shown.leaders) for shown in overview.games] == [("skat", [])]
    assert "Nobody has played enough sessions to be ranked." in words_of(page)


def test_without_a_season_all_time_is_shown_and_nothing_before_the_first_result() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    assert client.get("/admin/").context["season_overview"] is None
    played(sample_club.club, {"Anne Arnaud": 50, "Bruno Braun": -50}, day=days_ago(900))
    assert "All time 1 session played" in words_of(client.get("/admin/"))


def test_the_front_page_takes_as_many_queries_for_three_of_everything_as_for_one() -> None:
    club_evening, counts = ClubEvening(), []
    client = signed_in(club_evening.organiser())
    for number in (1, 3):
        while Evening.objects.count() < 3 * number + 1:
            Evening.objects.create(club=club_evening.club, date=days_ago(-7))
            before = club_evening.begin(day=days_ago(Evening.objects.count()), kitty=None)
            club_evening.played("Anne", "Bruno", "Chloé", "David", evening=before.public_id)
            Evening.objects.create(club=club_evening.club, date=days_ago(0), name="Another")
            club_evening.table("Anne", "Bruno", "Chloé", "David").record()
            club_evening.member("Anne", guest=True)
        client.get("/admin/")
        with CaptureQueriesContext(connection) as captured:
            page = client.get("/admin/")
        assert len(page.context["left_to_do"]) == number + 1
        assert len(page.context["tables"]) == number
        counts.append(len(captured))
    assert counts[0] == counts[1]


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
    statements = [query["sql"] for query in captured if 'FROM "play_change"' in query["sql"]]
    sorting = [statement for statement in statements if "ORDER BY" in statement and "LIMIT" in statement]
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
