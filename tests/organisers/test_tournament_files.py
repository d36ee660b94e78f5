"""The files of a tournament in the panel: downloads, and a document that is imported."""

from __future__ import annotations

import io
import json
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Player
from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.entries import read_lines
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.register import EntryDetails
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.desk.stored_result import read_stored
from scorekeeper.evenings.models import Evening
from scorekeeper.files.spreadsheets.entry_files import read_entries
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import change_tournament, pay_fees
from tests.desk.documents import NAMES, examples, table, tournament
from tests.desk.stored import store
from tests.files.spreadsheets.spreadsheet_files import csv_rows
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db
EXAMPLES = examples("worked_examples.json")
WORKED = {example["id"]: example for example in EXAMPLES}


class ClubFiles(ClubEvening):
    """A club with a worked example as its tournament, and an organiser who is signed in."""

    def __init__(self, example: str = "withdrawn", **changes: Any) -> None:
        super().__init__(members=("Anne",))
        self.tournament = store(WORKED[example]["document"], self.evening)
        change_tournament(self.tournament, **changes)
        self.panel = Client()
        self.panel.force_login(self.organiser("marion"))
        self.url = reverse("admin:tournament_files", args=[self.evening.public_id])

    def rows(self, file: str, **params: str) -> list[list[str]]:
        return csv_rows(self.panel.get(self.url, {"file": file, **params}).content)

    def upload(self, document: Any) -> Any:
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        file = SimpleUploadedFile("tournament.json", content)
        return self.panel.post(reverse("admin:tournament_import"), {"file": file})


def test_the_list_of_the_day_is_a_row_for_each_entry() -> None:
    headings, *rows = ClubFiles("loss-money-afresh-in-each-round").rows("ranking.csv")
    assert headings[:7] == ["Place", "No.", "Name", "Team", "Tandem", "Category", "Withdrawn"]
    assert headings[7:13] == [f"Round 1: {what}" for what in ("Table", "Points", "Won", "Lost", "Others lost", "Total")]
    # Place, number, name; round 1: table, points, won, lost, others lost, total; round 2; total …
    assert rows[2] == [
        *("3", "1", "Anne", "", "", "", ""),
        *("1", "-300", "0", "6", "4", "-300"),
        *("1", "10", "1", "2", "3", "10"),
        *("-290", "1", "8", "7", "5.00", "0.00"),
    ]


def test_the_association_gets_places_registered_names_rounds_and_totals() -> None:
    club = ClubFiles("loss-money-afresh-in-each-round")
    anne = club.tournament.entries.get(name="Anne").player
    Player.objects.filter(pk=anne.pk).update(name="Anne van der Berg", nickname="Anne", member_number="17")
    personal_data.store(anne, {"federation_number": "04-1178", "email": "anne@example.org"})
    club.tournament.entries.filter(name="Anne").update(team="Asse", category="women")
    headings, *rows = club.rows("association.csv")
    results = ["Round 1", "Round 2", "Total", "Won", "Lost"]
    assert headings == ["Place", "Start number", "Surname", "First name", "Team", "Category", *results]
    assert rows[2] == ["3", "1", "van der Berg", "Anne", "Asse", "women", "-300", "10", "-290", "1", "8"]
    numbered = club.rows("association.csv", numbers="on")
    assert numbered[0][4:6] == ["Member number", "Federation number"]
    assert numbered[3][:6] == ["3", "1", "van der Berg", "Anne", "17", "04-1178"]
    assert "anne@example.org" not in str(numbered)


def test_the_association_gets_the_match_points_of_each_team() -> None:
    headings, first, *_others = ClubFiles("league-day").rows("association.csv")
    rounds = [f"Round {number}: Match points" for number in (1, 2, 3)]
    assert headings[-6:] == ["Won", "Lost", *rounds, "Match points"]
    assert (first[3], first[4], first[-4:]) == ("Astrid", "Asse", ["3", "1.50", "0", "4.50"])


def test_the_entries_of_a_tournament_can_be_read_into_another() -> None:
    club = ClubFiles("special-prizes")

    def details(row: TournamentEntry) -> EntryDetails:
        return EntryDetails(name=row.name, team=row.team, category=row.category)

    for kind in ("csv", "xlsx"):
        found = read_entries(club.panel.get(club.url, {"file": f"entries.{kind}"}).content)
        typed = [(line.number, line.details) for line in read_lines(found.lines)]
        entries = club.tournament.entries.order_by("number")
        assert typed == [(row.number, details(row)) for row in entries]
        assert found.remarks == []


def test_the_cash_ends_with_its_sums_and_with_what_remains() -> None:
    club = ClubFiles()
    pay_fees(club.tournament, 1)
    head, *rows = club.rows("cash.csv")
    assert head == ["No.", "Name", "Entry fee", "Loss money", "Prize", "Due", "Paid", "Open"]
    assert rows[0][:3] == ["1", "Anne", "5.00"]
    assert [row[-2] for row in rows[:4]] == ["5.00", "0.00", "0.00", "0.00"]
    assert rows[-2:] == [
        ["", "Sum", "20.00", "4.00", "-17.00", "7.00", "5.00", "2.00"],
        ["", "Remains for the house", "", "", "", "7.00", "", ""],
    ]
    Evening.objects.update(kitty=Decimal(2))
    club.played("Anne", "Bruno", "Chloé", "David", evening=club.evening.public_id)
    assert club.rows("cash.csv")[-1][1:] == ["Remains for the kitty", *[""] * 4, "8.00", "", ""]


