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

from scorekeeper.evenings.models import Evening
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session, Settlement
from scorekeeper.standings.models import Result, Season
from scorekeeper.standings.standings import Terms, standings
from tests.clubs.clubs import House, signed_in
from tests.files.spreadsheets.spreadsheet_files import FILES, csv_rows, fetched, xlsx_cells, xlsx_rows
from tests.play.tables import GARDE
from tests.standings.stored_results import at, played

pytestmark = pytest.mark.django_db

Asked = dict[str, str | int]

ANNE, BRUNO, CHLOE = "Anne Arnaud", "Bruno Braun", "Chloé Clair"


def office(house: House) -> Client:
    return signed_in(house.organiser())


def day_in_workbook(year: int, month: int, day: int) -> datetime:
    """Workbooks have no time zones."""
    return datetime(year, month, day)  # noqa: DTZ001 - as openpyxl reads it


def queries(what: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as asked:
        what()
    return len(asked)


def settled(session: Session, totals: list[int], stake: str | None = "0.05") -> Session:
    """The session with the payments that settled it."""
    transfers = [{"debtor": 1, "creditor": 0, "amount": totals[0]}]
    money = None if stake is None else Decimal(stake)
    Settlement.objects.create(
        session=session, totals=totals, transfers=transfers, stake=money, currency="€", settled_at=timezone.now()
    )
    return session


def test_members_go_out_with_nicknames_and_those_who_come_no_longer() -> None:
    house = House(members=())
    house.member("Bruno Braun", "Ace, the")
    house.member("=1+1")
    gone = house.member("Zoé", guest=True)
    gone.retired_at = at(date(2025, 6, 30))
    gone.save()
    merged = house.member("Merged", merged_into=gone)
    rows = csv_rows(fetched(office(house), "members.csv"))
    assert rows[0] == ["No.", "Name", "Nickname", "Guest", "Retired"]
    assert [row[1:] for row in rows[1:]] == [
        ["'=1+1", "", "No", ""],
        ["Bruno Braun", "Ace, the", "No", ""],
        ["Zoé", "", "Yes", "2025-06-30"],
    ]
    assert merged.name not in str(rows)


def test_members_in_a_workbook_are_texts_and_days() -> None:
    house = House(members=("=1+1",))
    house.club.players.update(retired_at=at(date(2025, 6, 30)))
    row = xlsx_cells(fetched(office(house), "members.xlsx"))[1]
    assert [cell.value for cell in row[1:]] == ["=1+1", None, "No", day_in_workbook(2025, 6, 30)]
    assert [cell.data_type for cell in row[1:]] == ["s", "n", "s", "d"]


def test_headings_and_words_are_in_the_language_of_whoever_asks() -> None:
    house = House(members=("Anne",))
    answer: Any = office(house).get(FILES, {"file": "members.csv"}, headers={"Accept-Language": "de"})
    rows = csv_rows(b"".join(answer.streaming_content))
    assert rows[0][1:] == ["Name", "Spitzname", "Gast", "Ausgeschieden"]
    assert rows[1][3] == "Nein"


def test_results_have_a_row_for_each_player_of_each_closed_session() -> None:
    house = House()
    evening = Evening.objects.create(club=house.club, date=date(2026, 2, 3), name="Cup, final")
    first = played(house.club, {ANNE: 66, BRUNO: -66}, day=date(2026, 2, 3), evening=evening, hands=9)
    Session.objects.filter(pk=first.pk).update(table_number=4)
    settled(first, [66, -66])
    played(house.club, {BRUNO: 7, "Zoé": -7}, day=date(2026, 3, 4), points={BRUNO: 120, "Zoé": 30}, game="skat")
    rows = csv_rows(fetched(office(house), "results.csv"))
    assert rows[0] == [
        *("Date", "Evening", "Session", "Game", "Rules", "Players", "Table", "Seat", "Name", "Name at the table"),
        *("Guest", "Total", "Tournament points", "Hands", "Stake", "Currency", "Money", "Paid by difference"),
        "Table number",
    ]
    wanted = [
        *("2026-02-03", "Cup, final", "French Tarot", "2", f"{ANNE}, {BRUNO}", "1", ANNE, ANNE, "No"),
        *("66", "", "9", "0.05", "€", "3.30", "", "4"),
    ]
    assert [*rows[1][:2], rows[1][3], *rows[1][5:]] == wanted
    assert rows[1][2] == first.public_id
    assert [row[8] for row in rows[1:]] == [ANNE, BRUNO, BRUNO, "Zoé"]
    assert [row[-8:] for row in rows[2:]] == [
        ["-66", "", "9", "0.05", "€", "-3.30", "", "4"],
        ["7", "120", "10", "", "", "", "", ""],
        ["-7", "30", "10", "", "", "", "", ""],
    ]
    assert rows[4][10] == "Yes"


def test_results_in_a_workbook_are_numbers_and_days() -> None:
    house = House()
    settled(played(house.club, {ANNE: 66, BRUNO: -66}, day=date(2026, 2, 3)), [66, -66])
    row = xlsx_rows(fetched(office(house), "results.xlsx"))[2]
    assert (row[0], row[11], row[14], row[16]) == (day_in_workbook(2026, 2, 3), -66, 0.05, -3.3)


def test_money_is_that_of_the_settlement_that_stands_by_difference_where_no_payments_settle_the_totals() -> None:
    house = House()
    session = played(house.club, {ANNE: 66, BRUNO: -66})
    settled(session, [66, -66], "0.50")
    Settlement.objects.update(withdrawn_at=timezone.now())
    Settlement.objects.create(
        session=session,
        totals=[66, -66],
        transfers=None,
        stake=Decimal("0.05"),
        currency="€",
        settled_at=timezone.now(),
    )
    rows = csv_rows(fetched(office(house), "results.csv"))
    assert [row[-5:-1] for row in rows[1:]] == [["0.05", "€", "6.60", "132"], ["0.05", "€", "-6.60", "-132"]]


@pytest.mark.parametrize(
    ("asked", "days"),
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
def test_results_and_sessions_are_those_of_a_season_a_span_and_a_game(asked: dict[str, Any], days: list[str]) -> None:
    house = House()
    for day, game in ((date(2026, 1, 1), "tarot"), (date(2026, 2, 2), "tarot"), (date(2026, 3, 3), "skat")):
        played(house.club, {ANNE: 7, BRUNO: -7}, day=day, game=game)
    spring = Season.objects.create(club=house.club, name="spring", starts=date(2026, 2, 2), ends=date(2026, 6, 1))
    skat = Season.objects.create(club=house.club, name="skat", starts=date(2026, 1, 1), game="skat")
    asked = {**asked, **({"season": {"spring": spring, "skat": skat}[asked["season"]].pk} if "season" in asked else {})}
    client = office(house)
    rows = csv_rows(fetched(client, "results.csv", **asked))
    assert sorted({row[0] for row in rows[1:]}) == days
    # The rules of these sessions can't replay them: each is left out, with a line of its own.
    assert len(fetched(client, "sessions.jsonl", **asked).splitlines()) == len(days)


def test_standings_are_those_of_the_page() -> None:
    house = House()
    played(house.club, {ANNE: 70, BRUNO: -20, "Zoé": -50}, day=date(2026, 1, 5))
    played(house.club, {ANNE: 9, CHLOE: -9}, day=date(2026, 1, 6), game="skat", hands=4)
    season = Season.objects.create(club=house.club, name="S", starts=date(2026, 1, 1), minimum=2)
    rows = csv_rows(fetched(office(house), "standings.csv", season=season.pk))
    assert rows == [
        [
            *("Rank", "Name", "Nickname", "Guest", "Total", "Sessions", "Sessions that count", "Hands", "Per hand"),
            *("Skat", "French Tarot"),
        ],
        ["1", ANNE, "", "No", "79", "2", "2", "14", "5.64", "9", "70"],
        ["", CHLOE, "", "No", "-9", "1", "1", "4", "-2.25", "-9", ""],
        ["", BRUNO, "", "No", "-20", "1", "1", "10", "-2.00", "", "-20"],
        ["", "Zoé", "", "Yes", "-50", "1", "1", "10", "-5.00", "", "-50"],
    ]
    found = standings(Terms(club=house.club).in_season(season))
    assert [one.total for one in (*found.ranked, *found.below, *found.guests)] == [79, -9, -20, -50]


def test_standings_of_a_span_and_by_tournament_points() -> None:
    house = House()
    played(house.club, {ANNE: 9, BRUNO: -9}, day=date(2026, 1, 6), game="skat", points={ANNE: 50, BRUNO: 80})
    played(house.club, {ANNE: 9, BRUNO: -9}, day=date(2026, 2, 6), game="skat", points={ANNE: 40, BRUNO: 30})
    rows = csv_rows(fetched(office(house), "standings.csv", game="skat", points="on", last="2026-01-31"))
    assert rows[0][4] == "Seeger-Fabian points"
    assert [row[:5] for row in rows[1:]] == [["1", BRUNO, "", "No", "80"], ["2", ANNE, "", "No", "50"]]


def test_sessions_go_out_as_documents_that_score_reads() -> None:
    house = House()
    for _session in range(2):
        table = house.table()
        table.record(GARDE)
    data = fetched(office(house), "sessions.jsonl")
    documents = [json.loads(line) for line in data.decode().splitlines()]
    assert [(one["format"], len(one["hands"])) for one in documents] == [("scorekeeper.session", 1)] * 2
    out = StringIO()
    call_command("score", lines=True, stdin=BytesIO(data), stdout=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["format"] for one in answers] == ["scorekeeper.ledger"] * 2


def test_a_session_that_cannot_be_replayed_is_named_in_its_place() -> None:
    house = House()
    gone = house.table()
    gone.record(GARDE)
    refused, fine = house.table(), house.table()
    for table in (refused, fine):
        table.record(GARDE)
    refused.session.hands.update(outcome={"call": "no such call"})
    Session.objects.filter(pk=gone.session.pk).update(game="bridge")
    ledgers.forget()
    lines = [json.loads(line) for line in fetched(office(house), "sessions.jsonl").decode().splitlines()]
    assert [one["format"] for one in lines] == ["scorekeeper.left_out"] * 2 + ["scorekeeper.session"]
    assert lines[0]["reason"] == "The game of this session is no longer installed."
    assert (lines[1]["session"], lines[1]["hand"]) == (refused.session.public_id, 1)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"first": "soon"}, "first"),
        ({"last": "1066-10-14"}, "last"),
        ({"first": "2026-02-02", "last": "2026-02-01"}, "last"),
        ({"game": "bridge"}, "game"),
        ({"season": "9999"}, "season"),
        ({"points": "on"}, "points"),
        ({"club": "9999"}, "club"),
    ],
)
def test_what_is_asked_for_wrongly_is_said_at_its_field(asked: dict[str, str], field: str) -> None:
    page = office(House()).get(FILES, {"file": "results.csv", **asked})
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])


