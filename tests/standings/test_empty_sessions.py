"""A session closed without a hand counts nowhere, is listed nowhere, and links to the next one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorekeeper.desk import attendance, evening_overview, settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers.sessions import one_session
from scorekeeper.organisers.sessions.one_session import access_of_panel
from scorekeeper.play import queries, recording
from scorekeeper.play.models import Change, Result, Session
from scorekeeper.play.recording.write import Write
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import STAKE, ClubEvening
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.expected_results import PRISE_FAILED
from tests.play.tables import FIVE, FOUR, GARDE, Scorer, token

pytestmark = pytest.mark.django_db


class Table(ClubEvening):
    """Anne, Bruno, Chloé and David have played one hand, which cost Bruno 105; then Emil took Anne's place."""

    def __init__(self) -> None:
        super().__init__(members=FIVE)
        self.first = self.table(*FOUR, stake=STAKE)
        self.first.record(PRISE_FAILED)
        self.first.close()
        self.second = self.change(self.first, leaving=[0], coming=["Emil"])

    def change(self, scorer: Scorer, *, leaving: list[int], coming: list[str]) -> Scorer:
        followed = recording.change_players(
            Write(scorer.session, **{**scorer.now({}), "access": scorer.access}), leaving=leaving, joining=coming
        )
        return Scorer(followed)

    def standing(self) -> dict[str, tuple[int, int, int]]:
        body = Program(self.club).get_json("standings")
        return {row["name"]: (row["total"], row["sessions"], row["hands"]) for row in body["ranked"]}


def test_hands_stay_when_the_following_session_is_closed_empty() -> None:
    table = Table()
    table.second.close()
    assert table.standing() == {
        "Anne": (35, 1, 1),
        "Chloé": (35, 1, 1),
        "David": (35, 1, 1),
        "Bruno": (-105, 1, 1),
    }


def test_an_empty_session_is_on_no_page_and_in_no_file() -> None:
    table = Table()
    table.second.close()
    empty = table.second.session
    sample_club, program = queries.home(table.device), Program(table.club)
    assert [table.session for table in sample_club.closed] == [table.first.session]
    assert settlement.sessions_of(table.evening) == [table.first.session]
    assert [evening.tables for evening in evening_overview.listed([table.evening])] == [1]
    assert [session["id"] for session in program.get_json("sessions")["sessions"]] == [table.first.session.public_id]
    (evening,) = program.get_json("evenings")["evenings"]
    inside = program.get_json(f"evenings/{evening['id']}")
    assert [session["id"] for session in inside["sessions"]] == [table.first.session.public_id]
    assert program.ask(f"sessions/{empty.public_id}").status_code == 404
    organiser_client = signed_in(table.organiser())
    assert {row[2] for row in csv_rows(fetched(organiser_client, "results.csv"))[1:]} == {table.first.session.public_id}
    assert len(fetched(organiser_client, "sessions.jsonl").splitlines()) == 1
    page = table.phone.get(reverse("member", args=[table.player("Emil").pk]))
    assert empty.public_id not in page.content.decode()


def test_the_panel_lists_empty_sessions_on_request() -> None:
    table = Table()
    table.second.close()
    organiser_client, address = signed_in(table.organiser()), reverse("admin:play_session_changelist")

    def listed(query: str = "") -> list[Session]:
        return list(organiser_client.get(address + query).context["cl"].queryset)

    assert listed() == [table.first.session]
    assert listed("?empty=yes") == [table.second.session]
    page = organiser_client.get(reverse("admin:play_session_change", args=[table.second.session.pk]))
    assert page.status_code == 200


def test_an_empty_session_does_not_affect_the_settlement_of_the_evening() -> None:
    table = Table()
    assert table.evening.presences.count() == 5
    table.second.close()
    there = set(table.evening.presences.values_list("player__name", flat=True))
    assert there == set(FOUR)  # Emil had come for that table alone
    done = table.settle()
    assert list(done.sessions) == [table.first.session.pk]
    assert set(done.names.values()) == set(FOUR)


def test_a_player_checked_in_by_hand_stays_at_the_evening() -> None:
    table = Table()
    attendance.check_in(table.evening, player=table.player("Emil").pk)
    table.second.close()
    assert table.evening.presences.filter(player__name="Emil").exists()


