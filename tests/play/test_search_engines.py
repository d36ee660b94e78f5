"""What search engines may read and list: public pages, and nothing that only a link opens."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.play.models import Board
from tests.accounts.member_logins import waiting
from tests.clubs.clubs import House
from tests.play.browsers import browser
from tests.play.tables import Scribe, device

pytestmark = pytest.mark.django_db


def description(address: str, language: str = "en") -> str:
    page = browser().get(address, headers={"accept-language": language}).content.decode()
    (found,) = re.findall(r'<meta name="description"\s+content="([^"]*)" />', page)
    return str(found)


def test_a_stranger_who_reads_everything_is_told_what_is_not_worth_the_work() -> None:
    answer = browser().get("/robots.txt")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    said = answer.content.decode().splitlines()
    assert said == ["User-agent: *", "Disallow: /admin/", "Disallow: /print/*.pdf", "Disallow: /print/*.svg"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Keeps the score"), ("fr", "Tient la marque"), ("de", "Zählt am Kartentisch mit")]
)
def test_a_page_says_in_a_sentence_what_this_is(language: str, words: str) -> None:
    assert description("/", language).startswith(words)


def test_the_rules_of_a_game_are_described_by_its_summary() -> None:
    assert description("/games/skat/").startswith("32 cards, a declarer against two")


def test_what_opens_by_a_link_alone_is_not_to_be_listed() -> None:
    scribe, house = Scribe(), House("Coupe-file", ("Anne",))
    board = Board.objects.create(device=device())
    links = [
        reverse("join", args=[scribe.session.scorer_token]),
        reverse("watch", args=[scribe.session.watch_token]),
        reverse("linked_board", args=[board.token]),
        reverse("join_club", args=[house.club.phones_token]),
        waiting(house.club.players.get(name="Anne")),
    ]
    for link in links:
        answer = browser().get(link)
        assert answer.status_code in (200, 302), link
        assert answer.headers.get("X-Robots-Tag") == "noindex", link
        assert "no-store" in answer.headers["Cache-Control"], link


def test_what_anybody_may_read_may_be_listed() -> None:
    for address in ("/", "/games/", "/games/skat/", "/print/"):
        assert "X-Robots-Tag" not in browser().get(address).headers
