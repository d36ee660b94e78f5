"""The next round of a tournament in the database: by its terms, from a plan, with late entries and withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.desk import entries, lists, publication, rounds, tournament_rounds
from scorekeeper.desk.document import TournamentRecord
from scorekeeper.desk.document_seating import seat_next
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.desk.seating.requests import Seating
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.evenings.queries import lock_evening
from tests.desk.club_evening import TWELVE
from tests.desk.club_tournament import ClubTournament

pytestmark = pytest.mark.django_db

EIGHT = TWELVE[:8]
RANKED = {"rounds": 3, "seating": "rank", "hands": {"4": 48}}
FIXED = {"rounds": 2, "seating": "fixed"}


def tournament(members: tuple[str, ...] = EIGHT, terms: dict[str, Any] | None = None) -> Tournament:
    return ClubTournament(members=members, terms=terms or dict(RANKED)).tournament


def tables(round_: Round) -> list[str]:
    """Return the last letters of the names at each table, in seat order."""
    letters: dict[int, str] = {}
    for seat in round_.seats.select_related("player").exclude(table=None).order_by("table", "place"):
        assert seat.table is not None
        letters[seat.table] = letters.get(seat.table, "") + seat.player.name[-1]
    return list(letters.values())


def out(round_: Round) -> str:
    return "".join(seat.player.name[-1] for seat in round_.seats.filter(table=None).order_by("player__name"))


def play(of: Tournament, round_: Round, table: int, *points: int) -> None:
    """Type and confirm a list in which nobody won or lost a game."""
    results = [{"points": point, "won": 0, "lost": 0} for point in points]
    lists.type_list(of, round_, table, results)
    lists.confirm(of, round_, table, seen=results, by="Rosa")


def published(of: Tournament) -> Round:
    return rounds.publish(tournament_rounds.draft_next(of))


def test_the_first_round_by_rank_is_by_start_number() -> None:
    round_ = tournament_rounds.draft_next(tournament())
    assert (tables(round_), round_.hands, round_.seating) == (["ABCD", "EFGH"], {"4": 48}, "rank")


def test_the_second_round_by_rank_is_in_the_order_of_the_ranking() -> None:
    of = tournament()
    first = published(of)
    play(of, first, 1, 10, 80, 30, 60)
    play(of, first, 2, 70, 20, 50, 40)
    assert tables(tournament_rounds.draft_next(of)) == ["BEDG", "HCFA"]


@pytest.mark.parametrize("goes", ["withdraws", "is deleted"])
@pytest.mark.parametrize("how", ["drawn", "by a plan"])
def test_somebody_who_leaves_before_the_evening_is_locked_is_not_seated(
    how: str, goes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = tournament(TWELVE[:9], FIXED)

    def lock_late(evening: Evening) -> Evening:
        last = TournamentEntry.objects.filter(number=9)
        if goes == "withdraws":
            last.update(withdrawn_after=0)
        else:
            last.delete()
        return lock_evening(evening)

    monkeypatch.setattr(publication, "lock_evening", lock_late)
    if how == "drawn":
        Tournament.objects.update(terms=RANKED)
        round_ = tournament_rounds.draft_next(of)
    else:
        round_ = tournament_rounds.draft_fixed(of, [[1, 2, 3, 4], [5, 6, 7, 8]])
    assert (tables(round_), out(round_)) == (["ABCD", "EFGH"], "")


def test_a_round_is_drawn_although_the_planned_one_before_it_has_not_been_played() -> None:
    of = tournament(TWELVE[:9], {"rounds": 2, "seating": ["fixed", "draw"], "seed": 7})
    first = rounds.publish(tournament_rounds.draft_fixed(of, [[1, 2, 3, 4], [5, 6, 7, 8]]))
    second = tournament_rounds.draft_next(of)
    assert (second.seating, out(first)) == ("draw", "I")
    assert "I" not in out(second)


def test_a_plan_of_start_numbers_is_seated_as_it_was_typed() -> None:
    round_ = tournament_rounds.draft_fixed(tournament(TWELVE[:9], FIXED), [[8, 1, 6, 3], [2, 7, 4, 5]])
    assert (tables(round_), out(round_), round_.seating) == (["HAFC", "BGDE"], "I", "fixed")


def test_a_plan_that_two_phones_send_at_once_is_one_draft() -> None:
    of, plan = tournament(TWELVE[:9], FIXED), [[8, 1, 6, 3], [2, 7, 4, 5]]
    first, second = (tournament_rounds.draft_fixed(of, plan, number=1) for _phone in range(2))
    assert (first, Round.objects.count()) == (second, 1)


def test_seats_are_drawn_again_if_somebody_withdraws_in_the_meantime(monkeypatch: pytest.MonkeyPatch) -> None:
    of, drawn = tournament(), list[int]()

    def drawn_slowly(stored: TournamentRecord) -> Seating:
        seating = seat_next(stored)
        if not drawn:
            entries.withdraw(of, of.entries.get(number=8).pk, after=0)
        drawn.append(len(stored.entries))
        return seating

    monkeypatch.setattr(tournament_rounds, "seat_next", drawn_slowly)
    round_ = tournament_rounds.draft_next(of)
    assert len(drawn) == 2
    assert "H" not in "".join(tables(round_)) + out(round_)