def test_who_is_replaced_before_the_first_hand_was_not_there() -> None:
    club_evening = ClubEvening(members=FIVE)
    first = club_evening.table(*FOUR)
    came_at = dict(club_evening.evening.presences.values_list("player__name", "came_at"))
    recording.change_players(Write(first.session, **first.now({})), leaving=[0], joining=["Emil"])
    there = dict(club_evening.evening.presences.values_list("player__name", "came_at"))
    assert set(there) == {"Bruno", "Chloé", "David", "Emil"}
    assert [there[name] for name in FOUR[1:]] == [came_at[name] for name in FOUR[1:]]


def test_who_joined_and_never_played_was_not_there() -> None:
    club_evening = ClubEvening(members=FIVE)
    scorer = club_evening.table(*FOUR)
    scorer.record(GARDE)
    recording.change_players(Write(scorer.session, **scorer.now({})), leaving=[0], joining=["Emil"])
    assert set(club_evening.evening.presences.values_list("player__name", flat=True)) == set(FIVE)
    scorer.close()
    assert set(club_evening.evening.presences.values_list("player__name", flat=True)) == set(FOUR)


def test_the_page_of_an_empty_session_explains_and_links_on() -> None:
    table = Table()
    phone = browser(table.second)
    table.second.close()
    first, second = (f"/s/{scorer.session.public_id}/" for scorer in (table.first, table.second))
    page = phone.get(f"{second}?unwritten")
    assert page.status_code == 200
    assert "No hand was recorded here, so this session doesn’t count and isn’t listed." in words_of(page)
    assert first in page.content.decode()
    # The session before can be followed by another one, as if there had been none.
    before = phone.get(first)
    assert "Continue with other players" in words_of(before)
    assert f'href="{second}"' not in before.content.decode()


def test_a_hand_sent_too_late_is_reported_as_unrecorded_and_can_still_be_played() -> None:
    table = Table()
    phone, session = browser(table.second), table.second.session
    address = f"/s/{session.public_id}/"
    form = Form(phone.get(address), action="record").fields
    table.second.close()
    response = phone.post(f"{address}record/", {**form, "call": "garde", "taker": "0", "bouts": "2", "points": "49"})
    late = phone.get(response["Location"])
    assert "what you sent was not recorded. Reopen it, then record again." in words_of(late)
    phone.post(f"{address}reopen/", Form(late, action="reopen").fields)
    session.refresh_from_db()
    assert session.closed_at is None
    assert table.evening.presences.filter(player__name="Emil").exists()


def test_the_links_to_an_empty_session_lead_to_that_page_too() -> None:
    scorer = Scorer()
    scorer.close()
    page = browser().get(reverse("watch", args=[scorer.session.watch_token]), follow=True)
    assert "Closed without hands" in words_of(page)


def test_another_session_can_follow_in_place_of_the_empty_one() -> None:
    table = Table()
    table.second.close()
    third = table.change(table.first, leaving=[1], coming=["Emil"])
    third.record(GARDE)
    assert third.session.follows == table.first.session
    page = browser(table.second).get(f"/s/{table.second.session.public_id}/")
    assert page.status_code == 200


def test_a_session_with_all_hands_voided_keeps_its_journal() -> None:
    table = Table()
    table.second.record(GARDE)
    table.second.void(1)
    table.second.close()
    assert Result.objects.filter(session=table.second.session).count() == 0
    assert settlement.sessions_of(table.evening) == [table.first.session]
    words = words_of(browser(table.second).get(f"/s/{table.second.session.public_id}/?unwritten"))
    assert "All hands of this session are voided, so it doesn’t count and isn’t listed." in words
    journal = words_of(browser(table.second).get(f"/s/{table.second.session.public_id}/journal/"))
    assert "voided hand 1" in journal
    assert Change.objects.filter(session=table.second.session).count() == 4


def test_voiding_the_last_hand_in_the_panel_empties_a_session_and_restoring_refills_it() -> None:
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
    recording.void(Write(session, access, session.revision, token()), number=1)
    assert there() == (0, False, False)
    recording.unvoid(Write(session, access, session.revision, token()), number=1)
    assert there() == (4, True, True)


def test_moving_an_empty_session_to_an_evening_makes_nobody_present() -> None:
    table = Table()
    table.second.close()
    other = Evening.objects.create(club=table.club, date=table.evening.date, name="Other")
    one_session.move(table.second.session, other)
    assert not other.presences.exists()


def test_a_watcher_gets_the_explanation_too() -> None:
    scorer = Scorer()
    watcher = watcher_of(scorer.session)
    scorer.close()
    page = words_of(watcher.get(f"/s/{scorer.session.public_id}/"))
    assert "Closed without hands" in page
    assert "Reopen" not in page
