"""A deleted session counts in no figure of its club or home table, and is in no file but a backup."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.scoring.errors import RuleError
from scorekeeper.desk import attendance, evening_overview, settlement
from scorekeeper.desk.tonight import evenings, open_tables
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.files.archive.backup import backup, restore
from scorekeeper.organisers.sessions import one_session
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import SessionLockedError
from scorekeeper.play.models import Result, Session
from scorekeeper.play.recording.write import Write
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import STAKE, ClubEvening
from tests.files.archive.moved import emptied, moved
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.organisers.panel_pages import SessionPage
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import FIVE, FOUR, GARDE, Scorer, token
from tests.standings.home_table import Home

pytestmark = pytest.mark.django_db


class MistakenTable(ClubEvening):
    """Anne, Bruno, Chloé and David have played one hand; then Emil, in place of Anne, at a table by mistake."""

    def __init__(self) -> None:
        super().__init__(members=FIVE)
        self.right = self.played(*FOUR)
        self.mistaken = self.table("Emil", *FOUR[1:], stake=STAKE)
        self.mistaken.record(GARDE)

    def delete(self) -> None:
        recording.delete(Write(self.mistaken.session, **self.mistaken.now({})))

    def undelete(self) -> None:
        recording.undelete(Write(self.mistaken.session, **self.mistaken.now({})))

    @cached_property
    def program(self) -> Program:
        return Program(self.club)

    def standing(self) -> dict[str, int]:
        return {standing["name"]: standing["total"] for standing in self.program.get_json("standings")["ranked"]}

    def present(self) -> set[str]:
        return set(self.evening.presences.values_list("player__name", flat=True))


WITHOUT = {"Anne": 198, "Bruno": -66, "Chloé": -66, "David": -66}
WITH = {"Anne": 198, "Emil": 198, "Bruno": -132, "Chloé": -132, "David": -132}


def test_a_deleted_session_leaves_the_standings_until_it_is_restored() -> None:
    table = MistakenTable()
    table.mistaken.close()
    assert table.standing() == WITH
    table.delete()
    assert table.standing() == WITHOUT
    call_command("recount", "--all", verbosity=0)
    assert table.standing() == WITHOUT
    table.undelete()
    assert table.standing() == WITH


def test_it_is_on_no_page_of_its_evening_and_in_no_answer_of_the_api() -> None:
    table = MistakenTable()
    table.delete()
    program = table.program
    assert settlement.sessions_of(table.evening) == [table.right]
    assert [evening.tables for evening in evening_overview.listed([table.evening])] == [1]
    assert evening_overview.at(table.evening).open == []
    (tonight,) = evenings(type(table.club).objects.all())
    assert "0 open, 1 closed" in [step.state for step in tonight.steps]
    assert open_tables(type(table.club).objects.all()) == ([], False)
    assert queries.tables_of(table.club, table.device) == []
    assert [session["id"] for session in program.get_json("sessions")["sessions"]] == [table.right.public_id]
    inside = program.get_json(f"evenings/{table.evening.public_id}")
    assert [session["id"] for session in inside["sessions"]] == [table.right.public_id]
    assert program.ask(f"sessions/{table.mistaken.session.public_id}").status_code == 404
    organiser = signed_in(table.organiser())
    assert {row[2] for row in csv_rows(fetched(organiser, "results.csv"))[1:]} == {table.right.public_id}
    assert len(fetched(organiser, "sessions.jsonl").splitlines()) == 1


def test_an_open_table_that_is_deleted_keeps_no_evening_from_being_settled() -> None:
    table = MistakenTable()
    table.delete()
    assert table.present() == set(FOUR)  # Emil had come for that table alone
    done = table.settle()
    assert list(done.sessions) == [table.right.pk]
    assert set(done.names.values()) == set(FOUR)


def test_its_players_are_free_for_another_table_and_return_with_it_when_that_is_over() -> None:
    table = MistakenTable()
    attendance.check_in(table.evening, player=table.player("Chloé").pk)
    table.delete()
    other = table.table(*FOUR)
    assert other.session.table_number == 3
    with pytest.raises(RuleError, match="is still at another of this evening’s tables"):
        table.undelete()
    other.close()
    table.undelete()
    assert table.present() == set(FIVE)


@pytest.mark.parametrize("closed", [True, False])
def test_while_its_evening_is_settled_it_is_neither_deleted_nor_restored(closed: bool) -> None:
    table = MistakenTable()
    if closed:
        table.mistaken.close()
        table.settle()
        with pytest.raises(EveningSettledError):
            table.delete()
        page = table.phone.get(reverse("delete", args=[table.mistaken.session.public_id]))
        answer = table.phone.post(page.request["PATH_INFO"], Form(page).fields)
        assert (answer.status_code, "Withdraw its settlement first" in words_of(answer)) == (409, True)
        return
    table.delete()
    table.settle()
    with pytest.raises(EveningSettledError):
        table.undelete()
    address = reverse("session", args=[table.mistaken.session.public_id])
    form = Form(table.phone.get(address)).fields
    answer = table.phone.post(f"{address}undelete/", form)
    assert (answer.status_code, "Withdraw its settlement first" in words_of(answer)) == (409, True)


def test_an_empty_session_brings_nobody_back_to_the_evening() -> None:
    table = MistakenTable()
    table.mistaken.void(1)
    table.mistaken.close()
    table.delete()
    table.undelete()
    assert table.present() == set(FOUR)
    assert not Result.objects.filter(session=table.mistaken.session).exists()


def test_a_club_file_carries_it_as_deleted(tmp_path: Path) -> None:
    table = MistakenTable()
    table.mistaken.close()
    table.delete()
    club = moved(table.club, tmp_path / "club.club")
    assert [session.public_id for session in club.sessions.filter(deleted_at=None)] == [table.right.public_id]
    assert club.sessions.count() == 2


def test_a_settlement_that_mentions_it_can_still_be_moved(tmp_path: Path) -> None:
    table = MistakenTable()
    table.mistaken.close()
    table.settle()
    settled = settlement.standing(table.evening)
    assert settled
    settlement.withdraw(table.evening, settlement=settled.pk)
    table.delete()
    club = moved(table.club, tmp_path / "club.club")
    evening = club.evenings.get()
    assert len(evening.settlements.get().sessions) == 2
    assert settlement.sessions_of(evening) == [club.sessions.get(deleted_at=None)]


@pytest.mark.django_db(transaction=True)
def test_a_backup_keeps_it_and_it_can_be_restored_there(tmp_path: Path) -> None:
    table = MistakenTable()
    table.mistaken.close()
    table.delete()
    backup(tmp_path / "all.backup")
    emptied()
    restore(tmp_path / "all.backup")
    session = Session.objects.get(public_id=table.mistaken.session.public_id)
    access = session.accesses.get()
    recording.undelete(Write(session, access, session.revision, token()))
    assert table.standing() == WITH


def test_at_the_home_table_its_people_and_figures_disappear() -> None:
    home = Home()
    home.played(49)
    session = home.played(49, players=("Zoé", *FOUR[1:]))
    assert "Zoé" in words_of(home.page())
    scorer = Scorer(session)
    recording.delete(Write(session, **scorer.now({})))
    assert "Zoé" not in words_of(home.page())
    assert home.page("Zoé").status_code == 404
    recording.undelete(Write(session, **scorer.now({})))
    assert home.page("Zoé").status_code == 200


def test_a_new_session_is_not_offered_the_game_of_a_mistake() -> None:
    scorer = Scorer()
    mistaken = Scorer(device=scorer.access.device, game="skat", rules="isko", players=FOUR[:3])
    recording.delete(Write(mistaken.session, **mistaken.now({})))
    page = browser(scorer).get(reverse("new"))
    assert page.context["draft"].game.slug == "tarot"


# In the organisers' panel


def changelist(client: Client, query: str = "") -> list[Session]:
    return list(client.get(reverse("admin:play_session_changelist") + query).context["cl"].queryset)


def test_organisers_delete_and_restore_in_the_panel_which_lists_deleted_sessions_on_request() -> None:
    session_page = SessionPage()
    session = session_page.session()
    assert "Session deleted." in session_page.do("delete")
    assert (changelist(session_page.client), changelist(session_page.client, "?deleted=yes")) == ([], [session])
    assert "This session is deleted" in session_page.look()
    assert "This session is deleted. Restore it first." in session_page.do("close")
    assert "This session is deleted. Restore it first." in session_page.do("move", evening="")
    assert "Session restored." in session_page.do("undelete")
    assert [verb for verb, _who in session_page.verbs()] == ["start", "record", "delete", "undelete"]
    assert session_page.verbs()[-1][1] == "marion"
    assert changelist(session_page.client) == [session]


def test_organisers_restore_what_was_deleted_and_locked_since() -> None:
    session_page = SessionPage()
    session_page.do("lock")
    session_page.do("delete")
    scorer = session_page.scorer
    scorer.session.refresh_from_db()
    with pytest.raises(SessionLockedError):
        recording.undelete(Write(scorer.session, **scorer.now({})))
    session_page.do("undelete")
    assert session_page.session().deleted_at is None


def test_several_tables_at_once_skip_a_deleted_one() -> None:
    table = MistakenTable()
    table.delete()
    client = signed_in(table.organiser())
    posted = {"action": "close", "_selected_action": [table.mistaken.session.pk], "confirmed": "yes"}
    words = words_of(client.post(reverse("admin:play_session_changelist") + "?deleted=yes", posted, follow=True))
    assert "This session is deleted. Restore it first." in words


def test_a_deleted_session_is_not_moved_to_another_evening() -> None:
    table = MistakenTable()
    table.delete()
    with pytest.raises(one_session.CannotMoveError):
        one_session.move(table.mistaken.session, None)
