"""The people of a club and a member's page: every number on it, and where it links."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.player_stats import MOST_POINTS, PlayerStats, career
from scorekeeper.standings.standings import Terms
from tests.clubs.clubs import MEMBERS, SampleClub
from tests.play.browsers import browser, words_of
from tests.play.tables import GARDE
from tests.standings.stored_results import NEW_YEAR, met, played, undertook

pytestmark = pytest.mark.django_db

ABC = ("Anne", "Bruno", "Chloé")


@pytest.fixture
def sample_club() -> SampleClub:
    return SampleClub("Coupe-file", ABC)


def member(sample_club: SampleClub, name: str = "Anne") -> Player:
    return sample_club.club.players.get(name=name)


def of(sample_club: SampleClub, name: str = "Anne", **terms: Any) -> PlayerStats:
    return career(Terms(club=sample_club.club, **terms), member(sample_club, name))


def page(sample_club: SampleClub, query: str = "", name: str = "Anne") -> Any:
    return sample_club.phone.get(reverse("member", args=[member(sample_club, name).pk]) + query)


def behind(sample_club: SampleClub, query: str, name: str = "Anne") -> Any:
    return sample_club.phone.get(f"{reverse('member_sessions', args=[member(sample_club, name).pk])}?{query}")


# The people


def test_members_guests_and_retired_members_are_listed_separately_by_display_name(
    sample_club: SampleClub,
) -> None:
    sample_club.member("Johann Schmidt", "Hannes")
    sample_club.member("Karl", retired=True)
    kept = member(sample_club)
    sample_club.member("Anne A.", merged_into=kept, retired=True)
    played(sample_club.club, {"Anne": 5, "Zoé": -5}, hands=7, day=date(2026, 2, 3))
    found = sample_club.phone.get("/club/members/").context["people"]
    assert [(who.name, who.sessions, who.hands) for who in found.members] == [
        ("Anne", 1, 7),
        ("Bruno", 0, 0),
        ("Chloé", 0, 0),
        ("Hannes", 0, 0),
    ]
    assert [who.name for who in found.guests] == ["Zoé"]
    assert [who.name for who in found.retired] == ["Karl"]
    assert "Anne 1 7 3 Feb 2026 Bruno 0 0" in words_of(sample_club.phone.get("/club/members/"))


def test_the_members_page_takes_as_many_queries_for_many_as_for_few() -> None:
    counts = []
    for number in (1, 3):
        sample_club = SampleClub(f"Club {number}", MEMBERS[:number])
        played(sample_club.club, dict.fromkeys(MEMBERS[:number], 0))
        with CaptureQueriesContext(connection) as statements:
            sample_club.phone.get("/club/members/")
        counts.append(len(statements))
    assert counts == [4, 4]


# A member's page


def test_totals_by_game_and_rule_set(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 60, "Bruno": -60}, hands=12)
    played(sample_club.club, {"Anne": -10, "Bruno": 10}, hands=8)
    played(sample_club.club, {"Anne": 4, "Bruno": -4}, hands=3, rules="classic")
    played(sample_club.club, {"Anne": 500, "Bruno": -500}, hands=2, game="boston", rules="decimal")
    played(sample_club.club, {"Bruno": 1, "Chloé": -1})
    boston, tarot = of(sample_club).games
    assert (boston.slug, boston.all.amount, boston.all.sessions, boston.all.hands) == ("boston", 500, 1, 2)
    assert [(row.rules, row.amount, row.sessions, row.hands) for row in tarot.rule_sets] == [
        ("classic", 4, 1, 3),
        ("fft", 50, 2, 20),
    ]
    assert (tarot.all.amount, tarot.all.sessions, tarot.all.hands) == (54, 3, 23)
    words = words_of(page(sample_club))
    assert "4 sessions · 25 hands" in words
    assert "Federation (FFT) +50 +2.5 2 20" in words
    assert "All rules +54 +2.3 3 23" in words


def test_results_by_call_with_made_failed_and_average(sample_club: SampleClub) -> None:
    first, second = (played(sample_club.club, {"Anne": 0, "Bruno": 0}) for _number in range(2))
    undertook(first, "Anne", "garde", made=3, failed=1, amount=120)
    undertook(second, "Anne", "garde", failed=2, amount=-95)
    undertook(second, "Anne", "prise", made=1, amount=30)
    undertook(second, "Bruno", "garde_contre", made=1, amount=999)
    (tarot,) = of(sample_club).games
    assert [(call.name, call.times, call.made, call.failed, call.amount) for call in tarot.calls] == [
        ("Garde", 6, 3, 3, 25),
        ("Prise", 1, 1, 0, 30),
    ]
    assert "Garde +25 6 3 3 +4.2" in words_of(page(sample_club))


def test_results_with_and_against_other_players(sample_club: SampleClub) -> None:
    sample_club.member("Johann Schmidt", "Hannes")
    first = played(sample_club.club, {"Anne": 0, "Bruno": 0, "Johann Schmidt": 0})
    second = played(sample_club.club, {"Anne": 0, "Bruno": 0})
    met(first, "Anne", "Bruno", together=2, together_amount=40, against=3, against_amount=-15)
    met(second, "Anne", "Bruno", against=1, against_amount=5)
    met(first, "Anne", "Johann Schmidt", against=9, against_amount=-7)
    met(first, "Bruno", "Anne", together=2, together_amount=-1000)
    found = of(sample_club).pairs
    assert [(who.name, who.together, who.together_amount, who.against, who.against_amount) for who in found] == [
        ("Hannes", 0, 0, 9, -7),
        ("Bruno", 2, 40, 4, -10),
    ]
    assert "Hannes 0 9 −7 Bruno 2 +40 4 −10" in words_of(page(sample_club))


def test_the_best_and_worst_hand_link_to_their_derivation(sample_club: SampleClub) -> None:
    first = played(sample_club.club, {"Anne": 0, "Bruno": 0}, feats={"Anne": (3, 90, 5, -20)})
    second = played(sample_club.club, {"Anne": 0, "Bruno": 0}, feats={"Anne": (1, 90, 2, -75)})
    played(sample_club.club, {"Anne": 0, "Bruno": 0}, feats={"Bruno": (7, 400, 8, -400)})
    (tarot,) = of(sample_club).games
    assert tarot.best
    assert (tarot.best.public_id, tarot.best.number, tarot.best.amount) == (first.public_id, 3, 90)
    assert tarot.worst
    assert (tarot.worst.public_id, tarot.worst.number, tarot.worst.amount) == (second.public_id, 2, -75)
    body = page(sample_club).content.decode()
    assert f'href="/s/{first.public_id}/hands/3/">+90</a>' in body
    assert f'href="/s/{second.public_id}/hands/2/">−75</a>' in body


def test_a_recorded_session_links_from_the_member_to_the_derivation() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    scorer.close()
    other_phone = SampleClub("Other").phone
    link = re.findall(r'href="(/s/[^"]+/hands/1/)">\+198</a>', page(sample_club, name=MEMBERS[0]).content.decode())[0]
    assert "+198" in words_of(sample_club.phone.get(link))
    assert other_phone.get(link).status_code == 404


def test_the_running_total_has_a_value_per_game_and_day(sample_club: SampleClub) -> None:
    for day, total, game, rules in (
        (1, 10, "tarot", "fft"),
        (1, -3, "tarot", "fft"),
        (5, 100, "skat", "isko"),
        (9, 20, "tarot", "fft"),
    ):
        played(sample_club.club, {"Anne": total}, day=date(2026, 3, day), game=game, rules=rules)
    run = of(sample_club).run
    assert run
    assert run.names == ("Skat", "French Tarot")
    assert run.rows == [(date(2026, 3, 1), (0, 7)), (date(2026, 3, 5), (100, 7)), (date(2026, 3, 9), (100, 27))]
    assert [track.total for track in run.wide.tracks] == [100, 27]
    words = " ".join(words_of(page(sample_club)).split())
    assert "Running totals after each day Day Skat French Tarot 1 Mar 2026 0 7 5 Mar 2026 100 7" in words
    assert "after each hand" not in page(sample_club).content.decode()


def test_a_long_running_total_is_thinned_out_but_keeps_its_last_value(sample_club: SampleClub) -> None:
    for number in range(MOST_POINTS * 2 + 5):
        played(sample_club.club, {"Anne": 1}, day=NEW_YEAR + timedelta(days=number))
    run = of(sample_club).run
    assert run
    assert MOST_POINTS // 2 < len(run.rows) <= MOST_POINTS
    assert run.rows[-1] == (NEW_YEAR + timedelta(days=MOST_POINTS * 2 + 4), (MOST_POINTS * 2 + 5,))


def test_a_season_filters_everything(sample_club: SampleClub) -> None:
    old = played(sample_club.club, {"Anne": 10, "Bruno": -10}, day=date(2025, 12, 31), feats={"Anne": (1, 10, None, 0)})
    new = played(sample_club.club, {"Anne": 3, "Bruno": -3}, feats={"Anne": (2, 3, None, 0)})
    for session, amount in ((old, 10), (new, 3)):
        undertook(session, "Anne", "garde", made=1, amount=amount)
        met(session, "Anne", "Bruno", against=1, against_amount=amount)
    played(sample_club.club, {"Anne": 1, "Bruno": -1}, day=NEW_YEAR + timedelta(days=1))
    season = Season.objects.create(club=sample_club.club, name="2026", starts=NEW_YEAR, minimum=5, best=1)
    found = of(sample_club, season=season)
    (tarot,) = found.games
    assert (found.sessions, tarot.all.amount, tarot.calls[0].amount, found.pairs[0].against_amount) == (2, 4, 3, 3)
    assert tarot.best
    assert tarot.best.amount == 3
    assert found.run
    assert found.run.rows == [(NEW_YEAR, (3,)), (NEW_YEAR + timedelta(days=1), (4,))]


def test_a_single_day_has_no_chart(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 3, "Bruno": -3})
    assert of(sample_club).run is None
    words = words_of(page(sample_club))
    assert "Over time" not in words
    assert "No closed sessions." not in words


def test_a_member_without_sessions_has_a_page_that_says_so(sample_club: SampleClub) -> None:
    assert "No closed sessions." in words_of(page(sample_club, name="Chloé"))


def test_a_merged_record_redirects_to_the_kept_one(sample_club: SampleClub) -> None:
    double = sample_club.member("Anne A.", merged_into=member(sample_club), retired=True)
    for name in ("member", "member_sessions"):
        response = sample_club.phone.get(reverse(name, args=[double.pk]) + "?game=tarot")
        assert response["Location"] == reverse(name, args=[member(sample_club).pk]) + "?game=tarot"


# What is behind a number


@pytest.fixture
def full(sample_club: SampleClub) -> SampleClub:
    """A club with three sessions that have results of every kind."""
    for number, amount in enumerate((10, -4, 7)):
        session = played(
            sample_club.club, {"Anne": amount, "Bruno": -amount}, hands=4 + number, rules=("fft", "classic")[number % 2]
        )
        undertook(session, "Anne", "garde", made=number + 1, failed=number, amount=amount)
        met(session, "Anne", "Bruno", together=number, together_amount=2 * number, against=4, against_amount=amount)
    played(sample_club.club, {"Anne": 1000}, game="boston", rules="decimal")
    return sample_club


@pytest.mark.parametrize(
    ("query", "sessions", "hands", "amount"),
    [
        ("", 4, 25, 1013),
        ("game=tarot", 3, 15, 13),
        ("game=tarot&rules=fft", 2, 10, 17),
        ("game=tarot&call=garde", 3, 9, 13),
        ("with=Bruno", 2, 3, 6),  # of the first session none: they did not play together in it
        ("against=Bruno", 3, 12, 13),
        ("game=tarot&rules=classic&against=Bruno", 1, 4, -4),
        ("best=2", 2, 14, 1010),
        ("best=2&against=Bruno", 3, 12, 13),
    ],
)
def test_the_sessions_behind_a_number_add_up_to_it(
    full: SampleClub, query: str, sessions: int, hands: int, amount: int
) -> None:
    found = behind(full, query.replace("Bruno", str(member(full, "Bruno").pk))).context
    assert (found["sessions"], found["hands"], found["amount"]) == (sessions, hands, amount)


def test_sessions_that_do_not_count_are_marked(full: SampleClub) -> None:
    words = words_of(behind(full, "game=tarot&best=2"))
    assert "1 session in brackets is dropped: it doesn’t count" in words
    assert "(−4)" in words


def test_every_number_on_the_page_is_the_sum_of_its_sessions(full: SampleClub) -> None:
    body = page(full).content.decode()
    found = re.findall(r'<a class="amount[^"]*"\s+href="([^"]+sessions/[^"]*)">([^<]+)</a>', body)
    assert [words for _link, words in found] == ["+1000", "−4", "+17", "+13", "+13", "+6", "+13"]
    for link, words in found:
        amount = full.phone.get(unescape(link)).context["amount"]
        assert words == (f"+{amount}" if amount > 0 else f"−{-amount}")


def test_each_session_links_to_its_page_with_everybodys_totals(full: SampleClub) -> None:
    session = Session.objects.filter(game="tarot").latest("pk")
    response = behind(full, "game=tarot")
    assert f'href="/s/{session.public_id}/"' in response.content.decode()
    assert "Anne +7 , Bruno −7" in words_of(response)


def test_many_sessions_are_paginated_and_the_sum_covers_all(sample_club: SampleClub) -> None:
    for number in range(51):
        played(sample_club.club, {"Anne": number + 1, "Bruno": 0}, day=NEW_YEAR + timedelta(days=number))
    first, second = behind(sample_club, "game=tarot"), behind(sample_club, "game=tarot&page=2")
    assert first.context["amount"] == second.context["amount"] == 1326  # 1 + 2 + … + 51
    assert [len(response.context["shares"]) for response in (first, second)] == [50, 1]
    assert second.context["shares"][0].amount == 1  # the latest come first
    assert 'href="?game=tarot&amp;page=2"' in first.content.decode()
    assert len(behind(sample_club, "page=none").context["shares"]) == 50


@pytest.mark.parametrize("query", ["call=garde", "with=0", "with=x", "against=9999999999999999999999", "game=x"])
def test_unknown_filters_are_not_found(sample_club: SampleClub, query: str) -> None:
    assert behind(sample_club, query).status_code == 404


def test_a_call_that_nobody_made_has_no_sessions(sample_club: SampleClub) -> None:
    played(sample_club.club, {"Anne": 5, "Bruno": -5})
    assert behind(sample_club, "game=tarot&call=no%00thing").status_code == 404
    assert behind(sample_club, "game=tarot&call=chelem").context["sessions"] == 0


# Number of queries, and permissions


@pytest.mark.parametrize("name", ["member", "member_sessions"])
def test_the_page_takes_as_many_queries_for_three_sessions_as_for_one(name: str) -> None:
    counts = []
    for number in (1, 3):
        sample_club = SampleClub(f"Club {number}", ABC)
        for game, rules in (("tarot", "fft"), ("skat", "isko"), ("boston", "decimal"))[:number]:
            session = played(
                sample_club.club, dict.fromkeys(ABC, 5), game=game, rules=rules, day=NEW_YEAR + timedelta(days=number)
            )
            undertook(session, "Anne", "solo", made=1)
            met(session, "Anne", "Bruno", together=1)
        with CaptureQueriesContext(connection) as statements:
            assert sample_club.phone.get(reverse(name, args=[member(sample_club).pk])).status_code == 200
        counts.append(len(statements))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", ["member", "member_sessions"])
def test_no_address_shows_members_of_another_club(sample_club: SampleClub, name: str) -> None:
    other = SampleClub("Other", ("Xaver",))
    theirs = other.club.players.get()
    for key in (theirs.pk, 0, 10**30):
        assert sample_club.phone.get(reverse(name, args=[key])).status_code == 404
    assert browser().get(reverse(name, args=[theirs.pk])).status_code == 404
    assert behind(sample_club, f"with={theirs.pk}").status_code == 404


# Games without calls


def test_mort_counts_games_won_and_lost_as_vivant_and_as_adversary(sample_club: SampleClub) -> None:
    """Anne wins the first game as Vivant, 13 from each of two; in the second she gets 13 as an adversary."""
    scorer = sample_club.table("Anne", "Bruno", "Chloé", game="mort", rules="foster", first_dealer=0)
    for tricks in (12, 1):
        scorer.record({"tricks": tricks})
    scorer.close()
    words = words_of(page(sample_club))
    assert "Games as Vivant and as an adversary" in words
    assert "Adversary +13 1 1 0 +13.0 Vivant +26 1 1 0 +26.0" in words


def test_cayenne_counts_trumps_by_side_and_rubbers_but_only_rubbers_have_amounts(
    sample_club: SampleClub,
) -> None:
    """Anne's side names nullo and takes seven; then the others name grand, and hers takes all: the rubber.

    Nullo: 1 × 8 for the other side. Grand: 7 × 8 makes four games, first a single (the others have 8), then quadruples:
    13 in all, plus 8 for the rubber and 6 for the slam: 27.
    """
    scorer = sample_club.table("Anne", "Bruno", "Chloé", "David", game="cayenne", rules="foster", first_dealer=0)
    scorer.record({"trump": "nullo", "tricks": 7})
    scorer.record({"trump": "grand", "tricks": 13})
    scorer.close()
    words = words_of(page(sample_club))
    assert "Hands by the trump that the player’s own side named" in words
    assert "Nullo 1 0 1 Rubber +27 1 1 0 +27.0" in words
    of_nullo = words_of(behind(sample_club, "game=cayenne&call=nullo"))
    assert "0 made, 1 lost" in of_nullo
    assert "Total" not in of_nullo
    of_rubbers = words_of(behind(sample_club, "game=cayenne&call=rubber"))
    assert "Total +27" in of_rubbers
