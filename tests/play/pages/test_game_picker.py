"""The games to choose from: in which order a reader is offered them, and how many at once, wherever one is chosen."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from games import registry
from games._example.game import GAME
from games.game import Game
from games.scoring.text import Text
from scorekeeper.clubs.models import HouseRules
from scorekeeper.desk import attendance
from scorekeeper.play.game_picker import game_picker, games_in_order
from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.desk.evening_pages import url
from tests.play.browsers import Form, browser
from tests.play.tables import FOUR, Scorer, device
from tests.standings.stored_results import played

pytestmark = pytest.mark.django_db

THREE = ("Uta", "Veit", "Willi")


# The order

FIRST_GAMES = {
    "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7": ["skat", "doppelkopf", "schafkopf"],
    "de-AT": ["skat", "doppelkopf", "schafkopf"],
    "de": ["skat", "doppelkopf", "schafkopf"],
    "de-CH": ["jass", "skat", "doppelkopf"],
    "fr-CH": ["jass", "tarot", "belote"],
    "fr-FR,fr;q=0.9": ["tarot", "belote", "mort"],
    "fr": ["tarot", "belote", "mort"],
    "fr-BE": ["colour_whist", "tarot", "belote"],
    "nl-BE,nl;q=0.9,en;q=0.8": ["colour_whist", "whist", "bridge"],
    "en-GB": ["whist", "bridge", "solo_whist"],
    "en-US": ["hearts", "spades", "bridge"],
    "en": ["whist", "bridge", "solo_whist"],
    "pl-PL": ["whist", "bridge", "solo_whist"],
}
"""The games by the languages that a browser asks for; those that are not written yet are left out."""


@pytest.mark.parametrize(("accepted", "slugs"), FIRST_GAMES.items(), ids=FIRST_GAMES)
def test_the_readers_region_and_language_order_the_games(accepted: str, slugs: list[str]) -> None:
    installed = [slug for slug in slugs if slug in registry.slugs()]
    offered = listed_games(browser().get("/", headers={"Accept-Language": accepted}))
    assert offered[: len(installed)] == installed
    assert sorted(offered) == registry.slugs()


GAMES = {
    "whist": {"en": 1},
    "hearts": {"en": 2, "en-US": 1},
    "spades": {"en-US": 2},
    "jass": {"de-CH": 1, "fr-CH": 1},
    "skat": {"de": 1},
    "tarot": {"fr": 1},
    "zwicker": {},
    "boston": {},
}


@pytest.fixture
def _made_up_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def game(slug: str, at_home: dict[str, int]) -> Game:
        rules: Any = SimpleNamespace(slug=slug)
        return replace(GAME, rules=rules, name=Text(slug), at_home=at_home)

    monkeypatch.setattr(registry, "all_games", lambda: [game(*declared) for declared in sorted(GAMES.items())])


@pytest.mark.usefixtures("_made_up_games")
@pytest.mark.parametrize(
    ("accepted", "chosen", "slugs"),
    [
        ("de-DE,de;q=0.9", "", "skat whist hearts boston jass spades tarot zwicker"),
        ("de-CH,fr-CH;q=0.9,en;q=0.8", "", "jass skat tarot whist hearts boston spades zwicker"),
        ("en-US,en;q=0.9", "", "hearts spades whist boston jass skat tarot zwicker"),
        ("en;q=0.5,de-CH;q=0.9", "", "jass skat whist hearts boston spades tarot zwicker"),
        ("en-US", "de", "skat hearts spades whist boston jass tarot zwicker"),
        ("de-DE,fr-CH;q=0.5", "fr", "jass tarot skat boston hearts spades whist zwicker"),
        ("", "", "whist hearts boston jass skat spades tarot zwicker"),
        ("*,;q=x,--", "", "whist hearts boston jass skat spades tarot zwicker"),
    ],
)
def test_regions_come_before_their_language_and_a_language_chosen_on_a_page_before_both(
    accepted: str, chosen: str, slugs: str
) -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": accepted})
    if chosen:
        request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    with translation.override(chosen or "en"):
        assert [game.slug for game in games_in_order(request)] == slugs.split()


def test_games_that_this_browser_played_come_first_latest_first() -> None:
    device_id = device()
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    Scorer(device=device_id)
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    page = browser(name=device_id).get("/", headers={"Accept-Language": "en"})
    assert listed_games(page)[:3] == ["skat", "tarot", "whist"]


# How many at once


@pytest.mark.usefixtures("_made_up_games")
def test_three_games_are_shown_at_once_and_the_chosen_one_is_among_them() -> None:
    request = RequestFactory().get("/", headers={"Accept-Language": "en-US"})
    for chosen, first in (
        ("", "hearts spades whist"),
        ("spades", "hearts spades whist"),
        ("skat", "hearts spades skat"),
    ):
        picker = game_picker(request, chosen)
        assert [game.slug for game in picker.first] == first.split()
        assert {game.slug for game in (*picker.first, *picker.others)} == GAMES.keys()
    few = game_picker(request, among=["tarot", "skat"])
    assert ([game.slug for game in few.first], few.others) == (["skat", "tarot"], [])


def listed_games(page: Any) -> list[str]:
    """Return the slugs of the games on the home page, in its order."""
    return re.findall(r'href="/new/\?game=(\w+)"', page.content.decode())


def shown_and_folded(page: Any) -> tuple[list[str], list[str]]:
    """Return the slugs of the games in a form: the radio buttons, and the buttons in the fold."""
    words = " ".join(page.content.decode().split())
    shown, folded = words[words.index("chips games") :].split("</summary>", 1)
    folded = folded[: folded.index("</details>")]
    return re.findall(r'name="game" value="(\w+)"', shown), re.findall(r'value="(?:game:)?(\w+)"', folded)


@pytest.mark.parametrize("address", ["/new/", "/print/"])
def test_a_form_shows_three_games_and_folds_the_others(address: str) -> None:
    client = browser()
    headers = {"Accept-Language": "en"}
    page = client.get(address, headers=headers)
    shown, folded = shown_and_folded(page)
    assert [*shown, *folded] == listed_games(client.get("/", headers=headers))
    assert len(shown) == 3
    assert Form(page).fields["game"] == shown[0]
    chosen = client.get(f"{address}?game={folded[-1]}", headers=headers)
    assert shown_and_folded(chosen)[0] == [*shown[:2], folded[-1]]
    assert Form(chosen).fields["game"] == folded[-1]


def test_a_game_from_the_fold_is_chosen_with_its_rules_and_keeps_what_was_entered(client: Client) -> None:
    page = client.get("/new/")
    chosen = client.post("/new/", {**Form(page).fields, "player-0": "Uta", "action": "game:skat"})
    fields = Form(chosen).fields
    assert (fields["game"], fields["rules"], fields["player-0"]) == ("skat", "isko", "Uta")
    assert not Session.objects.exists()


def test_a_game_from_the_fold_is_printed_whatever_was_chosen_before(client: Client) -> None:
    fields = Form(client.get("/print/?game=tarot&player-0=Uta")).fields
    query = [*fields.items(), ("game", "skat")]  # as a form sends it: the radio button, then the button
    page = Form(client.get(f"/print/?{urlencode(query)}"))
    assert (page.fields["game"], page.fields["rules"], page.fields["player-0"]) == ("skat", "isko", "Uta")


@pytest.mark.parametrize("name", ["clubs_houserules_add", "clubs_tariff_add"])
def test_the_panel_shows_three_games_and_folds_the_others(name: str) -> None:
    page = signed_in(SampleClub().organiser()).get(reverse(f"admin:{name}"))
    shown, folded = (set(re.findall(r"\?game=(\w+)", part)) for part in page.content.decode().split("More games"))
    assert len(shown) == 3
    assert shown | folded == {*registry.slugs()}


def test_the_standings_fold_games_beyond_three() -> None:
    sample_club = SampleClub(members=FOUR)
    games = {"boston": "decimal", "mort": "foster", "skat": "isko", "tarot": "fft", "whist": "short"}
    for game, rules in games.items():
        played(sample_club.club, {"Anne": 1, "Bruno": -1}, game=game, rules=rules)
    for query, first, others in (
        ("", ["whist", "boston", "tarot"], ["mort", "skat"]),
        ("?game=mort", ["whist", "boston", "mort"], ["tarot", "skat"]),
    ):
        page = sample_club.phone.get(f"{reverse('standings')}{query}", headers={"Accept-Language": "en"})
        shown, folded = page.content.decode().split('aria-label="Game"')[1].split("<summary>More</summary>")
        assert re.findall(r"\?game=(\w+)", shown) == first
        assert re.findall(r"\?game=(\w+)", folded.split("</details>")[0]) == others


@pytest.mark.parametrize("name", ["evening_draw", "tournament_new"])
def test_a_select_at_the_desk_has_the_house_rules_and_then_the_games_in_the_same_order(name: str) -> None:
    of = ClubEvening()
    attendance.check_in(of.evening, name="Anne")
    HouseRules.objects.create(club=of.club, game="boston", rules="original")
    headers = {"Accept-Language": "de-CH"}
    page = of.phone.get(url(name, of), headers=headers).content.decode()
    keys = re.findall(r'<option value="(\w+):(\w+)"', page)
    assert keys[0] == ("boston", "original")
    in_order = [slug for slug in listed_games(of.phone.get("/", headers=headers)) if slug != "boston"]
    assert list(dict.fromkeys(slug for slug, _rules in keys)) == ["boston", *in_order]
