"""Standings: ranks, terms, and the sessions behind each number."""

from __future__ import annotations

import re
from datetime import date, timedelta
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Standing, Standings, Terms, standings
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE, Scorer, start
from tests.standings.stored_results import NEW_YEAR, at, played

pytestmark = pytest.mark.django_db

PAGE = "/club/standings/"
ABC = ("Anne", "Bruno", "Chloé")


@pytest.fixture
def sample_club() -> SampleClub:
    return SampleClub("Coupe-file", ABC)


def table(rows: list[Standing]) -> list[tuple[int | None, str, int]]:
    return [(row.place, row.name, row.total) for row in rows]


def of(sample_club: SampleClub, **terms: Any) -> Standings:
    return standings(Terms(club=sample_club.club, **terms))


def season(sample_club: SampleClub, **changes: Any) -> Season:
    query = {"name": "2026", "starts": NEW_YEAR, "ends": date(2026, 12, 31), **changes}
    return Season.objects.create(club=sample_club.club, **query)


# What it comes to


def test_total_average_sessions_and_hands(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 60, "Bruno": -40, "Chloé": -20}, hands=12)
    played(sample_club.club, {"Anne": -25, "Bruno": 25}, hands=8)
    rows = of(sample_club).ranked
    assert [(row.place, row.name, row.total, row.average, row.sessions, row.hands) for row in rows] == [
        (1, "Anne", 35, Fraction(35, 20), 2, 20),
        (2, "Bruno", -15, Fraction(-15, 20), 2, 20),
        (3, "Chloé", -20, Fraction(-20, 12), 1, 12),
    ]
    words = words_of(sample_club.phone.get(PAGE))
    assert "1 Anne +35 +1.8 2 20 2 Bruno −15 −0.8 2 20 3 Chloé −20 −1.7 1 12" in words


def test_equal_totals_share_a_rank_and_the_next_rank_is_skipped(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Chloé": 30, "Bruno": -60, "Anne": 30})
    assert table(of(sample_club).ranked) == [(1, "Anne", 30), (1, "Chloé", 30), (3, "Bruno", -60)]


def test_players_below_the_minimum_are_listed_separately_without_a_rank(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 90, "Bruno": -45, "Chloé": -45})
    played(sample_club.club, {"Bruno": 10, "Chloé": -10})
    season_standings = of(sample_club, minimum=2)
    assert table(season_standings.ranked) == [(1, "Bruno", -35), (2, "Chloé", -55)]
    assert table(season_standings.below) == [(None, "Anne", 90)]


def test_only_the_best_evenings_count_and_their_number_is_shown(sample_club: SampleClub) -> None:
    for amount, hands in ((-50, 10), (70, 20), (30, 5), (30, 8)):
        played(sample_club.club, {"Anne": amount, "Bruno": -amount}, hands=hands)
    anne, bruno = of(sample_club, best=2).ranked
    assert (anne.total, anne.counted, anne.sessions, anne.hands) == (100, 2, 4, 25)  # 70 and the earlier of the 30s
    assert (bruno.total, bruno.counted, bruno.sessions, bruno.hands) == (20, 2, 4, 15)  # 50 and −30, the earlier
    assert "1 Anne +100 +4.0 2 of 4 25" in words_of(sample_club.phone.get(f"{PAGE}?best=2"))


def test_the_first_and_last_day_belong_to_a_season(sample_club: SampleClub) -> None:
    first, last = date(2026, 3, 1), date(2026, 3, 31)
    for amount, started in (
        (1, at(first, 5, 59)),  # still the evening before
        (10, at(first, 6)),
        (100, at(last + timedelta(days=1), 5, 59)),  # after the clocks went forward on the 29th
        (1000, at(last + timedelta(days=1), 6)),
    ):
        played(sample_club.club, {"Anne": amount, "Bruno": -amount}, started=started)
    march = season(sample_club, starts=first, ends=last)
    assert table(of(sample_club, season=march).ranked) == [(1, "Anne", 110), (2, "Bruno", -110)]
    assert table(of(sample_club, season=season(sample_club, name="2", starts=first, ends=None)).ranked)[0] == (
        1,
        "Anne",
        1110,
    )


