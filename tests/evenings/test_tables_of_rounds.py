"""A table of a round: it belongs to the round until its session ends, whoever plays there."""

from __future__ import annotations

import pytest

from scorekeeper.organisers import move_session
from scorekeeper.play.models import Session
from scorekeeper.play.recording import play_again, services
from scorekeeper.play.recording.transaction import Write
from tests.evenings.club_evening import TWELVE, ClubEvening
from tests.play.tables import Scorer, token

pytestmark = pytest.mark.django_db
A, B, C = TWELVE[:4], TWELVE[4:8], TWELVE[8:]


def test_tables_of_a_round_bring_their_numbers() -> None:
    club_evening = ClubEvening()
    rounds = club_evening.begin_round(), club_evening.begin_round()
    for of_round, four in zip(rounds, (A, B), strict=True):
        session = Session.objects.get(pk=club_evening.start_in_round(of_round, *four, table=3).pk)
        assert (session.round, session.table_number) == (of_round, 3)


def test_with_other_players_the_table_stays_in_the_round() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round()
    club_evening.start_in_round(of_round, *B, table=1)
    scorer = Scorer(club_evening.start_in_round(of_round, *A, table=2))
    scorer.record()
    write = Write(scorer.session, **scorer.now({}))
    further = services.change_players(write, leaving=[0], joining=[C[0]])
    assert further.continues
    assert (further.round, further.table_number) == (of_round, 2)


def test_the_next_game_of_the_same_people_is_none_of_the_round() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round(), *A, table=2))
    scorer.record()
    scorer.close()
    again = play_again.start_again(scorer.session, device=club_evening.device, token=token())
    assert (again.round, again.table_number) == (None, 2)


def test_after_the_round_other_people_play_outside_of_it() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round(), *A))
    scorer.record()
    scorer.close()
    scorer.session.refresh_from_db()
    followed = services.change_players(Write(scorer.session, **scorer.now({})), leaving=[0], joining=[C[0]])
    assert (followed.continues, followed.round) == (False, None)


def test_a_table_that_is_moved_to_another_evening_leaves_its_round() -> None:
    club_evening = ClubEvening()
    session = club_evening.start_in_round(club_evening.begin_round(), *A, table=2)
    move_session.move(session, club_evening.evening)
    assert Session.objects.get(pk=session.pk).round is not None
    move_session.move(session, club_evening.begin(name="Another"))
    assert Session.objects.get(pk=session.pk).round is None
