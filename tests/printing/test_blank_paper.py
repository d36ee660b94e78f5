"""Blank sheets and rule cards, for tables that need not exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import HouseRules
from scorekeeper.printing.score_sheets import ordinary_sheet
from scorekeeper.printing.session_sheets import blank_sheet
from scorekeeper.printing.typesetting import PageSetup
from tests.clubs.clubs import SampleClub
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drawn_round
from tests.play.browsers import Form, browser
from tests.play.new_sessions import posted
from tests.printing.print_pages import print_page, printed
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db
PAPER = "/print/"
MARKUP = r"#let x = 1 *bold* $x$ \ [ ]"


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["blank", "card"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_rule_set_has_a_print_page_with_preview_and_pdf(slug: str, what: str) -> None:
    client = browser()
    for rules in registry.get(slug).rules.rule_sets:
        page = print_page(client, PAPER, game=slug, rules=rules, what=what)
        assert page.status == 200
        assert page.images
        assert client.get(page.images[0])["Content-Type"] == "image/svg+xml"
    assert client.get(page.pdf).content.startswith(b"%PDF")


def test_names_are_printed_as_typed() -> None:
    names = {"player-0": MARKUP, "player-1": "Chloé <b>&amp;", "player-2": "Ζωή Зоя", "player-3": ""}
    sheet = printed(browser(), PAPER, game="tarot", rules="fft", players="4", **names)
    assert all(sheet.has(name) for name in names.values())


def test_names_are_optional_and_leave_room_to_write() -> None:
    sheet = printed(browser(), PAPER, game="skat", rules="isko", players="3")
    assert all(sheet.has(words) for words in ("Skat", "International (ISkO)", "Date", "Table", "Club"))


def test_unusual_options_are_on_the_sheet_and_usual_ones_are_not() -> None:
    params: dict[str, Any] = {"game": "skat", "rules": "isko", "players": "3"}
    assert not printed(browser(), PAPER, **params).has("Contra and re")
    changed = printed(browser(), PAPER, **params, **{"option-contra": "yes"})
    assert changed.has("Contra and re Yes")
    assert not changed.has("Ramsch Yes")


NAMED = {"en": "Federation (FFT)", "fr": "Fédération (FFT)", "de": "Verband (FFT)"}


@pytest.mark.parametrize("language", NAMED)
def test_the_sheet_has_its_own_language(language: str) -> None:
    params = {"game": "tarot", "rules": "fft", "language": language}
    assert "Score sheets and rule cards" in print_page(browser(), PAPER, **params).words
    assert printed(browser(), PAPER, **params).has(NAMED[language])


@pytest.mark.parametrize("language", NAMED)
def test_the_sheet_is_in_the_language_of_the_page_by_default(language: str) -> None:
    response = browser().get("/print/sheet.pdf?game=tarot&rules=fft", headers={"Accept-Language": language})
    assert Printed(response.content).has(NAMED[language])


@pytest.mark.parametrize(
    ("paper", "lies", "size"),
    [
        ("a4", "upright", (210, 297)),
        ("a4", "across", (297, 210)),
        ("a5", "upright", (148, 210)),
        ("a5", "across", (210, 148)),
        ("letter", "upright", (216, 279)),
        ("letter", "across", (279, 216)),
    ],
)
def test_the_sheet_has_the_chosen_size_and_orientation(paper: str, lies: str, size: tuple[int, int]) -> None:
    sheet = printed(browser(), PAPER, game="tarot", rules="fft", paper=paper, lies=lies)
    box = sheet.reader.pages[0].mediabox
    assert (round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) == size


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no such paper": ({"paper": "a9"}, "This choice isn’t available here."),
    "no such way to lie": ({"lies": "askew"}, "This choice isn’t available here."),
    "no such language": ({"language": "la"}, "This choice isn’t available here."),
    "nothing that is printed": ({"what": "money"}, "This choice isn’t available here."),
    "no such game": ({"game": "piquet"}, "This choice isn’t available here."),
    "a rule set of another game": ({"rules": "isko"}, "This game has no such rule set."),
    "ninety-nine players": ({"players": "99"}, "These rules don’t allow this number of players."),
    "players that are no number": ({"players": "many"}, "These rules don’t allow this number of players."),
    "an option that is none": ({"option-round_to_ten": "perhaps"}, "Select a valid choice."),
    "a name that is too long": (
        {"player-0": "A" * (LONGEST_NAME + 1)},
        f"This is longer than {LONGEST_NAME} characters.",
    ),
    "a name with a control character": ({"player-0": "e\x07vil"}, "This contains a character"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_invalid_input_is_reported_at_its_field_and_kept(wrong: str) -> None:
    given, message = WRONG[wrong]
    params = {"game": "tarot", "rules": "fft", "players": "4", "player-0": "Anne", "player-1": "Bruno", **given}
    page = print_page(browser(), PAPER, **params)
    assert page.status == 422
    assert message in page.words
    assert page.fields["player-1"] == "Bruno"
    assert not page.images
    assert not page.pdf
    led = browser().get("/print/sheet.pdf", params)
    assert led.status_code == 302
    assert led["Location"].startswith("/print/?")
    assert browser().get("/print/1.svg", params).status_code == 302


def test_an_impossible_choice_is_reported_where_it_was_made() -> None:
    """At Mort, the player who sits out the first game can't deal in it."""
    refused = [
        place
        for place in range(4)
        if print_page(browser(), PAPER, game="mort", players="4", first_dealer=str(place)).status == 422
    ]
    assert refused
    page = print_page(browser(), PAPER, game="mort", players="4", first_dealer=str(refused[0]))
    assert page.fields["first_dealer"] == str(refused[0])
    assert page.words.count("→") == 0


