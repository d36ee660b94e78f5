"""The choice of boxes that the camera reads, on the pages that print."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import seated
from tests.play.browsers import browser
from tests.play.tables import Scorer
from tests.printing.marked_sheets.drawn_sheets import code_on, drawn_pdf
from tests.printing.print_pages import paper_of, print_page, tournament_paper
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db
PAPER = "/print/"
LABEL = "Can be read by the camera"
BOX = "in words"


def pdf_of(client: Client, address: str, **params: Any) -> bytes:
    content: bytes = client.get(print_page(client, address, **params).pdf).content
    return content


def test_a_blank_sheet_has_boxes_unless_somebody_switches_them_off() -> None:
    usual = print_page(browser(), PAPER, game="mort", players="3")
    assert LABEL in usual.words
    assert usual.fields["camera"] == "yes"
    assert Printed(pdf_of(browser(), PAPER, game="mort", players="3")).has(BOX)
    assert not Printed(pdf_of(browser(), PAPER, game="mort", players="3", camera="no")).has(BOX)


def test_the_code_has_what_was_chosen() -> None:
    names = {"player-0": "Zoé", "player-1": "", "player-2": "Émile"}
    chosen = {"game": "skat", "rules": "isko", "players": "3", "first_dealer": "1", "option-contra": "yes"}
    code = code_on(drawn_pdf(pdf_of(browser(), PAPER, **chosen, **names))[0])
    assert (code.game, code.rules, code.names, code.first_dealer) == ("skat", "isko", ("Zoé", "", "Émile"), 1)
    assert (code.options, code.session, code.printed) == ({"contra": True}, None, 0)


def test_paper_without_room_for_the_boxes_is_reported_and_printed_without_them() -> None:
    params = {"game": "boston", "paper": "a5"}
    page = print_page(browser(), PAPER, **params)
    assert "The boxes that the camera reads don’t fit on this paper" in page.words
    assert not Printed(pdf_of(browser(), PAPER, **params)).has(BOX)
    assert "don’t fit" not in print_page(browser(), PAPER, **params, camera="no").words


def test_a_rule_card_has_no_such_choice() -> None:
    assert LABEL not in print_page(browser(), PAPER, game="mort", players="3", what="card").words


def test_a_blank_sheet_of_a_session_without_hands_belongs_to_it() -> None:
    scorer = Scorer()
    client = browser(scorer)
    code = code_on(drawn_pdf(pdf_of(client, paper_of(scorer.session), what="blank"))[0])
    assert (code.session, code.names) == (scorer.session.public_id, ("Anne", "Bruno", "Chloé", "David"))
    scorer.record()
    assert code_on(drawn_pdf(pdf_of(client, paper_of(scorer.session), what="blank"))[0]).session is None


def test_the_sheet_of_a_session_in_progress_can_have_boxes() -> None:
    scorer = Scorer()
    scorer.record()
    client = browser(scorer)
    assert print_page(client, paper_of(scorer.session)).fields["camera"] == "no"
    assert not Printed(pdf_of(client, paper_of(scorer.session))).has(BOX)
    sheet = pdf_of(client, paper_of(scorer.session), camera="yes")
    code = code_on(drawn_pdf(sheet)[0])
    assert (code.session, code.printed) == (scorer.session.public_id, 1)
    scorer.close()
    assert LABEL not in print_page(client, paper_of(scorer.session)).words
    assert not Printed(pdf_of(client, paper_of(scorer.session), camera="yes")).has(BOX)


def test_every_table_of_an_evening_has_a_sheet_of_its_own() -> None:
    club_evening = ClubEvening()
    started = [club_evening.start(*TWELVE[:4]), club_evening.start(*TWELVE[4:8])]
    address = reverse("print_evening", args=[club_evening.evening.public_id])
    pages = drawn_pdf(pdf_of(club_evening.phone, address, what="blank"))
    codes = [code_on(page) for page in pages]
    assert [code.session for code in codes if code.page == 1] == [session.public_id for session in started]


def test_a_list_of_a_round_has_boxes_on_request() -> None:
    of = seated(hands={"4": 24, "3": 18})
    assert print_page(of.phone, tournament_paper(of), what="lists").fields["camera"] == "no"
    pdf = pdf_of(of.phone, tournament_paper(of), what="lists", camera="yes")
    codes = [code_on(page) for page in drawn_pdf(pdf)]
    assert [(len(code.names), code.rows) for code in codes if code.page == 1] == [(4, 24), (3, 18)]
    printed = Printed(pdf)
    assert printed.has("Round 1 · Table 2")
    assert printed.has("All players")  # the check of the sums
