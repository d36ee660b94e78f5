"""What is done in the panel stands in the journal, and in the panel's own history, in the language of whoever reads."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.clubs import logins
from scorekeeper.clubs.models import Deed
from scorekeeper.clubs.panel_notes import WORDS, Noted, in_words
from tests.clubs.clubs import House, signed_in
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"
FRENCH, GERMAN = ({"accept-language": language} for language in ("fr", "de"))


def office() -> tuple[House, Client, int]:
    house = House(members=("Anne",))
    client = signed_in(house.organiser("marion"))
    return house, client, house.club.players.get(name="Anne").pk


def test_what_was_done_in_french_is_read_in_german_and_in_english() -> None:
    _house, client, anne = office()
    client.post(f"/admin/clubs/player/{anne}/login/", {"verb": "give", "username": "anna"}, headers=FRENCH)
    chosen = {"action": "retire", "_selected_action": anne}
    client.post("/admin/clubs/player/", chosen, headers=FRENCH)
    read = [words_of(client.get(JOURNAL)), words_of(client.get(f"/admin/clubs/player/{anne}/history/"))]
    assert all("Login given: anna." in words and "Retired." in words for words in read)
    read = [
        words_of(client.get(JOURNAL, headers=GERMAN)),
        words_of(client.get(f"/admin/clubs/player/{anne}/history/", headers=GERMAN)),
    ]
    with translation.override("de"):
        given = str(WORDS[Noted.LOGIN_GIVEN]) % {"name": "anna"}
    assert given != "Login given: anna."
    assert all(given in words and "Retired." not in words for words in read)


def test_a_field_is_called_by_its_name_in_the_language_of_the_reader() -> None:
    house, client, anne = office()
    player = house.club.players.get(pk=anne)
    logins.give(player, "anna")
    player.refresh_from_db()
    assert player.user is not None
    logins.rename(player, "Nana", by=player.user)
    words = words_of(client.get(JOURNAL, headers=FRENCH))
    assert "surnom" in words
    assert "Nickname" not in words


def test_a_line_from_before_is_shown_as_it_was_written() -> None:
    house, client, _anne = office()
    for said in ("Login given: anna.", "[not json", '["a list"]'):
        Deed.objects.create(club=house.club, who="marion", action=2, model="clubs.player", key="1", name="A", said=said)
        assert in_words(said) == said
    assert "Login given: anna." in words_of(client.get(JOURNAL))


def test_every_word_can_be_read_in_every_language() -> None:
    for what in Noted:
        read = set()
        for language in ("en", "fr", "de"):
            with translation.override(language):
                read.add(str(WORDS[what]))
        assert len(read) == 3
