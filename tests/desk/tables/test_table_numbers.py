"""Tables have a number for the evening: given at the start, kept when they continue, the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from scorekeeper.organisers.sessions import one_session
from scorekeeper.play import recording
from scorekeeper.play.evening_tables import number_tables
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.write import Write
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.evening_pages import act, drawn
from tests.files.archive.moved import moved
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.browsers import words_of
from tests.play.tables import Scorer, start, token
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db
A, B, C = TWELVE[:4], TWELVE[4:8], TWELVE[8:]


def numbers(club_evening: ClubEvening) -> list[int | None]:
    return list(club_evening.evening.sessions.order_by("pk").values_list("table_number", flat=True))


def numbers_in(words: str) -> list[int]:
    """Return the tables that a page names."""
    return [number for number in (1, 2, 3) if f"Table {number}" in words]


def go_on(club_evening: ClubEvening, session: Session, *coming: str) -> Session:
    """The next session at the same table, without the players on its first seats."""
    scorer = Scorer(session)
    scorer.close()
    leaving = range(len(coming))
    return recording.change_players(Write(session, **scorer.now({})), leaving=leaving, joining=coming)


def test_tables_are_numbered_in_starting_order() -> None:
    club_evening = ClubEvening()
    club_evening.start(*A)
    club_evening.start(*B)
    assert numbers(club_evening) == [1, 2]


def test_numbers_restart_each_evening_and_a_table_without_one_has_none() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    other.start(*A)
    assert club_evening.start(*A).table_number == 1
    assert club_evening.start(*B, evening="").table_number is None
    assert start().table_number is None


def test_the_tables_of_a_round_count_from_1_on_the_page_on_paper_and_when_they_start() -> None:
    club_evening = ClubEvening()
    club_evening.start(*A)
    shown = drawn(club_evening, *B, *C, game="tarot:fft")
    assert numbers_in(words_of(shown)) == [1, 2]
    paper = reverse("print_evening", args=[club_evening.evening.public_id])
    sheets = printed(club_evening.phone, paper, round="1")
    assert all(sheets.has(f"Table {number}") for number in (1, 2))
    act(club_evening, shown, "start", game_2="boston:decimal")
    assert numbers(club_evening) == [1, 1, 2]


def test_a_table_that_changes_players_keeps_its_number() -> None:
    club_evening = ClubEvening()
    first = club_evening.start(*A)
    club_evening.start(*B)
    followed = go_on(club_evening, first, C[0])
    assert followed.table_number == 1
    assert go_on(club_evening, followed, C[1]).table_number == 1
    assert club_evening.start(*A[:1], *C[2:], "Zoé").table_number == 3


def test_a_table_that_plays_again_keeps_its_number() -> None:
    club_evening = ClubEvening()
    first = club_evening.played(*A)
    club_evening.start(*B)
    assert start_again(first, device=club_evening.device, token=token()).table_number == 1


def test_a_table_moved_to_another_evening_gets_the_next_number() -> None:
    club_evening = ClubEvening()
    club_evening.played(*A)
    moved = club_evening.played(*B)
    numbers_shown = []
    for evening in (club_evening.begin(name="Another"), None, club_evening.evening, club_evening.evening):
        one_session.move(moved, evening)
        numbers_shown.append(Session.objects.get(pk=moved.pk).table_number)
    assert numbers_shown == [1, None, 2, 2]


def test_existing_tables_are_numbered_in_starting_order() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    first, _second = club_evening.start(*A), club_evening.start(*B)
    club_evening.start(*C, evening="")
    go_on(club_evening, first, C[0])
    club_evening.played(*C[1:], "Zoé")
    other.start(*A)
    expected = list(Session.objects.order_by("pk").values_list("table_number", flat=True))
    assert expected == [1, 2, None, 1, 3, 1]
    Session.objects.update(table_number=None)
    for club in (club_evening.club, other.club):
        number_tables(club)
    assert list(Session.objects.order_by("pk").values_list("table_number", flat=True)) == expected


def test_an_exported_club_keeps_its_table_numbers(tmp_path: Path) -> None:
    club_evening = ClubEvening()
    club_evening.start(*A)
    one_session.move(club_evening.start(*B), None)
    club_evening.start(*C)
    Session.objects.filter(table_number=2).update(table_number=7)
    moved(club_evening.club, tmp_path / "file.club")
    assert list(Session.objects.order_by("started_at").values_list("table_number", flat=True)) == [1, None, 7]


# Wherever a table is named


def named() -> tuple[ClubEvening, Session, Session]:
    """An evening at which table 2 is closed and table 3 is open: number 1 was moved away."""
    club_evening = ClubEvening()
    away, closed, goes_on = club_evening.start(*A), club_evening.played(*B), club_evening.start(*C)
    one_session.move(away, None)
    return club_evening, closed, goes_on


PAGES = {
    "the evening": ("evening", ["Table 2 · French Tarot", "Table 3 · French Tarot"]),
    "its settlement": ("evening_cash", ["Table 2 · French Tarot", "Table 3 · French Tarot"]),
    "its links": ("evening_links", ["Table 3 · French Tarot"]),
}


@pytest.mark.parametrize("page", PAGES)
def test_the_evening_pages_show_table_numbers(page: str) -> None:
    club_evening, *_sessions = named()
    name, words = PAGES[page]
    shown = words_of(club_evening.phone.get(reverse(name, args=[club_evening.evening.public_id])))
    assert [word in shown for word in words] == [True] * len(words)
    assert "Table 1" not in shown


def test_the_table_pages_show_the_number() -> None:
    club_evening, closed, goes_on = named()
    pages = [
        words_of(club_evening.phone.get(reverse("session", args=[closed.public_id]))),
        *(
            words_of(club_evening.phone.get(reverse(page, args=[goes_on.public_id])))
            for page in ("session", "chart", "share")
        ),
        words_of(club_evening.phone.get(reverse("board"))),
        words_of(club_evening.phone.get("/")),
    ]
    assert list(map(numbers_in, pages)) == [[2], [3], [3], [3], [3], [2, 3]]


def test_the_panel_shows_table_numbers() -> None:
    club_evening, _closed, goes_on = named()
    organiser_client = signed_in(club_evening.organiser())
    assert "Table 3 · French Tarot" in words_of(organiser_client.get("/admin/"))
    lists = [
        organiser_client.get("/admin/play/session/").content.decode(),
        organiser_client.get(f"/admin/play/session/{goes_on.pk}/change/").content.decode(),
    ]
    assert ["field-table_number" in page for page in lists] == [True, True]


def test_prints_and_files_show_table_numbers() -> None:
    club_evening, closed, goes_on = named()
    assert printed(club_evening.phone, reverse("print_session", args=[closed.public_id])).has("Table 2")
    sheets = printed(club_evening.phone, reverse("print_evening", args=[club_evening.evening.public_id]))
    assert [numbers_in(" ".join(page)) for page in sheets.pages] == [[2], [3]]
    head, *rows = csv_rows(fetched(signed_in(club_evening.organiser()), "results.csv"))
    assert {row[head.index("Table number")] for row in rows} == {"2"}
    response = Program(club_evening.club).get_json(f"sessions/{goes_on.public_id}")
    assert response["table_number"] == 3
    evening = Program(club_evening.club, name="other").get_json(f"evenings/{club_evening.evening.public_id}")
    assert [session["table_number"] for session in evening["sessions"]] == [2, 3]
