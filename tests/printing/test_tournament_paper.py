"""What a tournament prints: the page of the desk, and each paper that it has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.evenings import rounds
from scorekeeper.tournaments.desk import seating
from tests.evenings.club_evening import TWELVE
from tests.printing.print_pages import PrintPage, print_page
from tests.printing.print_pages import printed as printed_at
from tests.printing.printed import DrawnPage, Printed
from tests.tournaments.club_tournament import PREISSKAT, ClubTournament

pytestmark = pytest.mark.django_db
SEVEN = ("Maximiliane-Theodora von Hohenstein", *TWELVE[1:7])
"""One table of four and one of three."""


def url(of: ClubTournament) -> str:
    return reverse("tournament_paper", args=[of.evening.public_id])


def page(of: ClubTournament, **params: Any) -> PrintPage:
    return print_page(of.phone, url(of), **params)


def printed(of: ClubTournament, **params: Any) -> Printed:
    return printed_at(of.phone, url(of), **params)


def words_of(paper: Printed) -> str:
    return " ".join(word for page in paper.pages for word in page)


def seated(members: tuple[str, ...] = SEVEN, *, times: int = 1, **terms: Any) -> ClubTournament:
    """Return a tournament with so many published rounds."""
    of = ClubTournament(members=members, terms={**PREISSKAT, "seating": "draw", **terms})
    for _round in range(times):
        rounds.publish(seating.draft_next(of.tournament))
    return of


# The page


def test_before_the_first_round_the_page_says_why_there_are_no_lists() -> None:
    of = ClubTournament(members=SEVEN)
    seating.draft_next(of.tournament)
    assert (page(of, what="lists").status, page(of, what="lists").pdf) == (422, "")
    assert "No round has been published yet." in page(of, what="lists").words


def test_the_round_is_asked_for_once_there_are_two_and_the_last_one_is_chosen() -> None:
    of = seated()
    assert "round" not in page(of).fields
    rounds.publish(seating.draft_next(of.tournament))
    assert page(of).fields["round"] == "2"
    assert "Round 2" in words_of(printed(of))
    assert "Round 1" in words_of(printed(of, round="1"))
    assert page(of, round="9").status == 422


# The lists of a round


def test_each_table_of_a_round_has_a_list_with_its_number_and_names_in_seat_order() -> None:
    of = seated()
    lists = printed(of, what="lists")
    assert len(lists.pages) == 2
    for number, sheet in enumerate(lists.pages, 1):
        words = " ".join(sheet)
        names = [one.player.name for one in of.tournament.evening.rounds.get().seats.filter(table=number)]
        assert f"Round 1 · Table {number}" in words
        places = [words.rindex(name) for name in names]
        assert places == sorted(places)


def test_a_list_has_a_row_for_each_planned_hand_of_a_table_of_its_size() -> None:
    of = seated(hands={"4": 24, "3": 18})
    lists = Printed(of.phone.get(f"{url(of)}sheet.pdf?what=lists").content)
    numbers = [[row for row in DrawnPage(sheet).rows() if row.isdigit()] for sheet in lists.reader.pages]
    assert [(len(sheet), sheet[-1]) for sheet in numbers] == [(24, "24"), (18, "18")]


@pytest.mark.parametrize(("seats", "times"), [(4, 90), (3, 80)])
def test_a_list_by_seeger_fabian_has_a_check_of_its_sums(seats: int, times: int) -> None:
    words = words_of(printed(seated(SEVEN[:seats]), what="lists"))
    head = f"Check Points Games won less games lost, × 50 Games lost, × {times} Together Seeger-Fabian"
    assert f"{head} All players" in words


def test_a_list_has_a_line_to_sign_for_each_player_with_the_start_number() -> None:
    words = words_of(printed(seated(SEVEN[:4]), what="lists"))
    assert all(re.search(rf"\b{number} {name}", words) for number, name in enumerate(SEVEN[:4], 1))
