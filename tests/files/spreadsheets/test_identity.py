"""Whom a row is about: the member with its number, or else with its name, in either order; never a guess."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Player
from scorekeeper.organisers import merging
from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import confirmed, fetched, preview_rows, sent, workbook
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

GISELA, HANS = "Gisela Ahrens", "Hans Roth"
SEVERAL = "Several people have this name. Add the member number or the nickname to say which one."


def club_of(*people: tuple[str, str, str]) -> tuple[SampleClub, Client]:
    """Return a club of these people, by name, nickname and member number, and its organiser's browser."""
    sample_club = SampleClub(members=())
    for name, nickname, number in people:
        sample_club.member(name, nickname, member_number=number)
    return sample_club, signed_in(sample_club.organiser("marion"))


def stored(sample_club: SampleClub) -> list[tuple[str, str, str]]:
    return list(sample_club.club.players.order_by("pk").values_list("name", "nickname", "member_number"))


@pytest.mark.parametrize("heading", ["Member number", "No.", "Nr.", "N°", "Mitgliedsnummer", "Mitglieds-Nr.", "Number"])
def test_a_member_is_found_by_number_and_gets_the_new_name(heading: str) -> None:
    sample_club, client = club_of((GISELA, "", "17"), (HANS, "", ""))
    page = sent(client, f"{heading};Name\n17;Gisela Meier\n")
    assert preview_rows(page) == {2: ("changed", "Name: Gisela Ahrens → Gisela Meier")}
    confirmed(client, page)
    assert stored(sample_club) == [("Gisela Meier", "", "17"), (HANS, "", "")]


