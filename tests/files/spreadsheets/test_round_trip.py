"""Export and import is the identity, whatever people's names; and nothing in a file is ever a formula."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.scoring.text import can_be_a_name
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import folded, tidy
from scorekeeper.files.spreadsheets import members
from scorekeeper.files.spreadsheets.import_plan import PlannedAction, plan
from scorekeeper.files.spreadsheets.members import ImportCounts, apply_plan
from scorekeeper.files.spreadsheets.writer import (
    KINDS,
    STYLES,
    ExportSheet,
    as_csv,
    escaped,
    guarded,
    unescaped,
    unguarded,
)
from tests.files.spreadsheets.spreadsheet_files import Record, csv_rows, records, workbook, xlsx_cells

ODD = (
    "=1+1",
    "'=1+1",
    "''=1+1",
    "'Ndrangheta",
    "+49 30 1234",
    "-Anne-",
    "@anne",
    "＝1+1",
    '"Ace" of Spades',
    "Braun, Bruno",
    "Braun; Bruno",
    "🂡 Ace",
    "👩‍👩‍👧",
    "שרה לוי",
    "محمد",
    "é",
    "e\u0301",
    "_x0041_",
    "_x005F_x0041_",
    "#N/A",
    "#REF!",
    "1e5",
    "0017",
    "TRUE",
    "2026-11-22",
    "Yes",
    "sep=;",
    "A\uffffB",
    "m1.00000000",
    "\ufeffAnne",
    '=HYPERLINK("http://x";"y")',
)
letters = st.characters(exclude_categories=["Cs"])
names = (
    (st.sampled_from(ODD) | st.text(letters, min_size=1, max_size=20) | st.text("'=+-@\t\"_x0041, ;", max_size=9))
    .map(tidy)
    .filter(lambda name: can_be_a_name(name) and len(name) <= 60 and name.strip(", "))  # commas alone are no name
)


@st.composite
def clubs(draw: Any) -> list[Record]:
    """People as a club can have them: no two present members have the same name, and no two records are equal."""
    records: list[Record] = []
    called: set[str] = set()
    once: set[tuple[Any, ...]] = set()
    for name, nickname, guest, retired in draw(
        st.lists(st.tuples(names, names | st.just(""), st.booleans(), st.booleans()), min_size=1, max_size=8)
    ):
        if not guest and not retired:
            if folded(nickname or name) in called:
                continue
            called.add(folded(nickname or name))
        key = (" ".join(sorted(folded(name).replace(",", " ").split())), folded(nickname), guest, retired)
        if key in once:
            continue
        once.add(key)
        records.append((name, nickname, guest, retired))
    return records


def club_of(people: list[Record], name: str) -> Club:
    club = Club.objects.create(name=name, slug=name)
    Player.objects.bulk_create(
        [
            Player(
                club=club,
                name=name,
                nickname=nickname,
                guest=guest,
                retired_at=timezone.now() - timedelta(days=40) if retired else None,
            )
            for name, nickname, guest, retired in people
        ]
    )
    return club


def file_of(club: Club, kind: str, locale: str = "en") -> bytes:
    return b"".join(KINDS[kind].pieces(members.sheet(club), locale))


def read_in(club: Club, data: bytes) -> ImportCounts:
    """Import a whole file, likely duplicates included."""
    incoming = members.incoming(data)
    import_plan = plan(club, incoming.entries, incoming.columns, incoming.wrong)
    assert import_plan.lines_of_kind(PlannedAction.WRONG) == []
    return apply_plan(
        club,
        incoming,
        digest=import_plan.digest,
        chosen={line.row for line in import_plan.lines_of_kind(PlannedAction.LIKELY)},
    )


few = settings(max_examples=20)
"""Each writes and reads whole files."""


class RoundTrip(TestCase):
    """Run each example in its own transaction."""

    @given(people=clubs(), kind=st.sampled_from(sorted(KINDS)))
    @example(people=[("=1+1", "", False, False), ("'=1+1", "", False, False)], kind="csv")
    @example(people=[("=1+1", "#N/A", False, False), ("#REF!", "", True, True)], kind="xlsx")
    @example(people=[("Zoé", "", True, False), ("Zoé", "Zo", True, False), ("Zoé", "", False, True)], kind="xlsx")
    @few
    def test_importing_into_an_empty_club_creates_the_same_people_once(self, people: list[Record], kind: str) -> None:
        people = [person for person in people if "," not in person[0]]  # they would be turned round
        ours, theirs = club_of(people, "ours"), club_of([], "theirs")
        data = file_of(ours, kind)
        assert read_in(theirs, data) == ImportCounts(len(people), 0)
        assert records(theirs) == records(ours)
        assert [*members.sheet(theirs).rows] == [*members.sheet(ours).rows]
        assert read_in(theirs, data) == ImportCounts(0, 0)
        assert records(theirs) == records(ours)

    @given(people=clubs(), kind=st.sampled_from(sorted(KINDS)), locale=st.sampled_from(["en", *STYLES]))
    @example([("Anne,", "", False, False), ("Anne", "", True, False), (", Zoé", "", False, True)], "csv", "en")
    @example([("Zoé; the Ace", "sep=,", False, True)], "csv", "de")
    @few
    def test_importing_into_the_same_club_changes_nothing(self, people: list[Record], kind: str, locale: str) -> None:
        club = club_of(people, "ours")
        before = list(club.players.order_by("pk").values())
        with translation.override(locale.partition("-")[0]):
            assert read_in(club, file_of(club, kind, locale)) == ImportCounts(0, 0)
        assert list(club.players.order_by("pk").values()) == before

    @given(people=clubs())
    @few
    def test_no_exported_cell_is_a_formula(self, people: list[Record]) -> None:
        club = club_of(people, "ours")
        cells = [cell for row in csv_rows(file_of(club, "csv")) for cell in row]
        assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "\n")] == []
        types = {cell.data_type for row in xlsx_cells(file_of(club, "xlsx")) for cell in row if cell.value is not None}
        assert types <= {"s", "d"}


@given(st.text(letters))
@example("'" * 3 + "=")
@example("\t")
def test_guarded_cells_are_read_back_unchanged(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in tuple("=+-@\t\r\n")


@given(st.text(letters) | st.text("_x0041FfX", max_size=20))
def test_escaped_cells_are_read_back_unchanged(text: str) -> None:
    assert unescaped(escaped(text)) == text


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@sum", "'@sum"),
        ("\tx", "'\tx"),
        ("'=1+1", "''=1+1"),
        ("'Ndrangheta", "'Ndrangheta"),
        ("1=1", "1=1"),
    ],
)
def test_a_formula_is_exported_to_csv_as_text(name: str, written: str) -> None:
    sheet = ExportSheet(name="x", headings=["Name"], rows=[[name]])
    assert b"".join(as_csv(sheet, "en")) == f"\ufeffName\r\n{written}\r\n".encode()


def test_a_formula_is_exported_to_a_workbook_as_text_and_read_back() -> None:
    sheet = ExportSheet(name="x", headings=["Name"], rows=[["=1+1"], ["#REF!"], [-66]])
    cells = xlsx_cells(b"".join(KINDS["xlsx"].pieces(sheet, "en")))
    assert [(row[0].value, row[0].data_type) for row in cells] == [
        ("Name", "s"),
        ("=1+1", "s"),
        ("#REF!", "s"),
        (-66, "n"),
    ]
    incoming = members.incoming(
        b"".join(KINDS["xlsx"].pieces(ExportSheet(name="x", headings=["Name"], rows=[["=1+1"]]), "en"))
    )
    assert [entry.name for entry in incoming.entries] == ["=1+1"]


def test_a_formula_without_a_stored_result_is_not_evaluated() -> None:
    """A formula that no spreadsheet has calculated shows nothing."""
    incoming = members.incoming(workbook([["Name", "Nickname"], ["Bruno", "Bru"], ["=1+1", "Two"], ["Anne", "=1+1"]]))
    assert [(line.row, line.reason) for line in incoming.wrong] == [(3, "The name is missing.")]
    assert [(entry.name, entry.nickname) for entry in incoming.entries] == [("Bruno", "Bru"), ("Anne", "")]