def test_changing_the_game_changes_the_rules_and_keeps_the_names() -> None:
    page = print_page(browser(), PAPER, game="tarot", rules="fft", players="5", **{"player-0": "Anne"})
    assert page.fields["for"] == "tarot:fft"
    then = print_page(browser(), PAPER, **{**page.fields, "game": "skat"})
    assert then.status == 200
    assert (then.fields["for"], then.fields["player-0"]) == ("skat:isko", "Anne")
    assert int(then.fields["players"]) in registry.get("skat").rules.rule_sets["isko"].players


def test_a_player_left_off_the_sheet_returns_when_a_seat_is_added() -> None:
    names = {f"player-{place}": name for place, name in enumerate(("Anne", "Bruno", "Chloé", "David"))}
    three = print_page(browser(), PAPER, game="tarot", rules="fft", players="3", **names)
    assert not printed(browser(), PAPER, **three.fields).has("David")
    four = {**three.fields, "players": "4"}
    assert printed(browser(), PAPER, **four).has("David")


# The links to it


def test_a_session_draft_is_printed_with_its_names_without_starting_it() -> None:
    form = posted(game="skat", rules="isko") | {"action": "paper", "player-0": "Zoé", "first_dealer": "2"}
    client = browser()
    response = client.post("/new/", form)
    assert response.status_code == 302
    assert "token" not in response["Location"]
    page = print_page(client, response["Location"])
    assert (page.fields["game"], page.fields["rules"], page.fields["player-0"]) == ("skat", "isko", "Zoé")
    assert page.fields["first_dealer"] == "2"
    assert client.post("/new/", form, headers={"HX-Request": "true"})["HX-Redirect"] == response["Location"]
    assert "Nothing" not in page.words


def test_a_blank_sheet_leads_to_a_session_draft_with_the_same_choices() -> None:
    names = {f"player-{place}": name for place, name in enumerate(("Zoé", "", "Émile", "", "דוד"))}
    chosen = {"game": "tarot", "rules": "fft", **names, "first_dealer": "2", "option-round_to_ten": "yes"}
    page = print_page(browser(), PAPER, players="5", **chosen)
    assert Form(browser().get(page.start), "/new/").fields.items() >= chosen.items()