def test_a_season_of_one_game_is_not_asked_for_another() -> None:
    house = House()
    season = Season.objects.create(club=house.club, name="S", starts=date(2026, 1, 1), game="skat")
    asked: Asked = {"file": "results.csv", "season": season.pk, "game": "tarot"}
    page = office(house).get(FILES, asked)
    assert page.context["form"].errors == {"game": ["This season is for another game."]}


@pytest.mark.parametrize("file", ["members.pdf", "people.csv", "sessions.csv", "x"])
def test_no_other_file_is_there(file: str) -> None:
    assert office(House()).get(FILES, {"file": file}).status_code == 404


def test_an_address_without_a_file_leads_to_the_page() -> None:
    assert office(House()).get(FILES)["Location"] == "/admin/spreadsheets/"


@pytest.mark.parametrize(
    "address", ["/admin/spreadsheets/", f"{FILES}?file=members.csv", "/admin/spreadsheets/import/"]
)
def test_nobody_but_organisers_gets_in(address: str) -> None:
    house = House()
    assert house.phone.get(address)["Location"].startswith("/admin/login/")
    other = House(name="Others", members=("Xaver",)).organiser()
    page: Any = signed_in(other).get(address)
    content = b"".join(page.streaming_content) if page.streaming else page.content
    assert ANNE.encode() not in content
    assert signed_in(other).get(f"{address}{'&' if '?' in address else '?'}club={house.club.pk}").status_code in (
        200,
        422,
    )


