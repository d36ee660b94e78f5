"""What the form of a new session offers again: the games, the people, and the name of the one who starts it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.play import last_time
from scorekeeper.play.models import Session
from tests.play.browsers import Form, browser, watcher_of, words_of
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


def test_the_same_people_play_by_the_options_of_last_time() -> None:
    """The page has four seats at first, for which the option of a table of five has no effect."""
    client = browser(Scorer(players=FIVE, options={"five_players": "mort"}))
    seated = client.post("/new/", {**Form(client.get("/new/?game=tarot")).fields, "action": "same"})
    assert "Rules: Federation (FFT) · The dealer sits out" in words_of(seated)
    started = client.post("/new/", {**Form(seated).fields, "action": "start"})
    assert started.status_code == 302
    assert Session.objects.latest("pk").options["five_players"] == "mort"


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


# Who starts it


def test_the_starter_gives_a_name_in_the_form(client: Client) -> None:
    form = client.get("/new/?game=tarot")
    named = {**Form(form).fields, **{f"player-{place}": name for place, name in enumerate(FOUR)}}
    assert "Who are you?" in words_of(form)
    redrawn = client.post("/new/", {**named, "action": "redraw"})
    assert 'value="me:Chloé" aria-pressed="false"' in " ".join(redrawn.content.decode().split())
    chosen = client.post("/new/", {**Form(redrawn).fields, "action": "me:Chloé"})
    assert "You: Chloé" in words_of(chosen)
    client.post("/new/", {**Form(chosen).fields, "action": "start"})
    assert Session.objects.get().accesses.get().label == "Chloé"
    assert Session.objects.get().changes.get().who == "Chloé"


def test_a_browser_is_known_by_its_name_of_last_time_if_one_of_the_players_has_it() -> None:
    scorer = Scorer(label="Bruno")
    client = browser(scorer)
    form = client.get("/new/?game=tarot")
    assert "Who are you?" in words_of(form)
    seated = client.post("/new/", {**Form(form).fields, "action": "same"})
    assert "You: Bruno" in words_of(seated)
    without_the_page = Scorer(device=scorer.access.device, players=("Zoé", "BRUNO", "Yves", "Xenia"))
    assert without_the_page.access.label == "BRUNO"
    assert Scorer(device=scorer.access.device, players=("Zoé", "Yves", "Xenia")).access.label == "Scorer 1"
    assert Scorer().access.label == "Scorer 1"


def test_a_name_that_is_too_long_is_refused_where_it_was_typed(client: Client) -> None:
    seats_filled = {f"player-{place}": name for place, name in enumerate(FOUR)}
    given = {**Form(client.get("/new/?game=tarot")).fields, **seats_filled, "me": "x" * 61, "action": "start"}
    response = client.post("/new/", given)
    assert response.status_code == 422
    assert 'id="who" open' in " ".join(response.content.decode().split())
    assert 'id="id_me_error"' in response.content.decode()


def test_anyone_who_records_changes_their_name_where_links_are_shared() -> None:
    scorer = Scorer()
    client = browser(scorer)
    address = reverse("share", args=[scorer.session.public_id])
    page = client.get(address)
    assert "You record as Scorer 1" in words_of(page)
    assert client.post(reverse("join", args=[scorer.session.scorer_token]), {"label": "Anne"}).status_code == 302
    assert "You record as Anne" in words_of(client.get(address))
    scorer.session.refresh_from_db()
    assert scorer.session.accesses.get().label == "Anne"
    assert "You record as" not in words_of(watcher_of(scorer.session).get(address))
