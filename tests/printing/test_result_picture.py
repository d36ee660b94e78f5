"""The picture of a result: what is on it, who may see it, and what a messenger shows of the watcher link."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.play import queries
from scorekeeper.play.formatting import notation_of_session
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access
from scorekeeper.printing import typesetting
from scorekeeper.printing.result_picture import result_picture
from scorekeeper.printing.typesetting import Order
from tests.play.browsers import browser, watcher_of, words_of
from tests.play.stretches import change_players
from tests.play.tables import FIVE, GARDE, Scorer

pytestmark = pytest.mark.django_db
MESSENGER = {"User-Agent": "WhatsApp/2.23.20.0 A"}
LONG = ("Maximiliane Bartholomäus-Sonnenschein", "أحمد بن عبد الله", "Εὐφροσύνη Παπαδοπούλου", "Jo", "Ørjan Ås")
SIX_FIGURES = {"call": "correction", "amounts": {"0": 999999, "1": -250000, "2": -249999, "3": -250000, "4": -250000}}


def closed(**changes: Any) -> Scorer:
    scorer = Scorer(stake=Decimal("0.05"), **changes)
    scorer.record(GARDE)
    scorer.close()
    return scorer


def by_link(scorer: Scorer) -> str:
    return reverse("watch_picture", args=[scorer.session.watch_token])


def words(scorer: Scorer) -> Any:
    session = scorer.session
    settlement = queries.settlement(session)
    assert settlement
    notation = notation_of_session(session, in_counters=False)
    return result_picture(session, session_ledger(session), settlement, notation).sheets[0]


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_the_picture_says_who_won_and_who_pays_whom() -> None:
    sheet = words(closed())
    assert (sheet["title"], sheet["headline"], sheet["foot"]) == (
        "French Tarot · Federation (FFT)",
        "Anne wins",
        "1 hand",
    )
    assert [(line["place"], line["name"], line["total"], line["money"]) for line in sheet["ranking"]] == [
        ("1", "Anne", "+198", "€9.90"),
        ("2", "Bruno", "−66", "−€3.30"),
        ("2", "Chloé", "−66", "−€3.30"),
        ("2", "David", "−66", "−€3.30"),
    ]
    assert sheet["payments"] == [
        {"debtor": name, "creditor": "Anne", "amount": "€3.30", "is_paid": False}
        for name in ("Bruno", "Chloé", "David")
    ]


def test_the_picture_of_a_seeger_fabian_list_has_points_and_games_below_the_names() -> None:
    scorer = Scorer(game="skat", rules="isko", options={"seeger": True}, players=LONG[:3], stake=Decimal("0.01"))
    scorer.record({"call": "grand", "declarer": 0, "matadors": 2, "bid": 18, "card_points": 50})
    scorer.close()
    assert [(line["total"], line["beside"]) for line in words(scorer)["ranking"]] == [
        ("+40", "0 points, 0 won, 0 lost: +40"),
        ("+40", "0 points, 0 won, 0 lost: +40"),
        ("−194", "−144 points, 0 won, 1 lost: −50"),
    ]
    answer = browser(scorer).get(reverse("result_picture", args=[scorer.session.public_id]))
    assert (answer.status_code, size(answer.content)) == (200, (1200, 630))


@pytest.mark.parametrize("players", [LONG, FIVE])
def test_the_picture_is_always_1200_by_630_pixels(players: tuple[str, ...]) -> None:
    scorer = Scorer(players=players, stake=Decimal(1))
    scorer.record({**SIX_FIGURES, "note": "carried over"})
    scorer.close()
    answer = browser(scorer).get(reverse("result_picture", args=[scorer.session.public_id]))
    assert (answer.status_code, answer["Content-Type"], size(answer.content)) == (200, "image/png", (1200, 630))


def test_those_who_may_see_the_session_may_see_its_picture_and_nobody_else() -> None:
    scorer = closed()
    url = reverse("result_picture", args=[scorer.session.public_id])
    assert watcher_of(scorer.session).get(url).status_code == 200
    assert browser().get(url).status_code == 404
    assert Client().get(by_link(scorer)).status_code == 200
    assert Client().get(reverse("watch_picture", args=["x" * 32])).status_code == 404
    assert Client().get(by_link(scorer))["X-Robots-Tag"] == "noindex"


def test_renewing_the_link_invalidates_its_picture() -> None:
    scorer = closed()
    before = by_link(scorer)
    scorer.session.watch_token = "y" * 32
    scorer.session.save(update_fields=["watch_token"])
    assert (Client().get(before).status_code, Client().get(by_link(scorer)).status_code) == (404, 200)


def test_there_is_no_picture_before_the_session_is_closed_nor_of_one_without_hands() -> None:
    scorer = Scorer()
    url = reverse("result_picture", args=[scorer.session.public_id])
    assert browser(scorer).get(url).status_code == 404
    scorer.close()
    assert browser(scorer).get(url).status_code == 404
    assert Client().get(by_link(scorer)).status_code == 404


def test_the_picture_is_drawn_once_for_each_revision_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer, drawn = closed(), list[str]()
    typesetting.forget_previews()

    def draw(order: Order) -> bytes:
        drawn.append(order.language)
        return b"picture"

    monkeypatch.setattr("scorekeeper.printing.typesetting.picture", draw)
    client, url = browser(scorer), reverse("result_picture", args=[scorer.session.public_id])
    for language in ("en", "fr", "en"):
        client.get(url, headers={"Accept-Language": language})
    assert drawn == ["en", "fr"]
    scorer.reopen()
    scorer.record(GARDE)
    scorer.close()
    client.get(url)
    assert drawn == ["en", "fr", "en"]
    typesetting.forget_previews()


def test_a_messenger_gets_the_result_in_words_and_the_address_of_the_picture_without_being_let_in() -> None:
    scorer = closed()
    answer = Client().get(reverse("watch", args=[scorer.session.watch_token]), headers=MESSENGER)
    shown = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)"', answer.content.decode()))
    assert (shown["title"], shown["description"]) == (
        "Anne wins · French Tarot",
        "Anne +198, Bruno −66, Chloé −66, David −66",
    )
    assert shown["image"] == f"http://testserver{by_link(scorer)}?revision=2"
    assert Access.objects.filter(session=scorer.session).count() == 1
    assert "sessionid" not in answer.cookies


def test_before_there_is_a_result_a_messenger_is_told_who_plays() -> None:
    scorer = Scorer()
    page = Client().get(reverse("watch", args=[scorer.session.watch_token]), headers=MESSENGER)
    assert "French Tarot: Anne, Bruno, Chloé and David Follow the score of this table." in words_of(page)
    assert "og:image" not in page.content.decode()


@pytest.mark.parametrize(
    "user_agent",
    [
        "Mozilla/5.0",
        "Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/120.0 Mobile Safari/537.36",
        "Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile Safari/537.36 Telegram-Android/10.14.5",
    ],
    ids=["a browser", "a phone by Cubot", "the browser inside a messenger"],
)
def test_a_browser_that_opens_the_link_still_watches(user_agent: str) -> None:
    scorer = closed()
    answer = Client().get(reverse("watch", args=[scorer.session.watch_token]), headers={"User-Agent": user_agent})
    assert answer["Location"] == reverse("session", args=[scorer.session.public_id])


@pytest.mark.parametrize(
    "program",
    [
        "TelegramBot (like TwitterBot)",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    ],
)
def test_programs_that_preview_links_are_recognised_by_their_names(program: str) -> None:
    scorer = closed()
    answer = Client().get(reverse("watch", args=[scorer.session.watch_token]), headers={"User-Agent": program})
    assert (answer.status_code, b"og:image" in answer.content) == (200, True)


def test_the_picture_of_a_session_whose_players_changed_has_everybody() -> None:
    scorer = Scorer(stake=Decimal("0.05"), players=FIVE)
    scorer.record(GARDE | {"partner": 3})
    for leaving, joining in (((1, 2), ("Fritz", "Gabi")), ((3, 4), ("Heidi", "Ines"))):
        scorer = change_players(scorer, leaving, joining)
        scorer.record(GARDE | {"partner": 3})
    scorer.close()
    sheet = words(scorer)
    assert {line["name"] for line in sheet["ranking"]} == {*FIVE, "Fritz", "Gabi", "Heidi", "Ines"}
    assert sheet["foot"] == "3 hands"
    picture = browser(scorer).get(reverse("result_picture", args=[scorer.session.public_id])).content
    assert size(picture) == (1200, 630)


def test_the_headline_of_right_to_left_names_is_read_like_its_sentence() -> None:
    david, ahmed = "\u05d3\u05d5\u05d3", "\u0623\u062d\u0645\u062f"
    scorer = Scorer(players=(david, "Bruno", ahmed, "David"))
    scorer.record()
    scorer.record({**GARDE, "taker": 2})
    scorer.close()
    assert words(scorer)["headline"] == f"\u2068{david}\u2069 and \u2068{ahmed}\u2069 share first place"
