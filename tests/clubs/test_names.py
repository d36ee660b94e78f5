"""How names are stored and compared: in NFKC, without format characters except those that a script needs."""

from __future__ import annotations

import unicodedata

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.name_fields import NameField, validate_visible
from scorekeeper.clubs.names import folded, tidy, told_apart
from scorekeeper.desk import attendance
from scorekeeper.play.models import Access
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import ClubEvening
from tests.play.tables import start

JOINER, NON_JOINER = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
ALI_REZA = f"علی{NON_JOINER}رضا"
"""A Persian name of two parts that are not joined; without the character they would be."""
SHRI = f"श्{JOINER}री"
"""In Devanagari, a joiner after a virama asks for the half form of the letter before it."""

STORED = {
    "composed": ("Zoe\N{COMBINING ACUTE ACCENT}", "Zoé"),
    "wide letters": ("Ａｎｎｅ", "Anne"),
    "a ligature": ("Sera\N{LATIN SMALL LIGATURE FI}na", "Serafina"),
    "a zero-width space": ("An\N{ZERO WIDTH SPACE}ne", "Anne"),
    "a soft hyphen": ("Wolken\N{SOFT HYPHEN}stein", "Wolkenstein"),
    "the mark of an encoding": ("\N{ZERO WIDTH NO-BREAK SPACE}Anne", "Anne"),
    "isolated, as phones copy names": ("\N{FIRST STRONG ISOLATE}Anne\N{POP DIRECTIONAL ISOLATE}", "Anne"),
    "an override of direction": ("\N{RIGHT-TO-LEFT OVERRIDE}Anne", "Anne"),
    "a no-break space": ("Anne\N{NO-BREAK SPACE}Arnaud", "Anne Arnaud"),
    "an accent held apart": (f"Zoe{JOINER}\N{COMBINING ACUTE ACCENT}", "Zoé"),
    "a joiner in Latin": (f"An{JOINER}ne", "Anne"),
    "a non-joiner in Latin": (f"An{NON_JOINER}ne", "Anne"),
    "a non-joiner at an end": (f"علی{NON_JOINER}", "علی"),
    "a non-joiner in Persian": (ALI_REZA, ALI_REZA),
    "two of them where one is enough": (f"علی{NON_JOINER * 2}رضا", ALI_REZA),
    "a joiner in Devanagari": (SHRI, SHRI),
    "what is no letter beside a joiner": (f"\ue000{NON_JOINER}Anne", "\ue000Anne"),
}


@pytest.mark.parametrize("kind", STORED)
def test_a_name_as_it_is_stored(kind: str) -> None:
    typed, stored = STORED[kind]
    assert tidy(typed) == stored


@given(st.text(st.characters() | st.sampled_from(f"{JOINER}{NON_JOINER}श्रीعلی\u0301\ufb01 ")))
def test_a_stored_name_is_in_nfkc_and_compared_like_a_typed_one(name: str) -> None:
    stored = tidy(name)
    assert unicodedata.is_normalized("NFKC", stored)
    assert tidy(stored) == stored
    assert folded(stored) == folded(name)
    assert {char for char in stored if unicodedata.category(char) == "Cf"} <= {JOINER, NON_JOINER}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoé", "zoe\N{COMBINING ACUTE ACCENT}"),
        ("Straße", "STRASSE"),
        ("Anne", "Ａnne"),
        ("Anne", "An\N{ZERO WIDTH SPACE}ne"),
        ("Anne", "Anne\N{VARIATION SELECTOR-16}"),
        (ALI_REZA, ALI_REZA.replace(NON_JOINER, "")),
    ],
)
def test_names_that_count_as_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


# Wherever a name is written


