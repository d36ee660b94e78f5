"""Amounts as numbers or in counters, as the reader chose: on every page of a session, and in nothing stored."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.scoring.counters import red_and_white
from games.scoring.text import Amount
from scorekeeper.play.formatting import COOKIE, IN_COUNTERS, CounterNotation, Notation
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, Scorer

BOSTON = CounterNotation(red_and_white(red=10))
SEVEN = {"call": "tricks", "bidder": 0, "bid": 7, "tricks": 9}
"""Nine tricks for seven bid: 21 from each by the original table."""


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """The language must not be that of a previous test's page."""
    with override("en"):
        yield


def plainly(text: str) -> str:
    return unescape(text).replace("\u00a0", " ")


# Words and drawings


@pytest.mark.parametrize(
    ("amount", "words", "gained"),
    [
        (0, "0", "0"),
        (7, "7 white", "+7 white"),
        (10, "1 red", "+1 red"),
        (65, "6 red 5 white", "+6 red 5 white"),
        (-65, "−6 red 5 white", "−6 red 5 white"),
        (-390, "−39 red", "−39 red"),
        (12_345, "1234 red 5 white", "+1234 red 5 white"),
    ],
)
def test_an_amount_in_words(amount: int, words: str, gained: str) -> None:
    assert plainly(BOSTON.words(Amount(amount))) == words
    assert plainly(BOSTON.words(Amount(amount, signed=True))) == gained
    assert Notation().words(Amount(-65)) == "−65"


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [("fr", "1 rouge 1 blanc", "−6 rouges 5 blancs"), ("de", "1 rote 1 weiße", "−6 rote 5 weiße")],
)
def test_an_amount_in_words_of_other_languages(language: str, one: str, many: str) -> None:
    with override(language):
        assert plainly(BOSTON.words(Amount(11))) == one
        assert plainly(BOSTON.words(Amount(-65))) == many


def shown(printed: SafeString) -> tuple[str, str]:
    """Return the text of a drawn amount for screen readers, and its drawing: a disc as ●, a ring as ○."""
    read = re.search(r'<span class="visually-hidden">(.*?)</span>', printed)
    seen = re.search(r'<span class="drawn-counters" aria-hidden="true">(.*)</span></span>$', printed)
    assert read
    assert seen
    drawn = seen[1].replace('<i class="disc"></i>', "●").replace('<i class="ring"></i>', "○")
    return plainly(read[1]), re.sub("</?span>", "", drawn)


def test_an_amount_is_drawn_and_has_a_text_for_screen_readers() -> None:
    assert shown(BOSTON.amount(65)) == ("6 red 5 white", "6● 5○")
    assert shown(BOSTON.signed(65)) == ("+6 red 5 white", "+6● 5○")
    assert shown(BOSTON.amount(-65)) == ("−6 red 5 white", "−6● 5○")
    assert shown(BOSTON.signed(-4)) == ("−4 white", "−4○")
    assert shown(BOSTON.amount(12_340)) == ("1234 red", "1234●")
    assert (BOSTON.amount(0), BOSTON.signed(0)) == ("0", "0")


def test_a_payment_is_worded_from_the_payers_side_too() -> None:
    assert plainly(BOSTON.beside(210)) == "210 white"
    assert plainly(Notation(BOSTON.counters).beside(210)) == "21 red"
    assert Notation().beside(210) == ""


# The choice


def choosing(client: Client, counters: str, back: str = "/games/", **request: Any) -> Any:
    return client.post(reverse("counters"), {"counters": counters, "next": back}, **request)


def test_the_choice_of_counters_is_stored_and_leads_back() -> None:
    client = Client()
    response = choosing(client, IN_COUNTERS)
    cookie = response.cookies[COOKIE]
    assert (response.status_code, response["Location"]) == (302, "/games/")
    assert (cookie.value, cookie["samesite"], cookie["httponly"], cookie["secure"]) == (IN_COUNTERS, "Lax", True, "")
    assert cookie["max-age"] > 300 * 24 * 3600
    response = choosing(client, "")
    assert response.cookies[COOKIE].value == ""
    assert response.cookies[COOKIE]["max-age"] == 0


