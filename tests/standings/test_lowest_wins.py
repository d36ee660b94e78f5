"""Standings of a game in which the lowest total wins: sessions count by difference, and the highest is first."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.organisers.club_overview import season_overview
from scorekeeper.standings.championship import Score, Scoring
from scorekeeper.standings.standings import Standing, Terms, championship, standings
from tests.clubs.clubs import SampleClub
from tests.lowest_wins import let_the_lowest_win
from tests.play.browsers import words_of
from tests.play.tables import FOUR, GARDE, Scorer
from tests.printing.print_pages import printed
from tests.standings.home_table import Home

pytestmark = pytest.mark.django_db

NOTE = (
    "Where the lowest total wins, a result is the sum of all totals at the table, minus the number of players "
    "times the player’s own total. The highest result is first."
)


@pytest.fixture
def sample_club(monkeypatch: pytest.MonkeyPatch) -> SampleClub:
    let_the_lowest_win(monkeypatch)
    return SampleClub(members=(*FOUR, "Emil"))


def play(of: SampleClub, taker: str, *, players: tuple[str, ...] = FOUR, **changes: Any) -> Scorer:
    """Close a session in which one player has +198, the worst total, and the three others have −66 each.

    By difference that is 4 × −198 and 4 × 66.
    """
    scorer = Scorer(of.start(*players, **changes))
    scorer.record({**GARDE, "taker": players.index(taker)})
    scorer.close()
    return scorer


def table(rows: list[Standing]) -> list[tuple[int | None, str, int]]:
    return [(row.place, row.name, row.total) for row in rows]


def test_the_lowest_total_leads_and_nobody_by_having_played_less(sample_club: SampleClub) -> None:
    """Emil's −66 of one session is more than Chloé's −132 of two; Anne and Bruno have −66 and 198."""
    play(sample_club, "Anne")
    play(sample_club, "Bruno", players=("Bruno", "Chloé", "David", "Emil"))
    expected = [
        (1, "Chloé", 528),
        (1, "David", 528),
        (3, "Emil", 264),
        (4, "Bruno", -528),
        (5, "Anne", -792),
    ]
    found = standings(Terms(club=sample_club.club))
    assert table(found.ranked) == expected
    words = words_of(sample_club.phone.get(reverse("standings")))
    assert "1 Chloé +528" in words
    assert NOTE in words
    overview = season_overview(sample_club.club)
    assert overview
    assert [leader.name for leader in overview.games[0].leaders][:2] == ["Chloé", "David"]


def test_both_kinds_of_rules_are_ranked_together(sample_club: SampleClub) -> None:
    """Anne has lost the first session and won the second, by other rules."""
    play(sample_club, "Anne")
    play(sample_club, "Anne", rules="classic")
    both = standings(Terms(club=sample_club.club, game="tarot")).ranked
    classic = standings(Terms(club=sample_club.club, game="tarot", rules="classic")).ranked
    gained = classic[0].total
    assert (classic[0].name, gained > 0) == ("Anne", True)
    assert {row.name: row.total for row in both}["Anne"] == gained - 792
    assert NOTE in words_of(sample_club.phone.get(reverse("standings")))
    assert NOTE not in words_of(sample_club.phone.get(reverse("standings") + "?game=tarot&rules=classic"))


@pytest.mark.parametrize(
    ("scoring", "first", "last"),
    [
        (Scoring.SUM, 264, -792),
        (Scoring.PLACE_POINTS, Fraction(25 + 18 + 15, 3), 12),
        (Scoring.PLAYERS_BEHIND, Fraction(4 + 3 + 2, 3), 1),
        (Scoring.PER_CENT, 100, -300),
    ],
)
def test_the_championship_ranks_the_lowest_first(
    sample_club: SampleClub, scoring: Scoring, first: Score, last: Score
) -> None:
    play(sample_club, "Anne")
    rows = championship(Terms(club=sample_club.club, scoring=scoring)).ranked
    assert [(row.name, row.score) for row in rows] == [
        ("Bruno", first),
        ("Chloé", first),
        ("David", first),
        ("Anne", last),
    ]
    assert NOTE in words_of(sample_club.phone.get(reverse("championship")))


@pytest.mark.parametrize("query", [{}, {"what": "championship"}])
def test_the_notice_says_how_results_count(sample_club: SampleClub, query: dict[str, str]) -> None:
    play(sample_club, "Anne")
    notice = printed(sample_club.phone, reverse("print_standings"), **query)
    words = " ".join(word for page in notice.pages for word in page)
    assert NOTE in words
    assert words.index("Bruno") < words.index("Anne")


def test_a_member_has_the_worst_hand_where_the_most_was_taken(sample_club: SampleClub) -> None:
    play(sample_club, "Anne")
    pages = {name: reverse("member", args=[sample_club.club.players.get(name=name).pk]) for name in ("Anne", "Bruno")}
    (anne, bruno) = (words_of(sample_club.phone.get(pages[name])) for name in ("Anne", "Bruno"))
    assert "Worst hand +198" in anne
    assert "Best hand" not in anne
    assert "Best hand −66" in bruno
    assert NOTE in anne
    behind = words_of(sample_club.phone.get(pages["Anne"] + "sessions/"))
    assert "−792" in behind
    assert NOTE in behind


def test_the_home_table_shows_the_lowest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    let_the_lowest_win(monkeypatch)
    home = Home()
    home.played(49)
    (of_game,) = home.page().context["lately"]
    assert [row.name for row in of_game.ranked] == ["Bruno", "Chloé", "David", "Anne"]
    assert NOTE in words_of(home.page())
    assert NOTE in words_of(home.page("Anne"))