def test_a_session_after_midnight_counts_for_the_date_of_its_evening(sample_club: SampleClub) -> None:
    evening = Evening.objects.create(club=sample_club.club, date=date(2026, 3, 31))
    played(sample_club.club, {"Anne": 5, "Bruno": -5}, started=at(date(2026, 4, 1), 0, 30), evening=evening)
    march = season(sample_club, starts=date(2026, 3, 1), ends=date(2026, 3, 31))
    april = season(sample_club, name="4", starts=date(2026, 4, 1), ends=date(2026, 4, 30))
    assert len(of(sample_club, season=march).ranked) == 2
    assert of(sample_club, season=april).ranked == []


def test_standings_by_game_by_rule_set_and_overall(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 10, "Bruno": -10})
    played(sample_club.club, {"Anne": 200, "Bruno": -200}, rules="classic")
    played(sample_club.club, {"Anne": -3000, "Bruno": 3000}, game="boston", rules="decimal")
    totals = {
        words: of(sample_club, **terms).ranked[0].total
        for words, terms in {
            "all": {},
            "tarot": {"game": "tarot"},
            "fft": {"game": "tarot", "rules": "fft"},
        }.items()
    }
    assert totals == {"all": 2790, "tarot": 210, "fft": 10}
    page = sample_club.phone.get(PAGE)
    assert "Different games use different units" in words_of(page)
    assert "Bruno +2790 +139.5 2 20 +3000 −210" not in words_of(page)  # three sessions
    assert "1 Bruno +2790 +93.0 3 30 +3000 −210" in words_of(page)
    assert "Different games" not in words_of(sample_club.phone.get(f"{PAGE}?game=tarot"))


def test_with_the_best_evenings_only_there_is_no_total_per_game(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 10, "Bruno": -10})
    played(sample_club.club, {"Anne": 5, "Bruno": -5}, game="skat", rules="isko")
    assert [game.slug for game in sample_club.phone.get(PAGE).context["games"]] == ["skat", "tarot"]
    assert sample_club.phone.get(f"{PAGE}?best=1").context["games"] == []


def test_skat_standings_by_tournament_points(sample_club: SampleClub) -> None:
    skat: dict[str, Any] = {"game": "skat", "rules": "isko"}
    played(
        sample_club.club,
        {"Anne": 90, "Bruno": -30, "Chloé": -60},
        points={"Anne": 100, "Bruno": 340, "Chloé": 0},
        **skat,
    )
    played(sample_club.club, {"Anne": 0, "Bruno": 0}, game="skat", rules="foster")  # has none
    rows = of(sample_club, game="skat", points=True).ranked
    assert [(row.name, row.total, row.sessions) for row in rows] == [
        ("Bruno", 340, 1),
        ("Anne", 100, 1),
        ("Chloé", 0, 1),
    ]
    words = words_of(sample_club.phone.get(f"{PAGE}?game=skat&by=points"))
    assert "Seeger-Fabian points" in words
    assert "1 Bruno +340 +34.0 1 10 2 Anne +100" in words


def test_guests_are_listed_separately_and_retired_members_keep_their_rank(sample_club: SampleClub) -> None:
    sample_club.member("Karl", retired=True)
    played(sample_club.club, {"Karl": 50, "Zoé": 20, "Anne": -70})
    season_standings = of(sample_club)
    assert table(season_standings.ranked) == [(1, "Karl", 50), (2, "Anne", -70)]
    assert table(season_standings.guests) == [(None, "Zoé", 20)]


def test_other_clubs_and_the_home_table_do_not_count(sample_club: SampleClub) -> None:
    other = SampleClub("Other", ABC)
    played(other.club, {"Anne": 10, "Bruno": -10})
    Scorer(start(players=("Anne", "Bruno", "Chloé", "David"))).close()
    assert of(sample_club).ranked == []
    assert "Nobody is ranked yet" in words_of(sample_club.phone.get(PAGE))


def test_a_session_counts_while_it_is_closed() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    assert of(sample_club).ranked == []
    scorer.close()
    assert table(of(sample_club).ranked) == [
        (1, "Anne Arnaud", 198),
        (2, "Bruno Braun", -66),
        (2, "Chloé Clair", -66),
        (2, "David Dahl", -66),
    ]
    scorer.reopen()
    assert of(sample_club).ranked == []