@pytest.mark.parametrize(
    ("people", "file", "found"),
    [
        pytest.param(
            [(HANS, "Hans sen.", "5"), (HANS, "", "9")],
            "No.,Name,Guest\n9,Hans Roth,yes\n5,Hans Roth,no\n",
            {2: ("changed", "Guest: No → Yes"), 3: ("same", "Hans Roth (Hans sen.)")},
            id="of two people of one name, the one with the number",
        ),
        pytest.param(
            [(GISELA, "", "")],
            "No.,Name\n17,Gisela Ahrens\n",
            {2: ("changed", "Member number: none → 17")},
            id="an unknown number is that of the member with the name",
        ),
        pytest.param(
            [(GISELA, "", "17")],
            "No.,Name\n19,Gisela Ahrens\n",
            {2: ("changed", "Member number: 17 → 19")},
            id="the number was corrected",
        ),
        pytest.param(
            [(GISELA, "", "17"), (HANS, "", "18")],
            "No.,Name\n18,Gisela Ahrens\n17,Hans Roth\n",
            {
                2: ("wrong", "Member number 18 belongs to Hans Roth."),
                3: ("wrong", "Member number 17 belongs to Gisela Ahrens."),
            },
            id="numbers of other members",
        ),
        pytest.param(
            [(GISELA, "", "1"), (HANS, "", "2")],
            "Nr.,Name\n1,Gisela Ahrens\n2,Greta Baum\n3,Hans Roth\n",
            {
                2: ("same", GISELA),
                3: ("wrong", "Member number 2 belongs to Hans Roth."),
                4: ("changed", "Member number: 2 → 3"),
            },
            id="rows were numbered anew",
        ),
        pytest.param(
            [],
            "No.,Name\n17,Gisela Ahrens\n17,Hans Roth\n17,Gisela Ahrens\n",
            {
                2: ("new", "member · Member number: 17"),
                3: ("wrong", "Member number 17 belongs to Gisela Ahrens."),
                4: ("wrong", "The same person is already in row 2."),
            },
            id="one number twice in the file",
        ),
        pytest.param(
            [(GISELA, "", "")],
            "No.,Name\n,Gisela Ahrens\n17,Hans Roth\n,Hans Roth\n",
            {
                2: ("same", GISELA),
                3: ("new", "member · Member number: 17"),
                4: ("wrong", "The same person is already in row 3."),
            },
            id="one name twice in the file",
        ),
        pytest.param(
            [],
            "No.,Name,Nickname\n5,Hans Roth,\n9,Hans Roth,Hans jun.\n",
            {
                2: ("new", "member · Member number: 5"),
                3: ("new", "member · Nickname: Hans jun. · Member number: 9"),
            },
            id="two numbers are two people",
        ),
        pytest.param(
            [(HANS, "Hans sen.", "5"), (HANS, "", "")],
            "Name,Guest\nHans Roth,yes\n",
            {2: ("wrong", SEVERAL)},
            id="two people of one name, without a number",
        ),
        pytest.param(
            [(HANS, "Hans sen.", ""), (HANS, "Hans jun.", "")],
            "Name,Nickname,Guest\nHans Roth,Hans jun.,yes\n",
            {2: ("changed", "Guest: No → Yes")},
            id="two people of one name, with the nickname",
        ),
        pytest.param(
            [(GISELA, "", "")],
            'Name,Guest\n"Ahrens, Gisela",yes\n',
            {2: ("changed", "Guest: No → Yes · in the file: “Ahrens, Gisela”")},
            id="the surname first",
        ),
        pytest.param(
            [("Ahrens, Gisela", "", "")],
            "Name,Guest\ngisela ahrens,yes\n",
            {2: ("changed", "Guest: No → Yes")},
            id="the surname first in the club",
        ),
        pytest.param(
            [("Ahrens Gisela", "", "")],
            "Name\nGisela Ahrens\n",
            {2: ("likely", "Ahrens Gisela: the same name in another order")},
            id="the surname first without a comma",
        ),
        pytest.param(
            [(GISELA, "", "")],
            "Name\nGisela Meier-Ahrens\n",
            {2: ("new", "member")},
            id="a new name without a number",
        ),
        pytest.param(
            [(GISELA, "", "")],
            "Name\nGisela Arens\n",
            {2: ("likely", "Gisela Ahrens: almost the same name")},
            id="a corrected name without a number",
        ),
    ],
)
def test_whom_a_row_is_about(people: list[tuple[str, str, str]], file: str, found: dict[int, tuple[str, str]]) -> None:
    _sample_club, client = club_of(*people)
    assert preview_rows(sent(client, file)) == found


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        ("Nachname,Vorname", "Ahrens,Gisela"),
        ("Vorname,Familienname", "Gisela,Ahrens"),
        ("First name,Surname", "Gisela,Ahrens"),
        ("Name,Vorname", "Ahrens,Gisela"),
        ("Nom,Prénom", "Ahrens,Gisela"),
        ("NOM DE FAMILLE,prenom", "Ahrens,Gisela"),
        ("Name,Guest", '"Ahrens, Gisela",no'),
    ],
)
def test_a_name_in_two_parts_becomes_one_and_finds_the_member(headings: str, row: str) -> None:
    sample_club, client = club_of()
    page = sent(client, f"{headings}\n{row}\n")
    assert [line.name for group in page.context["groups"] for line in group.lines] == [GISELA]
    confirmed(client, page)
    assert stored(sample_club) == [(GISELA, "", "")]
    assert preview_rows(sent(client, f"{headings}\n{row}\n"))[2][0] == "same"


def test_a_workbook_with_both_parts_says_how_names_are_put_together() -> None:
    _sample_club, client = club_of()
    page = sent(client, workbook([["Nr.", "Nachname", "Vorname"], [17, "Ahrens", "Gisela"], [18, "Roth", None]]))
    assert preview_rows(page) == {
        2: ("new", "member · Member number: 17"),
        3: ("new", "member · Member number: 18"),
    }
    assert "Names are put together from the columns “Vorname” and “Nachname”." in words_of(page)


