"""Standings: who is ranked where on which terms, and that every number is the sum of the sessions behind it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Standing, Standings, Terms, standings
from tests.clubs.clubs import MEMBERS, House
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE, Scribe, start
from tests.standings.stored_results import NEW_YEAR, at, played

pytestmark = pytest.mark.django_db

PAGE = "/club/standings/"
ABC = ("Anne", "Bruno", "Chloé")


@pytest.fixture
def house() -> House:
    return House("Coupe-file", ABC)


def table(found: list[Standing]) -> list[tuple[int | None, str, int]]:
    return [(one.place, one.name, one.total) for one in found]


def of(house: House, **terms: Any) -> Standings:
    return standings(Terms(club=house.club, **terms))


def season(house: House, **changes: Any) -> Season:
    asked = {"name": "2026", "starts": NEW_YEAR, "ends": date(2026, 12, 31), **changes}
    return Season.objects.create(club=house.club, **asked)


# What it comes to


def test_total_average_sessions_and_hands(house: House) -> None:
    played(house.club, {"Anne": 60, "Bruno": -40, "Chloé": -20}, hands=12)
    played(house.club, {"Anne": -25, "Bruno": 25}, hands=8)
    found = of(house).ranked
    assert [(one.place, one.name, one.total, one.average, one.sessions, one.hands) for one in found] == [
        (1, "Anne", 35, Fraction(35, 20), 2, 20),
        (2, "Bruno", -15, Fraction(-15, 20), 2, 20),
        (3, "Chloé", -20, Fraction(-20, 12), 1, 12),
    ]
    words = words_of(house.phone.get(PAGE))
    assert "1 Anne +35 +1.8 2 20 2 Bruno −15 −0.8 2 20 3 Chloé −20 −1.7 1 12" in words


def test_those_who_have_as_much_share_a_place_and_the_next_is_left_out(house: House) -> None:
    played(house.club, {"Chloé": 30, "Bruno": -60, "Anne": 30})
    assert table(of(house).ranked) == [(1, "Anne", 30), (1, "Chloé", 30), (3, "Bruno", -60)]


def test_who_has_played_too_few_sessions_is_listed_apart_without_a_place(house: House) -> None:
    played(house.club, {"Anne": 90, "Bruno": -45, "Chloé": -45})
    played(house.club, {"Bruno": 10, "Chloé": -10})
    found = of(house, minimum=2)
    assert table(found.ranked) == [(1, "Bruno", -35), (2, "Chloé", -55)]
    assert table(found.below) == [(None, "Anne", 90)]


def test_only_the_best_sessions_count_and_it_says_how_many_did(house: House) -> None:
    for amount, hands in ((-50, 10), (70, 20), (30, 5), (30, 8)):
        played(house.club, {"Anne": amount, "Bruno": -amount}, hands=hands)
    anne, bruno = of(house, best=2).ranked
    assert (anne.total, anne.counted, anne.sessions, anne.hands) == (100, 2, 4, 25)  # 70 and the earlier of the 30s
    assert (bruno.total, bruno.counted, bruno.sessions, bruno.hands) == (20, 2, 4, 15)  # 50 and −30, the earlier
    assert "1 Anne +100 +4.0 2 of 4 25" in words_of(house.phone.get(f"{PAGE}?best=2"))


def test_the_first_and_the_last_day_of_a_season_belong_to_it(house: House) -> None:
    first, last = date(2026, 3, 1), date(2026, 3, 31)
    for amount, started in (
        (1, at(first) - timedelta(hours=20, minutes=1)),  # 23:59 the day before
        (10, at(first, 0)),
        (100, at(last, 23, 59)),  # after the clocks went forward on the 29th
        (1000, at(last + timedelta(days=1), 0)),
    ):
        played(house.club, {"Anne": amount, "Bruno": -amount}, started=started)
    march = season(house, starts=first, ends=last)
    assert table(of(house, season=march).ranked) == [(1, "Anne", 110), (2, "Bruno", -110)]
    assert table(of(house, season=season(house, name="2", starts=first, ends=None)).ranked)[0] == (1, "Anne", 1110)


def test_a_session_of_an_evening_is_of_its_date_though_it_was_started_after_midnight(house: House) -> None:
    evening = Evening.objects.create(club=house.club, date=date(2026, 3, 31))
    played(house.club, {"Anne": 5, "Bruno": -5}, started=at(date(2026, 4, 1), 0, 30), evening=evening)
    march = season(house, starts=date(2026, 3, 1), ends=date(2026, 3, 31))
    april = season(house, name="4", starts=date(2026, 4, 1), ends=date(2026, 4, 30))
    assert len(of(house, season=march).ranked) == 2
    assert of(house, season=april).ranked == []


def test_a_game_a_rule_set_and_all_of_them(house: House) -> None:
    played(house.club, {"Anne": 10, "Bruno": -10})
    played(house.club, {"Anne": 200, "Bruno": -200}, rules="classic")
    played(house.club, {"Anne": -3000, "Bruno": 3000}, game="boston", rules="decimal")
    totals = {
        words: of(house, **terms).ranked[0].total
        for words, terms in {
            "all": {},
            "tarot": {"game": "tarot"},
            "fft": {"game": "tarot", "rules": "fft"},
        }.items()
    }
    assert totals == {"all": 2790, "tarot": 210, "fft": 10}
    page = house.phone.get(PAGE)
    assert "Different games use different units" in words_of(page)
    assert "Bruno +2790 +139.5 2 20 +3000 −210" not in words_of(page)  # three sessions
    assert "1 Bruno +2790 +93.0 3 30 +3000 −210" in words_of(page)
    assert "Different games" not in words_of(house.phone.get(f"{PAGE}?game=tarot"))


def test_with_the_best_sessions_only_no_game_by_itself_is_a_part_of_the_total(house: House) -> None:
    played(house.club, {"Anne": 10, "Bruno": -10})
    played(house.club, {"Anne": 5, "Bruno": -5}, game="skat", rules="isko")
    assert [game.slug for game in house.phone.get(PAGE).context["games"]] == ["skat", "tarot"]
    assert house.phone.get(f"{PAGE}?best=1").context["games"] == []


def test_skat_by_its_tournament_points(house: House) -> None:
    skat: dict[str, Any] = {"game": "skat", "rules": "isko"}
    played(house.club, {"Anne": 90, "Bruno": -30, "Chloé": -60}, points={"Anne": 100, "Bruno": 340, "Chloé": 0}, **skat)
    played(house.club, {"Anne": 0, "Bruno": 0}, game="skat", rules="foster")  # has none
    found = of(house, game="skat", points=True).ranked
    assert [(one.name, one.total, one.sessions) for one in found] == [
        ("Bruno", 340, 1),
        ("Anne", 100, 1),
        ("Chloé", 0, 1),
    ]
    words = words_of(house.phone.get(f"{PAGE}?game=skat&by=points"))
    assert "Seeger-Fabian points" in words
    assert "1 Bruno +340 +34.0 1 10 2 Anne +100" in words


def test_guests_are_listed_apart_and_who_is_retired_keeps_the_place(house: House) -> None:
    house.member("Karl", retired=True)
    played(house.club, {"Karl": 50, "Zoé": 20, "Anne": -70})
    found = of(house)
    assert table(found.ranked) == [(1, "Karl", 50), (2, "Anne", -70)]
    assert table(found.guests) == [(None, "Zoé", 20)]


def test_nothing_of_another_club_or_of_the_home_table_counts(house: House) -> None:
    other = House("Other", ABC)
    played(other.club, {"Anne": 10, "Bruno": -10})
    Scribe(start(players=("Anne", "Bruno", "Chloé", "David"))).close()
    assert of(house).ranked == []
    assert "Nobody is ranked yet" in words_of(house.phone.get(PAGE))


def test_a_session_counts_from_when_it_is_closed_until_it_is_reopened() -> None:
    house = House()
    scribe = house.table()
    scribe.record(GARDE)
    assert of(house).ranked == []
    scribe.close()
    assert table(of(house).ranked) == [
        (1, "Anne Arnaud", 198),
        (2, "Bruno Braun", -66),
        (2, "Chloé Clair", -66),
        (2, "David Dahl", -66),
    ]
    scribe.reopen()
    assert of(house).ranked == []


# How it is sorted


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("total", [(1, "Bruno"), (2, "Anne"), (3, "Chloé")]),
        ("average", [(1, "Anne"), (2, "Bruno"), (3, "Chloé")]),
        ("sessions", [(1, "Bruno"), (1, "Chloé"), (3, "Anne")]),
        ("hands", [(1, "Chloé"), (2, "Bruno"), (3, "Anne")]),
        ("name", [(2, "Anne"), (1, "Bruno"), (3, "Chloé")]),
    ],
)
def test_whoever_is_ranked_is_ranked_by_what_it_is_sorted_by(house: House, sort: str, expected: list[Any]) -> None:
    played(house.club, {"Anne": 50, "Bruno": 20}, hands=5)  # on the average: Anne 10, Bruno 60/25
    played(house.club, {"Bruno": 40}, hands=20)
    played(house.club, {"Chloé": -1}, hands=20)
    played(house.club, {"Chloé": -1}, hands=20)
    found = house.phone.get(f"{PAGE}?sort={sort}")
    assert [(row.of.place, row.of.name) for row in found.context["ranked"]] == expected
    assert found.content.count(b"aria-sort=") == 1


# The terms


def test_a_season_brings_its_own_terms_and_they_can_be_changed_for_once(house: House) -> None:
    for amount in (5, 7):
        played(house.club, {"Anne": amount, "Bruno": -amount})
    played(house.club, {"Chloé": 3})
    played(house.club, {"Anne": 1000, "Bruno": -1000}, game="boston", rules="decimal")
    strict = season(house, game="tarot", rules="fft", minimum=2, best=1)
    page = house.phone.get(f"{PAGE}?season={strict.pk}")
    assert [row.of.name for row in page.context["below"]] == ["Chloé"]
    assert [(row.of.name, row.of.total) for row in page.context["ranked"]] == [("Anne", 7), ("Bruno", -5)]
    assert "The best 1 session counts" in words_of(page)
    page = house.phone.get(f"{PAGE}?season={strict.pk}&best=all&minimum=0")
    assert [(row.of.name, row.of.total) for row in page.context["ranked"]] == [
        ("Anne", 12),
        ("Chloé", 3),
        ("Bruno", -12),
    ]
    assert [group.label for group in page.context["choices"]] == ["Season"]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ("minimum=x", "minimum"),
        ("minimum=-1", "minimum"),
        ("best=0", "best"),
        ("best=1001", "best"),
        ("best=٣x", "best"),
    ],
)
def test_a_number_that_is_none_is_said_at_its_field_and_stays_there(house: House, asked: str, field: str) -> None:
    played(house.club, {"Anne": 5, "Bruno": -5})
    page = house.phone.get(f"{PAGE}?{asked}")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    body = page.content.decode()
    assert f'value="{asked.partition("=")[2]}"' in body
    assert re.search(rf'<input[^>]*name="{field}"[^>]*aria-invalid="true"', body)
    assert [row.of.name for row in page.context["ranked"]] == ["Anne", "Bruno"]


@pytest.mark.parametrize(
    "asked",
    [
        *("season=0", "season=x", "season=99999999999999999999", "game=poker", "rules=fft", "game=tarot&rules=isko"),
        *("by=points", "game=tarot&by=points", "sort=luck"),
    ],
)
def test_what_there_is_not_is_not_found(house: House, asked: str) -> None:
    assert house.phone.get(f"{PAGE}?{asked}").status_code == 404


def test_a_season_of_another_club_is_not_found(house: House) -> None:
    theirs = season(House("Other", ABC))
    assert house.phone.get(f"{PAGE}?season={theirs.pk}").status_code == 404


def test_another_season_comes_with_its_own_terms_and_keeps_what_else_was_chosen(house: House) -> None:
    played(house.club, {"Anne": 5, "Bruno": -5})
    tarot = season(house, name="Tarot", game="tarot", minimum=3)
    every = season(house, name="Every", best=4)
    page = house.phone.get(f"{PAGE}?game=tarot&rules=fft&minimum=9")
    links = {choice.label: choice.query for group in page.context["choices"] for choice in group.choices}
    assert links["Tarot"] == f"season={tarot.pk}&rules=fft"
    assert links["Every"] == f"season={every.pk}&game=tarot&rules=fft"
    assert links["All games"] == "minimum=9"


# Every number links to what is behind it


@pytest.mark.parametrize(
    "asked", ["", "best=2", "season", "season&best=1", "game=skat", "game=skat&by=points", "sort=name"]
)
def test_every_number_is_the_sum_of_the_sessions_it_leads_to(house: House, asked: str) -> None:
    for number, (anne, bruno) in enumerate([(10, -10), (-7, 7), (31, -31), (-2, 2)]):
        played(house.club, {"Anne": anne, "Bruno": bruno}, hands=3 + number, day=date(2025 + number % 2, 5, 1))
        points = {"Anne": 90 + number, "Bruno": 7}
        played(house.club, {"Anne": 2 * anne, "Bruno": 2 * bruno}, game="skat", rules="isko", hands=9, points=points)
    asked = asked.replace("season", f"season={season(house).pk}")
    page = house.phone.get(f"{PAGE}?{asked}")
    rows = re.findall(r"<tr>(.*?)</tr>", page.content.decode(), re.DOTALL)[1:]
    assert len(rows) == 2
    for row in rows:
        total, average, sessions, hands, *by_game = re.findall(r'<a[^>]*href="([^"]+sessions/[^"]*)">([^<]+)</a>', row)
        assert len(by_game) == (0 if "game" in asked or "best" in asked else 2)
        made_of = house.phone.get(unescape(total[0])).context
        assert signed(made_of["amount"]) == total[1]
        assert {unescape(link) for link, _words in (average, sessions, hands)} == {unescape(total[0])}
        assert str(made_of["hands"]) == hands[1]
        assert sessions[1].split(" of ")[0] == str(made_of["sessions"])
        for link, words in by_game:
            assert signed(house.phone.get(unescape(link)).context["amount"]) == words


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


# Number of queries


@pytest.mark.parametrize("asked", ["", "?best=2", "?game=tarot", "?sort=name"])
def test_it_asks_as_much_for_three_players_and_games_as_for_one(asked: str) -> None:
    counts = []
    for number in (1, 3):
        house = House(f"Club {number}", MEMBERS[:number])
        for game, rules in (("tarot", "fft"), ("skat", "isko"), ("boston", "decimal"))[:number]:
            played(house.club, dict.fromkeys(MEMBERS[:number], 5), game=game, rules=rules)
            season(house, name=game)
        with CaptureQueriesContext(connection) as statements:
            assert house.phone.get(f"{PAGE}{asked}").status_code == 200
        counts.append(len(statements))
    assert counts == [5, 5]


def test_only_phones_of_the_club_see_it(house: House) -> None:
    played(house.club, {"Anne": 5, "Bruno": -5})
    stranger, other = browser(), House("Other", ABC)
    assert stranger.get(PAGE).status_code == 404
    assert b"Anne" not in other.phone.get(PAGE).content
    assert house.phone.post(PAGE).status_code == 405
