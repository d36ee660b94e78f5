"""Import of members' records: numbers, categories and personal data, as a club's own list has them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import Club, PersonalData
from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import confirmed, fetched, preview_rows, sent, workbook

pytestmark = pytest.mark.django_db

ANNE, BRUNO = "Anne Arnaud", "Bruno Braun"
FILE = (
    "Name;Member number;Category;Federation number;E-mail;Phone number;Entry date\n"
    f"{ANNE};17;Seniors;04-1178;anne@example.org;+33 1 99 00 12 34;1958-05-17\n"
    f"{BRUNO};18;;;;;\n"
)
STORED = {
    ANNE: ("17", "Seniors", "04-1178", "anne@example.org", "+33 1 99 00 12 34", date(1958, 5, 17)),
    BRUNO: ("18", "", None, None, None, None),
}


def stored(club: Club) -> dict[str, tuple[Any, ...]]:
    columns = ("member_number", "category", *(f"personal_data__{name}" for name in personal_data.FIELDS))
    return {name: tuple(values) for name, *values in club.players.values_list("name", *columns)}


def club_and_client(*members: str, name: str = "Coupe-file") -> tuple[SampleClub, Client]:
    sample_club = SampleClub(name, members=members)
    return sample_club, signed_in(sample_club.organiser(f"of-{name}"))


@pytest.mark.parametrize("members", [(), (ANNE, BRUNO)], ids=["new people", "people of the club"])
def test_records_are_imported_once_and_exported_again(members: tuple[str, ...]) -> None:
    sample_club, client = club_and_client(*members)
    confirmed(client, sent(client, FILE))
    assert stored(sample_club.club) == STORED
    assert {kind for kind, _words in preview_rows(sent(client, FILE)).values()} == {"same"}
    for kind in ("csv", "xlsx"):
        elsewhere, their_client = club_and_client(name=f"Club {kind}")
        confirmed(their_client, sent(their_client, fetched(client, f"members.{kind}")))
        assert stored(elsewhere.club) == STORED


def test_the_preview_shows_every_value() -> None:
    _sample_club, client = club_and_client(ANNE)
    assert preview_rows(sent(client, FILE)) == {
        2: (
            "changed",
            "; ".join(
                [
                    *("Member number: none → 17", "Category: none → Seniors", "Federation number: none → 04-1178"),
                    *("E-mail: none → anne@example.org", "Phone number: none → +33 1 99 00 12 34"),
                    "Entry date: none → 17 May 1958",
                ]
            ),
        ),
        3: ("new", "member · Member number: 18"),
    }


def test_a_missing_column_keeps_what_is_stored_and_an_empty_cell_deletes_it() -> None:
    sample_club, client = club_and_client()
    confirmed(client, sent(client, FILE))
    confirmed(client, sent(client, f"Name,Category\n{ANNE},Ladies\n"))
    assert stored(sample_club.club)[ANNE] == ("17", "Ladies", *STORED[ANNE][2:])
    confirmed(client, sent(client, f"Name,E-mail,Entry date\n{ANNE},,\n"))
    assert stored(sample_club.club)[ANNE] == ("17", "Ladies", "04-1178", "", "+33 1 99 00 12 34", None)
    confirmed(client, sent(client, f"Name,Federation number,Phone number\n{ANNE},,\n"))
    assert not PersonalData.objects.exists()


@pytest.mark.parametrize("headings", ["Name,Mail,Telefon", "Nom,Courriel,Téléphone", "NAME,e-mail,Handy"])
def test_common_headings_of_other_lists_are_known(headings: str) -> None:
    sample_club, client = club_and_client()
    confirmed(client, sent(client, f"{headings}\n{ANNE},anne@example.org,0199\n"))
    assert stored(sample_club.club)[ANNE][3:5] == ("anne@example.org", "0199")


def test_numbers_and_dates_of_a_workbook_are_read() -> None:
    sample_club, client = club_and_client()
    rows: list[list[Any]] = [
        ["Name", "Member number", "Entry date"],
        [ANNE, 17, date(1958, 5, 17)],
        [BRUNO, None, None],
    ]
    confirmed(client, sent(client, workbook(rows)))
    assert stored(sample_club.club) == {
        ANNE: ("17", "", "", "", "", date(1958, 5, 17)),
        BRUNO: ("", "", None, None, None, None),
    }


@pytest.mark.parametrize(
    ("column", "cell", "words"),
    [
        ("Member number", "1" * 21, "Member number: At most 20 characters fit here."),
        ("Member number", "9", "Member number 9 belongs to Chloé Clair."),
        ("Category", "\ufdd0", "Category: This contains a character that can’t be stored or shown."),
        ("E-mail", "a" * 249 + "@b.org", "E-mail: At most 254 characters fit here."),
        ("E-mail", "anne@", "E-mail: Enter a valid email address."),
        ("Phone", "home", "Phone number: This is not a phone number. Write it like +33 1 23 45 67 89."),
        ("Entry date", "1899-12-31", "Entry date: This date is too far in the past."),
        ("Entry date", "soon", "Entry date: “soon” is not a date. Write it as 2026-11-22."),
        ("Entry date", "2099-12-31", "Entry date: This date is in the future."),
    ],
)
def test_a_wrong_cell_is_refused_with_its_column(column: str, cell: str, words: str) -> None:
    sample_club, client = club_and_client(ANNE)
    sample_club.member("Chloé Clair", member_number="9")
    assert preview_rows(sent(client, f"Name,{column}\n{ANNE},{cell}\n")) == {2: ("wrong", words)}


def test_a_preview_is_stale_when_personal_data_has_changed_since() -> None:
    sample_club, client = club_and_client(ANNE)
    page = sent(client, f"Name,E-mail\n{ANNE},new@example.org\n")
    personal_data.store(sample_club.club.players.get(), {"email": "other@example.org"})
    assert confirmed(client, page).status_code == 409
    assert stored(sample_club.club)[ANNE][3] == "other@example.org"


def test_an_export_takes_as_many_queries_for_five_people_as_for_two(django_assert_num_queries: Any) -> None:
    sample_club, client = club_and_client()
    more = "".join(f"Zoé {letter};;;;z{letter}@example.org;;\n" for letter in "ABC")
    for file, number in ((FILE, 2), (FILE + more, 5)):
        confirmed(client, sent(client, file))
        assert sample_club.club.players.count() == number
        with django_assert_num_queries(8):
            fetched(client, "members.csv")
