"""A deleted table comes back to an evening only if the evening has not gone on without it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.evenings.queries import lock_evening
from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import browser, url, words_of
from tests.play.tables import GARDE, Scorer, token

pytestmark = pytest.mark.django_db
FOUR = TWELVE[:4]


def delete(session: Session) -> Scorer:
    scorer = Scorer(session)
    recording.delete(Write(session, **scorer.now({})))
    session.refresh_from_db()
    return scorer


def restore(scorer: Scorer) -> Any:
    return browser(scorer).post(
        url("undelete", scorer.session), {"revision": scorer.session.revision, "token": token()}, follow=True
    )


def test_a_table_whose_players_sit_elsewhere_by_now_stays_deleted_and_says_why() -> None:
    club = ClubEvening()
    scorer = delete(club.start(*FOUR))
    other = club.start(*TWELVE[3:7])
    page = restore(scorer)
    assert page.status_code == 422
    assert f"{TWELVE[3]} is still at another of this evening’s tables." in words_of(page)
    scorer.session.refresh_from_db()
    assert scorer.session.deleted_at is not None
    Scorer(other).close()
    assert restore(scorer).status_code == 200
    assert Session.objects.get(pk=scorer.session.pk).deleted_at is None


def test_a_table_that_was_started_again_in_its_round_stays_deleted_even_if_closed() -> None:
    club = ClubEvening()
    round_ = club.begin_round()
    scorer = Scorer(club.start_in_round(round_, *FOUR))
    scorer.record(GARDE)
    scorer.close()
    delete(scorer.session)
    again = Scorer(club.start_in_round(round_, *FOUR))
    again.record(GARDE)
    again.close()
    page = restore(scorer)
    assert page.status_code == 422
    assert "Table 1 of round 1 is played in another session now. Delete that one first." in words_of(page)
    delete(again.session)
    assert restore(scorer).status_code == 200


def test_a_table_returns_to_a_round_whose_other_tables_are_still_playing() -> None:
    club = ClubEvening()
    round_ = club.begin_round()
    scorer = delete(club.start_in_round(round_, *FOUR))
    club.start_in_round(round_, *TWELVE[4:8], table=2)
    assert restore(scorer).status_code == 200
    assert lock_evening(club.evening).presences.count() == 8


def test_the_panel_says_why_too() -> None:
    club = ClubEvening()
    scorer = delete(club.start(*FOUR))
    club.start(*FOUR)
    client = signed_in(club.organiser("rosa"))
    page = client.post(
        reverse("admin:play_session_action", args=[scorer.session.pk]),
        {"verb": "undelete", "revision": scorer.session.revision, "token": token()},
        follow=True,
    )
    assert "is still at another of this evening’s tables" in words_of(page)