# How it is sorted


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("total", [(1, "Bruno"), (2, "Anne"), (3, "Chloé")]),
        ("average", [(1, "Anne"), (2, "Bruno"), (3, "Chloé")]),
        ("units", [(1, "Bruno"), (1, "Chloé"), (3, "Anne")]),
        ("hands", [(1, "Chloé"), (2, "Bruno"), (3, "Anne")]),
        ("name", [(2, "Anne"), (1, "Bruno"), (3, "Chloé")]),
    ],
)
def test_ranks_follow_the_chosen_column(sample_club: SampleClub, sort: str, expected: list[Any]) -> None:
    played(sample_club.club, {"Anne": 50, "Bruno": 20}, hands=5)  # on the average: Anne 10, Bruno 60/25
    played(sample_club.club, {"Bruno": 40}, hands=20)
    played(sample_club.club, {"Chloé": -1}, hands=20)
    played(sample_club.club, {"Chloé": -1}, hands=20)
    response = sample_club.phone.get(f"{PAGE}?sort={sort}")
    assert [(row.of.place, row.of.name) for row in response.context["ranked"]] == expected
    assert response.content.count(b"aria-sort=") == 1


# The terms


def test_a_seasons_terms_apply_and_can_be_overridden(sample_club: SampleClub) -> None:
    for amount in (5, 7):
        played(sample_club.club, {"Anne": amount, "Bruno": -amount})
    played(sample_club.club, {"Chloé": 3})
    played(sample_club.club, {"Anne": 1000, "Bruno": -1000}, game="boston", rules="decimal")
    strict = season(sample_club, game="tarot", rules="fft", minimum=2, best=1)
    page = sample_club.phone.get(f"{PAGE}?season={strict.pk}")
    assert [row.of.name for row in page.context["below"]] == ["Chloé"]
    assert [(row.of.name, row.of.total) for row in page.context["ranked"]] == [("Anne", 7), ("Bruno", -5)]
    assert "The best 1 of 3 evenings counts" in words_of(page)
    page = sample_club.phone.get(f"{PAGE}?season={strict.pk}&best=all&minimum=0")
    assert [(row.of.name, row.of.total) for row in page.context["ranked"]] == [
        ("Anne", 12),
        ("Chloé", 3),
        ("Bruno", -12),
    ]
    assert [group.label for group in page.context["choices"]] == ["Season"]


def test_the_season_in_progress_comes_before_all_time(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 7, "Bruno": -7})
    season(sample_club, name="Over", starts=date(2020, 1, 1), ends=date(2020, 12, 31))
    now = season(sample_club, name="Now", ends=None)
    for page in (PAGE, reverse("championship")):
        choices = sample_club.phone.get(page).context["choices"][0].choices
        assert [(choice.label, choice.chosen) for choice in choices] == [
            ("Now", True), ("Over", False), ("All time", False),
        ]  # fmt: skip
        all_time = sample_club.phone.get(f"{page}?{choices[-1].query}").context
        assert all_time["terms"].season is None
        assert all_time["choices"][0].choices[-1].chosen
    now.delete()
    assert sample_club.phone.get(PAGE).context["terms"].season is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("minimum=x", "minimum"),
        ("minimum=-1", "minimum"),
        ("best=0", "best"),
        ("best=1001", "best"),
        ("best=٣x", "best"),
    ],
)
def test_an_invalid_number_is_reported_at_its_field_and_kept(sample_club: SampleClub, query: str, field: str) -> None:
    played(sample_club.club, {"Anne": 5, "Bruno": -5})
    page = sample_club.phone.get(f"{PAGE}?{query}")
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    body = page.content.decode()
    assert f'value="{query.partition("=")[2]}"' in body
    assert re.search(rf'<input[^>]*name="{field}"[^>]*aria-invalid="true"', body)
    assert [row.of.name for row in page.context["ranked"]] == ["Anne", "Bruno"]


