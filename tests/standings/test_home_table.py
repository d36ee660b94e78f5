"""The people of the home table: who leads over the last evenings, and each person's figures, without an account."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play import recording
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.standings.models import Season
from scorekeeper.standings.pages import home_table
from scorekeeper.standings.player_stats import career
from scorekeeper.standings.standings import standings
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE, Scorer, start
from tests.standings.home_table import Home
from tests.standings.stored_results import at

pytestmark = pytest.mark.django_db


def leaders(page: Any) -> list[tuple[str, int, list[tuple[str, int]]]]:
    return [
        (game.game, game.evenings, [(each.name, each.total) for each in game.ranked]) for game in page.context["lately"]
    ]


def test_the_page_shows_who_leads_over_the_last_evenings_game_by_game() -> None:
    home = Home()
    home.played(49, 49)  # a garde made by 8 is +198 for Anne and −66 for each of the others
    home.played(33, days_ago=7)  # made by −8: −198
    assert leaders(home.page()) == [("tarot", 2, [("Anne", 198), ("Bruno", -66), ("Chloé", -66), ("David", -66)])]
    words = words_of(home.page())
    assert "The last 2 evenings, since" in words
    assert "Anne +198" in words


def test_only_the_last_five_evenings_count_and_two_sessions_of_a_day_are_one() -> None:
    home = Home()
    for days_ago in (0, 0, 7, 14, 21, 28, 35):
        home.played(49, days_ago=days_ago)
    assert leaders(home.page())[0][1:] == (5, [("Anne", 6 * 198), ("Bruno", -396), ("Chloé", -396), ("David", -396)])
    assert next((person.name, person.sessions) for person in home.page().context["everybody"]) == ("Anne", 7)


def test_a_session_whose_players_change_is_one_session_of_one_evening() -> None:
    home = Home()
    scorer = Scorer(start(device=home.device))
    scorer.record(GARDE)
    followed = recording.change_players(Write(scorer.session, **scorer.now({})), leaving=(1,), joining=("Emil",))
    scorer.session.refresh_from_db()
    Session.objects.filter(pk=scorer.session.pk).update(started_at=timezone.now() - timedelta(days=1))
    scorer.session, scorer.access = followed, Access.objects.get(session=followed, device=home.device)
    scorer.record(GARDE)
    scorer.close()
    ((_game, evenings, totals),) = leaders(home.page())
    assert (evenings, totals[0]) == (1, ("Anne", 396))
    assert "Anne +396 +198.0 1 " in words_of(home.page())
    words = words_of(home.page("Anne"))
    assert "1 session · 2 hands" in words
    assert "+396 +198.0 1 2 " in words


def test_a_person_has_calls_average_best_hand_and_partners() -> None:
    home = Home()
    session = home.played(49, 33)
    words = words_of(home.page("Anne"))
    assert "1 session · 2 hands" in words
    assert "Garde 0 2 1 1 0.0" in words  # twice, made once, failed once
    assert reverse("hand", args=[session.public_id, 1]) in home.page("Anne").content.decode()
    assert "Bruno" in words_of(home.page("Anne")).split("Partners and opponents")[1]


def test_a_table_joined_by_link_counts_on_that_phone_too() -> None:
    home, guest = Home(), Home()
    session = home.played(49)
    recording.join(session, device=guest.device, role=Role.WATCHER)
    assert leaders(guest.page()) == leaders(home.page())
    assert guest.page("Anne").status_code == 200


def test_nobody_else_sees_these_people() -> None:
    home = Home()
    home.played(49)
    stranger = Home()
    assert leaders(stranger.page()) == []
    assert stranger.page("Anne").status_code == 404
    assert home.phone.get(reverse("home_person", args=["nobody"])).status_code == 404


def test_a_browser_that_is_shut_out_no_longer_sees_them() -> None:
    home, guest = Home(), Home()
    session = home.played(49)
    access = recording.join(session, device=guest.device, role=Role.WATCHER)
    type(access).objects.filter(pk=access.pk).update(shut_out_at=timezone.now())
    assert leaders(guest.page()) == []
    assert guest.page("Anne").status_code == 404


def test_sessions_of_a_club_are_not_among_them() -> None:
    club_evening = ClubEvening()
    club_evening.played(*(f"Member {letter}" for letter in "ABCD"))
    assert browser(name=club_evening.device).get(reverse("home_people")).context["everybody"] == []


def test_the_page_takes_as_many_queries_for_three_sessions_as_for_one() -> None:
    home = Home()
    home.played(49)
    with CaptureQueriesContext(
        connection,
    ) as few:
        home.page()
    home.played(49, days_ago=3)
    home.played(33, days_ago=6)
    with CaptureQueriesContext(connection) as many:
        home.page()
    assert len(many) == len(few)


def test_three_fridays_until_after_midnight_are_three_evenings() -> None:
    """Each Friday has a session at 21:00, which Anne wins, and one at 00:30, which Bruno wins: +198 − 66 for both."""
    home = Home()
    for friday in (date(2026, 3, 6), date(2026, 3, 13), date(2026, 3, 20)):
        home.played(49, at=at(friday, 21))
        home.played(49, at=at(friday + timedelta(days=1), 0, 30), players=("Bruno", "Anne", "Chloé", "David"))
    ((_game, evenings, totals),) = leaders(home.page())
    assert (evenings, totals) == (3, [("Anne", 396), ("Bruno", 396), ("Chloé", -396), ("David", -396)])
    chart = career(home_table.terms_of(home.device), Player.objects.get(name="Anne", club=None)).run
    assert chart is not None
    assert [day for day, _totals in chart.rows] == [date(2026, 3, 6), date(2026, 3, 13), date(2026, 3, 20)]


def test_a_season_ends_at_six_in_the_morning_after_its_last_day() -> None:
    home = Home()
    home.played(49, at=at(date(2026, 1, 1), 5, 59))
    home.played(33, at=at(date(2026, 1, 1), 6))
    terms = home_table.terms_of(home.device)
    last_year = Season(starts=date(2025, 1, 1), ends=date(2025, 12, 31))
    new_year = Season(starts=date(2026, 1, 1))
    assert standings(replace(terms, season=last_year)).ranked[0].total == 198
    assert {row.name: row.total for row in standings(replace(terms, season=new_year)).ranked}["Anne"] == -198