@override_settings(HTTPS=True)
def test_over_https_the_cookie_is_secure() -> None:
    assert choosing(Client(), IN_COUNTERS).cookies[COOKIE]["secure"] is True


@pytest.mark.parametrize("back", ["", "https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_the_choice_redirects_to_no_other_site(back: str) -> None:
    assert choosing(Client(), IN_COUNTERS, back)["Location"] == "/"


def test_the_choice_accepts_only_post() -> None:
    assert Client().get(reverse("counters")).status_code == 405
    assert choosing(Client(enforce_csrf_checks=True), IN_COUNTERS).status_code == 403


# The pages


def boston(**changes: Any) -> Scorer:
    options = {"overtricks": True, "pool": False, "ante": 10}
    scorer = Scorer(**{"game": "boston", "rules": "original", "options": options, "players": FOUR, **changes})
    scorer.record(SEVEN)
    return scorer


def in_counters(scorer: Scorer) -> Client:
    client = browser(scorer)
    client.cookies[COOKIE] = IN_COUNTERS
    return client


def address(scorer: Scorer, page: str) -> str:
    return f"/s/{scorer.session.public_id}/{page}"


OPEN_PAGES = ["", "ledger/", "hands/1/", "hands/1/amend/", "hands/1/void/", "close/"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", OPEN_PAGES)
def test_pages_show_amounts_in_the_chosen_counters(page: str) -> None:
    scorer = boston()
    number, words = (
        words_of(browser(scorer).get(address(scorer, page))),
        words_of(in_counters(scorer).get(address(scorer, page))),
    )
    if page == "hands/1/void/":  # the hand's amount is left out then: 63 would be missing
        assert "−63" in number
        assert "−6 red 3 white" in plainly(words)
    else:
        assert "63" in number
        assert "6 red 3 white" in plainly(words)
    assert ("63" in words) == (page == "hands/1/")  # where both are shown


@pytest.mark.django_db
def test_messages_and_previews_are_worded_in_counters() -> None:
    scorer = boston()
    client = in_counters(scorer)
    revision = scorer.session.revision
    taps = {"call": "7", "bidder": "0", "tricks": "9", "revision": str(revision), "token": "t" * 16}
    preview = client.post(address(scorer, "preview/"), taps, headers={"HX-Request": "true"})
    assert "Record: Anne +6 red 3 white" in plainly(words_of(preview))
    assert "12 red 6 white" in plainly(words_of(preview))
    amended = client.post(
        address(scorer, "hands/1/amend/preview/"), {**taps, "call": "9"}, headers={"HX-Request": "true"}
    )
    assert "Amend: Anne +9 red 6 white" in plainly(words_of(amended))  # 32 from each
    written = client.post(address(scorer, "record/"), taps, headers={"HX-Request": "true"})
    assert "Hand 2: Anne +6 red 3 white" in plainly(words_of(written))
    page_after_write = client.get(address(scorer, f"?hand=2&at={revision + 1}"))
    assert "Hand 2: Anne +6 red 3 white" in plainly(words_of(page_after_write))


@pytest.mark.django_db
def test_a_row_cached_for_one_reader_is_not_shown_to_another() -> None:
    scorer = boston()
    page = address(scorer, "ledger/")
    plain, with_counters = browser(scorer), in_counters(scorer)
    for client, words in ((plain, "total 63 change +63"), (with_counters, "6 red 3 white")) * 2:
        assert words in plainly(words_of(client.get(page, headers={"HX-Request": "true"})))


@pytest.mark.django_db
def test_derivations_and_penalties_are_worded_in_counters() -> None:
    scorer = boston()
    scorer.record({"call": "passed", "penalties": [{"by": 1, "to": "each", "amount": 25}]})
    words = plainly(words_of(in_counters(scorer).get(address(scorer, "hands/2/"))))
    assert words.count("enalty of Bruno to each of the others: 2 red 5 white") == 2  # what was recorded, and its line
    assert "2 red 1 white, 7 bid and 9 taken" in plainly(words_of(in_counters(scorer).get(address(scorer, "hands/1/"))))
    journal = plainly(words_of(in_counters(scorer).get(address(scorer, "journal/"))))
    assert "penalty of Bruno to each of the others: 2 red 5 white" in journal


@pytest.mark.django_db
def test_a_closed_session_shows_counters_and_draws_its_chart_in_white_ones() -> None:
    scorer = boston()
    scorer.close()
    words = plainly(words_of(in_counters(scorer).get(address(scorer, ""))))
    assert words.count("+6 red 3 white") == 3  # the ranking, the best hand, the score sheet
    assert "Bruno pays Anne 21 white 2 red 1 white" in words
    assert "Drawn in white counters" in words
    assert "Anne +6 red 3 white, Bruno −2 red 1 white" in plainly(
        words_of(in_counters(scorer).get(address(scorer, "journal/")))
    )
    numbers = plainly(words_of(browser(scorer).get(address(scorer, ""))))
    assert "Bruno pays Anne 2 red, 1 white 21" in numbers
    home = words_of(in_counters(scorer).get("/"))
    assert "6 red 3 white" in plainly(home)


@pytest.mark.django_db
def test_exports_do_not_depend_on_the_counters() -> None:
    scorer = boston()
    exported = [client.get(address(scorer, "export.json")).content for client in (browser(scorer), in_counters(scorer))]
    assert exported[0] == exported[1]


@pytest.mark.django_db
def test_pool_and_bids_are_shown_in_the_chosen_counters() -> None:
    scorer = boston(options={"overtricks": True, "pool": True, "ante": 15})
    scorer.record({"call": "passed"})
    words = plainly(words_of(in_counters(scorer).get(address(scorer, ""))))
    assert "In the pool: 6 red" in words  # four times fifteen
    assert "5 worth 1 red 2 white" in words  # the least bid brings 12 by the original table
    assert "In the pool: 60" in words_of(browser(scorer).get(address(scorer, "")))


@pytest.mark.django_db
@pytest.mark.parametrize("page", [*OPEN_PAGES, "chart/", "journal/", "share/", "correction/"])
def test_every_session_page_with_counters_offers_the_choice(page: str) -> None:
    scorer = boston()
    for client, chosen in ((browser(scorer), "White counters"), (in_counters(scorer), "Red and white")):
        response = client.get(address(scorer, page))
        buttons = re.findall(r'<button[^>]*name="counters"(.*?)</button>', response.content.decode(), re.DOTALL)
        assert [chosen in words for words in buttons if "aria-current" in words] == [True]
        assert f'name="next" value="{address(scorer, page)}"' in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "table",
    [
        Scorer,
        lambda: Scorer(game="solo_whist", rules="british", options={"grand": True}, players=FOUR),
    ],
    ids=["a game without", "a rule set without"],
)
def test_with_one_kind_of_counter_no_choice_is_offered(table: Callable[[], Scorer]) -> None:
    scorer = table()
    scorer.record({"call": "passed"})
    for page in ("", "hands/1/", "chart/"):
        assert b"counters-shown" not in in_counters(scorer).get(address(scorer, page)).content


@pytest.mark.django_db
def test_a_solo_is_paid_in_red_counters_worth_five() -> None:
    options = {"grand": True, "first_undertrick_free": False}
    scorer = Scorer(game="solo_whist", rules="foster", options=options, players=FOUR)
    scorer.record({"call": "solo", "caller": 1, "tricks": 7})
    words = plainly(words_of(in_counters(scorer).get(address(scorer, "hands/1/"))))
    assert "2 red + 2 white, Solo made by 2" in words
    assert "+7 red 1 white" in words  # 36
    assert words.count("−2 red 2 white") == 9  # 12 from each of three: the line, the hand and the total
