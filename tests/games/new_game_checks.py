"""A new game at the table: from the first session to its closing, on the pages that everybody uses.

`test_example_game` runs this file in a process where the example is registered as `newcomer`; pytest does not collect
it.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.play.browsers import Form, words_of
from tests.printing.print_pages import print_page, printed

pytestmark = pytest.mark.django_db

SLUG = "newcomer"
SEATS = {"player-0": "Ada", "player-1": "Ben", "player-2": "Cora"}


def started(client: Client) -> str:
    """Start a session and return its address."""
    form = Form(client.get(f"/new/?game={SLUG}"), "/new/").fields
    data = {name: value for name, value in form.items() if not name.startswith("player-")}
    response = client.post("/new/", {**data, **SEATS, "first_dealer": "2", "action": "start"})
    assert response.status_code == 302, words_of(response)
    return response.headers["Location"]


def recorded(client: Client, table: str, **tapped: str) -> Any:
    """Record a hand with what the form offers, and return the answer."""
    page = client.get(table)
    assert [name for name in tapped if f'name="{name}"' not in page.content.decode()] == []
    return client.post(f"{table}record/", Form(page, "/record/").fields | tapped, follow=True)


def test_the_game_can_be_chosen(client: Client) -> None:
    assert "Lone Hand" in words_of(client.get("/games/"))
    assert "Lone Hand" in words_of(client.get(f"/new/?game={SLUG}"))


def test_recorded_hands_are_in_the_ledger(client: Client) -> None:
    table = started(client)
    recorded(client, table, declarer="0", made="1")
    page = words_of(recorded(client, table, declarer="1", made="0", doubled="1"))
    assert "Ada alone, made" in page
    assert "Ben alone, lost, doubled" in page
    assert client.get(f"{table}export.json").json()["hands"] == [
        {"declarer": "Ada", "made": True},
        {"declarer": "Ben", "made": False, "doubled": True},
    ]
    why = words_of(client.get(f"{table}hands/2/"))
    assert "10, lost" in why
    assert "The value is then paid twice." in why


def test_missing_input_is_asked_for_at_its_field(client: Client) -> None:
    table = started(client)
    response = recorded(client, table, declarer="0")
    assert response.status_code == 422
    assert "This is still missing." in words_of(response)
    assert client.get(f"{table}export.json").json()["hands"] == []


def test_a_hand_is_amended(client: Client) -> None:
    table = started(client)
    recorded(client, table, declarer="0", made="1", note="A short game")
    amend = Form(client.get(f"{table}hands/1/amend/"), "/amend/").fields
    assert (amend["declarer"], amend["made"], amend["note"]) == ("0", "1", "A short game")
    page = words_of(client.post(f"{table}hands/1/amend/", amend | {"made": "0"}, follow=True))
    assert "Ada alone, lost" in page


def test_the_rules_page_has_the_paragraphs_and_the_tariff(client: Client) -> None:
    page = words_of(client.get(f"/games/{SLUG}/"))
    assert "Common rules" in page
    assert "The declarer needs more than half of the tricks." in page
    assert "Tariff: Common rules What each of the others pays or gets Hand Points Value of a hand 10" in page
    assert "Doubled and lost: paid twice" in page


def test_the_rules_page_has_headings_in_the_readers_language(client: Client) -> None:
    page = words_of(client.get(f"/games/{SLUG}/", headers={"accept-language": "fr"}))
    assert "Règles et options" in page
    assert "Tarif : Common rules" in page


def test_sheets_and_cards_are_printed(client: Client) -> None:
    card = printed(client, "/print/", game=SLUG, what="card")
    assert all(card.has(words) for words in ("Lone Hand", "Doubling", "The value is then paid twice.", "Tariff"))
    table = started(client)
    recorded(client, table, declarer="0", made="1")
    for sheet in (
        printed(client, "/print/", game=SLUG, what="blank"),
        printed(client, f"{table}print/"),
    ):
        assert sheet.has("What each of the others pays or gets")
    assert sheet.has("Ada alone, made")
    assert print_page(client, f"{table}print/").images


def test_a_session_is_closed(client: Client) -> None:
    table = started(client)
    recorded(client, table, declarer="0", made="1")
    closing = client.get(f"{table}close/")
    assert closing.status_code == 200
    page = words_of(client.post(f"{table}close/", Form(closing).fields, follow=True))
    assert "Lone Hand" in page
    assert "Ada alone, made" in page
    assert client.get(f"{table}what-if/").status_code == 200