@pytest.mark.parametrize(
    "query",
    [
        *("season=0", "season=x", "season=99999999999999999999", "game=poker", "rules=fft", "game=tarot&rules=isko"),
        *("by=points", "game=tarot&by=points", "sort=luck"),
    ],
)
def test_unknown_filters_are_not_found(sample_club: SampleClub, query: str) -> None:
    assert sample_club.phone.get(f"{PAGE}?{query}").status_code == 404


def test_a_season_of_another_club_is_not_found(sample_club: SampleClub) -> None:
    theirs = season(SampleClub("Other", ABC))
    assert sample_club.phone.get(f"{PAGE}?season={theirs.pk}").status_code == 404


def test_choosing_another_season_applies_its_terms_and_keeps_other_choices(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 5, "Bruno": -5})
    tarot = season(sample_club, name="Tarot", game="tarot", minimum=3)
    every = season(sample_club, name="Every", best=4)
    page = sample_club.phone.get(f"{PAGE}?game=tarot&rules=fft&minimum=9")
    links = {choice.label: choice.query for group in page.context["choices"] for choice in group.choices}
    assert links["Tarot"] == f"season={tarot.pk}&rules=fft"
    assert links["Every"] == f"season={every.pk}&game=tarot&rules=fft"
    assert links["All games"] == "minimum=9"


# Every number links to what is behind it


@pytest.mark.parametrize(
    "query", ["", "best=2", "season", "season&best=1", "game=skat", "game=skat&by=points", "sort=name"]
)
def test_every_number_is_the_sum_of_its_sessions(sample_club: SampleClub, query: str) -> None:
    for number, (anne, bruno) in enumerate([(10, -10), (-7, 7), (31, -31), (-2, 2)]):
        played(sample_club.club, {"Anne": anne, "Bruno": bruno}, hands=3 + number, day=date(2025 + number % 2, 5, 1))
        points = {"Anne": 90 + number, "Bruno": 7}
        played(
            sample_club.club, {"Anne": 2 * anne, "Bruno": 2 * bruno}, game="skat", rules="isko", hands=9, points=points
        )
    query = query.replace("season", f"season={season(sample_club).pk}")
    page = sample_club.phone.get(f"{PAGE}?{query}")
    rows = re.findall(r"<tr>(.*?)</tr>", page.content.decode(), re.DOTALL)[1:]
    assert len(rows) == 2
    for row in rows:
        total, average, sessions, hands, *by_game = re.findall(r'<a[^>]*href="([^"]+sessions/[^"]*)">([^<]+)</a>', row)
        assert len(by_game) == (0 if "game" in query or "best" in query else 2)
        made_of = sample_club.phone.get(unescape(total[0])).context
        assert signed(made_of["amount"]) == total[1]
        assert {unescape(link) for link, _words in (average, sessions, hands)} == {unescape(total[0])}
        assert str(made_of["hands"]) == hands[1]
        assert sessions[1].split(" of ")[0] == str(made_of["sessions"])  # each counts as an evening
        for link, words in by_game:
            assert signed(sample_club.phone.get(unescape(link)).context["amount"]) == words


def signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


# Number of queries


@pytest.mark.parametrize("query", ["", "?best=2", "?game=tarot", "?sort=name"])
def test_the_page_takes_as_many_queries_for_three_players_and_games_as_for_one(query: str) -> None:
    counts = []
    for number in (1, 3):
        sample_club = SampleClub(f"Club {number}", MEMBERS[:number])
        for game, rules in (("tarot", "fft"), ("skat", "isko"), ("boston", "decimal"))[:number]:
            played(sample_club.club, dict.fromkeys(MEMBERS[:number], 5), game=game, rules=rules)
            season(sample_club, name=game)
        with CaptureQueriesContext(connection) as statements:
            assert sample_club.phone.get(f"{PAGE}{query}").status_code == 200
        counts.append(len(statements))
    assert counts == [8, 8]


def test_only_club_phones_see_the_standings(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 5, "Bruno": -5})
    stranger, other = browser(), SampleClub("Other", ABC)
    assert stranger.get(PAGE).status_code == 404
    assert b"Anne" not in other.phone.get(PAGE).content
    assert sample_club.phone.post(PAGE).status_code == 405
