"""A club's own figures on pages: on the rules page of its phones, and wherever its session is viewed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Tariff
from tests.clubs.clubs import SampleClub, signed_in
from tests.clubs.whist_club import STAKE_OF_SLAM, STAKE_OF_SOLO, Whist, own_tariff
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import Scorer

pytestmark = pytest.mark.django_db

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
RULES = reverse("rules", args=["solo_whist"])
NAME = "“Thursdays”, version 1"


@pytest.fixture
def whist() -> Whist:
    return Whist()


def played(whist: Whist, **changes: Any) -> Scorer:
    scorer = Scorer(whist.play(**changes))
    scorer.record(SOLO)
    return scorer


def shown(response: Any) -> str:
    """Return what the page says about a club's figures."""
    page: str = response.content.decode()
    part = page.partition('id="club-figures"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part.partition(">")[2]).split())


# The rules page


def test_a_club_phone_sees_the_clubs_figures_beside_the_printed_ones(whist: Whist) -> None:
    response = whist.phone.get(RULES)
    words = shown(response)
    assert f"Foster {NAME} Stakes: what one adversary settles" in words
    assert "Solo 12 (10)" in words
    assert "Slam 40 Bold" in words  # the whole schedule is shown, and this one of it is as printed
    assert "Odd tricks" not in words  # nothing of that schedule was changed
    assert response.content.decode().count('href="#club-figures"') == 2
    assert response["Cache-Control"] == "private, no-cache"


def test_other_phones_do_not_see_the_clubs_figures(whist: Whist) -> None:
    for client in (Client(), browser(), SampleClub("Friday club", ("Xaver", "Yves")).phone):
        response = client.get(RULES)
        assert response.status_code == 200
        assert "club-figures" not in response.content.decode()
        assert "Thursdays" not in response.content.decode()
    assert "club-figures" not in whist.phone.get(reverse("rules", args=["tarot"])).content.decode()


def test_the_rules_page_shows_current_figures_and_no_retired_tariff(whist: Whist) -> None:
    tariffs.set_figures(whist.tariff, {STAKE_OF_SLAM: 50}, by="Olga")
    words = shown(whist.phone.get(RULES))
    assert "“Thursdays”, version 2" in words
    assert "Slam 50 (40)" in words
    assert "Solo 10 Misère" in words
    Tariff.objects.update(retired_at=whist.club.created_at)
    assert not shown(whist.phone.get(RULES))


def test_a_tariff_without_changes_says_so(whist: Whist) -> None:
    tariffs.set_figures(whist.tariff, {}, by="Olga")
    assert "All its figures are as printed." in shown(whist.phone.get(RULES))


def test_the_rules_page_takes_as_many_queries_for_three_tariffs_as_for_one(
    whist: Whist, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    client = whist.phone
    with django_assert_max_num_queries(5) as seen:
        client.get(RULES)
    for name in ("Fridays", "Sundays"):
        own_tariff(whist.club, name)
    with django_assert_num_queries(len(seen.captured_queries)):
        client.get(RULES)


# A session


def address(scorer: Scorer, name: str = "session_tariff", *more: int) -> str:
    return reverse(name, args=[scorer.session.public_id, *more])


def test_the_figures_of_a_session_are_those_of_its_version(whist: Whist) -> None:
    scorer = played(whist)
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15}, by="Olga")
    Tariff.objects.update(name="Fridays")
    for client in (browser(scorer), whist.phone, watcher_of(scorer.session)):
        page = words_of(client.get(address(scorer)))
        assert NAME in page
        assert "Solo 12 (10)" in page
        assert "Fridays" not in page
    assert browser().get(address(scorer)).status_code == 404
    assert SampleClub("Others", ("Xaver",)).phone.get(address(scorer)).status_code == 404


def test_a_session_with_the_printed_tariff_says_so(whist: Whist) -> None:
    scorer = played(whist, tariff="")
    assert "This session uses the printed figures." in words_of(browser(scorer).get(address(scorer)))
    assert "Thursdays" not in words_of(browser(scorer).get(address(scorer, "hand", 1)))


@pytest.mark.parametrize("name", ["session", "close", "what_if"])
def test_the_pages_of_a_session_link_to_its_tariff(whist: Whist, name: str) -> None:
    scorer = played(whist)
    page = browser(scorer).get(address(scorer, name))
    assert NAME in words_of(page)
    assert f'href="{address(scorer)}"' in page.content.decode()


def test_the_summary_of_a_closed_session_links_to_it_too(whist: Whist) -> None:
    scorer = played(whist)
    scorer.close()
    page = browser(scorer).get(address(scorer, "session"))
    assert f"Played for the club’s tariff: {NAME}" in words_of(page)
    assert f'href="{address(scorer)}"' in page.content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "at the table"])
def test_a_derivation_says_that_club_figures_replace_the_printed_ones(whist: Whist, headers: dict[str, str]) -> None:
    scorer = played(whist)
    page = browser(scorer).get(address(scorer, "hand", 1), headers=headers)
    assert f"Played with {NAME}, whose figures replace the printed ones." in words_of(page)
    assert f'href="{address(scorer)}"' in page.content.decode()


def test_the_journal_starts_with_the_tariff(whist: Whist) -> None:
    scorer = played(whist)
    assert f"started the session played for {NAME}" in words_of(browser(scorer).get(address(scorer, "journal")))


def test_an_organiser_finds_the_figures_in_the_panel(whist: Whist) -> None:
    scorer = played(whist)
    client = signed_in(whist.organiser())
    figures = reverse("admin:play_session_tariff", args=[scorer.session.pk])
    page = words_of(client.get(figures))
    assert "Solo 12 (10)" in page
    for name, more in (("hand", [1]), ("what_if", [])):
        there = client.get(reverse(f"admin:play_session_{name}", args=[scorer.session.pk, *more]))
        assert f'href="{figures}"' in there.content.decode()
    assert signed_in(SampleClub("Others", ("Xaver",)).organiser("others")).get(figures).status_code == 404
