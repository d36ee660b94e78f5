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
from scorekeeper.files.spreadsheets import import_plan as likely_duplicates
from scorekeeper.files.spreadsheets import members
from scorekeeper.organisers import merging
from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import (
    MEMBERS,
    confirmed,
    fetched,
    hidden,
    preview_rows,
    records,
    sent,
    workbook,
)
from tests.play.browsers import words_of
from tests.standings.stored_results import at

pytestmark = pytest.mark.django_db

ANNE = "Anne Arnaud"


def organiser_client(sample_club: SampleClub) -> Client:
    return signed_in(sample_club.organiser("marion"))


def all_of(club: Club) -> list[dict[str, Any]]:
    return [dict(row) for row in club.players.order_by("pk").values()]


# The preview


def test_a_file_is_previewed_row_by_row_and_nothing_is_written() -> None:
    sample_club = SampleClub(members=(ANNE, "Chloé Clair"))
    sample_club.member("Bruno Braun", "Bru")
    sample_club.member("Old Friend", retired=True)
    before = all_of(sample_club.club)
    file = (
        "Name,Nickname,Guest,Retired\n"
        f"{ANNE},,no,\n"
        "Bruno Braun,Bruno,no,\n"
        "Chloe Clair,,no,\n"
        "Emil Ernst,,yes,2025-06-30\n"
        "Old Friend,,,\n"
        "Brü,,,\n"
    )
    page = sent(organiser_client(sample_club), file)
    assert page.status_code == 200
    assert preview_rows(page) == {
        2: ("same", ANNE),
        3: ("changed", "Nickname: Bru → Bruno"),
        4: ("likely", "Chloé Clair: the same name"),
        5: ("new", "guest · Retired: 30 June 2025"),
        6: ("changed", "Retired: " + day_of(sample_club) + " → No"),
        7: ("likely", "Bruno Braun: one’s nickname is the other’s name"),
    }
    assert all_of(sample_club.club) == before


@pytest.mark.parametrize("most_pairs", [likely_duplicates.MOST_PAIRS, 0], ids=["a few names", "too many to compare"])
def test_a_name_in_lookalike_letters_is_a_likely_duplicate(most_pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likely_duplicates, "MOST_PAIRS", most_pairs)
    cyrillic = ANNE.replace("A", "\N{CYRILLIC CAPITAL LETTER A}")
    page = sent(organiser_client(SampleClub(members=(ANNE,))), f"Name\n{cyrillic}\n")
    assert preview_rows(page) == {
        2: ("likely", f"{ANNE}: the names look the same, with letters of different alphabets")
    }


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
def test_likely_duplicates_within_the_file_are_found(rows: str, found: tuple[str, str]) -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, f"Name,Nickname\n{rows}\n")
    assert preview_rows(page) == {2: preview_rows(page)[2], 3: found}
    assert preview_rows(page)[2][0] == "new"
    confirmed(client, page)
    assert sample_club.club.players.count() == (1 if found[0] == "likely" else 2)


def test_both_similar_rows_are_added_if_confirmed() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    confirmed(client, sent(client, "Name\nAnne Arnaud\nAnne Arnoud\n"), add=["3"])
    assert [name for name, *_more in records(sample_club.club)] == ["Anne Arnaud", "Anne Arnoud"]


def day_of(sample_club: SampleClub) -> str:
    retired = sample_club.club.players.get(name="Old Friend").retired_at
    assert retired
    return f"{timezone.localtime(retired).day} {timezone.localtime(retired):%B %Y}"


def test_a_member_is_found_by_display_name_and_keeps_their_names() -> None:
    sample_club = SampleClub(members=())
    sample_club.member("Bruno Braun", "Bru")
    page = sent(organiser_client(sample_club), "Name;Guest\nbru;yes\n")
    assert preview_rows(page) == {2: ("changed", "Guest: No → Yes")}
    confirmed(same_organiser_again(), page)
    assert records(sample_club.club) == [("Bruno Braun", "Bru", True, False)]


def same_organiser_again() -> Client:
    return signed_in(User.objects.get(username="marion"))


def test_a_missing_column_changes_nothing_but_an_empty_cell_does() -> None:
    sample_club = SampleClub(members=())
    sample_club.member("Bruno Braun", "Bru", retired=True)
    client = organiser_client(sample_club)
    assert preview_rows(sent(client, "Name\nBruno Braun\n")) == {2: ("same", "Bruno Braun (Bru)")}
    assert preview_rows(sent(client, "Name,Nickname\nBruno Braun,\n")) == {2: ("changed", "Nickname: Bru → none")}


