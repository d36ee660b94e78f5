"""Unreadable files: each is refused with its row and place, and nothing is written."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet._reader import WorkSheetParser

from scorekeeper.clubs.models import Player
from scorekeeper.files.spreadsheets import members, reader
from scorekeeper.files.spreadsheets.reader import UnreadableFileError
from scorekeeper.organisers.spreadsheets import views
from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import MEMBERS, sent, workbook
from tests.play.browsers import words_of

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452")
CSV = '"Name","Nickname"\r\n"Zoé Zorn","Zo"\r\n"Bruno ""B"" Braun",""\r\n'.encode()
NO_NAME = (
    "There is no column with the heading “Name”. Known headings: Name, Nickname, Guest, Retired, Member number, "
    "Category, Federation number, E-mail, Phone number, Entry date."
)
NO_TEXT = "This is not a text file. Save the table as XLSX, or as CSV in UTF-8."
CUT = "the file may have been cut off."


def why(data: bytes) -> str:
    """Return why a file is refused; fail if it isn't."""
    with pytest.raises(UnreadableFileError) as refused:
        members.incoming(data)
    return str(refused.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty."),
        (b"\xef\xbb\xbf \r\n", "The file is empty."),
        (b"\n\n\n", "The file is empty."),
        (PNG, "This is a picture."),
        (b"\xff\xd8\xff\xe0" + b"x" * 99, "This is a picture."),
        (b"%PDF-1.7\n" + b"x" * 99, "This is a PDF. Save the table itself as XLSX or CSV."),
        (
            bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 99,
            "This is a workbook in the old XLS format. Save it as XLSX or CSV.",
        ),
        (b"\x1f\x8b\x08" + b"x" * 99, "This file is compressed. Unpack it first."),
        (b"Name\nZo\0e\n", NO_TEXT),
        ("Name\nZoé\n".encode("utf-16-le"), NO_TEXT),
        ("Name\nZoé\n".encode("utf-32"), NO_TEXT),
        ("Name\nZoé\n".encode("utf-16")[:-1], NO_TEXT),
        (b"Name\nAnne\nZo\x81\n", NO_TEXT),
        (
            b'Name\nAnne\n"Bruno',
            "Row 3: A quotation mark is opened here and not closed; the file may have been cut off.",
        ),
        (
            b'Name\n"Anne\nArnaud"\n"Bruno',
            "Row 3: A quotation mark is opened here and not closed; the file may have been cut off.",
        ),
        (
            f'Name\n"{"A" * 200_000}"\n'.encode(),
            "Row 2: A cell has more than 131072 characters; perhaps a quotation mark is opened here and not closed.",
        ),
        (b'Name\n"Anne" A\n', "Row 2: There is a quotation mark in the wrong place in this row."),
        (b"Nickname\nAnne\n", f"Row 1: {NO_NAME}"),
        (b"Name,NAME\nAnne,Anne\n", "Row 1: Two columns have the heading “NAME”."),
        (b"Name,Nom\nAnne,Anne\n", "Row 1: Two columns have the heading “Nom”."),
        (
            b"Anne Arnaud\nBruno Braun\n",
            f"Row 1: {NO_NAME}",
        ),
    ],
)
def test_a_file_without_members_is_refused_with_a_message(data: bytes, words: str) -> None:
    assert why(data) == words


def test_too_many_rows_are_refused() -> None:
    file = "Name\n" + "".join(f"Member {number}\n" for number in range(reader.MOST_ROWS + 1))
    words = "Row 5002: Too many rows: a file can have at most 5000 below the headings. Split it."
    assert why(file.encode()) == words
    assert len(members.incoming(file.rpartition("Member")[0].encode()).entries) == 5000


# Workbooks


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        return {name: parts.read(name) for name in parts.namelist()}


