"""The scores between hands, on a phone that lies on the table."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording.write import Write
from tests.play.browsers import browser, url, watcher_of, words_of
from tests.play.tables import FIVE, GARDE, Scorer, device

pytestmark = pytest.mark.django_db


def shown(client: Client, session: Session, *, turns: int = 0) -> str:
    response = client.get(reverse("scores_turned", args=[session.public_id, turns]))
    assert response.status_code == 200
    page: str = response.content.decode()
    return page


def seated(page: str) -> dict[str, str]:
    """Return the side at which each player is shown."""
    return {name: side for side, name in re.findall(r"scores__seat ([a-z-]+).*?<span>(.*?)</span>", page, re.DOTALL)}


def test_each_total_is_on_its_players_side_with_the_change_by_the_latest_hand() -> None:
    scorer = Scorer()  # French Tarot is dealt anticlockwise
    scorer.record(GARDE)
    page = shown(browser(scorer), scorer.session)
    assert seated(page) == {"Anne": "bottom", "Bruno": "right", "Chloé": "top", "David": "left"}
    words = words_of(browser(scorer).get(reverse("scores", args=[scorer.session.public_id])))
    assert "Hand 2 · Anne deals" in words
    assert "Anne D leads 198 last hand +198" in words
    assert "Bruno −66 last hand −66" in words


def test_partners_who_have_won_more_games_lead_with_fewer_points() -> None:
    scorer = Scorer(game="jass", rules="schieber", options={"target": 300, "games": 2})
    for points in (150, 140):
        scorer.record({"call": "trumpf", "points": points})
    scorer.record({"call": "trumpf", "match": "team2", "weis_team2": 50})  # 331 to 290
    scorer.record({"call": "trumpf", "points": 157})
    (totals,) = re.findall(
        r'<ul id="standings".*?</ul>', browser(scorer).get(url("session", scorer.session)).content.decode(), re.DOTALL
    )
    assert ["leads" in side for side in totals.split("<li")[1:]] == [False, True]


def test_whoever_holds_the_phone_sits_at_the_bottom_and_it_can_be_turned() -> None:
    scorer = Scorer(players=FIVE)
    Access.objects.update(label="Chloé")
    client, session = browser(scorer), scorer.session
    around = [
        next(name for name, side in seated(shown(client, session, turns=n)).items() if side == "bottom")
        for n in range(6)
    ]
    assert around == ["Chloé", "David", "Emil", "Anne", "Bruno", "Chloé"]


def test_a_total_that_can_be_read_upside_down_has_a_dot_at_its_foot() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    page = shown(browser(scorer), scorer.session)
    assert re.findall(r'<b class="[a-z]* ?reversible">(.*?)</b>', page) == ["198", "−66", "−66", "−66"]
    scorer.record(GARDE)
    assert "reversible" not in shown(browser(scorer), scorer.session)  # 396 and −132


def test_the_call_being_played_is_shown_to_watchers_too() -> None:
    scorer = Scorer()
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "1"})
    words = words_of(watcher_of(scorer.session).get(reverse("scores", args=[scorer.session.public_id])))
    assert "Being played: Garde by Bruno" in words


def test_the_page_polls_and_receives_the_changed_part_still_turned() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    client, address = browser(scorer), reverse("scores_turned", args=[scorer.session.public_id, 2])
    headers = {"HX-Request": "true"}
    assert client.get(f"{address}?since=1", headers=headers).status_code == 204
    scorer.record(GARDE)
    part = client.get(f"{address}?since=1", headers=headers).content.decode()
    assert part.strip().startswith('<section id="scores"')
    assert seated(part)["Chloé"] == "bottom"


def test_a_closed_session_shows_its_result_instead() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    client, address = browser(scorer), reverse("scores", args=[scorer.session.public_id])
    result = reverse("session", args=[scorer.session.public_id])
    assert client.get(address).headers["Location"] == result
    assert client.get(address, headers={"HX-Request": "true"}).headers["HX-Redirect"] == result


def test_a_browser_without_access_sees_nothing() -> None:
    scorer = Scorer()
    response = browser(name=device()).get(reverse("scores", args=[scorer.session.public_id]))
    assert response.status_code == 404
