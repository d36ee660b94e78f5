"""What search engines may read and list: public pages, and nothing that only a link opens."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from scorekeeper.play.models import Board
from tests.accounts.member_logins import waiting
from tests.clubs.clubs import SampleClub
from tests.play.browsers import browser
from tests.play.tables import Scorer, device

pytestmark = pytest.mark.django_db


def description(address: str, language: str = "en") -> str:
    page = browser().get(address, headers={"accept-language": language}).content.decode()
    (found,) = re.findall(r'<meta name="description"\s+content="([^"]*)" />', page)
    return str(found)


def test_robots_txt_excludes_costly_and_private_pages() -> None:
    response = browser().get("/robots.txt")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = response.content.decode().splitlines()
    assert lines == ["User-agent: *", "Disallow: /admin/", "Disallow: /print/*.pdf", "Disallow: /print/*.svg"]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Keeps the score"), ("fr", "Tient la marque"), ("de", "Zählt am Kartentisch mit")]
)
def test_a_page_has_a_description(language: str, words: str) -> None:
    assert description("/", language).startswith(words)


def test_the_description_of_a_rules_page_is_the_games_summary() -> None:
    assert description("/games/skat/").startswith("32 cards, a declarer against two")


def test_pages_behind_secret_links_are_not_indexed() -> None:
    scorer, sample_club = Scorer(), SampleClub("Coupe-file", ("Anne",))
    board = Board.objects.create(device=device())
    links = [
        reverse("join", args=[scorer.session.scorer_token]),
        reverse("watch", args=[scorer.session.watch_token]),
        reverse("linked_board", args=[board.token]),
        reverse("join_club", args=[sample_club.club.phones_token]),
        waiting(sample_club.club.players.get(name="Anne")),
    ]
    for link in links:
        response = browser().get(link)
        assert response.status_code in (200, 302), link
        assert response.headers.get("X-Robots-Tag") == "noindex", link
        assert "no-store" in response.headers["Cache-Control"], link


def test_public_pages_may_be_indexed() -> None:
    for address in ("/", "/games/", "/games/skat/", "/print/"):
        assert "X-Robots-Tag" not in browser().get(address).headers