def packed(parts: dict[str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


GOOD = workbook([["Name", "Nickname"], *[[f"Member {number}", "M"] for number in range(60)]])
SHEET = "xl/worksheets/sheet1.xml"
BROKEN = "The workbook is damaged; it may have been cut off."
NONE = "This is not an XLSX workbook. Save the table as XLSX or CSV."


@given(st.integers(min_value=4, max_value=len(GOOD) - 1))
def test_a_workbook_truncated_anywhere_is_refused(length: int) -> None:
    assert why(GOOD[:length]) == BROKEN


@given(place=st.integers(min_value=0, max_value=len(GOOD) - 1), other=st.integers(min_value=1, max_value=255))
def test_a_workbook_with_a_changed_byte_is_refused_or_reads_the_same(place: int, other: int) -> None:
    data = GOOD[:place] + bytes([GOOD[place] ^ other]) + GOOD[place + 1 :]
    try:
        incoming = members.incoming(data)
    except UnreadableFileError:
        return
    assert [entry.name for entry in incoming.entries] == [f"Member {number}" for number in range(60)]


@given(st.integers(min_value=0, max_value=len(CSV)))
def test_a_truncated_csv_file_is_refused_or_ends_between_two_cells(length: int) -> None:
    """Every cell is quoted, so that a cut can only be hidden inside a cell."""
    try:
        incoming = members.incoming(CSV[:length])
    except UnreadableFileError:
        return
    assert {entry.name for entry in incoming.entries} <= {"Zoé Zorn", 'Bruno "B" Braun', 'Bruno "B', "Bruno"}


@given(st.binary(max_size=200))
def test_any_bytes_are_either_read_or_refused(data: bytes) -> None:
    """Any other exception fails here."""
    for begins in (b"", b"Name\n", b"PK\x03\x04", b"\xff\xfe", b"Name,Retired\n"):
        with suppress(UnreadableFileError):
            members.incoming(begins + data)


def test_other_zip_files_are_not_workbooks() -> None:
    assert why(packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})) == NONE
    assert why(packed({reader.BOOK: b"<workbook/>"})) == BROKEN


@pytest.mark.parametrize("size", [17, 200], ids=["a little too large", "a bomb"])
def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(size: int) -> None:
    words = "This workbook is too large when unpacked. Save only the members to a file."
    assert why(packed({**parts_of(GOOD), "xl/more.xml": b" " * size * 1024 * 1024})) == words
    assert why(packed({**parts_of(GOOD), **{f"xl/{number}.xml": b"" for number in range(600)}})) == words


def test_a_workbook_with_a_false_size_is_refused() -> None:
    parts = {**parts_of(GOOD), "xl/more.xml": b" " * 32 * 1024 * 1024}
    data = bytearray(packed(parts))
    size = (32 * 1024 * 1024).to_bytes(4, "little")
    while (place := data.find(size)) >= 0:
        data[place : place + 4] = (10).to_bytes(4, "little")
    assert why(bytes(data)) == BROKEN


@pytest.mark.parametrize("part", [SHEET, reader.BOOK, "xl/styles.xml", "[Content_Types].xml"])
def test_expanding_entities_are_not_read(part: str) -> None:
    entities = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    parts = parts_of(GOOD)
    parts[part] = entities + parts[part]
    assert why(packed(parts)) == BROKEN


def with_rows(*more: bytes) -> bytes:
    """The good workbook, with these rows below its own, which end at 61."""
    parts = parts_of(GOOD)
    parts[SHEET] = parts[SHEET].replace(b"</sheetData>", b"".join(more) + b"</sheetData>")
    return packed(parts)


EMPTY = [b'<row r="%d"/>' % number for number in range(62, 62 + 40_000)]
FORMATTED = [b'<row r="%d" ht="15"><c r="A%d" s="0"/><c r="B%d"/></row>' % (n, n, n) for n in range(62, 62 + 40_000)]
LAST = b'<row r="400000"><c r="A400000"><v>1</v></c></row>'
STOPPED = "Nothing below row 61 was read, because thousands of rows there are empty."


