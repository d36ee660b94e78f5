"""Blank sheets and rule cards, for tables that need not exist."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.models import HouseRules
from scorekeeper.printing.headings import Back
from tests.clubs.clubs import House
from tests.evenings.club_evening import TWELVE, Night
from tests.play.browsers import Form, browser
from tests.play.test_new_session_pages import posted
from tests.printing.asked import found, printed
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db
PAPER = "/print/"
MARKUP = r"#let x = 1 *bold* $x$ \ [ ]"


@pytest.mark.parametrize("what", ["blank", "card"])
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_rule_set_of_every_game_is_a_page_with_its_preview_and_its_pdf(slug: str, what: str) -> None:
    client = browser()
    for rules in registry.get(slug).rules.rule_sets:
        page = found(client, PAPER, game=slug, rules=rules, what=what)
        assert page.status == 200
        assert page.images
        assert client.get(page.images[0])["Content-Type"] == "image/svg+xml"
        assert client.get(page.pdf).content.startswith(b"%PDF")


def test_names_are_printed_as_they_were_typed() -> None:
    names = {"player-0": MARKUP, "player-1": "Chloé <b>&amp;", "player-2": "Ζωή Зоя", "player-3": ""}
    sheet = printed(browser(), PAPER, game="tarot", rules="fft", players="4", **names)
    assert all(sheet.has(name) for name in names.values())


def test_nobody_needs_a_name_and_there_is_room_for_what_is_not_known() -> None:
    sheet = printed(browser(), PAPER, game="skat", rules="isko", players="3")
    assert all(sheet.has(words) for words in ("Skat", "International (ISkO)", "Date", "Table", "Club"))


def test_options_that_are_not_as_usual_stand_on_the_sheet_and_others_do_not() -> None:
    asked: dict[str, Any] = {"game": "skat", "rules": "isko", "players": "3"}
    assert not printed(browser(), PAPER, **asked).has("Contra and re")
    changed = printed(browser(), PAPER, **asked, **{"option-contra": "yes"})
    assert changed.has("Contra and re Yes")
    assert not changed.has("Ramsch Yes")


NAMED = {"en": "Federation (FFT)", "fr": "Fédération (FFT)", "de": "Verband (FFT)"}


@pytest.mark.parametrize("language", NAMED)
def test_the_paper_has_a_language_of_its_own(language: str) -> None:
    asked = {"game": "tarot", "rules": "fft", "language": language}
    assert "Score sheets and rule cards" in found(browser(), PAPER, **asked).words
    assert printed(browser(), PAPER, **asked).has(NAMED[language])


@pytest.mark.parametrize("language", NAMED)
def test_the_language_of_the_page_is_that_of_the_paper_unless_another_is_chosen(language: str) -> None:
    answer = browser().get("/print/sheet.pdf?game=tarot&rules=fft", headers={"Accept-Language": language})
    assert Printed(answer.content).has(NAMED[language])


@pytest.mark.parametrize(
    ("paper", "lies", "size"),
    [
        ("a4", "upright", (210, 297)),
        ("a4", "across", (297, 210)),
        ("a5", "upright", (148, 210)),
        ("a5", "across", (210, 148)),
    ],
)
def test_the_paper_is_as_large_as_it_was_chosen_and_lies_so(paper: str, lies: str, size: tuple[int, int]) -> None:
    sheet = printed(browser(), PAPER, game="tarot", rules="fft", paper=paper, lies=lies)
    box = sheet.reader.pages[0].mediabox
    assert (round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) == size


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no such paper": ({"paper": "a9"}, "There is no such choice here."),
    "no such way to lie": ({"lies": "askew"}, "There is no such choice here."),
    "no such language": ({"language": "la"}, "There is no such choice here."),
    "nothing that is printed": ({"what": "money"}, "There is no such choice here."),
    "no such game": ({"game": "bridge"}, "There is no such choice here."),
    "a rule set of another game": ({"rules": "isko"}, "This game has no such rule set."),
    "ninety-nine players": ({"players": "99"}, "These rules don’t allow this number of players."),
    "players that are no number": ({"players": "many"}, "These rules don’t allow this number of players."),
    "an option that is none": ({"option-round_to_ten": "perhaps"}, "Select a valid choice."),
    "a name that is too long": ({"player-0": "A" * (LONGEST_NAME + 1)}, "Ensure this value has at most"),
    "a name with a control character": ({"player-0": "e\x07vil"}, "This contains a character"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_is_said_at_its_field_and_nothing_that_was_typed_is_lost(wrong: str) -> None:
    given, said = WRONG[wrong]
    asked = {"game": "tarot", "rules": "fft", "players": "4", "player-0": "Anne", "player-1": "Bruno", **given}
    page = found(browser(), PAPER, **asked)
    assert page.status == 422
    assert said in page.words
    assert page.fields["player-1"] == "Bruno"
    assert not page.images
    assert not page.pdf
    led = browser().get("/print/sheet.pdf", asked)
    assert led.status_code == 302
    assert led["Location"].startswith("/print/?")
    assert browser().get("/print/1.svg", asked).status_code == 302


def test_what_the_rules_refuse_is_said_where_it_was_chosen() -> None:
    """At Mort, the player who sits out the first game can't deal in it."""
    refused = [
        place
        for place in range(4)
        if found(browser(), PAPER, game="mort", players="4", first_dealer=str(place)).status == 422
    ]
    assert refused
    page = found(browser(), PAPER, game="mort", players="4", first_dealer=str(refused[0]))
    assert page.fields["first_dealer"] == str(refused[0])
    assert page.words.count("→") == 0