def test_an_unchanged_retirement_date_keeps_its_time() -> None:
    sample_club = SampleClub(members=())
    bruno = sample_club.member("Bruno Braun")
    bruno.retired_at = at(date(2025, 6, 30), 23)
    bruno.save()
    client = organiser_client(sample_club)
    assert preview_rows(sent(client, "Name,Retired\nBruno Braun,2025-06-30\n")) == {2: ("same", "Bruno Braun")}
    page = sent(client, "Name,Retired\nBruno Braun,2025-07-01\n")
    assert preview_rows(page) == {2: ("changed", "Retired: 30 June 2025 → 1 July 2025")}
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
def test_headings_in_any_language_and_order(file: str) -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, file.encode())
    assert preview_rows(page) == {2: ("new", "guest · Nickname: Zo")}
    confirmed(client, page)
    assert records(sample_club.club) == [("Zoé Zorn", "Zo", True, False)]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be-with-mark"])
def test_unicode_in_any_encoding(encoding: str) -> None:
    file = "Guest;Nickname;Name\nja;Zo;Zoé Zorn\n"
    data = "\ufeff".encode("utf-16-be") + file.encode("utf-16-be") if "mark" in encoding else file.encode(encoding)
    assert preview_rows(sent(organiser_client(SampleClub(members=())), data)) == {2: ("new", "guest · Nickname: Zo")}


@pytest.mark.parametrize("last", ["\n", ""], ids=["whole", "a letter with an accent at the end"])
def test_a_file_that_is_not_utf_8_is_read_as_windows_1252_with_a_notice(last: str) -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, f"Nom;Invité\nŒuvré “André”;oui\nZoé;non\nRené{last}".encode("windows-1252"))
    assert [name for name, *_more in preview_rows(page).values()] == ["new"] * 3
    assert "This file is not UTF-8 and was read as Windows-1252. Check the letters with accents." in words_of(page)
    confirmed(client, page)
    assert records(sample_club.club) == [
        ("René", "", False, False),
        ("Zoé", "", False, False),
        ("Œuvré “André”", "", True, False),
    ]


def test_a_utf_8_file_gets_no_notice() -> None:
    assert "Windows-1252" not in words_of(sent(organiser_client(SampleClub(members=())), "Name\nZoé\n"))


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("Name,Shoes,Guest\nZoé,38,yes\n", "Ignored column: “Shoes”."),
        ("Name,Shoes,Guest,Hat\nZoé,38,yes,55\n", "Ignored columns: “Shoes”, “Hat”."),
        ("Shoes;Shoes;Guest;;Name\n38;39;yes;;Zoé\n", "Ignored columns: “Shoes”, “Shoes”."),
    ],
)
def test_an_unknown_column_is_ignored_with_a_notice(file: str, words: str) -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, file)
    assert preview_rows(page) == {2: ("new", "guest")}
    assert words in words_of(page)
    confirmed(client, page)
    assert records(sample_club.club) == [("Zoé", "", True, False)]


def test_the_notice_about_ignored_columns_also_appears_beside_errors() -> None:
    page = sent(organiser_client(SampleClub(members=())), "Name,Shoes\n,38\n")
    assert preview_rows(page) == {2: ("wrong", "The name is missing.")}
    assert "Ignored column: “Shoes”." in words_of(page)


@pytest.mark.parametrize("says", ["sep=;\n", "SEP=;\r\n"])
def test_a_separator_line_is_not_a_heading(says: str) -> None:
    client = organiser_client(SampleClub(members=()))
    page = sent(client, f"{says}Name;Nickname;Guest\nZoé Zorn, Dr., Lyon;Zo;yes\n")
    assert preview_rows(page) == {3: ("new", "guest · Nickname: Zo")}


def test_a_workbook_saved_by_a_spreadsheet_program_is_read() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    rows: list[list[Any]] = [["Guest", "Name", "Retired"], [True, "=1+1", None], [], [False, 1001, date(2025, 6, 30)]]
    rows[1][1] = "Zoé"
    page = sent(client, workbook(rows))
    assert preview_rows(page) == {2: ("new", "guest"), 4: ("new", "member · Retired: 30 June 2025")}
    confirmed(client, page)
    assert records(sample_club.club) == [("1001", "", False, True), ("Zoé", "", True, False)]


