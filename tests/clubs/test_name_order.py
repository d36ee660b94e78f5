"""Lists of people are sorted by name, as in a dictionary."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.clubs import queries
from scorekeeper.clubs.names import name_order
from scorekeeper.desk import attendance, evening_overview
from scorekeeper.organisers.members.admin import MemberAdmin
from scorekeeper.play import queries as play_queries
from scorekeeper.play.evening_tables import free_players
from scorekeeper.standings.pages import club
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Terms, standings
from tests.api.api_client import Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched
from tests.play.tables import PASSED, device, start

IN_ORDER = (
    "Æmilia",
    "anne",
    "Anne",
    "Ärne",
    "Astrid",
    "De La Tour",
    "Delacroix",
    "Đorđe",
    "Łukasz",
    "Marion",
    "O’Brien",
    "Obermann",
    "Øystein",
    "Strasser",
    "Straßmann",
    "Zoe",
    "Zoé",
    "Ελένη",
    "Иван",
)
"""As Unicode's collation algorithm sorts them, by its default table (UTS #10, DUCET)."""
MIXED = IN_ORDER[::-2] + IN_ORDER[1::2]
PEOPLE = [name for name in MIXED if name != "anne"]
"""Two people of a club whose names differ only in capitals."""
SORTED = [name for name in IN_ORDER if name != "anne"]


def test_names_are_sorted_regardless_of_case_and_accents() -> None:
    assert sorted(MIXED, key=name_order) == list(IN_ORDER)


def sample_club_of(cls: type[SampleClub] = SampleClub) -> SampleClub:
    return cls(members=tuple(PEOPLE))


pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def names_in(page: Any) -> list[str]:
    return [row.name for row in page.context["cl"].result_list]


@pytest.mark.parametrize("per_page", [50, 5], ids=["on one page", "on several"])
def test_members_are_sorted_in_the_panel(per_page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemberAdmin, "list_per_page", per_page)
    organiser_client = signed_in(sample_club_of().organiser())
    assert names_in(organiser_client.get("/admin/clubs/player/")) == SORTED[:per_page]
    assert names_in(organiser_client.get("/admin/clubs/player/?o=-1")) == SORTED[::-1][:per_page]
    assert names_in(organiser_client.get("/admin/clubs/player/?all=")) == SORTED
    if per_page < len(SORTED):
        assert names_in(organiser_client.get("/admin/clubs/player/?p=2")) == SORTED[per_page : 2 * per_page]


def test_the_panel_can_sort_members_by_another_column() -> None:
    sample_club = sample_club_of()
    sample_club.table("Zoé", "Đorđe", "Marion", "Astrid")
    names = names_in(signed_in(sample_club.organiser()).get("/admin/clubs/player/?o=-7.1"))
    assert set(names[:4]) == {"Zoé", "Đorđe", "Marion", "Astrid"}


def test_member_numbers_are_sorted_as_numbers() -> None:
    sample_club = SampleClub(members=())
    for number in ("10", "9", "A-10", "A-9", ""):
        sample_club.member(f"Member {number}", member_number=number)
    page = signed_in(sample_club.organiser()).get("/admin/clubs/player/?o=3")
    assert [row.member_number for row in page.context["cl"].result_list] == ["", "9", "10", "A-9", "A-10"]


def test_the_panel_takes_as_many_queries_for_many_members_as_for_few(django_assert_max_num_queries: Any) -> None:
    organiser_client = signed_in(sample_club_of().organiser())
    organiser_client.get("/admin/clubs/player/")
    with django_assert_max_num_queries(12):  # one asks for a second factor, one for categories, one for stretches
        organiser_client.get("/admin/clubs/player/")


def test_the_members_page_is_sorted() -> None:
    sample_club = sample_club_of()
    assert [member.name for member in club.member_lists(sample_club.club).members] == SORTED
    assert list(queries.people(sample_club.club).members) == SORTED
    rows = csv_rows(fetched(signed_in(sample_club.organiser()), "members.csv"))
    assert [row[0] for row in rows[1:]] == SORTED


def test_members_are_sorted_in_the_api() -> None:
    response = Program(sample_club_of().club).get_json("members")
    assert [member["name"] for member in response["members"]] == SORTED


def test_attendance_is_sorted() -> None:
    club_evening = ClubEvening(members=tuple(PEOPLE))
    assert [player.name for player in evening_overview.absent(club_evening.club, [])] == SORTED
    for name in PEOPLE:
        attendance.check_in(club_evening.evening, player=club_evening.player(name).pk)
    assert [attendee.name for attendee in evening_overview.at(club_evening.evening).attendees] == SORTED
    assert [player.name for player in free_players(club_evening.evening)] == SORTED


def test_players_with_equal_totals_are_sorted_by_name() -> None:
    names = ("Zoé", "Łukasz", "Ärne", "Marion")
    club_evening = ClubEvening(members=names)
    scorer = club_evening.table(*names)
    scorer.record(PASSED)
    scorer.close()
    assert [row.name for row in standings(Terms(club=club_evening.club)).ranked] == ["Ärne", "Łukasz", "Marion", "Zoé"]
    assert [row.name for row in evening_overview.at(club_evening.evening).standings] == [
        "Ärne",
        "Łukasz",
        "Marion",
        "Zoé",
    ]
    assert [balance.name for balance in club_evening.preview_settlement().balances] == [
        "Ärne",
        "Łukasz",
        "Marion",
        "Zoé",
    ]


def test_payments_are_sorted_by_name() -> None:
    club_evening = ClubEvening(members=("Zoé", "Łukasz", "Ärne", "Marion"))
    club_evening.played("Marion", "Zoé", "Łukasz", "Ärne")
    foreseen = club_evening.preview_settlement()
    assert [foreseen.name(row.debtor_id) for row in foreseen.rows_by_name] == ["Ärne", "Łukasz", "Zoé"]


def test_offered_players_at_the_home_table_are_sorted() -> None:
    device_id = device()
    start(device=device_id, players=("Zoé", "Łukasz", "Ärne", "Marion"))
    assert play_queries.known_players(device_id) == ["Ärne", "Łukasz", "Marion", "Zoé"]


def test_opponents_on_a_members_page_are_sorted() -> None:
    club_evening = ClubEvening(members=("Zoé", "Łukasz", "Ärne", "Marion"))
    club_evening.played("Marion", "Zoé", "Łukasz", "Ärne")
    met = career(Terms(club=club_evening.club), club_evening.player("Marion")).pairs
    assert [opponent.name for opponent in met] == ["Ärne", "Łukasz", "Zoé"]
