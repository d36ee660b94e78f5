"""Imported session documents, and the evening that they belong to."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Club
from scorekeeper.desk import settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.evenings.queries import evening_tonight
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db


def document(*players: str) -> str:
    hand = {"call": "garde", "taker": players[0], "bouts": 2, "points": 49}
    header = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "rules": "fft"}
    return json.dumps({**header, "players": players, "hands": [hand]})


def there(club_evening: ClubEvening) -> set[str]:
    return set(club_evening.evening.presences.values_list("player__name", flat=True))


def imported(club_evening: ClubEvening, *players: str, **fields: str) -> Any:
    """Return what a phone's page says to a document, as filled in."""
    form = Form(club_evening.phone.get("/import/"), "").fields
    return club_evening.phone.post("/import/", {**form, "text": document(*players), **fields})


def test_a_document_imported_tonight_belongs_to_the_evening_and_its_players_are_present() -> None:
    club_evening = ClubEvening()
    assert imported(club_evening, *TWELVE[:4]).status_code == 302
    assert Session.objects.get().evening == club_evening.evening
    assert there(club_evening) == set(TWELVE[:4])


def test_an_old_document_can_be_kept_out_of_the_evening() -> None:
    club_evening = ClubEvening()
    assert imported(club_evening, *TWELVE[:4], evening="").status_code == 302
    other = club_evening.begin(day=club_evening.evening.date - timedelta(days=7))
    assert imported(club_evening, *TWELVE[:4], evening=other.public_id, token="two").status_code == 302
    Evening.objects.update(settled_at=timezone.now())
    assert "Belongs to the evening" not in words_of(club_evening.phone.get("/import/"))
    assert imported(club_evening, *TWELVE[:4], token="three").status_code == 302
    assert [session.evening for session in Session.objects.order_by("pk")] == [None, other, None]
    assert there(club_evening) == set()


def test_with_two_evenings_tonight_an_imported_session_belongs_to_none() -> None:
    club_evening = ClubEvening()
    club_evening.begin()
    imported(club_evening, *TWELVE[:4])
    assert Session.objects.get().evening is None


def test_a_document_with_a_player_seated_elsewhere_is_refused() -> None:
    club_evening = ClubEvening()
    club_evening.start(*TWELVE[3:7])
    page = imported(club_evening, *TWELVE[:4])
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["evening"]
    assert "Member D is still at another of this evening’s tables." in words_of(page)
    assert "garde" in page.content.decode()  # nothing that was typed is lost
    assert imported(club_evening, *TWELVE[:4], evening="").status_code == 302


def test_an_evening_settled_in_the_meantime_accepts_no_import_and_no_session() -> None:
    club_evening = ClubEvening()
    chosen = club_evening.evening.public_id
    theirs = ClubEvening("Theirs").evening.public_id
    for evening in (chosen, theirs):
        if evening == chosen:
            settlement.settle(club_evening.evening, digest=club_evening.preview_settlement().digest)
        page = imported(club_evening, *TWELVE[:4], evening=evening)
        assert page.status_code == 422
        assert "settled in the meantime. Choose another, or none." in words_of(page)
    assert not Session.objects.exists()


def test_a_session_started_while_its_evening_is_settled_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club_evening, found = ClubEvening(), evening_tonight

    def settled_after_that(club: Club) -> Evening | None:
        tonight = found(club)
        Evening.objects.update(settled_at=timezone.now())
        return tonight

    monkeypatch.setattr("scorekeeper.play.recording.start.evening_tonight", settled_after_that)
    with pytest.raises(RuleError, match="settled in the meantime"):
        club_evening.start(*TWELVE[:4])
    assert not Session.objects.exists()
