"""A session document that a club's phone imports, and the evening to which the session then belongs."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Club
from scorekeeper.evenings import attendance, recording_port, settlement
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session
from tests.evenings.club_evening import TWELVE, Night
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db


def document(*players: str) -> str:
    hand = {"call": "garde", "taker": players[0], "bouts": 2, "points": 49}
    said = {"format": "scorekeeper.session", "version": 1, "game": "tarot", "rules": "fft"}
    return json.dumps({**said, "players": players, "hands": [hand]})


def there(night: Night) -> set[str]:
    return set(night.evening.presences.values_list("player__name", flat=True))


def imported(night: Night, *players: str, **fields: str) -> Any:
    """Return what a phone's page says to a document, as filled in."""
    form = Form(night.phone.get("/import/"), "").fields
    return night.phone.post("/import/", {**form, "text": document(*players), **fields})


def test_a_document_that_is_imported_tonight_belongs_to_the_evening_and_its_players_are_there() -> None:
    night = Night()
    assert imported(night, *TWELVE[:4]).status_code == 302
    assert Session.objects.get().evening == night.evening
    assert there(night) == set(TWELVE[:4])


def test_an_old_document_belongs_to_no_evening_if_that_is_said_or_there_is_none() -> None:
    night = Night()
    assert imported(night, *TWELVE[:4], evening="").status_code == 302
    other = night.begin(day=night.evening.date - timedelta(days=7))
    assert imported(night, *TWELVE[:4], evening=other.public_id, token="two").status_code == 302
    Evening.objects.update(settled_at=timezone.now())
    assert "Belongs to the evening" not in words_of(night.phone.get("/import/"))
    assert imported(night, *TWELVE[:4], token="three").status_code == 302
    assert [session.evening for session in Session.objects.order_by("pk")] == [None, other, None]
    assert there(night) == set()


def test_of_two_evenings_tonight_an_imported_session_takes_none_by_itself() -> None:
    night = Night()
    night.begin()
    imported(night, *TWELVE[:4])
    assert Session.objects.get().evening is None


def test_a_document_of_somebody_who_sits_at_another_table_is_refused_at_the_evening() -> None:
    night = Night()
    night.start(*TWELVE[3:7])
    page = imported(night, *TWELVE[:4])
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["evening"]
    assert "Member D still sits at another table of this evening." in words_of(page)
    assert "garde" in page.content.decode()  # nothing that was typed is lost
    assert imported(night, *TWELVE[:4], evening="").status_code == 302


def test_an_evening_that_is_settled_while_it_is_chosen_takes_no_document_and_no_session() -> None:
    night = Night()
    chosen = night.evening.public_id
    theirs = Night("Theirs").evening.public_id
    for evening in (chosen, theirs):
        if evening == chosen:
            settlement.settle(night.evening, digest=night.preview_settlement().digest)
        page = imported(night, *TWELVE[:4], evening=evening)
        assert page.status_code == 422
        assert "settled in the meantime. Choose another, or none." in words_of(page)
    assert not Session.objects.exists()


def test_a_session_that_is_started_in_the_moment_in_which_its_evening_is_settled_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    night, found = Night(), attendance.tonight

    def settled_after_that(club: Club) -> Evening | None:
        tonight = found(club)
        Evening.objects.update(settled_at=timezone.now())
        return tonight

    monkeypatch.setattr(recording_port, "tonight", settled_after_that)
    with pytest.raises(RuleError, match="settled in the meantime"):
        night.start(*TWELVE[:4])
    assert not Session.objects.exists()
