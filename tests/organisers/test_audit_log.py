"""Actions in the panel are in the journal and in the panel's own history, in the reader's language."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation

from scorekeeper.accounts import logins
from scorekeeper.clubs.audit_notes import WORDS, AuditAction, in_words
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.evenings.models import Evening
from scorekeeper.play import recording
from scorekeeper.play.models import Session, Verb
from scorekeeper.play.recording.write import Write
from scorekeeper.standings.models import Season
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"
FRENCH, GERMAN = ({"accept-language": language} for language in ("fr", "de"))


def club_and_organiser() -> tuple[SampleClub, Client, int]:
    sample_club = SampleClub(members=("Anne",))
    client = signed_in(sample_club.organiser("marion"))
    return sample_club, client, sample_club.club.players.get(name="Anne").pk


def test_an_entry_recorded_in_french_is_shown_in_german_and_english() -> None:
    _sample_club, client, anne = club_and_organiser()
    client.post(f"/admin/clubs/player/{anne}/login/", {"verb": "give", "username": "anna"}, headers=FRENCH)
    chosen = {"action": "retire", "_selected_action": anne, "confirmed": "yes"}
    client.post("/admin/clubs/player/", chosen, headers=FRENCH)
    read = [words_of(client.get(JOURNAL)), words_of(client.get(f"/admin/clubs/player/{anne}/history/"))]
    assert all("Login given: anna." in words and "Retired." in words for words in read)
    read = [
        words_of(client.get(JOURNAL, headers=GERMAN)),
        words_of(client.get(f"/admin/clubs/player/{anne}/history/", headers=GERMAN)),
    ]
    with translation.override("de"):
        given = str(WORDS[AuditAction.LOGIN_GIVEN]) % {"name": "anna"}
    assert given != "Login given: anna."
    assert all(given in words and "Retired." not in words for words in read)


def test_field_names_are_in_the_readers_language() -> None:
    sample_club, client, anne = club_and_organiser()
    player = sample_club.club.players.get(pk=anne)
    logins.give(player, "anna")
    player.refresh_from_db()
    assert player.user is not None
    logins.rename(player, "Nana", by=player.user)
    words = words_of(client.get(JOURNAL, headers=FRENCH))
    assert "surnom" in words
    assert "Nickname" not in words


def test_an_entry_of_an_older_version_is_shown_as_stored() -> None:
    sample_club, client, _anne = club_and_organiser()
    for message in ("Login given: anna.", "[not json", '["a list"]'):
        AuditEntry.objects.create(
            club=sample_club.club, who="marion", action=2, model="clubs.player", key="1", name="A", message=message
        )
        assert in_words(message) == message
    assert "Login given: anna." in words_of(client.get(JOURNAL))


def test_every_entry_is_available_in_every_language() -> None:
    for what in AuditAction:
        read = set()
        for language in ("en", "fr", "de"):
            with translation.override(language):
                read.add(str(WORDS[what]))
        assert len(read) == 3


def test_an_unnamed_evening_and_a_session_are_named_by_their_date() -> None:
    sample_club, client, _anne = club_and_organiser()
    evening = Evening.objects.create(club=sample_club.club, date=date(2026, 11, 14))
    AuditEntry.objects.create(
        club=sample_club.club, who="marion", action=2, model="evenings.evening", key=str(evening.pk), name="2026-11-14"
    )
    assert "14. November 2026" in words_of(client.get(JOURNAL, headers=GERMAN))
    with translation.override("fr"):
        assert str(evening) == "14 novembre 2026"
        started = datetime(2026, 11, 14, 20, tzinfo=UTC)
        assert str(Session(game="boston", public_id="sx9yzteSZI6B", started_at=started)) == "Boston, 14 novembre 2026"


def season(**fields: str) -> dict[str, str]:
    choices = {"game": "", "rules": "", "counted_by": "evenings", "scoring": "sum"}
    return {"name": "Autumn", "starts": "2026-09-01", "ends": "", "minimum": "0", **choices, **fields}


@pytest.mark.parametrize("field", ["minimum", "best"])
def test_a_seasons_number_of_evenings_has_the_limit_of_the_standings_page(field: str) -> None:
    sample_club, client, _anne = club_and_organiser()
    form = {"club": str(sample_club.club.pk), **season(**{field: "1001"})}
    page = client.post("/admin/standings/season/add/", form)
    assert list(page.context["adminform"].form.errors) == [field]
    assert client.post("/admin/standings/season/add/", {**form, field: "1000"}).status_code == 302
    made = sample_club.club.seasons.get()
    assert ">Cayenne: " in client.get("/admin/standings/season/add/").content.decode()
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.filter(pk=made.pk).update(**{field: 1001})


def test_a_user_name_is_normalised_as_at_sign_in() -> None:
    sample_club, client, anne = club_and_organiser()
    client.post(f"/admin/clubs/player/{anne}/login/", {"verb": "give", "username": "ﬁona²"})
    assert [player.user and player.user.username for player in sample_club.club.players.all()] == ["fiona2"]


def test_every_verb_of_a_table_filters_the_journal() -> None:
    sample_club, client, _anne = club_and_organiser()
    scorer = sample_club.table()
    scorer.record()
    scorer.undo()
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde"})
    chosen_from = re.search(r'<select name="verb".*?</select>', client.get(JOURNAL).content.decode(), re.DOTALL)
    assert chosen_from is not None
    assert re.findall(r'<option value="(\w*)"', chosen_from[0]) == ["", "panel", "evening", *Verb]
    for verb, words in (("undo", "undid hand 1"), ("set_call", "set the call"), ("agree", "")):
        listed = client.get(JOURNAL, {"verb": verb}).context["lines"]
        assert [line.what for line in listed] == ([words] if words else [])


def test_every_verb_is_named_in_every_language() -> None:
    for verb in Verb:
        read = set()
        for language in ("en", "fr", "de"):
            with translation.override(language):
                read.add(str(verb.label))
        assert len(read) == 3


def test_a_made_up_address_is_refused_and_not_recorded(caplog: pytest.LogCaptureFixture) -> None:
    _sample_club, client, _anne = club_and_organiser()
    for address in ("/admin/standings/season/?club__name=x", "/admin/clubs/player/?_to_field=nickname"):
        assert client.get(address).status_code == 400
    assert [record.name for record in caplog.records if record.levelname == "ERROR"] == []
