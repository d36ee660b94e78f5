"""Entries from files: they become lines that the desk reviews and enters."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from scorekeeper.files.spreadsheets.entry_files import read_entries
from scorekeeper.files.spreadsheets.reader import UnreadableFileError
from tests.desk.club_tournament import ClubTournament
from tests.play.browsers import browser, words_of


def workbook(*rows: list[Any]) -> bytes:
    book, data = Workbook(), BytesIO()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param("name;team\nZoé;Asse\n".encode(), "Zoé;Asse;\n", id="a heading for each column"),
        pytest.param(
            "Kategorie,Name,Startnummer\nDamen,Zoé,17\n".encode(), "17;Zoé;;Damen\n", id="in German and another order"
        ),
        pytest.param("Zoé;Asse\nYann\n".encode(), "Zoé;Asse;\nYann;;\n", id="without headings"),
        pytest.param(
            workbook(["Nom", "Équipe", "Numéro de départ"], ["Zoé", "Asse", 17.0], ["Yann", None, None]),
            "17;Zoé;Asse;\nYann;;\n",
            id="a French workbook",
        ),
        pytest.param(b"Name\nMeier, Anne\n", "Anne Meier;;\n", id="the surname first in a single column"),
        pytest.param(b"Meier, Anne\nBraun, Bruno\n", "Anne Meier;;\nBruno Braun;;\n", id="a list without headings"),
        pytest.param("Zoé,Asse,women\nYann\n".encode(), "Zoé;Asse;women\nYann;;\n", id="commas without headings"),
        pytest.param(
            b"Nachname;Vorname;Mannschaft\nAhrens;Gisela;Asse\nBach;;\n",
            "Gisela Ahrens;Asse;\nBach;;\n",
            id="surname and first name",
        ),
        pytest.param(
            workbook(["Nr.", "Name", "Mitgliedsnummer"], [17, "Anne", 7.0], [18, "Yann", None]),
            "17;Anne;;;7\n18;Yann;;\n",
            id="start number and member number",
        ),
        pytest.param(b"No.;Name;Member no.\n17;Anne;007\n", "17;Anne;;;007\n", id="with leading zeros"),
        pytest.param(b'name\n"Zimmer; Zo"\n', '"Zimmer; Zo";;\n', id="a name with a semicolon"),
    ],
)
def test_a_file_becomes_lines(data: bytes, lines: str) -> None:
    assert read_entries(data).lines == lines


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"%PDF-1.7", "PDF"),
        (b"name\n" + b"x\n" * 1001, "at most 1000 entries"),
    ],
    ids=["empty", "a PDF", "too many"],
)
def test_a_file_that_cannot_be_read_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableFileError, match=words):
        read_entries(data)


def test_what_is_left_out_or_put_together_is_said() -> None:
    found = read_entries(b"Vorname;Name;Wohnort;;Team\nGisela;Ahrens;Ulm;x;Asse\n")
    assert found.lines == "Gisela Ahrens;Asse;\n"
    assert found.remarks == [
        "Names are put together from the columns “Vorname” and “Name”.",
        "Ignored column: “Wohnort”.",
        "Row 2: “x” is in a column without a heading.",
    ]
    assert read_entries("Zoé;Asse;women;late\nYann\n".encode()).remarks == [
        "Row 1: “late” is in a column without a heading."
    ]


def test_a_row_with_a_broken_formula_does_not_block_the_others() -> None:
    found = read_entries(workbook(["name", "team"], ["=1/0", "Asse"], ["#REF!", "Asse"], ["Yann", "Asse"]))
    assert found.lines.splitlines()[-1] == "Yann;Asse;"
    assert "Row 3: There is a formula here that results in an error." in found.remarks


# The page


def send(club: ClubTournament, data: bytes, phone: Any = None) -> Any:
    url = reverse("tournament_import", args=[club.evening.public_id])
    return (phone or club.phone).post(url, {"file": SimpleUploadedFile("entries.csv", data)})


@pytest.mark.django_db
def test_the_desk_sees_the_lines_before_they_are_entered() -> None:
    club = ClubTournament(members=("Anne",))
    page = send(club, "name;team\nZoé;Asse\n".encode())
    lines = page.context["lines"]["lines"].value()
    assert (page.status_code, page.context["lines_open"], club.tournament.entries.count()) == (200, True, 1)
    club.phone.post(reverse("tournament", args=[club.evening.public_id]), {"action": "lines", "lines": lines})
    assert club.tournament.entries.get(name="Zoé").team == "Asse"


@pytest.mark.django_db
def test_a_file_that_cannot_be_read_leaves_the_list_as_it_is() -> None:
    club = ClubTournament(members=("Anne",))
    page = send(club, b"%PDF-1.7")
    assert (page.status_code, "This is a PDF" in words_of(page)) == (422, True)
    missing = club.phone.post(reverse("tournament_import", args=[club.evening.public_id]))
    assert (missing.status_code, "Choose a file." in words_of(missing)) == (422, True)


@pytest.mark.django_db
def test_a_phone_that_only_watches_imports_nothing() -> None:
    club = ClubTournament(members=("Anne",))
    assert send(club, b"name\nEmil\n", browser(name=club.watching_phone())).status_code == 403
