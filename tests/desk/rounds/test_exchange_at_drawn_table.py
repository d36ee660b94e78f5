"""The wrong person at a table that was drawn is put right: the seat of the round goes with the hands and the total."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import ClubDevice
from scorekeeper.desk import attendance
from scorekeeper.desk.models import TournamentEntry
from scorekeeper.desk.table_states import table_states
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.play import queries, recording
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.lists.list_desk import NAMES, TAROT, ListDesk
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db


def put(scorer: Scorer, **instead: str) -> None:
    """Put others in the places of people, by name."""
    people = queries.people(scorer.session)
    names = tuple(instead.get(seat.name, seat.name) for seat in people)
    wanted = replace(SessionDetails.from_session(scorer.session, people), names=names)
    recording.exchange_people(Write(scorer.session, **scorer.now({})), wanted=wanted)


def seats(round_: Round) -> dict[str, tuple[int | None, int | None]]:
    return {seat.player.name: (seat.table, seat.place) for seat in round_.seats.select_related("player")}


class DrawnTable:
    """A round of an ordinary evening with ten people: two tables of four, the first is played, and two sit out."""

    def __init__(self) -> None:
        self.club = ClubEvening(members=TWELVE)
        for name in TWELVE[:10]:
            attendance.check_in(self.club.evening, player=self.club.player(name).pk)
        self.round = self.club.begin_round()
        places = [(1 + at // 4, at % 4) for at in range(8)]
        RoundSeat.objects.bulk_create(
            RoundSeat(round=self.round, player=self.club.player(name), table=table, place=place)
            for name, (table, place) in zip(TWELVE, [*places, (None, None), (None, None)], strict=False)
        )
        self.scorer = Scorer(self.club.start_in_round(self.round, *TWELVE[:4]))
        self.scorer.record()


def test_who_sat_out_has_the_seat_and_the_other_sits_out() -> None:
    drawn = DrawnTable()
    before = seats(drawn.round)
    put(drawn.scorer, **{TWELVE[1]: TWELVE[8]})
    assert seats(drawn.round) == {**before, TWELVE[1]: (None, None), TWELVE[8]: (1, 1)}
    put(drawn.scorer, **{TWELVE[8]: TWELVE[1]})
    assert seats(drawn.round) == before


def test_who_was_not_there_at_the_draw_can_have_the_seat() -> None:
    drawn = DrawnTable()
    put(drawn.scorer, **{TWELVE[1]: TWELVE[11]})
    assert seats(drawn.round)[TWELVE[11]] == (1, 1)


def test_who_has_a_seat_at_another_table_is_refused() -> None:
    drawn = DrawnTable()
    before = seats(drawn.round)
    with pytest.raises(RuleError) as refused:
        put(drawn.scorer, **{TWELVE[1]: TWELVE[5]})
    assert refused.value.field == "players.1"
    assert "has a seat at table 2 of this round" in str(refused.value.message)
    assert seats(drawn.round) == before


def test_who_plays_at_another_table_without_a_seat_there_is_refused() -> None:
    drawn = DrawnTable()
    other = Scorer(drawn.club.start_in_round(drawn.round, *TWELVE[4:8], table=2))
    write = Write(other.session, **other.now({}))
    recording.change_players(write, leaving=[0], joining=[TWELVE[8]])
    with pytest.raises(RuleError, match="has a seat at table 2 of this round"):
        put(drawn.scorer, **{TWELVE[1]: TWELVE[8]})


def test_who_was_put_in_by_mistake_does_not_sit_out() -> None:
    drawn = DrawnTable()
    before = seats(drawn.round)
    put(drawn.scorer, **{TWELVE[1]: TWELVE[11]})
    put(drawn.scorer, **{TWELVE[11]: TWELVE[1]})
    assert seats(drawn.round) == before


def played(desk: ListDesk) -> Scorer:
    """Record the first hand at the first table, on a phone of the club."""
    scorer = desk.scorer()
    ClubDevice.objects.create(club=desk.club.club, device=scorer.access.device)
    scorer.record(GARDE)
    return scorer


def test_the_list_of_a_tournament_counts_for_the_right_people() -> None:
    desk = ListDesk(tables=2, **TAROT)
    scorer = played(desk)
    first, second = NAMES[:2]
    put(scorer, **{first: second, second: first})
    scorer.close()
    (state,) = table_states(desk.tournament, desk.round, 1)
    assert state.names[:2] == (second, first)
    assert not state.players_changed
    assert state.results is not None
    assert state.results[0]["points"] == 198


@pytest.mark.parametrize("withdrawn", [False, True], ids=["a stranger", "withdrawn"])
def test_who_takes_no_part_in_the_tournament_is_refused(*, withdrawn: bool) -> None:
    desk = ListDesk(tables=2, **TAROT)
    scorer, name = played(desk), "Zoé"
    if withdrawn:
        member = desk.club.club.players.create(name=name)
        TournamentEntry.objects.create(
            tournament=desk.tournament, number=9, player=member, name=name, withdrawn_after=0
        )
    before = seats(desk.round)
    with pytest.raises(RuleError, match="takes no part in this round"):
        put(scorer, **{NAMES[0]: name})
    assert seats(desk.round) == before


def test_undo_gives_the_seats_of_the_round_back() -> None:
    drawn = DrawnTable()
    before = seats(drawn.round)
    for other in (TWELVE[8], TWELVE[11]):  # one sits out, the other was not there at the draw
        put(drawn.scorer, **{TWELVE[1]: other})
        drawn.scorer.undo()
        assert seats(drawn.round) == before
