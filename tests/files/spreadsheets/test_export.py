"""Exports: members, results, standings and sessions, for a club's organisers and nobody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.clubs.models import PersonalData, Player
from scorekeeper.evenings.models import Evening
from scorekeeper.organisers.spreadsheets.views import SHEETS
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Change, Result, Session, Settlement
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Terms, standings
from tests.clubs.clubs import SampleClub, signed_in
from tests.files.spreadsheets.spreadsheet_files import FILES, csv_rows, fetched, xlsx_cells
from tests.play.tables import GARDE
from tests.standings.stored_results import at, played

pytestmark = pytest.mark.django_db

Params = dict[str, str | int]

ANNE, BRUNO, CHLOE = "Anne Arnaud", "Bruno Braun", "Chloé Clair"


def organiser_client(sample_club: SampleClub) -> Client:
    return signed_in(sample_club.organiser())


def day_in_workbook(year: int, month: int, day: int) -> datetime:
    """Workbooks have no time zones."""
    return datetime(year, month, day)  # noqa: DTZ001 - as openpyxl reads it


def queries(what: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        what()
    return len(captured)


def settled(session: Session, totals: list[int], stake: str | None = "0.05") -> Session:
    """Store the payments that settled a session."""
    transfers = [{"debtor": 1, "creditor": 0, "amount": totals[0]}]
    gains = [totals[0], -totals[0], *(0 for _others in totals[2:])]
    money = None if stake is None else Decimal(stake)
    Settlement.objects.create(
        session=session,
        totals=totals,
        gains=gains,
        transfers=transfers,
        stake=money,
        currency="€",
        settled_at=timezone.now(),
    )
    return session


def test_members_are_exported_with_nicknames_and_retired_ones() -> None:
    sample_club = SampleClub(members=())
    sample_club.member("Bruno Braun", "Ace, the")
    sample_club.member("=1+1")
    retired_member = sample_club.member("Zoé", guest=True)
    retired_member.retired_at = at(date(2025, 6, 30))
    retired_member.save()
    personal = {"federation_number": "04-1178", "email": "z@example.org", "entered_on": date(1958, 5, 17)}
    PersonalData.objects.create(player=retired_member, phone_number="+33 1 99", **personal)
    Player.objects.filter(pk=retired_member.pk).update(member_number="17", category="Seniors")
    merged = sample_club.member("Merged", merged_into=retired_member)
    rows = csv_rows(fetched(organiser_client(sample_club), "members.csv"))
    assert rows[0] == [
        *("Name", "Nickname", "Guest", "Retired", "Member number", "Category"),
        *("Federation number", "E-mail", "Phone number", "Entry date"),
    ]
    assert rows[1:] == [
        ["'=1+1", "", "No", "", *[""] * 6],
        ["Bruno Braun", "Ace, the", "No", "", *[""] * 6],
        ["Zoé", "", "Yes", "2025-06-30", "17", "Seniors", "04-1178", "z@example.org", "'+33 1 99", "1958-05-17"],
    ]
    assert merged.name not in str(rows)


def test_members_in_a_workbook_are_text_and_dates() -> None:
    sample_club = SampleClub(members=("=1+1",))
    sample_club.club.players.update(retired_at=at(date(2025, 6, 30)))
    row = xlsx_cells(fetched(organiser_client(sample_club), "members.xlsx"))[1]
    assert [cell.value for cell in row[:4]] == ["=1+1", None, "No", day_in_workbook(2025, 6, 30)]
    assert [cell.data_type for cell in row[:4]] == ["s", "n", "s", "d"]


def test_headings_are_in_the_language_of_the_request() -> None:
    sample_club = SampleClub(members=("Anne",))
    response: Any = organiser_client(sample_club).get(FILES, {"file": "members.csv"}, headers={"Accept-Language": "de"})
    rows = csv_rows(b"".join(response.streaming_content), ";")
    assert rows[0][:5] == ["Name", "Spitzname", "Gast", "Ausgeschieden", "Mitgliedsnummer"]
    assert rows[1][2] == "Nein"


@pytest.mark.parametrize(
    ("browser", "delimiter", "figures"),
    [
        ("en-US", ",", ["2026-02-03", "66", "0.05", "3.30"]),
        ("de", ";", ["03.02.2026", "66", "0,05", "3,30"]),
        ("fr-FR, en-US", ";", ["03/02/2026", "66", "0,05", "3,30"]),
        ("de-CH", ";", ["03.02.2026", "66", "0.05", "3.30"]),
        ("fr-CH", ";", ["03.02.2026", "66", "0.05", "3.30"]),
        ("fr-CA", ";", ["2026-02-03", "66", "0,05", "3,30"]),
    ],
)
def test_csv_opens_in_the_spreadsheets_of_the_country(browser: str, delimiter: str, figures: list[str]) -> None:
    sample_club = SampleClub()
    settled(played(sample_club.club, {ANNE: 66, BRUNO: -66}, day=date(2026, 2, 3)), [66, -66])
    client = organiser_client(sample_club)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = browser
    data = fetched(client, "results.csv")
    row = csv_rows(data, delimiter)[1]
    assert (data[:3], [row[0], row[11], row[14], row[16]]) == (b"\xef\xbb\xbf", figures)


def test_results_have_a_row_per_player_and_closed_session() -> None:
    sample_club = SampleClub()
    evening = Evening.objects.create(club=sample_club.club, date=date(2026, 2, 3), name="Cup, final")
    first = played(sample_club.club, {ANNE: 66, BRUNO: -66}, day=date(2026, 2, 3), evening=evening, hands=9)
    of_round = evening.rounds.create(number=2, game="tarot", rules="fft", seating="draw")
    Session.objects.filter(pk=first.pk).update(table_number=4, round=of_round)
    settled(first, [66, -66])
    played(sample_club.club, {BRUNO: 7, "Zoé": -7}, day=date(2026, 3, 4), points={BRUNO: 120, "Zoé": 30}, game="skat")
    rows = csv_rows(fetched(organiser_client(sample_club), "results.csv"))
    assert rows[0] == [
        *("Date", "Evening", "Session", "Game", "Rules", "Players", "Table", "Seat", "Name", "Name at the table"),
        *("Guest", "Total", "Tournament points", "Hands", "Stake", "Currency", "Money", "Paid by difference"),
        *("Table number", "Round"),
    ]
    expected = [
        *("2026-02-03", "Cup, final", "French Tarot", "2", f"{ANNE}, {BRUNO}", "1", ANNE, ANNE, "No"),
        *("66", "", "9", "0.05", "€", "3.30", "", "4", "2"),
    ]
    assert [*rows[1][:2], rows[1][3], *rows[1][5:]] == expected
    assert rows[1][2] == first.public_id
    assert [row[8] for row in rows[1:]] == [ANNE, BRUNO, BRUNO, "Zoé"]
    assert [row[-9:] for row in rows[2:]] == [
        ["-66", "", "9", "0.05", "€", "-3.30", "", "4", "2"],
        ["7", "120", "10", "", "", "", "", "", ""],
        ["-7", "30", "10", "", "", "", "", "", ""],
    ]
    assert rows[4][10] == "Yes"


def test_results_in_a_workbook_are_numbers_and_dates() -> None:
    sample_club = SampleClub()
    settled(played(sample_club.club, {ANNE: 66, BRUNO: -66}, day=date(2026, 2, 3)), [66, -66])
    row = xlsx_cells(fetched(organiser_client(sample_club), "results.xlsx"))[2]
    cells = [row[0], row[11], row[14], row[16]]
    assert [cell.value for cell in cells] == [day_in_workbook(2026, 2, 3), -66, 0.05, -3.3]
    # The first is number 14 of the standard, a date that each country's spreadsheets show in their own way.
    assert [cell.number_format for cell in cells] == ["mm-dd-yy", "General", "0.00", "0.00"]


def test_amounts_are_those_of_the_current_settlement_or_of_the_difference() -> None:
    sample_club = SampleClub()
    session = played(sample_club.club, {ANNE: 66, BRUNO: -66})
    settled(session, [66, -66], "0.50")
    Settlement.objects.update(withdrawn_at=timezone.now())
    Settlement.objects.create(
        session=session,
        totals=[66, -66],
        gains=[132, -132],
        transfers=None,
        stake=Decimal("0.05"),
        currency="€",
        settled_at=timezone.now(),
    )
    rows = csv_rows(fetched(organiser_client(sample_club), "results.csv"))
    assert [row[-6:-2] for row in rows[1:]] == [["0.05", "€", "6.60", "132"], ["0.05", "€", "-6.60", "-132"]]


@pytest.mark.parametrize(
    ("params", "days"),
    [
        ({}, ["2026-01-01", "2026-02-02", "2026-03-03"]),
        ({"first": "2026-02-02"}, ["2026-02-02", "2026-03-03"]),
        ({"last": "2026-02-02"}, ["2026-01-01", "2026-02-02"]),
        ({"first": "2026-02-01", "last": "2026-02-28"}, ["2026-02-02"]),
        ({"game": "skat"}, ["2026-03-03"]),
        ({"season": "spring"}, ["2026-02-02", "2026-03-03"]),
        ({"season": "spring", "last": "2026-02-28"}, ["2026-02-02"]),
        ({"season": "skat"}, ["2026-03-03"]),
    ],
    ids=lambda value: "-".join(f"{key}-{word}" for key, word in value.items()) if isinstance(value, dict) else "",
)
def test_results_and_sessions_are_filtered_by_season_dates_and_game(params: dict[str, Any], days: list[str]) -> None:
    sample_club = SampleClub()
    for day, game in ((date(2026, 1, 1), "tarot"), (date(2026, 2, 2), "tarot"), (date(2026, 3, 3), "skat")):
        played(sample_club.club, {ANNE: 7, BRUNO: -7, CHLOE: 0}, day=day, game=game)
    spring = Season.objects.create(club=sample_club.club, name="spring", starts=date(2026, 2, 2), ends=date(2026, 6, 1))
    skat = Season.objects.create(club=sample_club.club, name="skat", starts=date(2026, 1, 1), game="skat")
    params = {
        **params,
        **({"season": {"spring": spring, "skat": skat}[params["season"]].pk} if "season" in params else {}),
    }
    client = organiser_client(sample_club)
    rows = csv_rows(fetched(client, "results.csv", **params))
    assert sorted({row[0] for row in rows[1:]}) == days
    # The rules of these sessions can't replay them: each is left out, with a line of its own.
    assert len(fetched(client, "sessions.jsonl", **params).splitlines()) == len(days)


def test_exported_standings_are_those_of_the_page() -> None:
    sample_club = SampleClub()
    played(sample_club.club, {ANNE: 70, BRUNO: -20, "Zoé": -50}, day=date(2026, 1, 5))
    played(sample_club.club, {ANNE: 9, CHLOE: -9}, day=date(2026, 1, 6), game="skat", hands=4)
    season = Season.objects.create(club=sample_club.club, name="S", starts=date(2026, 1, 1), minimum=2)
    rows = csv_rows(fetched(organiser_client(sample_club), "standings.csv", season=season.pk))
    assert rows == [
        [
            *("Rank", "Name", "Nickname", "Guest", "Total", "Sessions", "Sessions that count", "Hands", "Per hand"),
            *("Evenings", "Evenings that count", "Skat", "French Tarot"),
        ],
        ["1", ANNE, "", "No", "79", "2", "2", "14", "5.64", "2", "2", "9", "70"],
        ["", CHLOE, "", "No", "-9", "1", "1", "4", "-2.25", "1", "1", "-9", ""],
        ["", BRUNO, "", "No", "-20", "1", "1", "10", "-2.00", "1", "1", "", "-20"],
        ["", "Zoé", "", "Yes", "-50", "1", "1", "10", "-5.00", "1", "1", "", "-50"],
    ]
    season_standings = standings(Terms(club=sample_club.club).in_season(season))
    assert [
        standing.total for standing in (*season_standings.ranked, *season_standings.below, *season_standings.guests)
    ] == [
        79,
        -9,
        -20,
        -50,
    ]


def test_standings_are_exported_by_dates_and_tournament_points() -> None:
    sample_club = SampleClub()
    played(sample_club.club, {ANNE: 9, BRUNO: -9}, day=date(2026, 1, 6), game="skat", points={ANNE: 50, BRUNO: 80})
    played(sample_club.club, {ANNE: 9, BRUNO: -9}, day=date(2026, 2, 6), game="skat", points={ANNE: 40, BRUNO: 30})
    rows = csv_rows(
        fetched(organiser_client(sample_club), "standings.csv", game="skat", points="on", last="2026-01-31")
    )
    assert rows[0][4] == "Seeger-Fabian points"
    assert [row[:5] for row in rows[1:]] == [["1", BRUNO, "", "No", "80"], ["2", ANNE, "", "No", "50"]]


def test_corrections_are_exported_with_who_made_them_and_when() -> None:
    sample_club = SampleClub()
    untouched, scorer = sample_club.table(), sample_club.table()
    untouched.record(GARDE)
    scorer.record(GARDE)
    scorer.amend(1, {**GARDE, "points": 45})
    scorer.void(1)
    Change.objects.update(at=at(date(2026, 11, 22), 20, 15), who="Marion")
    headings, *rows = csv_rows(fetched(organiser_client(sample_club), "corrections.csv"))
    assert headings == [
        *("Date", "Evening", "Session", "Game", "Table number", "Round"),
        *("Hand", "Who", "When", "What was changed", "Before", "After"),
    ]
    amended, voided = (row[6:] for row in rows)
    assert {row[2] for row in rows} == {scorer.session.public_id}
    assert amended[:4] == ["1", "Marion", "22 Nov 2026, 20:15", "amended hand 1"]
    assert voided[:4] == ["1", "Marion", "22 Nov 2026, 20:15", "voided hand 1"]
    assert ("49" in amended[4], "45" in amended[5], voided[4]) == (True, True, amended[5])


def test_sessions_are_exported_as_documents_that_score_can_read() -> None:
    sample_club = SampleClub()
    for _session in range(2):
        table = sample_club.table()
        table.record(GARDE)
    data = fetched(organiser_client(sample_club), "sessions.jsonl")
    documents = [json.loads(line) for line in data.decode().splitlines()]
    assert [(line["format"], len(line["hands"])) for line in documents] == [("scorekeeper.session", 1)] * 2
    out = StringIO()
    call_command("score", lines=True, stdin=BytesIO(data), stdout=out)
    results = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["format"] for line in results] == ["scorekeeper.ledger"] * 2


def test_a_session_that_cannot_be_replayed_is_listed_as_left_out() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    refused, fine = sample_club.table(), sample_club.table()
    for table in (refused, fine):
        table.record(GARDE)
    refused.session.hands.update(outcome={"call": "no such call"})
    Session.objects.filter(pk=scorer.session.pk).update(game="piquet")
    forget_ledgers()
    lines = [
        json.loads(line) for line in fetched(organiser_client(sample_club), "sessions.jsonl").decode().splitlines()
    ]
    assert [document["format"] for document in lines] == ["scorekeeper.left_out"] * 2 + ["scorekeeper.session"]
    assert lines[0]["reason"] == "The game of this session is no longer installed."
    assert (lines[1]["session"], lines[1]["hand"]) == (refused.session.public_id, 1)


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"first": "soon"}, "first"),
        ({"last": "1066-10-14"}, "last"),
        ({"first": "2026-02-02", "last": "2026-02-01"}, "last"),
        ({"game": "piquet"}, "game"),
        ({"season": "9999"}, "season"),
        ({"points": "on"}, "points"),
        ({"club": "9999"}, "club"),
    ],
)
def test_an_invalid_filter_is_refused_at_its_field(params: dict[str, str], field: str) -> None:
    page = organiser_client(SampleClub()).get(FILES, {"file": "results.csv", **params})
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])


def test_a_season_of_one_game_cannot_be_filtered_by_another() -> None:
    sample_club = SampleClub()
    season = Season.objects.create(club=sample_club.club, name="S", starts=date(2026, 1, 1), game="skat")
    params: Params = {"file": "results.csv", "season": season.pk, "game": "tarot"}
    page = organiser_client(sample_club).get(FILES, params)
    assert page.context["form"].errors == {"game": ["This season is for another game."]}


@pytest.mark.parametrize("file", ["members.pdf", "people.csv", "sessions.csv", "x"])
def test_an_unknown_file_is_not_found(file: str) -> None:
    assert organiser_client(SampleClub()).get(FILES, {"file": file}).status_code == 404


def test_the_address_without_a_file_leads_to_the_page() -> None:
    assert organiser_client(SampleClub()).get(FILES)["Location"] == "/admin/spreadsheets/"


@pytest.mark.parametrize(
    "address", ["/admin/spreadsheets/", f"{FILES}?file=members.csv", "/admin/spreadsheets/import/"]
)
def test_only_organisers_can_export(address: str) -> None:
    sample_club = SampleClub()
    assert sample_club.phone.get(address)["Location"].startswith("/admin/login/")
    other = SampleClub(name="Others", members=("Xaver",)).organiser()
    page: Any = signed_in(other).get(address)
    content = b"".join(page.streaming_content) if page.streaming else page.content
    assert ANNE.encode() not in content
    assert signed_in(other).get(f"{address}{'&' if '?' in address else '?'}club={sample_club.club.pk}").status_code in (
        200,
        422,
    )


@pytest.mark.parametrize("file", [f"{name}.csv" for name in SHEETS] + ["results.xlsx", "sessions.jsonl"])
def test_the_key_of_another_club_gives_no_access_to_its_files(file: str) -> None:
    sample_club = SampleClub()
    played(sample_club.club, {ANNE: 7, BRUNO: -7})
    theirs = Season.objects.create(club=sample_club.club, name="Theirs", starts=date(2026, 1, 1))
    client = signed_in(SampleClub(name="Others", members=()).organiser())
    for more in ({"club": sample_club.club.pk}, {"season": theirs.pk}):
        params: Params = {"file": file, **more}
        page = client.get(FILES, params)
        assert (page.status_code, ANNE in page.content.decode()) == (422, False)


def test_an_organiser_of_two_clubs_chooses_one() -> None:
    sample_club, other = SampleClub(), SampleClub(name="Others", members=("Xaver",))
    user = sample_club.organiser()
    other.club.organisers.create(user=user)
    client = signed_in(user)
    assert list(client.get(FILES, {"file": "members.csv"}).context["form"].errors) == ["club"]
    rows = csv_rows(fetched(client, "members.csv", club=other.club.pk))
    assert [row[0] for row in rows[1:]] == ["Xaver"]
    theirs = Season.objects.create(club=other.club, name="S", starts=date(2026, 1, 1))
    params: Params = {"file": "results.csv", "club": sample_club.club.pk, "season": theirs.pk}
    assert client.get(FILES, params).context["form"].errors == {"season": ["This season belongs to another club."]}


@pytest.mark.parametrize(
    "file", ["members.csv", "members.xlsx", "results.csv", "results.xlsx", "standings.csv", "championship.csv"]
)
def test_exporting_many_rows_takes_as_many_queries_as_exporting_few(file: str) -> None:
    sample_club = SampleClub()
    client = organiser_client(sample_club)
    played(sample_club.club, {ANNE: 7, BRUNO: -7})
    few = queries(lambda: fetched(client, file))
    for _more in range(2):
        played(sample_club.club, {ANNE: 7, BRUNO: -7, f"Guest {_more}": 0})
    assert queries(lambda: fetched(client, file)) == few
    assert Result.objects.count() == 8


def test_sessions_are_loaded_in_batches() -> None:
    sample_club = SampleClub()
    client = organiser_client(sample_club)
    sample_club.table().record(GARDE)
    few = queries(lambda: fetched(client, "sessions.jsonl"))
    for _more in range(2):
        sample_club.table().record(GARDE)
    assert queries(lambda: fetched(client, "sessions.jsonl")) <= few


@pytest.mark.parametrize("file", ["results.csv", "standings.csv"])
def test_two_people_of_one_name_can_be_told_apart(file: str) -> None:
    sample_club = SampleClub(members=(ANNE, BRUNO))
    session = played(sample_club.club, {"Gisela Ahrens": 10, BRUNO: -10})
    namesake = Player.objects.create(club=sample_club.club, name="Gisela Ahrens", guest=True, member_number="7")
    session.stretch.seats.filter(place=1).update(player=namesake)
    rows = csv_rows(fetched(organiser_client(sample_club), file))
    column = rows[0].index("Name")
    assert sorted(row[column] for row in rows[1:]) == ["Gisela Ahrens", "Gisela Ahrens (7)"]
