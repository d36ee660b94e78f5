"""A club's own figures on pages: on the rules page of its phones, and wherever its session is viewed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import tariffs
from scorekeeper.clubs.models import Tariff
from tests.clubs.clubs import House, signed_in
from tests.organisers.test_tariffs import STAKE_OF_SLAM, STAKE_OF_SOLO, Whist, own_tariff
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.tables import Scribe

pytestmark = pytest.mark.django_db

SOLO = {"call": "solo", "caller": 0, "tricks": 5}
RULES = reverse("rules", args=["solo_whist"])
NAME = "“Thursdays”, version 1"


@pytest.fixture
def whist() -> Whist:
    return Whist()


def played(whist: Whist, **changes: Any) -> Scribe:
    scribe = Scribe(whist.play(**changes))
    scribe.record(SOLO)
    return scribe


def shown(answer: Any) -> str:
    """Return what the page says about a club's figures."""
    page: str = answer.content.decode()
    part = page.partition('id="club-figures"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part.partition(">")[2]).split())


# The rules page


def test_a_phone_of_the_club_sees_its_figures_beside_the_printed_ones(whist: Whist) -> None:
    answer = whist.phone.get(RULES)
    said = shown(answer)
    assert f"Foster {NAME} Stakes: what one adversary settles" in said
    assert "Solo 12 (10)" in said
    assert "Slam 40 Bold" in said  # the whole schedule is shown, and this one of it is as printed
    assert "Odd tricks" not in said  # nothing of that schedule was changed
    assert answer.content.decode().count('href="#club-figures"') == 2
    assert answer["Cache-Control"] == "private, no-cache"


def test_nobody_else_sees_them(whist: Whist) -> None:
    for client in (Client(), browser(), House("Friday club", ("Xaver", "Yves")).phone):
        answer = client.get(RULES)
        assert answer.status_code == 200
        assert "club-figures" not in answer.content.decode()
        assert "Thursdays" not in answer.content.decode()
    assert "club-figures" not in whist.phone.get(reverse("rules", args=["tarot"])).content.decode()


def test_it_shows_what_they_are_now_and_none_that_was_retired(whist: Whist) -> None:
    tariffs.set_figures(whist.tariff, {STAKE_OF_SLAM: 50}, by="Olga")
    said = shown(whist.phone.get(RULES))
    assert "“Thursdays”, version 2" in said
    assert "Slam 50 (40)" in said
    assert "Solo 10 Misère" in said
    Tariff.objects.update(retired_at=whist.club.created_at)
    assert not shown(whist.phone.get(RULES))


def test_a_tariff_without_a_figure_of_its_own_says_so(whist: Whist) -> None:
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


def address(scribe: Scribe, name: str = "session_tariff", *more: int) -> str:
    return reverse(name, args=[scribe.session.public_id, *more])


def test_the_figures_of_a_session_are_those_of_its_version(whist: Whist) -> None:
    scribe = played(whist)
    tariffs.set_figures(whist.tariff, {STAKE_OF_SOLO: 15}, by="Olga")
    Tariff.objects.update(name="Fridays")
    for client in (browser(scribe), whist.phone, watcher_of(scribe.session)):
        page = words_of(client.get(address(scribe)))
        assert NAME in page
        assert "Solo 12 (10)" in page
        assert "Fridays" not in page
    assert browser().get(address(scribe)).status_code == 404
    assert House("Others", ("Xaver",)).phone.get(address(scribe)).status_code == 404


def test_a_session_for_the_printed_ones_says_so(whist: Whist) -> None:
    scribe = played(whist, tariff="")
    assert "This session uses the printed figures." in words_of(browser(scribe).get(address(scribe)))
    assert "Thursdays" not in words_of(browser(scribe).get(address(scribe, "hand", 1)))


@pytest.mark.parametrize("name", ["session", "close", "what_if"])
def test_the_pages_of_a_session_name_its_tariff_and_lead_to_its_figures(whist: Whist, name: str) -> None:
    scribe = played(whist)
    page = browser(scribe).get(address(scribe, name))
    assert NAME in words_of(page)
    assert f'href="{address(scribe)}"' in page.content.decode()


def test_so_does_the_summary_of_one_that_is_closed(whist: Whist) -> None:
    scribe = played(whist)
    scribe.close()
    page = browser(scribe).get(address(scribe, "session"))
    assert f"Played for the club’s tariff: {NAME}" in words_of(page)
    assert f'href="{address(scribe)}"' in page.content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "at the table"])
def test_a_derivation_says_that_the_clubs_figures_stand_for_the_printed_ones(
    whist: Whist, headers: dict[str, str]
) -> None:
    scribe = played(whist)
    page = browser(scribe).get(address(scribe, "hand", 1), headers=headers)
    assert f"Played with {NAME}, whose figures replace the printed ones." in words_of(page)
    assert f'href="{address(scribe)}"' in page.content.decode()


def test_the_journal_begins_with_it(whist: Whist) -> None:
    scribe = played(whist)
    assert f"started the session played for {NAME}" in words_of(browser(scribe).get(address(scribe, "journal")))


def test_an_organiser_finds_them_in_the_panel(whist: Whist) -> None:
    scribe = played(whist)
    client = signed_in(whist.organiser())
    figures = reverse("admin:play_session_tariff", args=[scribe.session.pk])
    page = words_of(client.get(figures))
    assert "Solo 12 (10)" in page
    for name, more in (("hand", [1]), ("what_if", [])):
        there = client.get(reverse(f"admin:play_session_{name}", args=[scribe.session.pk, *more]))
        assert f'href="{figures}"' in there.content.decode()
    assert signed_in(House("Others", ("Xaver",)).organiser("others")).get(figures).status_code == 404