@pytest.mark.parametrize("name", ["entries", "ranking", "cash"])
def test_a_name_that_looks_like_a_formula_stays_text(name: str) -> None:
    club = ClubFiles()
    club.tournament.entries.filter(number=1).update(name="=1+1")
    # The seats follow the player, so that the document stays whole.
    cells = [cell for row in club.rows(f"{name}.csv") for cell in row]
    assert ("'=1+1" in cells, "=1+1" in cells) == (True, False)
    book = load_workbook(io.BytesIO(club.panel.get(club.url, {"file": f"{name}.xlsx"}).content))
    found = [cell for row in book.active.iter_rows() for cell in row if cell.value == "=1+1"]  # type: ignore[union-attr]
    assert [cell.data_type for cell in found] == ["s"]


def test_a_sealed_result_is_not_downloaded() -> None:
    club = ClubFiles(is_sealed=True)
    for file in ("ranking.csv", "association.csv", "cash.xlsx", "document.json"):
        page = club.panel.get(club.url, {"file": file})
        assert (page.status_code, "The result is sealed" in words_of(page)) == (409, True)


@pytest.mark.parametrize("is_sealed", [True, False], ids=["sealed", "lists that don't fit"])
def test_the_entries_need_no_result(is_sealed: bool) -> None:
    club = ClubFiles(is_sealed=is_sealed)
    club.tournament.entries.filter(name="David").update(withdrawn_after=0)
    assert club.panel.get(club.url, {"file": "ranking.csv"}).status_code == 409
    assert 'value="entries.csv"' in club.panel.get(club.url).content.decode()
    assert [row[1] for row in club.rows("entries.csv")[1:]] == ["Anne", "Bruno", "Chloé", "David"]


def test_unknown_files_and_those_of_another_club_are_not_found() -> None:
    club, other = ClubFiles(), ClubEvening("Vier Wenzel", members=("Bruno",))
    assert club.panel.get(club.url, {"file": "ranking.exe"}).status_code == 404
    stranger = Client()
    stranger.force_login(other.organiser("karl"))
    assert stranger.get(club.url).status_code == 404


# Import


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])
def test_an_imported_document_gives_the_calculated_result_and_is_exported_unchanged(example: dict[str, Any]) -> None:
    club = ClubFiles()
    club.club.players.update(category="women")  # which the document would name if it counted
    assert club.upload(example["document"]).status_code == 302
    first = Tournament.objects.latest("pk")
    expected = {"format": "scorekeeper.ranking", "version": 1, **example["expect"]}
    assert ranking_document(day_list(read_stored(first))) == expected
    url = reverse("admin:tournament_files", args=[first.evening.public_id])
    exported = club.panel.get(url, {"file": "document.json"}).content
    assert club.upload(exported).status_code == 302
    assert document_of(Tournament.objects.latest("pk")) == json.loads(exported)


def test_names_that_the_club_knows_stand_for_its_players_and_others_become_guests() -> None:
    club = ClubFiles()
    club.upload(tournament(("anne", "Xaver", "Yvonne"), terms={"rounds": 1}))
    entries = Tournament.objects.latest("pk").entries.select_related("player")
    assert [(entry.name, entry.player.guest) for entry in entries] == [
        ("Anne", False),
        ("Xaver", True),
        ("Yvonne", True),
    ]


@pytest.mark.parametrize(
    ("document", "place"),
    [
        (b"{", ""),
        ({"format": "scorekeeper.session", "version": 1}, "format"),
        (tournament(("Anne", "anne"), terms={"rounds": 1}), "entries.1.name"),
        (tournament(NAMES, terms={"rounds": 1, "seed": 10**40}), "terms.seed"),
        (
            tournament(NAMES[:3], rounds=[{"tables": [{**table(1, NAMES[:3], (1, 2, 3)), "seats": ["Anne"] * 3}]}]),
            "Round 1 · table 1 · seats.1",
        ),
    ],
    ids=[
        "no JSON",
        "another format",
        "two entries that are one person",
        "a seed that no database stores",
        "somebody twice at a table",
    ],
)
def test_an_error_is_shown_with_its_place_and_nothing_is_written(document: Any, place: str) -> None:
    club = ClubFiles()
    before = Evening.objects.count(), club.club.players.count()
    page = club.upload(document)
    assert (page.status_code, place in words_of(page)) == (422, True)
    assert (Evening.objects.count(), club.club.players.count()) == before


def test_a_form_without_a_file_says_so() -> None:
    club = ClubFiles()
    page = club.panel.post(reverse("admin:tournament_import"), {})
    assert (page.status_code, "Choose a file" in words_of(page)) == (422, True)
