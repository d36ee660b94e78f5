"""The championship's matrix on the page, on paper, by the API and as a file."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.clubs.models import Player
from scorekeeper.evenings.models import Evening
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Terms, standings
from tests.api.api_client import Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import browser, words_of
from tests.printing.print_pages import printed
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db

PAGE = "/club/standings/championship/"
PAPER = "/club/standings/print/"
FIRST = date(2026, 1, 8)
ANNE, BRUNO, CHLOE = "Anne", "Bruno", "Chloé"


def at_evenings(club: SampleClub, *evenings: dict[str, int], name: str = "") -> list[Evening]:
    """Create an evening a week with these totals."""
    made = []
    for number, totals in enumerate(evenings):
        day = FIRST + timedelta(weeks=number)
        made.append(Evening.objects.create(club=club.club, date=day, name=name))
        played(club.club, totals, evening=made[-1], day=day)
    return made


@pytest.fixture
def sample_club() -> SampleClub:
    """Three evenings: Anne 60, −20, 40; Bruno −60, 30, −40; Chloé misses the first and the last."""
    club = SampleClub(members=(ANNE, BRUNO, CHLOE))
    at_evenings(club, {ANNE: 60, BRUNO: -60}, {ANNE: -20, BRUNO: 30, CHLOE: -10}, {ANNE: 40, BRUNO: -40})
    return club


def season(club: SampleClub, **terms: Any) -> Season:
    return Season.objects.create(club=club.club, name="2026", starts=date(2026, 1, 1), **terms)


def test_the_page_has_a_row_for_each_member_and_a_column_for_each_evening(sample_club: SampleClub) -> None:
    words = words_of(sample_club.phone.get(PAGE))
    assert "Name Total Evenings 8 Jan 15 Jan 22 Jan" in words
    assert "1. Anne +80 3 +60 −20 +40 2. Chloé −10 1 −10 3. Bruno −70 3 −60 +30 −40" in words
    assert "All evenings count" in words
    assert "dropped" not in words


def test_struck_results_are_in_brackets_and_announced_as_dropped(sample_club: SampleClub) -> None:
    words = words_of(sample_club.phone.get(f"{PAGE}?best=2"))
    assert "1. Anne +100 2 of 3 +60 dropped: (−20) +40" in words
    assert "2. Bruno −10 2 of 3 dropped: (−60) +30 −40" in words
    assert "The best 2 of 3 evenings count" in words
    assert "Results in brackets are dropped: they don’t count." in words


@pytest.mark.parametrize(
    ("scoring", "rows"),
    [
        # 18 + 25 + 18 for Bruno, who was second, first and second; Anne was first, third and first.
        ("place_points", "1. Anne 65 3 25 15 25 2. Bruno 61 3 18 25 18 3. Chloé 18 1 18"),
        ("players_behind", "1. Anne 5 3 2 1 2 1. Bruno 5 3 1 3 1 3. Chloé 2 1 2"),
        ("average", "1. Anne +26.67 3 +60 −20 +40 2. Chloé −10 1 −10 3. Bruno −23.33 3 −60 +30 −40"),
        ("per_cent", "1. Anne 133.33 3 100 −66.67 100 2. Chloé −33.33 1 −33.33 3. Bruno −100 3 −100 100 −100"),
    ],
)
def test_the_season_says_what_ranks(sample_club: SampleClub, scoring: str, rows: str) -> None:
    by_season = season(sample_club, scoring=scoring)
    page = sample_club.phone.get(f"{PAGE}?season={by_season.pk}")
    assert rows in words_of(page)
    assert re.findall(r'<option value="(\w+)" selected>', page.content.decode()) == [scoring]
    assert rows in words_of(sample_club.phone.get(f"{PAGE}?scoring={scoring}"))


def test_players_with_too_few_evenings_are_listed_below_and_guests_take_no_place(sample_club: SampleClub) -> None:
    at_evenings(sample_club, {"Zoé": 90, BRUNO: -90})
    page = sample_club.phone.get(f"{PAGE}?minimum=2&scoring=place_points")
    assert [(line.of.place, line.of.name) for line in page.context["ranked"]] == [(1, BRUNO), (2, ANNE)]
    assert [(line.of.place, line.of.name) for line in page.context["below"]] == [(None, CHLOE)]
    assert "Fewer than 2 evenings" in words_of(page)
    assert "Zoé" not in words_of(page)


def test_of_equal_results_that_of_the_earlier_day_counts_even_if_it_was_entered_later(sample_club: SampleClub) -> None:
    at_evenings(sample_club, {CHLOE: -10}, name="Entered afterwards")
    page = sample_club.phone.get(f"{PAGE}?best=1")
    assert [column.name for column in page.context["columns"]] == ["", "Entered afterwards", "", ""]
    assert "3. Chloé −10 1 of 2 −10 dropped: (−10)" in words_of(page)
    member = Player.objects.get(name=CHLOE)
    shares = sample_club.phone.get(f"/club/members/{member.pk}/sessions/?best=1").context["shares"]
    assert [share.session.counts for share in shares] == [False, True]  # newest first


@pytest.mark.parametrize("query", ["", "best=1", "best=2", "minimum=2", "season"])
def test_the_sums_are_those_of_the_standings(sample_club: SampleClub, query: str) -> None:
    query = query.replace("season", f"season={season(sample_club, best=1, minimum=2).pk}")
    totals = {line.of.name: line.of.score for line in sample_club.phone.get(f"{PAGE}?{query}").context["ranked"]}
    ranked = sample_club.phone.get(f"/club/standings/?{query}").context["ranked"]
    assert totals == {row.of.name: row.of.total for row in ranked}


def test_each_round_has_a_column_where_rounds_are_counted(sample_club: SampleClub) -> None:
    evening = Evening.objects.earliest("date")
    sessions = (evening.sessions.get(), played(sample_club.club, {ANNE: 5}, evening=evening, day=FIRST))
    for number, session in enumerate(sessions, 1):
        session.round = evening.rounds.create(number=number, game="tarot", rules="fft", seating="draw")
        session.save(update_fields=["round"])
    by_rounds = season(sample_club, counted_by="rounds")
    page = sample_club.phone.get(f"{PAGE}?season={by_rounds.pk}")
    columns = page.context["columns"]
    assert [column.day.replace("\xa0", " ") for column in columns] == ["8 Jan", "8 Jan (2)", "15 Jan", "22 Jan"]
    assert {columns[0].url, columns[1].url} == {f"/club/evenings/{evening.public_id}/"}
    assert "1. Anne +85 4 +60 +5 −20 +40" in words_of(page)


def test_columns_lead_to_their_evening_or_session(sample_club: SampleClub) -> None:
    Evening.objects.update(name="Thursday")
    alone = played(sample_club.club, {ANNE: 1, BRUNO: -1}, day=FIRST + timedelta(weeks=2))
    columns = sample_club.phone.get(PAGE).context["columns"]
    assert [column.day.replace("\xa0", " ") for column in columns] == ["8 Jan", "15 Jan", "22 Jan", "22 Jan (2)"]
    assert columns[0].url == f"/club/evenings/{Evening.objects.earliest('date').public_id}/"
    assert (columns[3].url, columns[3].name) == (f"/s/{alone.public_id}/", "")
    assert "8 Jan , Thursday" in words_of(sample_club.phone.get(PAGE))


def test_days_have_a_year_if_they_are_of_several(sample_club: SampleClub) -> None:
    played(sample_club.club, {ANNE: 1, BRUNO: -1}, day=date(2027, 1, 8))
    days = [column.day.replace("\xa0", " ") for column in sample_club.phone.get(PAGE).context["columns"]]
    assert days == ["8 Jan 26", "15 Jan 26", "22 Jan 26", "8 Jan 27"]


def test_only_the_latest_columns_are_shown_but_all_count(
    sample_club: SampleClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.standings.pages.championship.MOST_SHOWN", 2)
    words = words_of(sample_club.phone.get(PAGE))
    assert "1. Anne +80 3 −20 +40" in words
    assert "1 earlier column is not shown, but counts." in words


def test_the_standings_lead_there_on_the_same_terms_and_back(sample_club: SampleClub) -> None:
    page = sample_club.phone.get("/club/standings/?game=tarot&best=2").content.decode()
    assert f'href="{PAGE}?game=tarot&amp;best=2"' in page
    back = sample_club.phone.get(f"{PAGE}?game=tarot&best=2&scoring=average").content.decode()
    assert 'href="/club/standings/?game=tarot&amp;best=2"' in back
    assert f'href="{PAPER}?game=tarot&amp;best=2&amp;scoring=average&amp;what=championship"' in back


@pytest.mark.parametrize(("query", "status"), [("best=0", 422), ("scoring=luck", 404), ("season=0", 404)])
def test_wrong_terms_are_refused(sample_club: SampleClub, query: str, status: int) -> None:
    assert sample_club.phone.get(f"{PAGE}?{query}").status_code == status


def test_only_club_phones_see_it(sample_club: SampleClub) -> None:
    assert browser().get(PAGE).status_code == 404
    assert b"Anne" not in SampleClub("Other", members=("Xaver",)).phone.get(PAGE).content


def test_nobody_has_played_yet() -> None:
    assert "Nobody is ranked yet" in words_of(SampleClub().phone.get(PAGE))


@pytest.mark.parametrize("query", ["", "?best=2&scoring=per_cent"])
def test_the_page_takes_as_many_queries_for_three_evenings_as_for_one(query: str) -> None:
    counts = []
    for number in (1, 3):
        club = SampleClub(f"Club {number}", (ANNE, BRUNO, CHLOE)[:number])
        at_evenings(club, *[dict.fromkeys((ANNE, BRUNO, CHLOE)[:number], 5)] * number)
        for _session in range(number):
            played(club.club, {ANNE: 1, BRUNO: -1})
        with CaptureQueriesContext(connection) as statements:
            assert club.phone.get(f"{PAGE}{query}").status_code == 200
        counts.append(len(statements))
    assert counts == [8, 8]


# On paper


def test_it_is_printed_with_struck_results_in_brackets(sample_club: SampleClub) -> None:
    by_season = season(sample_club, best=2)
    paper = printed(sample_club.phone, f"{PAPER}?season={by_season.pk}&what=championship")
    words = " ".join(paper.pages[0])
    assert "1. Anne +100 +60 (−20) +40" in words
    assert "The best 2 of 3 evenings count" in words
    assert "Results in brackets are dropped" in words


@pytest.mark.thorough
def test_many_evenings_and_members_take_several_pages_that_repeat_names_and_days() -> None:
    names = [f"Member-{number}" for number in range(40)]
    club = SampleClub(members=tuple(names))
    at_evenings(club, *[{name: 1000 + place for place, name in enumerate(names)}] * 26)
    pages = printed(club.phone, f"{PAPER}?what=championship").pages
    listed = [{word for word in page if word in names} for page in pages]
    assert sorted(word for page in listed for word in page) == sorted(3 * names)  # three parts, of 9, 9 and 8 evenings
    assert all("Name" in page for page in pages)
    days = [" ".join(page) for page in pages]
    assert any("8 Jan" in page for page in days)
    assert not any("8 Jan" in page and "2 Jul" in page for page in days)


def test_the_panel_prints_it_for_seasons(sample_club: SampleClub) -> None:
    client = signed_in(sample_club.organiser())
    address = f"/admin/standings/season/print/?pk={season(sample_club).pk}&what=championship"
    assert "1. Anne +80 +60 −20 +40" in " ".join(printed(client, address).pages[0])


# By the API


def test_the_api_has_every_result_and_what_is_struck(sample_club: SampleClub) -> None:
    by_season = season(sample_club, best=2, scoring="per_cent")
    alone = played(sample_club.club, {CHLOE: 4}, day=FIRST + timedelta(weeks=3))
    body = Program(sample_club.club).get_json("championship", season=by_season.pk)
    evenings = list(Evening.objects.order_by("date"))
    assert body["units"] == [
        *(
            {"date": f"{evening.date}", "name": "", "evening": evening.public_id, "session": None}
            for evening in evenings
        ),
        {"date": "2026-01-29", "name": "", "evening": None, "session": alone.public_id},
    ]
    anne = body["ranked"][0]
    assert (anne["place"], anne["name"], anne["total"], anne["units"], anne["counted"]) == (1, ANNE, "200.00", 3, 2)
    assert anne["scores"] == [
        {"amount": 60, "score": "100.00", "struck": False},
        {"amount": -20, "score": "-66.67", "struck": True},
        {"amount": 40, "score": "100.00", "struck": False},
        None,
    ]
    assert body["terms"] == {
        "season": by_season.pk,
        "game": None,
        "rules": None,
        "by": "total",
        "minimum": 0,
        "best": 2,
        "counted_by": "evenings",
        "scoring": "per_cent",
    }
    assert (body["adds_games"], body["below"]) == (False, [])


def test_the_api_takes_what_ranks_and_refuses_what_it_does_not_know(sample_club: SampleClub) -> None:
    program = Program(sample_club.club)
    body = program.get_json("championship", scoring="players_behind", best="1")
    assert [(row["place"], row["name"], row["total"]) for row in body["ranked"]] == [
        (1, BRUNO, "3.00"),
        (2, ANNE, "2.00"),
        (2, CHLOE, "2.00"),
    ]
    assert program.ask("championship", scoring="luck").status_code == 422
    assert program.ask("championship", sort="name").status_code == 422


# As a file


def test_it_is_exported_with_struck_results_in_square_brackets(sample_club: SampleClub) -> None:
    by_season = season(sample_club, best=2, minimum=2, scoring="average")
    Evening.objects.filter(date=FIRST).update(name="Opening")
    client = signed_in(sample_club.organiser())
    address = "/admin/spreadsheets/download/"
    response: Any = client.get(f"{address}?file=championship.csv&season={by_season.pk}")
    rows = list(csv.reader(io.StringIO(b"".join(response.streaming_content).decode("utf-8-sig"))))
    assert rows == [
        [
            *("Rank", "Name", "Nickname", "Average", "Evenings", "Evenings that count"),
            *("8 Jan 2026 Opening", "15 Jan 2026", "22 Jan 2026"),
        ],
        ["1", ANNE, "", "50", "3", "2", "60", "[-20]", "40"],
        ["2", BRUNO, "", "-5", "3", "2", "[-60]", "30", "-40"],
        ["", CHLOE, "", "-10", "1", "1", "", "-10", ""],
    ]


def test_the_terms_of_an_export_are_those_of_the_page(sample_club: SampleClub) -> None:
    by_season = season(sample_club, best=1, counted_by="rounds", scoring="per_cent")
    terms = Terms(club=sample_club.club).in_season(by_season)
    assert (terms.best, terms.counted_by, terms.scoring) == (1, "rounds", "per_cent")
    assert terms.in_season(None) == Terms(club=sample_club.club)
    assert standings(terms).ranked[0].total == 60
