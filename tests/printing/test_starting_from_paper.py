"""A session from a paper list of another day: its date, and the evening it belongs to."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper.evenings import attendance
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.play.models import Change, Session
from tests.clubs.clubs import MEMBERS, House
from tests.evenings.club_evening import Night
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, Scribe, device, token
from tests.printing.typed import FOUR

pytestmark = pytest.mark.django_db


def posted(players: tuple[str, ...] = FOUR, **changes: str) -> dict[str, str]:
    """Return a complete form of a new session, as the page posts it."""
    usual = {"game": "tarot", "rules": "fft", "first_dealer": "3", "option-round_to_ten": "no", "stake": ""}
    seats = {f"player-{place}": name for place, name in enumerate(players)}
    return {**usual, "currency": "€", "token": token(), "action": "start-typing", **seats, **changes}


def days_ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


def started(answer: Any) -> Session:
    assert answer.status_code == 302, words_of(answer)
    return Session.objects.get(public_id=answer.headers["Location"].split("/")[2])


def test_the_second_button_leads_to_the_line() -> None:
    answer = browser(name=device()).post("/new/", posted())
    session = started(answer)
    assert answer.headers["Location"] == f"/s/{session.public_id}/type/"
    assert timezone.now() - session.started_at < timedelta(minutes=1)


def test_a_list_of_another_day_is_dated_there_and_the_journal_says_when_it_was_entered() -> None:
    session = started(browser(name=device()).post("/new/", posted(played_on=days_ago(9).isoformat())))
    assert timezone.localtime(session.started_at).date() == days_ago(9)
    assert timezone.localdate(Change.objects.get(session=session).at) == timezone.localdate()


def test_the_usual_button_takes_the_day_as_well_and_leads_to_the_table() -> None:
    answer = browser(name=device()).post("/new/", posted(played_on=days_ago(9).isoformat(), action="start"))
    session = started(answer)
    assert answer.headers["Location"] == f"/s/{session.public_id}/"
    assert timezone.localdate(session.started_at) == days_ago(9)


def test_today_is_now() -> None:
    session = started(browser(name=device()).post("/new/", posted(played_on=days_ago(0).isoformat())))
    assert timezone.now() - session.started_at < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("day", "why"),
    [
        (days_ago(-2).isoformat(), "This date is in the future."),
        ("1870-01-01", "This date is too far in the past."),
        ("the other day", "Enter a valid date."),
    ],
)
def test_a_day_that_cannot_be_is_refused_at_its_field(day: str, why: str) -> None:
    answer = browser(name=device()).post("/new/", posted(played_on=day))
    assert answer.status_code == 422
    assert why in words_of(answer)
    assert Form(answer).fields["played_on"] == day
    assert Form(answer).fields["player-2"] == "Chloé"
    assert re.search(r'<details[^>]*id="from-paper"[^>]* open>', answer.content.decode())
    assert not Session.objects.exists()


def test_the_day_stays_while_the_form_is_drawn_anew() -> None:
    answer = browser(name=device()).post("/new/", posted(played_on="2026-01-02", action="shuffle"))
    assert Form(answer).fields["played_on"] == "2026-01-02"


def test_the_same_form_sent_twice_is_one_session_and_with_another_day_another() -> None:
    client, form = browser(name=device()), posted(played_on=days_ago(9).isoformat())
    first = started(client.post("/new/", form))
    assert started(client.post("/new/", form)) == first
    assert started(client.post("/new/", {**form, "played_on": days_ago(8).isoformat()})) != first


# The club's evening


def night_before(**changes: Any) -> tuple[Night, Evening]:
    """A club with an evening tonight and one nine days ago."""
    night = Night(members=MEMBERS)
    return night, night.begin(day=days_ago(9), **changes)


def test_it_belongs_to_the_evening_of_its_day_whatever_is_chosen_for_tonight() -> None:
    night, before = night_before()
    form = posted(MEMBERS, played_on=days_ago(9).isoformat(), evening=night.evening.public_id)
    session = started(night.phone.post("/new/", form))
    assert session.evening == before
    came = set(Presence.objects.filter(evening=before).values_list("player__name", "came_at", "left_at"))
    assert came == {(name, session.started_at, None) for name in MEMBERS}
    assert not night.evening.presences.exists()


def test_who_had_left_stays_away() -> None:
    night, before = night_before()
    at = timezone.now() - timedelta(days=9)
    Presence.objects.create(evening=before, player=night.player(MEMBERS[0]), came_at=at, left_at=at)
    started(night.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat())))
    assert before.presences.get(player=night.player(MEMBERS[0])).left_at == at


def test_a_day_without_an_evening_or_with_a_settled_one_gives_none() -> None:
    night, before = night_before()
    chosen = {"evening": night.evening.public_id}
    assert (
        started(night.phone.post("/new/", posted(MEMBERS, played_on=days_ago(5).isoformat(), **chosen))).evening is None
    )
    Evening.objects.filter(pk=before.pk).update(settled_at=timezone.now())
    for player in MEMBERS:
        attendance.check_in(night.evening, name=player)
    assert started(night.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat()))).evening is None


def test_of_two_evenings_of_a_day_the_one_that_was_chosen() -> None:
    night, _before = night_before()
    second = night.begin(day=days_ago(9), name="the other room")
    day = days_ago(9).isoformat()
    assert (
        started(night.phone.post("/new/", posted(MEMBERS, played_on=day, evening=second.public_id))).evening == second
    )
    assert started(night.phone.post("/new/", posted(MEMBERS, played_on=day, evening=""))).evening is None


def test_nobody_sits_at_two_open_tables_of_that_evening_either() -> None:
    night, _before = night_before()
    day = days_ago(9).isoformat()
    first = started(night.phone.post("/new/", posted(MEMBERS, played_on=day)))
    answer = night.phone.post("/new/", posted(MEMBERS, played_on=day))
    assert answer.status_code == 422
    assert "still sits at another table of this evening" in words_of(answer)
    scribe = Scribe(first)
    scribe.record(GARDE)
    scribe.close()
    assert started(night.phone.post("/new/", posted(MEMBERS, played_on=day))).evening == first.evening


def test_the_evening_of_another_club_is_never_found() -> None:
    Night("Theirs", ("Xaver",)).begin(day=days_ago(9))
    house = House()
    assert started(house.phone.post("/new/", posted(MEMBERS, played_on=days_ago(9).isoformat()))).evening is None
    assert started(Client().post("/new/", posted(played_on=days_ago(9).isoformat()))).evening is None