@pytest.mark.parametrize("file", ["members.csv", "results.xlsx", "standings.csv", "sessions.jsonl"])
def test_another_clubs_files_are_not_had_by_its_key(file: str) -> None:
    house = House()
    played(house.club, {ANNE: 7, BRUNO: -7})
    theirs = Season.objects.create(club=house.club, name="Theirs", starts=date(2026, 1, 1))
    client = signed_in(House(name="Others", members=()).organiser())
    for more in ({"club": house.club.pk}, {"season": theirs.pk}):
        asked: Asked = {"file": file, **more}
        page = client.get(FILES, asked)
        assert (page.status_code, ANNE in page.content.decode()) == (422, False)


def test_who_looks_after_two_clubs_says_which() -> None:
    house, other = House(), House(name="Others", members=("Xaver",))
    user = house.organiser()
    other.club.organisers.create(user=user)
    client = signed_in(user)
    assert list(client.get(FILES, {"file": "members.csv"}).context["form"].errors) == ["club"]
    rows = csv_rows(fetched(client, "members.csv", club=other.club.pk))
    assert [row[1] for row in rows[1:]] == ["Xaver"]
    theirs = Season.objects.create(club=other.club, name="S", starts=date(2026, 1, 1))
    asked: Asked = {"file": "results.csv", "club": house.club.pk, "season": theirs.pk}
    assert client.get(FILES, asked).context["form"].errors == {"season": ["This season belongs to another club."]}


@pytest.mark.parametrize("file", ["members.csv", "members.xlsx", "results.csv", "results.xlsx", "standings.csv"])
def test_a_file_of_many_asks_the_database_as_often_as_one_of_few(file: str) -> None:
    house = House()
    client = office(house)
    played(house.club, {ANNE: 7, BRUNO: -7})
    few = queries(lambda: fetched(client, file))
    for _more in range(2):
        played(house.club, {ANNE: 7, BRUNO: -7, f"Guest {_more}": 0})
    assert queries(lambda: fetched(client, file)) == few
    assert Result.objects.count() == 8


def test_sessions_are_fetched_a_few_at_a_time() -> None:
    house = House()
    client = office(house)
    house.table().record(GARDE)
    few = queries(lambda: fetched(client, "sessions.jsonl"))
    for _more in range(2):
        house.table().record(GARDE)
    assert queries(lambda: fetched(client, "sessions.jsonl")) <= few
