"""Standings count evenings or rounds: several sessions in one of them count once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.standings.models import CountedBy
from scorekeeper.standings.standings import Standing, Terms, standings
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.desk.club_evening import ClubEvening
from tests.play.stretches import at, change_players
from tests.play.tables import GARDE, Scorer, token
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db

ANNE, BRUNO, CHLOE, DAVID = MEMBERS


def counts(club: SampleClub, counted_by: str = CountedBy.EVENINGS) -> tuple[int, int]:
    """Return how many units and sessions Anne has played."""
    anne = standing(club, ANNE, counted_by=counted_by)
    return anne.units, anne.sessions


def standing(club: SampleClub, name: str, **terms: Any) -> Standing:
    ranking = standings(Terms(club=club.club, **terms))
    (found,) = (row for row in (*ranking.ranked, *ranking.below) if row.name == name)
    return found


def with_other_players(table: Scorer) -> None:
    table.record(GARDE)
    further = change_players(table, (1,), ("Emil",))
    further.record(GARDE)
    further.close()


def twice_with_other_players(table: Scorer) -> None:
    table.record(GARDE)
    further = change_players(table, (1,), ("Emil",))
    further.record(GARDE)
    last = change_players(further, (1,), ("Fritz",))
    last.record(GARDE)
    last.close()


def with_a_stretch_in_which_nothing_was_played(table: Scorer) -> None:
    table.record(GARDE)
    last = change_players(change_players(table, (1,), ("Emil",)), (1,), ("Fritz",))
    last.record(GARDE)
    last.close()


def once_more(table: Scorer) -> None:
    table.record(GARDE)
    table.close()
    device = table.access.device
    again = at(start_again(table.session, device=device, token=token()), device)
    again.record(GARDE)
    again.close()


STORIES: dict[str, tuple[Callable[[Scorer], None], int]] = {
    "players change": (with_other_players, 1),
    "players change twice": (twice_with_other_players, 1),
    "players change before anybody has played": (with_a_stretch_in_which_nothing_was_played, 1),
    "the table plays once more": (once_more, 2),
}
"""What happens at a table, and how many sessions that is."""


@pytest.mark.parametrize(("story", "sessions"), STORIES.values(), ids=STORIES)
@pytest.mark.parametrize("counted_by", [*CountedBy])
def test_an_evening_counts_once(story: Callable[[Scorer], None], sessions: int, counted_by: str) -> None:
    club = ClubEvening(members=MEMBERS)
    story(club.table(*MEMBERS, evening=club.evening.public_id))
    assert counts(club, counted_by) == (1, sessions)


@pytest.mark.parametrize(("story", "sessions"), STORIES.values(), ids=STORIES)
def test_without_an_evening_a_session_counts_once_with_all_its_stretches(
    story: Callable[[Scorer], None], sessions: int
) -> None:
    club = SampleClub()
    story(club.table())
    assert Session.objects.filter(evening=None).count() == Session.objects.count()
    assert counts(club) == (sessions, sessions)


def an_evening(club: SampleClub, day: date, *totals: tuple[str, int]) -> None:
    evening = Evening.objects.create(club=club.club, date=day)
    for name, total in totals:
        played(club.club, {name: total, DAVID: -total}, evening=evening, day=day)


def test_the_best_evenings_are_those_with_the_best_sums() -> None:
    club = SampleClub()
    an_evening(club, date(2026, 1, 8), (ANNE, 50), (ANNE, -40))  # 10
    an_evening(club, date(2026, 1, 15), (ANNE, 12))
    an_evening(club, date(2026, 1, 22), (ANNE, -5), (ANNE, 30))  # 25
    anne = standing(club, ANNE, best=2)
    assert (anne.total, anne.counted_units, anne.units, anne.counted, anne.sessions) == (37, 2, 3, 3, 5)
    assert anne.hands == 30


def test_sessions_of_different_games_at_one_evening_are_one() -> None:
    club = SampleClub()
    evening = Evening.objects.create(club=club.club, date=date(2026, 1, 8))
    played(club.club, {ANNE: 30, BRUNO: -30}, evening=evening)
    played(club.club, {ANNE: 8, BRUNO: -8}, evening=evening, game="skat", rules="isko")
    anne = standing(club, ANNE, best=1)
    assert (anne.units, anne.total, dict(anne.by_game)) == (1, 38, {"tarot": 30, "skat": 8})


def test_each_round_of_an_evening_counts_where_rounds_are_counted() -> None:
    club = ClubEvening(members=MEMBERS)
    for table in (1, 2):
        Session.objects.filter(pk=played(club.club, {ANNE: 30, BRUNO: -30}, evening=club.evening).pk).update(
            round=club.begin_round(), table_number=table
        )
    played(club.club, {ANNE: 8, BRUNO: -8}, evening=club.evening)  # in no round
    assert counts(club, CountedBy.EVENINGS) == (1, 3)
    assert counts(club, CountedBy.ROUNDS) == (3, 3)


def test_the_minimum_counts_evenings() -> None:
    club = SampleClub()
    an_evening(club, date(2026, 1, 8), (ANNE, 50), (ANNE, 10))
    an_evening(club, date(2026, 1, 15), (BRUNO, 5))
    ranking = standings(Terms(club=club.club, minimum=2))
    assert [row.name for row in ranking.ranked] == [DAVID]
    assert sorted(row.name for row in ranking.below) == [ANNE, BRUNO]


def test_the_sessions_of_an_evening_that_does_not_count_are_in_brackets() -> None:
    club = SampleClub()
    an_evening(club, date(2026, 1, 8), (ANNE, 50), (ANNE, -40))
    an_evening(club, date(2026, 1, 15), (ANNE, 12))
    anne = club.club.players.get(name=ANNE)
    page = club.phone.get(f"/club/members/{anne.pk}/sessions/?best=1")
    assert [(share.amount, share.session.counts) for share in page.context["shares"]] == [
        (12, True),
        (-40, False),
        (50, False),
    ]
    assert (page.context["amount"], page.context["left_out"]) == (12, 2)


def test_a_session_that_is_played_while_standings_are_read_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units are read first and then the results."""
    club = SampleClub()
    played(club.club, {ANNE: 5, BRUNO: -5})
    read = Terms.results

    def play_and_read(terms: Terms) -> Any:
        played(club.club, {ANNE: 7, BRUNO: -7})
        return read(terms)

    monkeypatch.setattr(Terms, "results", play_and_read)
    assert (standing(club, ANNE).total, standing(club, ANNE).total) == (5, 12)
