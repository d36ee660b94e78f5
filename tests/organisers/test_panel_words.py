"""The words of the panel: what Django's admin would say in its own is said in those of a club, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.admin import site
from django.urls import reverse

from games import registry
from scorekeeper.clubs import services
from scorekeeper.clubs.models import ClubDevice, HouseRules
from scorekeeper.standings.models import Season
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.organisers.panel_pages import act
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db

LISTS = [f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist" for model in site._registry]
DJANGOS = {
    "en": r"Select .* to (change|view)|\d results?|Show all|Show counts|successfully|Are you sure",
    "fr": r"À (modifier|consulter) :|résultats?\b|Tout afficher|avec succès|[Oo]bjet\b|Ajout de|Modification de",
    "de": r"Zum (Ändern|Ansehen)|Ergebnis(se)?\b|Zeige alle|erfolgreich|Objekte?\b|Brotkrümel|Sind Sie sicher",
}


@pytest.mark.parametrize("language", DJANGOS)
def test_no_page_speaks_of_objects_as_django_does(language: str) -> None:
    sample_club = SampleClub()
    administrator = sample_club.organiser("marion", superuser=True)
    client = signed_in(administrator)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    rules = HouseRules.objects.create(club=sample_club.club, game="skat", rules="isko")
    anne = sample_club.club.players.get(name="Anne Arnaud")
    pages = [
        *(reverse(name) for name in LISTS),
        *(f"{reverse(name)}?q=x" for name in LISTS),
        reverse("admin:clubs_player_change", args=[anne.pk]),
        reverse("admin:clubs_player_history", args=[anne.pk]),
        reverse("admin:clubs_player_add"),
        reverse("admin:clubs_houserules_delete", args=[rules.pk]),
        reverse("admin:auth_user_password_change", args=[administrator.pk]),
        reverse("admin:auth_user_add"),
        reverse("admin:password_change"),
    ]
    for page in pages:
        response = client.get(page)
        assert response.status_code == 200, page
        said = words_of(response) + " ".join(re.findall(r'(?:aria-label|alt)="([^"]+)"', response.content.decode()))
        assert not re.search(DJANGOS[language], said), page


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("en", "House rules", "“Skat” was saved."),
        ("fr", "Règles de la maison", "« Skat » : enregistré."),
        ("de", "Hausregeln", "„Skat“ wurde gespeichert."),
    ],
)
def test_what_was_saved_is_named_as_the_page_names_it(language: str, title: str, words: str) -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    address = "/admin/clubs/houserules/add/?game=skat"
    form = {name: value for name, value in Form(client.get(address)).fields.items() if not name.startswith("_")}
    form |= {"club": str(sample_club.club.pk), "rules": "isko", "currency": "€"}
    response: Any = client.post(address, form, follow=True)
    assert words in words_of(response)
    assert f"<h1>{title}</h1>" in response.content.decode()


@pytest.mark.parametrize(
    ("button", "where"), [("_save", "changelist"), ("_continue", "change"), ("_addanother", "add")], ids=str
)
def test_after_saving_a_button_leads_where_it_says(button: str, where: str) -> None:
    sample_club = SampleClub(members=("Anne",))
    client, anne = signed_in(sample_club.organiser()), sample_club.club.players.get()
    filtered = "?_changelist_filters=guest__exact%3D0"
    page = reverse("admin:clubs_player_change", args=[anne.pk]) + filtered
    response = client.post(page, {"name": "Anne Arnaud", button: "x"})
    key = [anne.pk] if where == "change" else []
    address, _mark, query = response["Location"].partition("?")
    assert address == reverse(f"admin:clubs_player_{where}", args=key)
    assert query == ("guest__exact=0" if where == "changelist" else filtered[1:])


def test_rows_are_deleted_after_a_question() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    season = Season.objects.create(club=sample_club.club, name="Winter", starts="2026-10-01")
    page = reverse("admin:standings_season_delete", args=[season.pk])
    assert "Delete “Winter”? This can’t be undone." in words_of(client.get(page))
    response: Any = client.post(page, {"post": "yes"}, follow=True)
    assert "“Winter” was deleted." in words_of(response)
    other = Season.objects.create(club=sample_club.club, name="Summer", starts="2027-04-01")
    listed = reverse("admin:standings_season_changelist")
    asked = client.post(listed, {"action": "delete_selected", "_selected_action": other.pk})
    assert "This can’t be undone. Summer" in words_of(asked)
    assert Season.objects.exists()
    assert "1 deleted." in words_of(act(client, listed, "delete_selected", other))
    assert not Season.objects.exists()


def test_a_club_and_an_account_are_deleted_with_the_organisers_they_have() -> None:
    sample_club = SampleClub(members=())
    account = sample_club.organiser()
    administrator = SampleClub("Other").organiser("marion", superuser=True)
    services.make_organiser(sample_club.club, administrator)
    client = signed_in(administrator)
    for name, row in (("auth_user", account), ("clubs_club", sample_club.club)):
        page = reverse(f"admin:{name}_delete", args=[row.pk])
        asked = words_of(client.get(page))
        assert f"Delete “{row}”?" in asked
        assert "Organisers: 1" in asked
        assert client.post(page, {"post": "yes"}).status_code == 302
    assert not type(account).objects.filter(pk=account.pk).exists()
    assert not type(sample_club.club).objects.filter(pk=sample_club.club.pk).exists()


def test_a_phone_without_a_name_is_not_called_like_its_club() -> None:
    sample_club = SampleClub("Skatfreunde Köln e. V.")
    phone = ClubDevice.objects.create(club=sample_club.club, device="d" * 32)
    page = signed_in(sample_club.organiser()).get(reverse("admin:clubs_clubdevice_delete", args=[phone.pk]))
    assert "Delete “Phone without a name”?" in words_of(page)


def test_games_begin_with_those_the_club_plays() -> None:
    sample_club = SampleClub()
    for game in ("belote", "mort", "whist"):
        HouseRules.objects.create(
            club=sample_club.club, game=game, rules=next(iter(registry.get(game).rules.rule_sets))
        )
    sample_club.start(*MEMBERS[:3], game="mort", rules="foster")
    client = signed_in(sample_club.organiser())
    listed: Any = client.get(reverse("admin:clubs_houserules_changelist"))
    assert [row.game for row in listed.context["cl"].result_list] == ["mort", "belote", "whist"]
    for name in ("clubs_houserules_add", "clubs_tariff_add"):
        page: Any = client.get(reverse(f"admin:{name}"))
        assert page.context["picker"].first[0].slug == "mort"


def test_sessions_are_listed_with_their_round() -> None:
    club_evening = ClubEvening()
    round_ = club_evening.begin_round({"4": 8})
    club_evening.start_in_round(round_, *TWELVE[:4], table=3)
    page: Any = signed_in(club_evening.organiser()).get(reverse("admin:play_session_changelist"))
    cells = re.findall(r'class="field-(round|table_number)[^>]*>([^<]+)<', page.content.decode())
    assert cells == [("round", "1"), ("table_number", "3")]
