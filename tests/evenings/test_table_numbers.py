"""Tables have a number for the evening: given at the start, kept when they continue, the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.evenings import table_start
from scorekeeper.evenings.table_numbers import number_tables
from scorekeeper.organisers import move_session
from scorekeeper.play.models import Session
from scorekeeper.play.recording import services, session_start
from scorekeeper.play.recording.transaction import Write
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.evenings.club_evening import TWELVE, Night
from tests.files.archive.moved import emptied, lines_of, packed, resealed, unpacked
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.browsers import words_of
from tests.play.tables import Scribe, start, token
from tests.printing.asked import printed

pytestmark = pytest.mark.django_db
A, B, C = TWELVE[:4], TWELVE[4:8], TWELVE[8:]


def numbers(night: Night) -> list[int | None]:
    return list(night.evening.sessions.order_by("pk").values_list("table_number", flat=True))


def numbers_in(words: str) -> list[int]:
    """Return the tables that a page names."""
    return [number for number in (1, 2, 3) if f"Table {number}" in words]


def go_on(night: Night, session: Session, *coming: str) -> Session:
    """The same table without the players on its first seats."""
    scribe = Scribe(session)
    leaving = range(len(coming))
    return services.change_players(Write(session, **scribe.now({})), leaving=leaving, joining=coming)


def test_tables_are_numbered_in_the_order_in_which_they_start() -> None:
    night = Night()
    night.start(*A)
    night.start(*B)
    assert numbers(night) == [1, 2]


def test_each_evening_begins_with_one_and_a_table_of_none_has_no_number() -> None:
    night, other = Night("One"), Night("Other")
    other.start(*A)
    assert night.start(*A).table_number == 1
    assert night.start(*B, evening="").table_number is None
    assert start().table_number is None


def test_tables_that_are_drawn_are_numbered_as_the_page_shows_them() -> None:
    night = Night()
    night.start(*A)
    game = table_start.playable(night.evening)["tarot:fft"]
    tables = [
        table_start.DrawnTable(game=game, players=[night.player(name).pk for name in four], token=token())
        for four in (B, C)
    ]
    form = {f"seats-{at}": ",".join(map(str, one.players)) for at, one in enumerate(tables)}
    form |= {f"game-{at}": "tarot:fft" for at in range(2)} | {"action": "swap"}
    page = night.phone.post(reverse("evening_draw", args=[night.evening.public_id]), form)
    assert numbers_in(words_of(page)) == [2, 3]
    paper = night.phone.post(page.request["PATH_INFO"], {**form, "action": "paper"})
    sheets = printed(night.phone, paper["Location"])
    assert sheets.has("Table 2")
    assert sheets.has("Table 3")
    table_start.start(night.evening, device=night.device, label="", tables=tables)
    assert numbers(night) == [1, 2, 3]


def test_a_table_that_goes_on_with_other_people_keeps_its_number() -> None:
    night = Night()
    first = night.start(*A)
    night.start(*B)
    followed = go_on(night, first, C[0])
    assert followed.table_number == 1
    assert go_on(night, followed, C[1]).table_number == 1
    assert night.start(*A[:1], *C[2:], "Zoé").table_number == 3


def test_a_table_that_plays_again_keeps_its_number() -> None:
    night = Night()
    first = night.played(*A)
    night.start(*B)
    assert session_start.again(first, device=night.device, token=token()).table_number == 1


def test_a_table_that_is_moved_is_the_next_one_there() -> None:
    night = Night()
    night.played(*A)
    moved = night.played(*B)
    found = []
    for evening in (night.begin(name="Another"), None, night.evening, night.evening):
        move_session.move(moved, evening)
        found.append(Session.objects.get(pk=moved.pk).table_number)
    assert found == [1, None, 2, 2]


def test_the_tables_of_before_are_numbered_in_the_order_in_which_they_started() -> None:
    night, other = Night("One"), Night("Other")
    first, _second = night.start(*A), night.start(*B)
    night.start(*C, evening="")
    go_on(night, first, C[0])
    night.played(*C[1:], "Zoé")
    other.start(*A)
    expected = list(Session.objects.order_by("pk").values_list("table_number", flat=True))
    assert expected == [1, 2, None, 1, 3, 1]
    Session.objects.update(table_number=None)
    for club in (night.club, other.club):
        number_tables(club)
    assert list(Session.objects.order_by("pk").values_list("table_number", flat=True)) == expected


def test_a_club_takes_its_numbers_along(tmp_path: Path) -> None:
    night = Night()
    night.start(*A)
    move_session.move(night.start(*B), None)
    night.start(*C)
    Session.objects.filter(table_number=2).update(table_number=7)
    lines = lines_of(packed(night.club))
    emptied()
    unpacked(resealed(lines, tmp_path / "file.club"))
    assert list(Session.objects.order_by("started_at").values_list("table_number", flat=True)) == [1, None, 7]


def test_of_a_file_from_before_there_were_numbers_the_tables_are_numbered_as_they_started(tmp_path: Path) -> None:
    night = Night()
    first = night.start(*A)
    night.start(*B)
    go_on(night, first, C[0])
    move_session.move(night.played(*C[1:], "Zoé"), None)
    lines = lines_of(packed(night.club))
    for line in lines:
        if line.get("kind") == "play.session":
            line["table_number"] = None  # what `schema_history` makes of such a file
    emptied()
    unpacked(resealed(lines, tmp_path / "file.club"))
    assert list(Session.objects.order_by("started_at").values_list("table_number", flat=True)) == [1, 2, 1, None]
    assert Club.objects.count() == 1


# Wherever a table is named


def named() -> tuple[Night, Session, Session]:
    """An evening at which table 2 is closed and table 3 is open: number 1 was moved away."""
    night = Night()
    away, closed, goes_on = night.start(*A), night.played(*B), night.start(*C)
    move_session.move(away, None)
    return night, closed, goes_on


PAGES = {
    "the evening": ("evening", ["Table 2 · French Tarot", "Table 3 · French Tarot"]),
    "its settlement": ("evening_settlement", ["Table 2 · French Tarot", "Table 3 · French Tarot"]),
    "its links": ("evening_links", ["Table 3 · French Tarot"]),
}


@pytest.mark.parametrize("page", PAGES)
def test_on_a_page_of_the_evening(page: str) -> None:
    night, *_sessions = named()
    name, words = PAGES[page]
    shown = words_of(night.phone.get(reverse(name, args=[night.evening.public_id])))
    assert [one in shown for one in words] == [True] * len(words)
    assert "Table 1" not in shown


def test_on_the_pages_of_the_table() -> None:
    night, closed, goes_on = named()
    pages = [
        words_of(night.phone.get(reverse("session", args=[closed.public_id]))),
        *(words_of(night.phone.get(reverse(one, args=[goes_on.public_id]))) for one in ("session", "chart", "share")),
        words_of(night.phone.get(reverse("board"))),
        words_of(night.phone.get("/")),
    ]
    assert list(map(numbers_in, pages)) == [[2], [3], [3], [3], [3], [2, 3]]


def test_in_the_panel() -> None:
    night, _closed, goes_on = named()
    office = signed_in(night.organiser())
    assert "Table 3 · French Tarot" in words_of(office.get("/admin/"))
    lists = [
        office.get(f"/admin/evenings/evening/{night.evening.pk}/change/").content.decode(),
        office.get("/admin/play/session/").content.decode(),
        office.get(f"/admin/play/session/{goes_on.pk}/change/").content.decode(),
    ]
    assert ["field-table_number" in page for page in lists] == [True, True, True]


def test_on_paper_and_in_files() -> None:
    night, closed, goes_on = named()
    assert printed(night.phone, reverse("print_session", args=[closed.public_id])).has("Table 2")
    sheets = printed(night.phone, reverse("print_evening", args=[night.evening.public_id]))
    assert [numbers_in(" ".join(page)) for page in sheets.pages] == [[2], [3]]
    head, *rows = csv_rows(fetched(signed_in(night.organiser()), "results.csv"))
    assert {row[head.index("Table number")] for row in rows} == {"2"}
    answer = Program(night.club).told(f"sessions/{goes_on.public_id}")
    assert answer["table_number"] == 3
    evening = Program(night.club, name="other").told(f"evenings/{night.evening.public_id}")
    assert [one["table_number"] for one in evening["sessions"]] == [2, 3]