TYPED, KEPT = "Ze\N{COMBINING ACUTE ACCENT}\N{ZERO WIDTH SPACE}line ", "Zéline"
LONGER = "\N{VULGAR FRACTION ONE HALF}" * 21
"""21 characters, which are 63 once they are in NFKC: more than a name may have."""


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("An\0ne", "Null characters are not allowed."),
        ("An\0\x07ne", "Null characters are not allowed."),
        ("An\x07ne", "This contains a character that can’t be stored or shown."),
    ],
)
def test_a_character_that_cannot_be_stored_is_refused_in_one_sentence(typed: str, sentence: str) -> None:
    class OfPerson(forms.Form):
        name = NameField()
        currency = forms.CharField(validators=[validate_visible])

    assert OfPerson({"name": typed, "currency": typed}).errors == {"name": [sentence], "currency": [sentence]}


pytestmark = pytest.mark.django_db


def test_a_player_at_the_home_table_is_stored_normalised() -> None:
    session = start(players=(TYPED, "Bruno", "Chloé", "David"))
    seat = session.seats[0]
    assert (seat.name, seat.player.name) == (KEPT, KEPT)


def test_a_guest_typed_differently_is_the_same_guest() -> None:
    tonight = ClubEvening().evening
    first = attendance.check_in(tonight, name=TYPED)
    assert first.player.name == KEPT
    assert attendance.check_in(tonight, name=KEPT).player == first.player


def test_members_added_in_the_panel_are_stored_normalised() -> None:
    sample_club = SampleClub(members=())
    organiser_client = signed_in(sample_club.organiser("marion"))
    data = {"club": sample_club.club.pk, "name": TYPED, "nickname": f"Z{TYPED}", "guest": ""}
    assert organiser_client.post("/admin/clubs/player/add/", data).status_code == 302
    many = {"club": sample_club.club.pk, "names_typed": "An\N{SOFT HYPHEN}ne\nＢruno"}
    assert organiser_client.post(reverse("admin:clubs_player_add_several"), many).status_code == 302
    names = sample_club.club.players.order_by("pk").values_list("name", "nickname")
    assert list(names) == [(KEPT, f"Z{KEPT}"), ("Anne", ""), ("Bruno", "")]


def test_a_scorers_name_is_stored_normalised() -> None:
    session = start()
    response = Client().post(reverse("join", args=[session.scorer_token]), {"label": TYPED})
    assert response.status_code == 302
    assert Access.objects.latest("pk").label == KEPT


def test_a_name_that_becomes_too_long_is_refused_with_a_message() -> None:
    sample_club = SampleClub(members=())
    organiser_client = signed_in(sample_club.organiser("marion"))
    page = organiser_client.post(
        "/admin/clubs/player/add/", {"club": sample_club.club.pk, "name": LONGER, "nickname": "", "guest": ""}
    )
    assert page.status_code == 200
    assert list(page.context["adminform"].form.errors) == ["name"]
    joined = Client().post(reverse("join", args=[start().scorer_token]), {"label": LONGER})
    assert joined.status_code == 422
    assert not Player.objects.filter(club=sample_club.club).exists()


@pytest.mark.django_db
def test_namesakes_are_told_apart_by_registered_name_number_or_order() -> None:
    club = SampleClub(members=()).club

    def added(name: str, nickname: str = "", number: str = "") -> Player:
        return Player.objects.create(club=club, name=name, nickname=nickname, member_number=number, guest=True)

    anne, other_anne = added("Anne Arnaud", "Anne"), added("Anne")
    numbered = [added("Gisela Ahrens", number="7"), added("Ahrens, Gisela", number="12")]
    same = [added("Bruno"), added("bruno"), added("Bruno")]
    shown = told_apart([*reversed(same), *numbered, anne, other_anne])
    assert [shown[player.pk] for player in (anne, other_anne)] == ["Anne Arnaud", "Anne"]
    assert [shown[player.pk] for player in numbered] == ["Gisela Ahrens (7)", "Ahrens, Gisela (12)"]
    assert [shown[player.pk] for player in same] == ["Bruno", "bruno (2)", "Bruno (3)"]