def test_another_game_brings_its_own_rules_and_keeps_the_names() -> None:
    page = found(browser(), PAPER, game="tarot", rules="fft", players="5", **{"player-0": "Anne"})
    assert page.fields["for"] == "tarot:fft"
    then = found(browser(), PAPER, **{**page.fields, "game": "skat"})
    assert then.status == 200
    assert (then.fields["for"], then.fields["player-0"]) == ("skat:foster", "Anne")
    assert int(then.fields["players"]) in registry.get("skat").rules.rule_sets["foster"].players


def test_who_is_taken_off_the_sheet_comes_back_with_another_seat() -> None:
    names = {f"player-{place}": name for place, name in enumerate(("Anne", "Bruno", "Chloé", "David"))}
    three = found(browser(), PAPER, game="tarot", rules="fft", players="3", **names)
    assert not printed(browser(), PAPER, **three.fields).has("David")
    four = {**three.fields, "players": "4"}
    assert printed(browser(), PAPER, **four).has("David")


# The links to it


def test_a_drafted_session_is_taken_to_paper_with_its_names_and_nothing_is_started() -> None:
    form = posted(game="skat", rules="isko") | {"action": "paper", "player-0": "Zoé", "first_dealer": "2"}
    client = browser()
    answer = client.post("/new/", form)
    assert answer.status_code == 302
    assert "token" not in answer["Location"]
    page = found(client, answer["Location"])
    assert (page.fields["game"], page.fields["rules"], page.fields["player-0"]) == ("skat", "isko", "Zoé")
    assert page.fields["first_dealer"] == "2"
    assert client.post("/new/", form, headers={"HX-Request": "true"})["HX-Redirect"] == answer["Location"]
    assert "Nothing" not in page.words


def test_from_paper_a_session_is_drafted_again_with_all_that_was_chosen() -> None:
    names = {f"player-{place}": name for place, name in enumerate(("Zoé", "", "Émile", "", "דוד"))}
    chosen = {"game": "tarot", "rules": "fft", **names, "first_dealer": "2", "option-round_to_ten": "yes"}
    page = found(browser(), PAPER, players="5", **chosen)
    assert Form(browser().get(page.start), "/new/").fields.items() >= chosen.items()


def test_an_address_takes_along_only_what_a_sheet_can_have() -> None:
    form = posted(game="skat", rules="isko") | {"action": "paper", "option-x": "y", "player-0": "A" * 5000}
    answer = browser().post("/new/", {**form, **{f"option-{number}": "z" * 100 for number in range(500)}})
    assert len(answer["Location"]) < 500
    assert "Ensure this value has at most" in found(browser(), answer["Location"]).words


@pytest.mark.parametrize("address", ["/", "/games/skat/", "/new/"])
def test_pages_lead_to_it(address: str) -> None:
    assert "/print/" in browser().get(address).content.decode()


def test_on_a_phone_of_a_club_it_is_as_the_club_plays() -> None:
    house = House()
    HouseRules.objects.create(club=house.club, game="skat", rules="isko", options={"contra": True})
    sheet = printed(house.phone, PAPER)
    assert all(sheet.has(words) for words in ("Coupe-file", "International (ISkO)", "Contra and re Yes"))
    assert not printed(browser(), PAPER, game="skat").has("Coupe-file")


# For an evening


def test_a_sheet_for_an_evening_has_its_date_and_leads_back_to_it() -> None:
    night, other = Night("One"), Night("Other")
    asked = {"game": "tarot", "rules": "fft", "evening": night.evening.public_id}
    sheet = printed(night.phone, PAPER, **asked)
    assert sheet.has(f"Date {night.evening.date:%-d %B %Y}")
    for stranger in (browser(), other.phone, Client()):
        assert stranger.get(PAPER, asked).status_code == 404
        assert stranger.get("/print/sheet.pdf", asked).status_code == 404


def test_the_way_back_is_drawn_only_where_another_machine_could_go_it() -> None:
    drawn = Back("http://cards.example").qr("/s/abc/")
    assert drawn.startswith("<svg")
    assert 'xmlns="http://www.w3.org/2000/svg"' in drawn
    assert drawn != Back("http://cards.example").qr("/s/abd/")
    assert Back("").qr("/s/abc/") == ""


def test_tables_that_were_drawn_are_taken_to_paper_before_they_are_started() -> None:
    night = Night()
    keys = [night.player(name).pk for name in TWELVE[:8]]
    tables = [f"tarot:fft:{','.join(map(str, four))}" for four in (keys[:4], keys[4:])]
    form = {f"seats-{number}": one.rpartition(":")[2] for number, one in enumerate(tables)}
    form |= {f"game-{number}": "tarot:fft" for number in range(2)}
    answer = night.phone.post(reverse("evening_draw", args=[night.evening.public_id]), {**form, "action": "paper"})
    assert answer.status_code == 302
    sheets = printed(night.phone, answer["Location"])
    assert len(sheets.pages) == 2
    assert all(sheets.has(name) for name in TWELVE[:8])
    assert sheets.has("Table 2")
    assert not night.evening.sessions.exists()


@pytest.mark.parametrize(
    "table", ["tarot:fft:1", "bridge:rubber:{four}", "tarot:fft:{four},{theirs}", "tarot:fft", "x"]
)
def test_tables_that_cannot_have_been_drawn_are_none(table: str) -> None:
    night, other = Night("One"), Night("Other")
    four = ",".join(str(night.player(name).pk) for name in TWELVE[:4])
    asked = table.format(four=four, theirs=other.player(TWELVE[0]).pk)
    address = reverse("print_evening", args=[night.evening.public_id])
    assert night.phone.get(address, {"table": asked}).status_code == 404
