"""The results of the home table as a file: for the browsers at its tables, and nobody else."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import Role
from tests.files.spreadsheets.spreadsheet_files import csv_rows, xlsx_cells, xlsx_rows
from tests.play.tables import GARDE, Scorer, start
from tests.standings.home_table import Home
from tests.standings.stored_results import at

pytestmark = pytest.mark.django_db


def download(home: Home, ending: str) -> Any:
    return home.phone.get(reverse("home_results", args=[ending]))


def test_results_have_a_row_for_each_player_and_closed_session() -> None:
    """A garde made by 8 is +198 for Anne and −66 for each of the others; one made by −8 is the reverse."""
    home = Home()
    later = home.played(
        49, 49, at=at(date(2026, 3, 14), 0, 30), stake=Decimal("0.05"), currency="CHF", kitty=Decimal(1)
    )
    earlier = home.played(33, at=at(date(2026, 3, 6), 21))
    Scorer(start(device=home.device)).record(GARDE)
    headings, *rows = csv_rows(download(home, "csv").content)
    assert headings == [
        *("Date", "Session", "Game", "Rules", "Name", "Total", "Hands"),
        *("Stake", "Currency", "Money", "Paid by difference", "Kitty"),
    ]
    assert [row[:2] for row in rows] == [["2026-03-06", earlier.public_id]] * 4 + [["2026-03-13", later.public_id]] * 4
    assert {row[2] for row in rows} == {"French Tarot"}
    assert rows[0][4:] == ["Anne", "-198", "1", "", "", "", "", ""]
    assert [row[4:] for row in rows[4:6]] == [
        ["Anne", "396", "2", "0.05", "CHF", "19.80", "", "1.00"],
        ["Bruno", "-132", "2", "0.05", "CHF", "-6.60", "", "1.00"],
    ]


def test_a_workbook_has_the_same_rows_and_no_formula() -> None:
    home = Home()
    home.played(49, players=("=1+1", "Bruno", "Chloé", "David"))
    response = download(home, "xlsx")
    assert response["Content-Disposition"] == 'attachment; filename="results.xlsx"'
    cells = xlsx_cells(response.content)
    assert (cells[1][4].value, cells[1][4].data_type) == ("=1+1", "s")
    assert [row[5] for row in xlsx_rows(response.content)] == ["Total", 198, -66, -66, -66]
    assert csv_rows(download(home, "csv").content)[1][4] == "'=1+1"


def test_the_page_of_the_people_links_to_the_files() -> None:
    home = Home()
    assert reverse("home_results", args=["xlsx"]) not in home.page().content.decode()
    home.played(49)
    words = home.page().content.decode()
    assert all(reverse("home_results", args=[ending]) in words for ending in ("xlsx", "csv"))


def test_only_browsers_at_these_tables_get_the_results() -> None:
    home, guest, stranger = Home(), Home(), Home()
    recording.join(home.played(49), device=guest.device, role=Role.WATCHER)
    assert csv_rows(download(guest, "csv").content) == csv_rows(download(home, "csv").content)
    assert len(csv_rows(download(stranger, "csv").content)) == 1


def test_there_is_no_file_without_a_browser_or_of_another_kind() -> None:
    home = Home()
    assert download(home, "ods").status_code == 404
    home.phone.cookies.clear()
    assert download(home, "csv").status_code == 404