@pytest.fixture
def read_rows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the numbers of the rows that openpyxl parses, which is what takes long."""
    references: list[str] = []
    parse = WorkSheetParser.parse_row

    def parse_row(self: Any, row: Any) -> Any:
        references.append(row.get("r"))
        return parse(self, row)

    monkeypatch.setattr(WorkSheetParser, "parse_row", parse_row)
    return references


@pytest.mark.parametrize("rows", [EMPTY, FORMATTED, [*EMPTY, LAST]], ids=["empty", "formatted", "before content"])
def test_reading_stops_after_thousands_of_empty_rows_with_a_remark(rows: list[bytes], read_rows: list[str]) -> None:
    incoming = members.incoming(with_rows(*rows))
    assert (len(incoming.entries), incoming.remarks) == (60, (STOPPED,))
    assert len(read_rows) < 61 + 5_000 + 5


def test_a_few_empty_rows_are_skipped() -> None:
    incoming = members.incoming(with_rows(*EMPTY[:300], b'<row r="500"><c r="A500" t="n"><v>17</v></c></row>'))
    assert [(entry.row, entry.name) for entry in incoming.entries[-1:]] == [(500, "17")]


@pytest.mark.parametrize(
    ("part", "begins"),
    [(SHEET, b"<sheetData>"), (SHEET, b'<row r="61">'), ("xl/styles.xml", b"<cellXfs"), (reader.BOOK, b"<sheets>")],
)
def test_a_sheet_that_would_take_too_long_is_refused_unread(
    part: str, begins: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(*_given: Any, **_more: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr("openpyxl.load_workbook", load)
    parts = parts_of(GOOD)
    assert begins in parts[part]
    parts[part] = parts[part].replace(begins, b"<c/>" * 900_000 + begins, 1)
    assert why(packed(parts)) == "This workbook is too large when unpacked. Save only the members to a file."


def test_a_row_with_a_huge_number_is_not_reached_by_counting() -> None:
    parts = parts_of(GOOD)
    parts[SHEET] = parts[SHEET].replace(b'<row r="61"', b'<row r="999999999"')
    assert members.incoming(packed(parts)).remarks == (STOPPED.replace("61", "60"),)


def test_a_cell_in_a_huge_column_is_not_reached_by_counting() -> None:
    parts = parts_of(GOOD)
    last, beyond = (
        {**parts, SHEET: parts[SHEET].replace(b'r="A60"', f'r="{column}60"'.encode())} for column in ("ZZZ", "ZZZZZZZ")
    )
    wrong = members.incoming(packed(last)).wrong
    assert [(line.row, line.reason) for line in wrong] == [(60, "The name is missing.")]
    assert why(packed(beyond)) == "Row 59: The workbook is damaged after this row; it may have been cut off."


def test_a_workbook_with_a_false_dimension_is_read_in_full() -> None:
    parts = parts_of(GOOD)
    parts[SHEET] = parts[SHEET].replace(b'<dimension ref="A1:B61"', b'<dimension ref="A1"')
    assert b'ref="A1"' in parts[SHEET]
    assert len(members.incoming(packed(parts)).entries) == 60


def test_an_error_inside_a_sheet_is_reported_with_its_row() -> None:
    parts = parts_of(GOOD)
    begin = parts[SHEET].index(b'<row r="31"')
    parts[SHEET] = parts[SHEET][: begin + 40]
    assert why(packed(parts)) == "Row 30: The workbook is damaged after this row; it may have been cut off."
    parts = parts_of(GOOD)
    wrong = b'<c r="B31" t="e"><v>#REF!</v></c>'
    parts[SHEET], replaced = re.subn(rb'<c r="B31".*?</c>', wrong, parts[SHEET])
    assert replaced == 1
    incoming = members.incoming(packed(parts))
    assert [(line.row, line.name, line.reason) for line in incoming.wrong] == [
        (31, "Member 29", "There is a formula here that results in an error.")
    ]
    assert len(incoming.entries) == 59


def test_a_workbook_with_a_password_is_refused() -> None:
    data = bytearray(packed(parts_of(GOOD)))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := data.find(mark, start + 1)) >= 0:
            data[start + place] |= 1
    assert why(bytes(data)) == BROKEN


# On the page


def organiser_client() -> Client:
    return signed_in(SampleClub(members=()).organiser("marion"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty."),
        (PNG, "This is a picture."),
        (GOOD[:500], BROKEN),
        (b'Name\nAnne\n"Bruno', f"Row 3: A quotation mark is opened here and not closed; {CUT}"),
        (b"Name\n" + b"x" * 1024 * 1024, "This file is larger than 1 MB, enough for thousands of members. Split it."),
    ],
    ids=["empty", "a picture", "cut workbook", "cut csv", "too large"],
)
def test_an_unreadable_file_is_refused_at_its_field(data: bytes, words: str) -> None:
    page = sent(organiser_client(), data)
    assert (page.status_code, page.context["form"].errors) == (422, {"file": [words]})
    assert words in words_of(page)
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_a_missing_file_is_refused() -> None:
    page = organiser_client().post(MEMBERS, {})
    assert (page.status_code, page.context["form"].errors) == (422, {"file": ["Choose a file."]})


@pytest.mark.django_db
def test_a_hundred_megabyte_file_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """By then Django has it on the disk, unless it was refused before; no byte of it is read."""

    def read(*_given: Any) -> bytes:
        raise AssertionError

    monkeypatch.setattr(TemporaryUploadedFile, "read", read)
    page = sent(organiser_client(), b"Name\n" + b"x" * 100 * 1024 * 1024)
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["file"])


@pytest.mark.django_db
def test_a_preview_too_large_for_a_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_SENT", 50)
    page = sent(organiser_client(), "Name\nZoé\nZora\n")
    assert page.status_code == 422
    assert page.context["form"].errors == {"file": ["This file is too long to check at once. Split it."]}


def test_the_data_of_a_preview_fits_into_a_form() -> None:
    assert members.MOST_SENT < settings.DATA_UPLOAD_MAX_MEMORY_SIZE * 0.9
    assert views.MOST_CHOICES < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS - 10
