"""What the form of a new session offers again: the people who sat together last."""

import re
from typing import Any

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.play import last_time
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import FIVE, FOUR, Scorer, device

pytestmark = pytest.mark.django_db

THREE = ("Uta", "Veit", "Willi")
ALL_SIZES = (3, 4, 5)


def seats(page: object) -> list[str]:
    """Return the names in the seats of a new session's form."""
    fields = Form(page).fields
    return [fields[name] for name in sorted(fields) if name.startswith("player-")]


LANGUAGES = {
    "en": ["boston", "cayenne", "solo_whist", "mort", "skat", "tarot"],
    "fr": ["mort", "tarot", "boston", "cayenne", "skat", "solo_whist"],
    "de": ["skat", "boston", "cayenne", "mort", "solo_whist", "tarot"],
}


@pytest.mark.parametrize(("language", "slugs"), LANGUAGES.items(), ids=LANGUAGES)
def test_the_readers_language_orders_the_games(language: str, slugs: list[str]) -> None:
    client = browser()
    headers = {"Accept-Language": language}
    assert listed_games(client.get("/", headers=headers)) == slugs
    form = client.get("/new/", headers=headers)
    assert re.findall(r'id="id_game_(\w+)"', form.content.decode()) == slugs
    assert Form(form).fields["game"] == slugs[0]


def listed_games(page: Any) -> list[str]:
    """Return the slugs of the games on the home page, in its order."""
    return re.findall(r'href="/new/\?game=(\w+)"', page.content.decode())


def test_games_played_last_come_before_those_of_the_readers_language() -> None:
    device_id = device()
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    Scorer(device=device_id)
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    page = browser(name=device_id).get("/", headers={"Accept-Language": "en"})
    assert listed_games(page) == ["skat", "tarot", "boston", "cayenne", "solo_whist", "mort"]


def test_people_of_the_same_game_come_before_later_ones_of_another() -> None:
    device_id = device()
    Scorer(device=device_id)
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    assert last_time.people_of(device_id, None, game="tarot", sizes=ALL_SIZES) == FOUR
    assert last_time.people_of(device_id, None, game="skat", sizes=ALL_SIZES) == THREE
    assert last_time.people_of(device_id, None, game="mort", sizes=(3, 4)) == THREE


def test_only_people_in_a_number_that_the_rules_allow_are_offered() -> None:
    device_id = device()
    Scorer(device=device_id)
    Scorer(device=device_id, players=FIVE)
    assert last_time.people_of(device_id, None, game="tarot", sizes=(4,)) == FOUR
    assert last_time.people_of(device_id, None, game="tarot", sizes=(3,)) == ()


def test_nobody_is_offered_to_a_stranger_or_from_a_session_without_a_hand() -> None:
    mistaken = Scorer()
    mistaken.close()
    assert last_time.people_of(mistaken.access.device, None, game="tarot", sizes=ALL_SIZES) == ()
    Scorer()
    for stranger in (device(), None):
        assert last_time.people_of(stranger, None, game="tarot", sizes=ALL_SIZES) == ()


def test_people_of_the_home_table_are_not_offered_in_a_club() -> None:
    device_id = device()
    Scorer(device=device_id)
    club = Club.objects.create(name="Thursdays")
    assert last_time.people_of(device_id, club, game="tarot", sizes=ALL_SIZES) == ()


def test_one_tap_seats_the_same_people_and_another_one_empties_the_seats() -> None:
    scorer = Scorer(players=FIVE)
    client = browser(scorer)
    page = client.get("/new/?game=tarot")
    assert "Same people: Anne, Bruno, Chloé, David, Emil" in words_of(page)
    assert seats(page) == [""] * 4
    seated = client.post("/new/", {**Form(page).fields, "player-1": "Zoé", "action": "same"})
    assert seats(seated) == list(FIVE)
    assert Form(seated).fields["first_dealer"] == "4"
    assert 'id="same" name="action" value="same" aria-pressed="true"' in " ".join(seated.content.decode().split())
    assert client.post("/new/", {**Form(seated).fields, "action": "start"}).status_code == 302
    emptied = client.post("/new/", {**Form(seated).fields, "action": "same"})
    assert seats(emptied) == [""] * 5


def test_the_chosen_dealer_stays_when_the_same_people_sit_down() -> None:
    client = browser(Scorer())
    page = client.get("/new/?game=tarot")
    seated = client.post("/new/", {**Form(page).fields, "first_dealer": "1", "action": "same"})
    assert (seats(seated), Form(seated).fields["first_dealer"]) == (list(FOUR), "1")


def test_without_a_last_time_the_button_is_not_there_and_does_nothing() -> None:
    client = browser()
    page = client.get("/new/")
    assert 'value="same"' not in page.content.decode()
    assert seats(client.post("/new/", {**Form(page).fields, "player-0": "Anne", "action": "same"}))[0] == "Anne"


def test_after_other_rules_are_chosen_only_people_who_fit_them_are_offered() -> None:
    client = browser(Scorer(players=FIVE))
    page = client.get("/new/?game=tarot")
    classic = client.post("/new/", {**Form(page).fields, "rules": "classic", "action": "redraw"})
    assert 'value="same"' not in classic.content.decode()
