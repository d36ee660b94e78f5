"""Lists of people are sorted by name, as in a dictionary."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.clubs import queries
from scorekeeper.clubs.collation import name_order
from scorekeeper.evenings import attendance
from scorekeeper.evenings import queries as evening_queries
from scorekeeper.organisers.pages.members import MemberAdmin
from scorekeeper.play import queries as play_queries
from scorekeeper.standings import members
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import Terms, standings
from tests.api.api_client import Program
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import Night
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


def test_the_order_of_names() -> None:
    assert sorted(MIXED, key=name_order) == list(IN_ORDER)


def house_of(cls: type[House] = House) -> House:
    return cls(members=tuple(PEOPLE))


pytestmark = pytest.mark.django_db


def names_in(page: Any) -> list[str]:
    return [row.name for row in page.context["cl"].result_list]


@pytest.mark.parametrize("per_page", [50, 5], ids=["on one page", "on several"])
def test_the_members_in_the_panel(per_page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemberAdmin, "list_per_page", per_page)
    office = signed_in(house_of().organiser())
    assert names_in(office.get("/admin/clubs/player/")) == SORTED[:per_page]
    assert names_in(office.get("/admin/clubs/player/?o=-1")) == SORTED[::-1][:per_page]
    assert names_in(office.get("/admin/clubs/player/?all=")) == SORTED
    if per_page < len(SORTED):
        assert names_in(office.get("/admin/clubs/player/?p=2")) == SORTED[per_page : 2 * per_page]


def test_another_order_of_the_members_in_the_panel_is_that_of_the_column() -> None:
    house = house_of()
    house.table("Zoé", "Đorđe", "Marion", "Astrid")
    names = names_in(signed_in(house.organiser()).get("/admin/clubs/player/?o=-5.1"))
    assert set(names[:4]) == {"Zoé", "Đorđe", "Marion", "Astrid"}


def test_a_page_of_the_panel_asks_as_often_for_many_members_as_for_few(django_assert_max_num_queries: Any) -> None:
    office = signed_in(house_of().organiser())
    office.get("/admin/clubs/player/")
    with django_assert_max_num_queries(10):  # one of them asks for a second factor
        office.get("/admin/clubs/player/")


def test_the_choice_of_who_is_there_in_the_panel() -> None:
    night = Night(members=tuple(PEOPLE))
    page = signed_in(night.organiser()).get(f"/admin/evenings/evening/{night.evening.pk}/change/")
    empty = page.context["inline_admin_formsets"][0].formset.empty_form
    assert [label for _key, label in empty.fields["player"].choices][1:] == SORTED


def test_the_members_of_a_club() -> None:
    house = house_of()
    assert [one.name for one in members.people(house.club).members] == SORTED
    assert list(queries.people(house.club).members) == SORTED
    rows = csv_rows(fetched(signed_in(house.organiser()), "members.csv"))
    assert [row[1] for row in rows[1:]] == SORTED


def test_the_members_in_the_api() -> None:
    answer = Program(house_of().club).told("members")
    assert [one["name"] for one in answer["members"]] == SORTED


def test_who_is_there_and_who_is_not() -> None:
    night = Night(members=tuple(PEOPLE))
    assert [one.name for one in evening_queries.absent(night.club, [])] == SORTED
    for name in PEOPLE:
        attendance.check_in(night.evening, player=night.player(name).pk)
    assert [one.name for one in evening_queries.at(night.evening).attendees] == SORTED
    assert [one.name for one in evening_queries.free(night.evening)] == SORTED


def test_who_has_as_much_in_the_standings_and_at_an_evening() -> None:
    names = ("Zoé", "Łukasz", "Ärne", "Marion")
    night = Night(members=names)
    scribe = night.table(*names)
    scribe.record(PASSED)
    scribe.close()
    assert [one.name for one in standings(Terms(club=night.club)).ranked] == ["Ärne", "Łukasz", "Marion", "Zoé"]
    assert [one.name for one in evening_queries.at(night.evening).standings] == ["Ärne", "Łukasz", "Marion", "Zoé"]
    assert [one.name for one in night.preview_settlement().balances] == ["Ärne", "Łukasz", "Marion", "Zoé"]


def test_who_pays() -> None:
    night = Night(members=("Zoé", "Łukasz", "Ärne", "Marion"))
    night.played("Marion", "Zoé", "Łukasz", "Ärne")
    foreseen = night.preview_settlement()
    assert [foreseen.names[one.debtor] for one in foreseen.payments_by_name] == ["Ärne", "Łukasz", "Zoé"]


def test_who_is_offered_at_the_home_table() -> None:
    mine = device()
    start(device=mine, players=("Zoé", "Łukasz", "Ärne", "Marion"))
    assert play_queries.known_players(mine) == ["Ärne", "Łukasz", "Marion", "Zoé"]


def test_whom_a_member_met() -> None:
    night = Night(members=("Zoé", "Łukasz", "Ärne", "Marion"))
    night.played("Marion", "Zoé", "Łukasz", "Ärne")
    met = career(Terms(club=night.club), night.player("Marion")).pairs
    assert [one.name for one in met] == ["Ärne", "Łukasz", "Zoé"]