def test_a_merged_record_counts_as_the_kept_one() -> None:
    sample_club = SampleClub(members=(ANNE, "Anne A"))
    client = organiser_client(sample_club)
    file = fetched(client, "members.csv")
    anne, short = (sample_club.club.players.get(name=name) for name in (ANNE, "Anne A"))
    merging.merge(anne, short, by="marion")
    assert preview_rows(sent(client, file))[3] == ("same", ANNE)
    assert preview_rows(sent(client, file))[2][0] == "likely"


# Errors in a row


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        (",Bru", {2: "The name is missing."}),
        ('", "', {2: "The name is missing."}),
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
        ("Twin", {2: "Several people have this name. Add the member number or the nickname to say which one."}),
    ],
)  # fmt: skip
def test_errors_are_reported_at_their_row(rows: str, wrong: dict[int, str]) -> None:
    sample_club = SampleClub(members=(ANNE,))
    sample_club.member("Twin", "One")
    sample_club.member("Twin", "Two")
    before = all_of(sample_club.club)
    page = sent(organiser_client(sample_club), f"Name,Nickname,Guest,Retired\n{rows}\n")
    found = {row: words for row, (kind, words) in preview_rows(page).items() if kind == "wrong"}
    assert found == wrong
    assert all_of(sample_club.club) == before


def test_dates_start_with_the_day_in_french() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    page = sent(client, "Nom;Retiré\nZoé;03/04/2025\n")
    assert preview_rows(page) == {2: ("new", "membre · Retiré\u202f: 3 avril 2025")}


def test_one_wrong_row_does_not_block_the_others() -> None:
    sample_club = SampleClub(members=(ANNE,))
    sample_club.member("Twin", "One")
    sample_club.member("Twin", "Two")
    client = organiser_client(sample_club)
    page = sent(client, f"Name,Guest\n{ANNE},yes\n,no\nZoé,perhaps\nTwin,yes\nZora,no\n")
    kinds = {row: kind for row, (kind, _words) in preview_rows(page).items()}
    assert kinds == {2: "changed", 3: "wrong", 4: "wrong", 5: "wrong", 6: "new"}
    assert "3 rows have errors and are left out." in words_of(page)
    assert confirmed(client, page).status_code == 302
    assert records(sample_club.club) == [
        (ANNE, "", True, False),
        ("Twin", "One", False, False),
        ("Twin", "Two", False, False),
        ("Zora", "", False, False),
    ]


def test_a_preview_that_is_shown_again_still_lists_the_wrong_rows() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, "Name\nZoé\nZora\n\x07\n")
    sample_club.member("Somebody", "Zora")
    response = confirmed(client, page)
    assert response.status_code == 409
    assert {row: kind for row, (kind, _words) in preview_rows(response).items()} == {2: "new", 3: "same", 4: "wrong"}
    assert records(sample_club.club) == [("Somebody", "Zora", False, False)]


# What is written


def test_a_confirmed_preview_is_imported_and_recorded() -> None:
    sample_club = SampleClub(members=(ANNE,))
    client = organiser_client(sample_club)
    page = sent(client, f"Name,Nickname\n{ANNE},Annie\nZoé,\nZora,\n")
    response = confirmed(client, page)
    assert response["Location"] == "/admin/clubs/player/"
    assert records(sample_club.club) == [
        (ANNE, "Annie", False, False),
        ("Zora", "", False, False),
        ("Zoé", "", False, False),
    ]
    entry = AuditEntry.objects.get()
    assert (entry.club, entry.who, entry.model) == (sample_club.club, "marion", "clubs.club")
    assert "Added: 2. Changed: 1." in words_of(client.get("/admin/clubs/player/"))
    assert "Members imported: 2 added, 1 changed." in words_of(client.get("/admin/play/session/journal/"))


def test_a_double_tap_imports_nobody_twice() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, "Name\nZoé\nZora\n")
    for _tap in range(3):
        assert confirmed(client, page).status_code == 302
    assert records(sample_club.club) == [("Zora", "", False, False), ("Zoé", "", False, False)]
    assert AuditEntry.objects.count() == 1


def test_importing_a_file_twice_duplicates_nobody() -> None:
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    file = "Name,Nickname,Guest\nZoé,Zo,no\nZora,,yes\nZora,Zo,yes\n"
    confirmed(client, sent(client, file), add=["4"])
    again = sent(client, file)
    assert {kind for kind, _words in preview_rows(again).values()} == {"same"}
    assert "There is nothing to import" in words_of(again)
    confirmed(client, again)
    assert sample_club.club.players.count() == 3