def test_the_address_contains_only_choices_that_a_sheet_can_have() -> None:
    form = posted(game="skat", rules="isko") | {"action": "paper", "option-x": "y", "player-0": "A" * 5000}
    response = browser().post("/new/", {**form, **{f"option-{number}": "z" * 100 for number in range(500)}})
    assert len(response["Location"]) < 500
    assert f"This is longer than {LONGEST_NAME} characters." in print_page(browser(), response["Location"]).words


@pytest.mark.parametrize("address", ["/", "/games/skat/", "/new/"])
def test_pages_link_to_the_blank_sheet(address: str) -> None:
    assert "/print/" in browser().get(address).content.decode()


def test_on_a_club_phone_the_house_rules_are_preselected() -> None:
    sample_club = SampleClub()
    HouseRules.objects.create(club=sample_club.club, game="skat", rules="isko", options={"contra": True})
    sheet = printed(sample_club.phone, PAPER)
    assert all(sheet.has(words) for words in ("Coupe-file", "International (ISkO)", "Contra and re Yes"))
    assert not printed(browser(), PAPER, game="skat").has("Coupe-file")


# For an evening


def test_a_sheet_for_an_evening_has_its_date_and_a_link_back() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    params = {"game": "tarot", "rules": "fft", "evening": club_evening.evening.public_id}
    sheet = printed(club_evening.phone, PAPER, **params)
    assert sheet.has(f"Date {club_evening.evening.date:%-d %B %Y}")
    for stranger in (browser(), other.phone, Client()):
        assert stranger.get(PAPER, params).status_code == 404
        assert stranger.get("/print/sheet.pdf", params).status_code == 404


def test_the_link_back_is_printed_only_if_another_device_can_reach_it() -> None:
    game = registry.get("tarot")
    sheet = blank_sheet(game, game.rules.table("1234", rules="fft"), ("",) * 4)

    def drawn(base: str, path: str) -> Any:
        return ordinary_sheet(replace(sheet, base=base, path=path), PageSetup())["qr"]

    qr = drawn("http://cards.example", "/s/abc/")
    assert qr.startswith("<svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in qr
    assert qr != drawn("http://cards.example", "/s/abd/")
    assert drawn("", "/s/abc/") == ""


def test_the_tables_of_a_draft_are_printed_before_they_start_for_those_who_see_it() -> None:
    club_evening = ClubEvening()
    drawn_round(club_evening, TWELVE[:4], TWELVE[4:8])
    address = reverse("print_evening", args=[club_evening.evening.public_id])
    sheets = printed(club_evening.phone, address, round="1")
    assert len(sheets.pages) == 2 * 2  # with boxes for the camera, a sheet has two pages
    assert all(sheets.has(name) for name in TWELVE[:8])
    assert sheets.has("Table 2")
    assert not club_evening.evening.sessions.exists()
    watching = browser(name=club_evening.watching_phone()).get(address, {"round": "1"})
    assert TWELVE[0] not in watching.content.decode()


def test_a_table_that_the_rules_do_not_allow_is_not_printed() -> None:
    club_evening = ClubEvening()
    drawn_round(club_evening, TWELVE[:4], TWELVE[4:6])
    address = reverse("print_evening", args=[club_evening.evening.public_id])
    page = club_evening.phone.get(address, {"round": "1"})
    assert page.status_code == 422


@pytest.mark.parametrize(("languages", "paper"), [("en-US,en;q=0.9", "letter"), ("fr-CA", "letter"), ("en-GB", "a4")])
def test_the_paper_of_the_region_is_chosen_at_first(languages: str, paper: str) -> None:
    page = Form(browser().get("/print/?game=skat", headers={"Accept-Language": languages}))
    assert page.fields["paper"] == paper