@pytest.mark.parametrize(
    ("file", "ignored"),
    [
        ("Name,Vorname,Nachname\nGisela Ahrens,Gisela,Ahrens\n", "Ignored columns: “Vorname”, “Nachname”."),
        ("Name,Nachname\nGisela Ahrens,Ahrens\n", "Ignored column: “Nachname”."),
        ("Nr.,Name,Mitgliedsnummer\n1,Gisela Ahrens,17\n", "Ignored column: “Nr.”."),
        ("Name,Telefon,Handy\nGisela Ahrens,0199,0198\n", "Ignored column: “Handy”."),
    ],
)
def test_of_two_columns_for_one_thing_the_other_is_listed(file: str, ignored: str) -> None:
    sample_club, client = club_of()
    page = sent(client, file)
    assert ignored in words_of(page)
    confirmed(client, page)
    assert [name for name, *_more in stored(sample_club)] == [GISELA]


def test_row_numbers_exported_by_version_1_0_0_are_no_member_numbers() -> None:
    _sample_club, client = club_of((GISELA, "", "17"))
    page = sent(client, "No.,Name,Nickname,Guest,Retired\nm3.0123abcd,Gisela Ahrens,,No,\n")
    assert preview_rows(page) == {2: ("same", GISELA)}
    assert "Ignored column: “No.”." in words_of(page)


# Export, edit, import


def exported_rows(client: Client) -> list[str]:
    return fetched(client, "members.csv").decode("utf-8-sig").splitlines()


def edited(client: Client, before: str, after: str) -> Any:
    """Return the preview of the club's exported file after one edit."""
    text = "\n".join(exported_rows(client))
    assert text.count(before) == 1
    return sent(client, text.replace(before, after))


def test_a_name_corrected_in_an_exported_file_is_corrected_by_the_number() -> None:
    sample_club, client = club_of(("Gisela Arens", "", "17"), (HANS, "", "18"))
    page = edited(client, "Gisela Arens", GISELA)
    assert preview_rows(page) == {2: ("changed", "Name: Gisela Arens → Gisela Ahrens"), 3: ("same", HANS)}
    confirmed(client, page)
    assert stored(sample_club) == [(GISELA, "", "17"), (HANS, "", "18")]


def test_namesakes_without_a_number_keep_apart_in_an_exported_file() -> None:
    sample_club, client = club_of()
    for email in ("old@example.org", ""):
        player = sample_club.member("Zoé", guest=True)
        if email:
            player.category = "Seniors"
            player.save()
    page = edited(client, "Seniors", "Ladies")
    assert preview_rows(page) == {2: ("changed", "Category: Seniors → Ladies"), 3: ("same", "Zoé")}
    both = sent(client, fetched(client, "members.csv").decode().replace("Yes,", "No,"))
    assert {kind for kind, _words in preview_rows(both).values()} == {"wrong"}


def test_a_likely_duplicate_claims_no_name_before_a_member() -> None:
    sample_club, client = club_of((GISELA, "", ""), (HANS, "", ""))
    page = sent(client, "Name,Nickname\nGisela Arens,Gigi\nHans Roth,Gigi\n")
    assert preview_rows(page) == {
        2: ("wrong", "Hans Roth is already called “Gigi” at the table. Add a nickname to tell them apart."),
        3: ("changed", "Nickname: none → Gigi"),
    }
    confirmed(client, page)
    assert stored(sample_club) == [(GISELA, "", ""), (HANS, "Gigi", "")]


def test_a_name_is_not_given_away_by_a_row_that_is_wrong() -> None:
    sample_club, client = club_of((GISELA, "Gigi", "17"), (HANS, "Hansi", "18"))
    page = sent(client, "No.,Name,Nickname\n17,Gisela Ahrens,Hansi\n19,Zoé,Gigi\n")
    assert {kind for kind, _words in preview_rows(page).values()} == {"wrong"}
    assert Player.objects.count() == len(stored(sample_club)) == 2


def test_a_merged_record_has_no_number_in_a_file() -> None:
    sample_club, client = club_of((GISELA, "", ""), ("Gisela A", "", "17"))
    gisela, short = sample_club.club.players.order_by("pk")
    merging.merge(gisela, short, by="marion")
    gisela.refresh_from_db()
    assert preview_rows(sent(client, "No.,Name\n17,Gisela Meier\n")) == {
        2: ("changed", "Name: Gisela Ahrens → Gisela Meier")
    }
    assert gisela.member_number == "17"
