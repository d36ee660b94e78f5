"""Another language, chosen in the midst of a form: the page comes filled in as it was, and nothing is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.play.models import Change, Hand, Session, Settlement
from scorekeeper.web.languages import COOKIE
from tests.evenings.nights import Night
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import Scribe

pytestmark = pytest.mark.django_db

GARDE = {"call": "garde", "taker": "1", "bouts": "2", "points-tens": "4", "points-units": "9", "note": "counted twice"}
WRITTEN = (Change, Hand, Session, Settlement, Evening, Presence)


def written() -> list[int]:
    return [model._default_manager.count() for model in WRITTEN]


def chosen(client: Client, page: str, fields: Mapping[str, Any], language: str = "fr") -> Any:
    """Tap on a language below a form that is filled in; the page that comes of it."""
    url = f"{reverse('set_language')}?next={page}"
    return client.post(url, {**fields, "language": language}, follow=True)


def kept(client: Client, page: str, filled: Mapping[str, str], action: str = "") -> Any:
    """The same, and all of it is there again: token and revision too. Then the next look at the page is as ever."""
    as_ever = Form(client.get(page), action).fields
    fields = {**as_ever, **filled}
    assert fields != as_ever
    before = written()
    french = chosen(client, page, fields)
    assert french.request["PATH_INFO"] == page
    assert '<html lang="fr">' in french.content.decode()
    assert Form(french, action).fields == fields
    assert written() == before
    later = Form(client.get(page), action).fields
    # What was there before stands in French now.
    assert {name: later.get(name) for name in filled} == {
        name: value and value.replace(".", ",") for name in filled for value in [as_ever.get(name)]
    }
    return french


def test_a_hand_under_way_is_kept_with_what_it_would_come_to() -> None:
    scribe = Scribe()
    page = reverse("session", args=[scribe.session.public_id])
    french = kept(browser(scribe), page, GARDE, "/record/")
    assert "Bruno +198" in words_of(french)


def test_it_is_recorded_as_it_was_filled_in() -> None:
    scribe = Scribe()
    client, page = browser(scribe), reverse("session", args=[scribe.session.public_id])
    french = chosen(client, page, {**Form(client.get(page), "/record/").fields, **GARDE})
    client.post(reverse("record", args=[scribe.session.public_id]), Form(french, "/record/").fields)
    assert scribe.totals == (-66, 198, -66, -66)


def test_whoever_did_not_see_the_latest_hand_is_told_in_any_language() -> None:
    scribe = Scribe()
    client, page = browser(scribe), reverse("session", args=[scribe.session.public_id])
    fields = {**Form(client.get(page), "/record/").fields, **GARDE}
    scribe.record()
    form = Form(chosen(client, page, fields, "en"), "/record/").fields
    answer = client.post(reverse("record", args=[scribe.session.public_id]), form)
    assert answer.status_code == 409
    assert "Someone else has made a change in the meantime" in words_of(answer)


def test_forms_of_hands_that_are_corrected_are_kept() -> None:
    scribe = Scribe()
    scribe.record()
    client, public_id = browser(scribe), scribe.session.public_id
    kept(client, reverse("amend", args=[public_id, 1]), {"points-units": "1", "note": "by 10"}, "/amend/")
    kept(client, reverse("type_amend", args=[public_id, 1]), {"points-units": "1"}, "/amend/")
    kept(client, reverse("correction", args=[public_id]), {"amounts-0": "−20", "note": "a penalty"}, "/record/")
    kept(client, reverse("written_totals", args=[public_id, 1]), {"total-0": "198", "total-1": "no number"})
    kept(client, reverse("change_players", args=[public_id]), {"name": "Emil"}, "/change-players/")


def test_the_line_that_is_typed_is_kept_and_understood() -> None:
    scribe = Scribe(game="skat", rules="isko")
    page = reverse("type", args=[scribe.session.public_id])
    french = kept(browser(scribe), page, {"line": "2 gr 1 + = 48"}, "/type/")
    assert "Bruno +48" in words_of(french)


def test_a_draft_is_kept_with_its_seats_its_game_and_the_options_of_its_rules() -> None:
    draft = {"game": "skat", "rules": "isko", "player-0": "Ann", "player-3": "", "first_dealer": "2", "stake": "0,05"}
    client = Client()
    posted = {**Form(client.get("/new/")).fields, **draft, "for": "skat:isko", "option-contra": "yes"}
    french = chosen(client, "/new/", posted)
    fields = Form(french, "/new/").fields
    assert {**fields, **draft} == fields
    assert fields["token"] == posted["token"]
    assert fields["option-contra"] == "yes"
    assert not Session.objects.exists()


def test_a_pasted_document_is_kept_unless_it_is_too_long_for_a_cookie() -> None:
    client = Client()
    fields = Form(client.get("/import/")).fields
    for text, carried in (('{"game": "tarot"}', True), ("".join(map(str, range(9000))), False)):
        page = chosen(client, "/import/", {**fields, "text": text})
        assert '<html lang="fr">' in page.content.decode()
        assert (text in page.content.decode().replace("&quot;", '"')) is carried


def test_forms_of_an_evening_are_kept() -> None:
    night = Night()
    client = browser(name=night.device)
    terms = {"day": "2026-03-01", "name": "Gala", "kitty": "2,50", "rounding": "0.05"}
    kept(client, reverse("evenings"), terms)
    kept(client, reverse("evening_terms", args=[night.evening.public_id]), terms)
    guest = chosen(client, reverse("evening", args=[night.evening.public_id]), {"name": "Zoé"})
    assert 'value="Zoé"' in guest.content.decode()


def test_tables_that_are_drawn_stay_as_they_lie() -> None:
    night = Night()
    client, page = browser(name=night.device), reverse("evening_draw", args=[night.evening.public_id])
    for player in night.club.players.all()[:8]:
        client.post(reverse("evening_come", args=[night.evening.public_id]), {"player": player.pk})
    players = [player.pk for player in night.club.players.all()[:8]]
    laid = {"free": players, "game": "tarot:fft", "tables": "", "stake": "0.05"}
    assert f'value="{players[0]}" checked' not in chosen(client, page, {**laid, "free": players[1:]}).content.decode()
    drawn = Form(client.post(page, {**laid, "action": "draw"})).fields
    french = chosen(client, page, {**drawn, "free": players, "swap": players[:2]})
    assert {name: value for name, value in Form(french).fields.items() if name != "swap"} == {
        name: value for name, value in drawn.items() if name != "swap"
    }
    assert french.content.decode().count("checked") == 2
    assert Session.objects.count() == 0


def test_what_is_filled_in_goes_to_its_own_page_only_and_nowhere_else() -> None:
    scribe = Scribe()
    client, page = browser(scribe), reverse("session", args=[scribe.session.public_id])
    answer = client.post(f"{reverse('set_language')}?next={page}", {"language": "fr", **GARDE})
    assert answer.status_code == 302
    cookie = answer.cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (page, True, "Lax")
    other = reverse("correction", args=[scribe.session.public_id])  # below the same path
    assert "counted twice" not in client.get(other).content.decode()
    client.cookies[COOKIE] = "forged"
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("where", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_nobody_is_led_elsewhere(where: str) -> None:
    answer = Client().post(f"{reverse('set_language')}?next={where}", {"language": "fr", "note": "x"})
    assert answer.headers["Location"] == "/"


def test_a_language_is_chosen_from_our_own_pages_only() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("set_language"), {"language": "fr", "next": "/"}).status_code == 403
    assert client.get(reverse("set_language")).status_code == 405
