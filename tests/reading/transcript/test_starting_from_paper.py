"""A session from a paper list of another day: its date, and the evening it belongs to."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.desk import attendance
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.play.models import Change, Session
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, Scorer, device, token
from tests.reading.transcript.typed import FOUR

pytestmark = pytest.mark.django_db


def posted(players: tuple[str, ...] = FOUR, **changes: str) -> dict[str, str]:
    """Return a complete form of a new session, as the page posts it."""
    usual = {"game": "tarot", "rules": "fft", "first_dealer": "3", "option-round_to_ten": "no", "stake": ""}
    seats = {f"player-{place}": name for place, name in enumerate(players)}
    return {**usual, "currency": "€", "token": token(), "action": "start-typing", **seats, **changes}


def days_ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


def started(response: Any) -> Session:
    assert response.status_code == 302, words_of(response)
    return Session.objects.get(public_id=response.headers["Location"].split("/")[2])


def test_the_second_button_leads_to_typing_the_sheet() -> None:
    response = browser(name=device()).post("/new/", posted())
    session = started(response)
    assert response.headers["Location"] == f"/s/{session.public_id}/type/"
    assert timezone.now() - session.started_at < timedelta(minutes=1)


def test_a_sheet_of_another_day_gets_its_date_and_the_journal_the_time_of_entry() -> None:
    session = started(browser(name=device()).post("/new/", posted(played_on=days_ago(9).isoformat())))
    assert timezone.localtime(session.started_at).date() == days_ago(9)
    assert timezone.localdate(Change.objects.get(session=session).at) == timezone.localdate()


def test_the_usual_button_uses_the_date_too_and_leads_to_the_table() -> None:
    response = browser(name=device()).post("/new/", posted(played_on=days_ago(9).isoformat(), action="start"))
    session = started(response)
    assert response.headers["Location"] == f"/s/{session.public_id}/"
    assert timezone.localdate(session.started_at) == days_ago(9)


def test_with_todays_date_the_session_starts_now() -> None:
    session = started(browser(name=device()).post("/new/", posted(played_on=days_ago(0).isoformat())))
    assert timezone.now() - session.started_at < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (days_ago(-2).isoformat(), "This date is in the future."),
        ("2999-01-01", "This date is in the future."),
        ("1870-01-01", "This date is too far in the past."),
        ("the other day", "Enter a valid date."),
    ],
)
def test_an_impossible_date_is_refused_at_its_field(day: str, why: str) -> None:
    response = browser(name=device()).post("/new/", posted(played_on=day))
    assert response.status_code == 422
    assert why in words_of(response)
    assert response.content.decode().count('id="id_played_on_error"') == 1
    assert Form(response).fields["played_on"] == day
    assert Form(response).fields["player-2"] == "Chloé"
    assert re.search(r'<details[^>]*id="from-paper"[^>]* open>', response.content.decode())
    assert not Session.objects.exists()


def test_the_date_is_kept_when_the_form_is_redrawn() -> None:
    response = browser(name=device()).post("/new/", posted(played_on="2026-01-02", action="shuffle"))
    assert Form(response).fields["played_on"] == "2026-01-02"


def test_submitting_twice_starts_one_session_and_another_date_another() -> None:
    client, form = browser(name=device()), posted(played_on=days_ago(9).isoformat())
    first = started(client.post("/new/", form))
    assert started(client.post("/new/", form)) == first
    assert started(client.post("/new/", {**form, "played_on": days_ago(8).isoformat()})) != first


# The club's evening


def night_before(**changes: Any) -> tuple[ClubEvening, Evening]:
    """A club with an evening today and one nine days ago."""
    club_evening = ClubEvening(members=MEMBERS)
    return club_evening, club_evening.begin(day=days_ago(9), **changes)


def test_the_session_belongs_to_the_evening_of_its_date() -> None:
    club_evening, before = night_before()
    form = posted(MEMBERS, played_on=days_ago(9).isoformat(), evening=club_evening.evening.public_id)
    session = started(club_evening.phone.post("/new/", form))
    assert session.evening == before
    presences = set(Presence.objects.filter(evening=before).values_list("player__name", "came_at", "left_at"))
    assert presences == {(name, session.started_at, None) for name in MEMBERS}
    assert not club_evening.evening.presences.exists()


def test_a_player_who_had_left_that_evening_stays_away() -> None:
    club_evening, before = night_before()
    at = timezone.now() - timedelta(days=9)
    Presence.objects.create(evening=before, player=club_evening.player(MEMBERS[0]), came_at=at, left_at=at)
    started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat())))
    assert before.presences.get(player=club_evening.player(MEMBERS[0])).left_at == at


def test_a_date_without_an_open_evening_gives_none() -> None:
    club_evening, before = night_before()
    chosen = {"evening": club_evening.evening.public_id}
    assert (
        started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=days_ago(5).isoformat(), **chosen))).evening
        is None
    )
    Evening.objects.filter(pk=before.pk).update(settled_at=timezone.now())
    for player in MEMBERS:
        attendance.check_in(club_evening.evening, name=player)
    assert started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat()))).evening is None


def test_with_two_evenings_on_a_date_the_chosen_one_is_used() -> None:
    club_evening, _before = night_before()
    second = club_evening.begin(day=days_ago(9), name="the other room")
    day = days_ago(9).isoformat()
    assert (
        started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=day, evening=second.public_id))).evening
        == second
    )
    assert started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=day, evening=""))).evening is None


def test_nobody_sits_at_two_open_tables_of_that_evening() -> None:
    club_evening, _before = night_before()
    day = days_ago(9).isoformat()
    first = started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=day)))
    scorer = Scorer(first)
    scorer.record(GARDE)
    response = club_evening.phone.post("/new/", posted(MEMBERS, played_on=day))
    assert response.status_code == 422
    assert "is still at another of this evening’s tables" in words_of(response)
    scorer.close()
    assert started(club_evening.phone.post("/new/", posted(MEMBERS, played_on=day))).evening == first.evening


def test_the_evening_of_another_club_is_never_used() -> None:
    ClubEvening("Theirs", ("Xaver",)).begin(day=days_ago(9))
    sample_club = SampleClub()
    assert started(sample_club.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat()))).evening is None
    assert started(Client().post("/new/", posted(played_on=days_ago(9).isoformat()))).evening is None
