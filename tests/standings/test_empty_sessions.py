"""A session closed without a hand counts nowhere, is listed nowhere, and links to the next one."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from scorekeeper.evenings import attendance, settlement
from scorekeeper.evenings import queries as evening_queries
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers import move_session
from scorekeeper.organisers.session_pages import access_of_panel
from scorekeeper.play import queries
from scorekeeper.play.models import Change, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.standings.models import CallStats, Result
from scorekeeper.standings.results import remove_empty_results
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.evenings.club_evening import STAKE, Night
from tests.files.archive.moved import moved
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.expected_results import PRISE_FAILED
from tests.play.tables import FIVE, FOUR, GARDE, Scribe, token

pytestmark = pytest.mark.django_db


class Table(Night):
    """Anne, Bruno, Chloé and David have played one hand, which cost Bruno 105; Emil has since replaced him."""

    def __init__(self) -> None:
        super().__init__(members=FIVE)
        self.first = self.table(*FOUR, stake=STAKE)
        self.first.record(PRISE_FAILED)
        self.second = self.change(self.first, leaving=[0], coming=["Emil"])

    def change(self, scribe: Scribe, *, leaving: list[int], coming: list[str]) -> Scribe:
        followed = services.change_players(
            Write(scribe.session, **{**scribe.now({}), "access": scribe.access}), leaving=leaving, joining=coming
        )
        return Scribe(followed)

    def standing(self) -> dict[str, tuple[int, int, int]]:
        told = Program(self.club).told("standings")
        return {one["name"]: (one["total"], one["sessions"], one["hands"]) for one in told["ranked"]}


def test_what_was_played_stands_though_the_table_that_went_on_was_closed_at_once() -> None:
    table = Table()
    table.second.close()
    assert table.standing() == {
        "Anne": (35, 1, 1),
        "Chloé": (35, 1, 1),
        "David": (35, 1, 1),
        "Bruno": (-105, 1, 1),
    }


def test_no_page_file_or_program_lists_it() -> None:
    table = Table()
    table.second.close()
    empty = table.second.session
    house, program = queries.home(table.device), Program(table.club)
    assert [one.session for one in house.closed] == [table.first.session]
    assert settlement.sessions_of(table.evening) == [table.first.session]
    assert evening_queries.listed(table.club).get().tables == 1  # type: ignore[attr-defined]
    assert [one["id"] for one in program.told("sessions")["sessions"]] == [table.first.session.public_id]
    (evening,) = program.told("evenings")["evenings"]
    inside = program.told(f"evenings/{evening['id']}")
    assert [one["id"] for one in inside["sessions"]] == [table.first.session.public_id]
    assert program.ask(f"sessions/{empty.public_id}").status_code == 404
    office = signed_in(table.organiser())
    assert {row[2] for row in csv_rows(fetched(office, "results.csv"))[1:]} == {table.first.session.public_id}
    assert len(fetched(office, "sessions.jsonl").splitlines()) == 1
    page = table.phone.get(reverse("member", args=[table.player("Emil").pk]))
    assert empty.public_id not in page.content.decode()


def test_the_panel_lists_it_when_it_is_asked_for() -> None:
    table = Table()
    table.second.close()
    office, address = signed_in(table.organiser()), reverse("admin:play_session_changelist")

    def listed(query: str = "") -> list[Session]:
        return list(office.get(address + query).context["cl"].queryset)

    assert listed() == [table.first.session]
    assert listed("?empty=yes") == [table.second.session]
    page = office.get(reverse("admin:play_session_change", args=[table.second.session.pk]))
    assert page.status_code == 200


def test_the_evening_settles_without_it_and_nobody_pays_into_the_kitty_for_it() -> None:
    table = Table()
    assert table.evening.presences.count() == 5
    table.second.close()
    there = set(table.evening.presences.values_list("player__name", flat=True))
    assert there == set(FOUR)  # Emil had come for that table alone
    done = table.settle()
    assert list(done.sessions) == [table.first.session.pk]
    assert set(done.names.values()) == set(FOUR)


def test_who_was_written_down_by_hand_stays_at_the_evening() -> None:
    table = Table()
    attendance.check_in(table.evening, player=table.player("Emil").pk)
    table.second.close()
    assert table.evening.presences.filter(player__name="Emil").exists()


def test_a_table_that_changes_players_before_its_first_hand_goes_away_and_those_who_stay_are_there_since() -> None:
    night = Night(members=FIVE)
    first = night.table(*FOUR)
    came = dict(night.evening.presences.values_list("player__name", "came_at"))
    followed = services.change_players(Write(first.session, **first.now({})), leaving=[0], joining=["Emil"])
    there = dict(night.evening.presences.values_list("player__name", "came_at"))
    assert set(there) == {"Bruno", "Chloé", "David", "Emil"}
    assert [there[name] for name in FOUR[1:]] == [came[name] for name in FOUR[1:]]
    assert [one.session for one in queries.home(night.device).open] == [followed]
    assert queries.home(night.device).closed == []


def test_its_page_says_what_happened_and_leads_on() -> None:
    table = Table()
    phone = browser(table.second)
    table.second.close()
    first, second = (f"/s/{one.session.public_id}/" for one in (table.first, table.second))
    page = phone.get(second)
    assert page.status_code == 200
    assert "No hand was recorded here, so this session counts nowhere and appears in no list." in words_of(page)
    assert first in page.content.decode()
    # The session before is as it was before its players were changed: it can go on with other people again.
    before = phone.get(first)
    assert "Continue with other players" in words_of(before)
    assert second not in before.content.decode()


def test_a_hand_that_comes_too_late_is_said_to_be_unrecorded_and_can_be_played_after_all() -> None:
    table = Table()
    phone, session = browser(table.second), table.second.session
    address = f"/s/{session.public_id}/"
    form = Form(phone.get(address), action="record").fields
    table.second.close()
    answer = phone.post(f"{address}record/", {**form, "call": "garde", "taker": "0", "bouts": "2", "points": "49"})
    late = phone.get(answer["Location"])
    assert "what you sent was not recorded. Reopen it, then record again." in words_of(late)
    phone.post(f"{address}reopen/", Form(late, action="reopen").fields)
    session.refresh_from_db()
    assert session.closed_at is None
    assert table.evening.presences.filter(player__name="Emil").exists()


def test_the_links_to_it_lead_to_that_page_too() -> None:
    table = Table()
    table.second.close()
    page = browser().get(reverse("watch", args=[table.second.session.watch_token]), follow=True)
    assert "Closed without hands" in words_of(page)


def test_another_table_can_follow_where_an_empty_one_did() -> None:
    table = Table()
    table.second.close()
    third = table.change(table.first, leaving=[1], coming=["Emil"])
    third.record(GARDE)
    assert third.session.follows == table.first.session
    page = browser(table.second).get(f"/s/{table.second.session.public_id}/")
    assert page.status_code == 200


def test_with_all_hands_voided_the_journal_is_kept() -> None:
    table = Table()
    table.second.record(GARDE)
    table.second.void(1)
    table.second.close()
    assert Result.objects.filter(session=table.second.session).count() == 0
    assert settlement.sessions_of(table.evening) == [table.first.session]
    words = words_of(browser(table.second).get(f"/s/{table.second.session.public_id}/"))
    assert "All hands of this session are voided, so it counts nowhere and appears in no list." in words
    journal = words_of(browser(table.second).get(f"/s/{table.second.session.public_id}/journal/"))
    assert "voided hand 1" in journal
    assert Change.objects.filter(session=table.second.session).count() == 4


def test_an_organiser_who_voids_the_last_hand_of_a_closed_session_takes_it_out_and_can_bring_it_back() -> None:
    table = Table()
    table.second.record(GARDE)
    table.second.close()
    session = table.second.session
    access = access_of_panel(session, table.organiser())

    def there() -> tuple[int, bool, bool]:
        return (
            Result.objects.filter(session=session).count(),
            session in settlement.sessions_of(table.evening),
            table.evening.presences.filter(player__name="Emil").exists(),
        )

    assert there() == (4, True, True)
    services.void(Write(session, access, session.revision, token()), number=1)
    assert there() == (0, False, False)
    services.restore(Write(session, access, session.revision, token()), number=1)
    assert there() == (4, True, True)


def test_nobody_is_at_an_evening_to_which_an_empty_session_is_moved() -> None:
    table = Table()
    table.second.close()
    other = Evening.objects.create(club=table.club, date=table.evening.date, name="Other")
    move_session.move(table.second.session, other)
    assert not other.presences.exists()


def test_a_watcher_is_told_as_well() -> None:
    table = Table()
    watcher = watcher_of(table.second.session)
    table.second.close()
    page = words_of(watcher.get(f"/s/{table.second.session.public_id}/"))
    assert "Closed without hands" in page
    assert "Reopen" not in page


# Rows of older versions


def test_restoring_an_older_backup_removes_results_of_nothing_and_no_others() -> None:
    table = Table()
    table.second.close()
    for seat in table.second.session.seats.all():
        result = Result.objects.create(session=table.second.session, seat=seat, total=0, hands=0)
        CallStats.objects.create(result=result, call="garde")
    remove_empty_results()
    assert set(Result.objects.values_list("session", flat=True)) == {table.first.session.pk}
    assert Result.objects.count() == 4
    assert not CallStats.objects.filter(result__session=table.second.session).exists()


def test_a_club_file_of_an_older_version_brings_none_in_either(tmp_path: Path) -> None:
    table = Table()
    table.second.close()
    for seat in table.second.session.seats.all():
        Result.objects.create(session=table.second.session, seat=seat, total=0, hands=0)
    moved(table.club, tmp_path / "club.jsonl")
    assert set(Result.objects.values_list("session__public_id", flat=True)) == {table.first.session.public_id}
    assert Session.objects.count() == 2
