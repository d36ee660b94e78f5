"""Import of members: a file is checked row by row, then all of it is written, once."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry, Club, Player
from scorekeeper.files.spreadsheets import likely_duplicates, members
from scorekeeper.organisers import merging
from tests.clubs.clubs import House, signed_in
from tests.files.spreadsheets.spreadsheet_files import (
    MEMBERS,
    confirmed,
    fetched,
    hidden,
    records,
    sent,
    told,
    workbook,
)
from tests.play.browsers import words_of
from tests.standings.stored_results import at

pytestmark = pytest.mark.django_db

ANNE = "Anne Arnaud"


def office(house: House) -> Client:
    return signed_in(house.organiser("marion"))


def all_of(club: Club) -> list[dict[str, Any]]:
    return [dict(row) for row in club.players.order_by("pk").values()]


# The preview


def test_a_file_is_looked_at_row_by_row_and_nothing_is_written() -> None:
    house = House(members=(ANNE, "Chloé Clair"))
    house.member("Bruno Braun", "Bru")
    house.member("Old Friend", retired=True)
    before = all_of(house.club)
    file = (
        "Name,Nickname,Guest,Retired\n"
        f"{ANNE},,no,\n"
        "Bruno Braun,Bruno,no,\n"
        "Chloe Clair,,no,\n"
        "Emil Ernst,,yes,2025-06-30\n"
        "Old Friend,,,\n"
        "Bru,,,\n"
    )
    page = sent(office(house), file)
    assert page.status_code == 200
    assert told(page) == {
        2: ("same", ANNE),
        3: ("changed", "Nickname: Bru → Bruno"),
        4: ("likely", "Chloé Clair: the same name"),
        5: ("new", "guest · Retired: 30 June 2025"),
        6: ("changed", "Retired: " + day_of(house) + " → No"),
        7: ("likely", "Bruno Braun: one’s nickname is the other’s name"),
    }
    assert all_of(house.club) == before


@pytest.mark.parametrize("most_pairs", [likely_duplicates.MOST_PAIRS, 0], ids=["a few names", "too many to compare"])
def test_a_name_with_letters_of_another_alphabet_that_look_the_same_is_a_likely_double(
    most_pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(likely_duplicates, "MOST_PAIRS", most_pairs)
    cyrillic = ANNE.replace("A", "\N{CYRILLIC CAPITAL LETTER A}")
    page = sent(office(House(members=(ANNE,))), f"Name\n{cyrillic}\n")
    assert told(page) == {2: ("likely", f"{ANNE}: the names look the same, with letters of different alphabets")}


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("Anne Arnaud,\nAnne Arnoud,", ("likely", "Anne Arnaud in row 2: almost the same name")),
        ("Zoé Zorn,\nZoe Zorn,", ("likely", "Zoé Zorn in row 2: the same name")),
        ("Zoé Zorn,Zo\nZoé Zorn,", ("likely", "Zoé Zorn in row 2: the same name")),
        ("Zoé Zorn,Zo\nZora Zahn,Z\u043e", ("likely", "Zoé Zorn in row 2: one’s nickname is the other’s name")),
        ("Anne Arnaud,\nBruno Braun,", ("new", "member")),
    ],
)
def test_two_rows_that_are_likely_one_person_are_found_within_the_file(rows: str, found: tuple[str, str]) -> None:
    house = House(members=())
    client = office(house)
    page = sent(client, f"Name,Nickname\n{rows}\n")
    assert told(page) == {2: told(page)[2], 3: found}
    assert told(page)[2][0] == "new"
    confirmed(client, page)
    assert house.club.players.count() == (1 if found[0] == "likely" else 2)


def test_of_two_rows_that_are_alike_both_are_added_where_that_is_ticked() -> None:
    house = House(members=())
    client = office(house)
    confirmed(client, sent(client, "Name\nAnne Arnaud\nAnne Arnoud\n"), add=["3"])
    assert [name for name, *_more in records(house.club)] == ["Anne Arnaud", "Anne Arnoud"]


def test_two_rows_with_numbers_are_two_people_though_they_are_called_the_same() -> None:
    house, others = House(members=()), House(name="Others", members=("Hans Roth",))
    others.member("Hans Roth", "Hans jun.")
    file = fetched(signed_in(others.organiser("xaver")), "members.csv")
    assert {kind for kind, _words in told(sent(office(house), file)).values()} == {"new"}


def day_of(house: House) -> str:
    retired = house.club.players.get(name="Old Friend").retired_at
    assert retired
    return f"{timezone.localtime(retired).day} {timezone.localtime(retired):%B %Y}"


def test_somebody_is_found_by_what_the_table_calls_them_and_keeps_their_names() -> None:
    house = House(members=())
    house.member("Bruno Braun", "Bru")
    page = sent(office(house), "Name;Guest\nbru;yes\n")
    assert told(page) == {2: ("changed", "Guest: No → Yes")}
    confirmed(office_again(), page)
    assert records(house.club) == [("Bruno Braun", "Bru", True, False)]


def office_again() -> Client:
    return signed_in(User.objects.get(username="marion"))


def test_a_column_that_is_not_there_changes_nothing_and_an_empty_cell_does() -> None:
    house = House(members=())
    house.member("Bruno Braun", "Bru", retired=True)
    client = office(house)
    assert told(sent(client, "Name\nBruno Braun\n")) == {2: ("same", "Bruno Braun (Bru)")}
    assert told(sent(client, "Name,Nickname\nBruno Braun,\n")) == {2: ("changed", "Nickname: Bru → none")}


def test_a_day_on_which_somebody_retired_is_kept_to_the_minute_where_it_is_the_same() -> None:
    house = House(members=())
    bruno = house.member("Bruno Braun")
    bruno.retired_at = at(date(2025, 6, 30), 23)
    bruno.save()
    client = office(house)
    assert told(sent(client, "Name,Retired\nBruno Braun,2025-06-30\n")) == {2: ("same", "Bruno Braun")}
    page = sent(client, "Name,Retired\nBruno Braun,2025-07-01\n")
    assert told(page) == {2: ("changed", "Retired: 30 June 2025 → 1 July 2025")}
    confirmed(client, page)
    bruno.refresh_from_db()
    assert bruno.retired_at == at(date(2025, 7, 1), 0)


@pytest.mark.parametrize(
    "file",
    [
        "Name,Nickname,Guest\r\nZoé Zorn,Zo,yes\r\n",
        "Guest;Nickname;Name\nja;Zo;Zoé Zorn\n",
        "Nom\tSurnom\tInvité\nZoé Zorn\tZo\toui\n",
        "Name;Spitzname;Gast\nZoé Zorn;Zo;Ja",
        "NOM,surnom,invite\nZoé Zorn,Zo,x\n",
        '"Name","Nickname","Guest"\n"Zoé  Zorn ","Zo","TRUE"\n\n\n',
        "Name,Nickname,Guest,,\nZoé Zorn,Zo,1,,\n",
        "Name,Nickname,Guest\nZoé Zorn,Zo,yes\n".replace("\n", "\r"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be-with-mark"])
def test_headings_in_any_language_order_and_encoding(file: str, encoding: str) -> None:
    house = House(members=())
    client = office(house)
    data = "\ufeff".encode("utf-16-be") + file.encode("utf-16-be") if "mark" in encoding else file.encode(encoding)
    page = sent(client, data)
    assert told(page) == {2: ("new", "guest · Nickname: Zo")}
    confirmed(client, page)
    assert records(house.club) == [("Zoé Zorn", "Zo", True, False)]


@pytest.mark.parametrize("last", ["\n", ""], ids=["whole", "a letter with an accent at the end"])
def test_what_is_no_utf_8_is_read_as_windows_1252_and_the_page_says_so(last: str) -> None:
    house = House(members=())
    client = office(house)
    page = sent(client, f"Nom;Invité\nŒuvré “André”;oui\nZoé;non\nRené{last}".encode("windows-1252"))
    assert [name for name, *_more in told(page).values()] == ["new"] * 3
    assert "This file is not UTF-8 and was read as Windows-1252. Check the letters with accents." in words_of(page)
    confirmed(client, page)
    assert records(house.club) == [
        ("René", "", False, False),
        ("Zoé", "", False, False),
        ("Œuvré “André”", "", True, False),
    ]


def test_of_utf_8_nothing_is_said() -> None:
    assert "Windows-1252" not in words_of(sent(office(House(members=())), "Name\nZoé\n"))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("Name,Phone,Guest\nZoé,0123,yes\n", "Ignored column: “Phone”."),
        ("Name,Phone,Guest,E-mail\nZoé,0123,yes,z@example.org\n", "Ignored columns: “Phone”, “E-mail”."),
        ("Phone;Phone;Guest;;Name\n0123;0456;yes;;Zoé\n", "Ignored columns: “Phone”, “Phone”."),
    ],
)
def test_a_column_that_is_not_known_is_left_out_and_the_page_says_so(file: str, words: str) -> None:
    house = House(members=())
    client = office(house)
    page = sent(client, file)
    assert told(page) == {2: ("new", "guest")}
    assert words in words_of(page)
    confirmed(client, page)
    assert records(house.club) == [("Zoé", "", True, False)]


def test_what_is_left_out_is_said_beside_what_is_wrong() -> None:
    page = sent(office(House(members=())), "Name,Phone\n,0123\n")
    assert told(page) == {2: ("wrong", "The name is missing.")}
    assert "Ignored column: “Phone”." in words_of(page)


@pytest.mark.parametrize("says", ["sep=;\n", "SEP=;\r\n"])
def test_the_line_by_which_a_spreadsheet_names_the_separator_is_no_heading(says: str) -> None:
    client = office(House(members=()))
    page = sent(client, f"{says}Name;Nickname;Guest\nZoé, Zorn;Zo;yes\n")
    assert told(page) == {3: ("new", "guest · Nickname: Zo")}


def test_a_workbook_as_a_spreadsheet_saves_it() -> None:
    house = House(members=())
    client = office(house)
    rows: list[list[Any]] = [["Guest", "Name", "Retired"], [True, "=1+1", None], [], [False, 1001, date(2025, 6, 30)]]
    rows[1][1] = "Zoé"
    page = sent(client, workbook(rows))
    assert told(page) == {2: ("new", "guest"), 4: ("new", "member · Retired: 30 June 2025")}
    confirmed(client, page)
    assert records(house.club) == [("1001", "", False, True), ("Zoé", "", True, False)]


def test_a_name_that_was_mended_in_a_file_of_ours_is_mended_here() -> None:
    house = House(members=("Anne Arnoud",))
    client = office(house)
    data = fetched(client, "members.csv").decode().replace("Arnoud", "Arnaud")
    page = sent(client, data)
    assert told(page) == {2: ("changed", "Name: Anne Arnoud → Anne Arnaud")}
    confirmed(client, page)
    assert records(house.club) == [(ANNE, "", False, False)]


def test_a_number_of_another_club_or_made_up_means_nothing() -> None:
    house, others = House(members=(ANNE,)), House(name="Others", members=("Xaver",))
    theirs = fetched(signed_in(others.organiser("xaver")), "members.csv").decode().splitlines()[1].split(",")[0]
    anne = house.club.players.get()
    for number in (theirs, f"m{anne.pk}.00000000", f"m{anne.pk}", str(anne.pk), "17"):
        assert told(sent(office_of(house), f"No.,Name\n{number},Emil Ernst\n")) == {2: ("new", "member")}


def office_of(house: House) -> Client:
    organiser = house.club.organisers.select_related("user").first()
    return signed_in(organiser.user) if organiser else office(house)


def test_somebody_who_was_merged_is_part_of_another() -> None:
    house = House(members=(ANNE, "Anne A"))
    client = office(house)
    file = fetched(client, "members.csv")
    anne, short = (house.club.players.get(name=name) for name in (ANNE, "Anne A"))
    merging.merge(anne, short, by="marion")
    assert told(sent(client, file))[3] == ("same", ANNE)
    assert told(sent(client, file))[2][0] == "likely"


# Errors in a row


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (",Bru", {2: "The name is missing."}),
        ("x" * 61, {2: "A name can have at most 60 characters."}),
        ("Anne," + "x" * 61, {2: "A name can have at most 60 characters."}),
        ("Zoé\nzoé", {3: "The same person is already in row 2."}),
        ("Zoé,Z\nZoé", {}),
        ("Zoé,Z\nZora,Z", {3: "Zoé is already called “Z” at the table. Add a nickname to tell them apart."}),
        (f"Zora,{ANNE}", {2: f"{ANNE} is already called “{ANNE}” at the table. Add a nickname to tell them apart."}),
        (f"Zora,{ANNE},yes", {}),
        ("Zoé,,perhaps", {2: "The guest column must say “yes” or “no”, not “perhaps”."}),
        ("Zoé,,,soon", {2: "“soon” is not a date. Write it as 2026-11-22."}),
        ("Zoé,,,2025-02-30", {2: "“2025-02-30” is not a date in the calendar."}),
        ("Zoé,,,1066-10-14", {2: "This date is too far in the past."}),
        ("Zoé,,,2199-01-01", {2: "This date is in the future."}),
        (
            "Zoé,,,03/04/2025",
            {2: "“03/04/2025” is ambiguous: the day or the month could come first. Write it as 2026-11-22."},
        ),
        ("Zoé,,,30/04/2025\nZora,,,04/30/2025\nZeno,,,30.4.2025", {}),
        ("Zoé,,,,more", {2: "“more” is in a column without a heading."}),
        ("A\x07B", {2: "This contains a character that can’t be stored or shown."}),
        ("Twin", {2: "Several people have this name. Add the nickname to say which one."}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_row(rows: str, wrong: dict[int, str]) -> None:
    house = House(members=(ANNE,))
    house.member("Twin", "One")
    house.member("Twin", "Two")
    before = all_of(house.club)
    page = sent(office(house), f"Name,Nickname,Guest,Retired\n{rows}\n")
    found = {row: words for row, (kind, words) in told(page).items() if kind == "wrong"}
    assert (page.status_code, found) == (422 if wrong else 200, wrong)
    assert page.context["sealed"] == "" or not wrong
    assert all_of(house.club) == before


def test_the_day_comes_first_in_french() -> None:
    house = House(members=())
    client = office(house)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    page = sent(client, "Nom;Retiré\nZoé;03/04/2025\n")
    assert told(page) == {2: ("new", "membre · Retiré\u202f: 3 avril 2025")}


def test_with_one_row_wrong_none_is_written_even_if_somebody_insists() -> None:
    house = House(members=())
    client = office(house)
    page = sent(client, "Name\nZoé\nZora\n")
    house.member("Somebody", "Zora")
    answer = confirmed(client, page)
    assert answer.status_code == 409
    assert told(answer)[3][0] == "same"
    assert records(house.club) == [("Somebody", "Zora", False, False)]


# What is written


def test_what_was_looked_at_is_written_and_told_to_the_journal() -> None:
    house = House(members=(ANNE,))
    client = office(house)
    page = sent(client, f"Name,Nickname\n{ANNE},Annie\nZoé,\nZora,\n")
    answer = confirmed(client, page)
    assert answer["Location"] == "/admin/clubs/player/"
    assert records(house.club) == [(ANNE, "Annie", False, False), ("Zora", "", False, False), ("Zoé", "", False, False)]
    entry = AuditEntry.objects.get()
    assert (entry.club, entry.who, entry.model) == (house.club, "marion", "clubs.club")
    assert "Added: 2. Changed: 1." in words_of(client.get("/admin/clubs/player/"))
    assert "Members imported: 2 added, 1 changed." in words_of(client.get("/admin/play/session/journal/"))


def test_a_second_tap_writes_nobody_twice() -> None:
    house = House(members=())
    client = office(house)
    page = sent(client, "Name\nZoé\nZora\n")
    for _tap in range(3):
        assert confirmed(client, page).status_code == 302
    assert records(house.club) == [("Zora", "", False, False), ("Zoé", "", False, False)]
    assert AuditEntry.objects.count() == 1


def test_a_file_that_is_read_twice_doubles_nobody() -> None:
    house = House(members=())
    client = office(house)
    file = "Name,Nickname,Guest\nZoé,Zo,no\nZora,,yes\nZora,Zo,yes\n"
    confirmed(client, sent(client, file), add=["4"])
    again = sent(client, file)
    assert {kind for kind, _words in told(again).values()} == {"same"}
    assert "There is nothing to import" in words_of(again)
    confirmed(client, again)
    assert house.club.players.count() == 3


def test_likely_doubles_are_added_where_that_is_ticked_and_only_there() -> None:
    house = House(members=("Chloé Clair", "Anne Arnaud"))
    client = office(house)
    page = sent(client, "Name\nChloe Clair\nAnne Arnoud\n")
    assert {kind for kind, _words in told(page).values()} == {"likely"}
    confirmed(client, page)
    assert house.club.players.count() == 2
    confirmed(client, page, add=["3"])
    confirmed(client, page, add=["3"])
    assert sorted(house.club.players.values_list("name", flat=True)) == ["Anne Arnaud", "Anne Arnoud", "Chloé Clair"]


def test_when_the_members_have_changed_meanwhile_it_is_looked_at_again() -> None:
    house = House(members=(ANNE,))
    client = office(house)
    page = sent(client, f"Name,Nickname\n{ANNE},Annie\nZoé,\n")
    Player.objects.filter(name=ANNE).update(nickname="Nana")
    again = confirmed(client, page)
    assert again.status_code == 409
    assert "The members have changed in the meantime." in words_of(again)
    assert told(again)[2] == ("changed", "Nickname: Nana → Annie")
    assert records(house.club) == [(ANNE, "Nana", False, False)]
    confirmed(client, again)
    assert [name for name, *_more in records(house.club)] == [ANNE, "Zoé"]


@pytest.mark.parametrize("how", ["broken", "made up", "another organiser", "another club", "yesterday"])
def test_what_was_not_looked_at_here_is_not_written(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house, others = House(members=()), House(name="Others", members=())
    client = office(house)
    page = sent(client, "Name\nZoé\n")
    form = hidden(page)
    if how == "broken":
        form["sealed"] = form["sealed"][:-1] + ("a" if form["sealed"][-1] != "a" else "b")
    if how == "made up":
        form["sealed"] = signing.dumps({"columns": ["name"], "rows": [[2, "", "Evil", "", False, False]]})
    if how == "another organiser":
        client = signed_in(house.organiser("other"))
    if how == "another club":
        others.club.organisers.create(user=house.club.organisers.get().user)
        form["club"] = others.club.pk
    if how == "yesterday":
        monkeypatch.setattr(members, "LASTS", -1)
    answer = client.post(MEMBERS, form)
    assert (answer.status_code, Player.objects.count()) == (422, 0)
    assert "Choose the file again" in words_of(answer)


def test_nobody_writes_for_a_club_that_they_do_not_look_after() -> None:
    house, others = House(members=()), House(name="Others", members=())
    client = office(house)
    form = hidden(sent(client, "Name\nZoé\n"))
    assert client.post(MEMBERS, {**form, "club": others.club.pk}).status_code == 404
    assert client.post(MEMBERS, {**form, "club": "x"}).status_code == 404
    page = sent(client, "Name\nZoé\n", club=others.club.pk)
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["club"])


def test_every_form_carries_its_token() -> None:
    house = House()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(house.organiser("marion"))
    assert sent(strict, "Name\nZoé\n").status_code == 403


# Number of queries


def test_many_names_are_looked_at_with_as_many_questions_as_few() -> None:
    house = House()
    client = office(house)
    sent(client, "Name\nZoé\n")  # who asks is known from now on
    counts = []
    for file in ("Name\nZoé\n", "Name\n" + "".join(f"Zoé {number}\n" for number in range(50))):
        with CaptureQueriesContext(connection) as asked:
            sent(client, file)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_of_too_many_names_only_the_same_are_found_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(members=("Chloé Clair", "Anne Arnaud"))
    monkeypatch.setattr(likely_duplicates, "MOST_PAIRS", 3)
    page = sent(office(house), "Name\nChloe Clair\nAnne Arnoud\n")
    assert {row: kind for row, (kind, _words) in told(page).items()} == {2: "likely", 3: "new"}
    assert "There are too many rows to compare similar spellings" in words_of(page)


def test_the_club_is_held_before_it_is_looked_at_who_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """If two organisers confirm at once, the second sees what the first one wrote."""
    house = House(members=())
    client = office(house)
    page = sent(client, "Name\nZoé\n")

    def lock(club: Club) -> None:
        house.member("Zoé")  # somebody else was first, and this one waited for it

    monkeypatch.setattr(services, "lock", lock)
    assert confirmed(client, page).status_code == 302
    assert house.club.players.count() == 1