def test_likely_duplicates_are_added_only_if_confirmed() -> None:
    sample_club = SampleClub(members=("Chloé Clair", "Anne Arnaud"))
    client = organiser_client(sample_club)
    page = sent(client, "Name\nChloe Clair\nAnne Arnoud\n")
    assert {kind for kind, _words in preview_rows(page).values()} == {"likely"}
    confirmed(client, page)
    assert sample_club.club.players.count() == 2
    confirmed(client, page, add=["3"])
    confirmed(client, page, add=["3"])
    assert sorted(sample_club.club.players.values_list("name", flat=True)) == [
        "Anne Arnaud",
        "Anne Arnoud",
        "Chloé Clair",
    ]


def test_an_import_whose_members_changed_is_previewed_again() -> None:
    sample_club = SampleClub(members=(ANNE,))
    client = organiser_client(sample_club)
    page = sent(client, f"Name,Nickname\n{ANNE},Annie\nZoé,\n")
    Player.objects.filter(name=ANNE).update(nickname="Nana")
    again = confirmed(client, page)
    assert again.status_code == 409
    assert "The members have changed in the meantime." in words_of(again)
    assert preview_rows(again)[2] == ("changed", "Nickname: Nana → Annie")
    assert records(sample_club.club) == [(ANNE, "Nana", False, False)]
    confirmed(client, again)
    assert [name for name, *_more in records(sample_club.club)] == [ANNE, "Zoé"]


@pytest.mark.parametrize("how", ["broken", "made up", "another organiser", "another club", "yesterday"])
def test_an_import_without_a_preview_here_is_refused(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample_club, others = SampleClub(members=()), SampleClub(name="Others", members=())
    client = organiser_client(sample_club)
    page = sent(client, "Name\nZoé\n")
    form = hidden(page)
    if how == "broken":
        form["sealed"] = form["sealed"][:-1] + ("a" if form["sealed"][-1] != "a" else "b")
    if how == "made up":
        form["sealed"] = signing.dumps({"columns": ["name"], "rows": [[2, "", "Evil", "", False, False]]})
    if how == "another organiser":
        client = signed_in(sample_club.organiser("other"))
    if how == "another club":
        others.club.organisers.create(user=sample_club.club.organisers.get().user)
        form["club"] = others.club.pk
    if how == "yesterday":
        monkeypatch.setattr(members, "LASTS", -1)
    response = client.post(MEMBERS, form)
    assert (response.status_code, Player.objects.count()) == (422, 0)
    assert "Choose the file again" in words_of(response)


def test_importing_into_another_club_is_refused() -> None:
    sample_club, others = SampleClub(members=()), SampleClub(name="Others", members=())
    client = organiser_client(sample_club)
    form = hidden(sent(client, "Name\nZoé\n"))
    assert client.post(MEMBERS, {**form, "club": others.club.pk}).status_code == 404
    assert client.post(MEMBERS, {**form, "club": "x"}).status_code == 404
    page = sent(client, "Name\nZoé\n", club=others.club.pk)
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["club"])


def test_importing_requires_a_csrf_token() -> None:
    sample_club = SampleClub()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(sample_club.organiser("marion"))
    assert sent(strict, "Name\nZoé\n").status_code == 403


# Number of queries


def test_previewing_many_names_takes_as_many_queries_as_few() -> None:
    sample_club = SampleClub()
    client = organiser_client(sample_club)
    sent(client, "Name\nZoé\n")  # who asks is known from now on
    counts = []
    for file in ("Name\nZoé\n", "Name\n" + "".join(f"Zoé {number}\n" for number in range(50))):
        with CaptureQueriesContext(connection) as captured:
            sent(client, file)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_with_too_many_names_only_exact_duplicates_are_found_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    sample_club = SampleClub(members=("Chloé Clair", "Anne Arnaud"))
    monkeypatch.setattr(likely_duplicates, "MOST_PAIRS", 3)
    page = sent(organiser_client(sample_club), "Name\nChloe Clair\nAnne Arnoud\n")
    assert {row: kind for row, (kind, _words) in preview_rows(page).items()} == {2: "likely", 3: "new"}
    assert "There are too many rows to compare similar spellings" in words_of(page)


def test_the_club_is_locked_before_its_members_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """If two organisers confirm at once, the second sees what the first one wrote."""
    sample_club = SampleClub(members=())
    client = organiser_client(sample_club)
    page = sent(client, "Name\nZoé\n")

    def lock(club: Club) -> None:
        sample_club.member("Zoé")  # somebody else was first, and this one waited for it

    monkeypatch.setattr(services, "lock", lock)
    assert confirmed(client, page).status_code == 302
    assert sample_club.club.players.count() == 1
