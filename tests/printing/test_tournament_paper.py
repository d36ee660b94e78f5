"""What a tournament prints: the page of the desk, and each paper that it has."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.desk import rounds, tournament_rounds
from scorekeeper.desk.models import TableList
from scorekeeper.evenings.models import Evening
from tests.desk.club_evening import TWELVE
from tests.desk.club_tournament import SEVEN, ClubTournament, seated
from tests.play.browsers import browser
from tests.printing.print_pages import PrintPage, print_page, tournament_paper
from tests.printing.print_pages import printed as printed_at
from tests.printing.printed import DrawnPage, Printed

pytestmark = pytest.mark.django_db


def page(of: ClubTournament, **params: Any) -> PrintPage:
    return print_page(of.phone, tournament_paper(of), **params)


def printed(of: ClubTournament, **params: Any) -> Printed:
    return printed_at(of.phone, tournament_paper(of), **params)


def words_of(paper: Printed) -> str:
    return " ".join(word for page in paper.pages for word in page)


# The page


def test_before_the_first_round_the_page_says_why_there_are_no_lists() -> None:
    of = ClubTournament(members=SEVEN)
    tournament_rounds.draft_next(of.tournament)
    assert (page(of, what="lists").status, page(of, what="lists").pdf) == (422, "")
    assert "No round has been published yet." in page(of, what="lists").words


def test_the_round_is_asked_for_once_there_are_two_and_the_last_one_is_chosen() -> None:
    of = seated()
    assert "round" not in page(of).fields
    rounds.publish(tournament_rounds.draft_next(of.tournament))
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
        names = [seat.player.name for seat in of.tournament.evening.rounds.get().seats.filter(table=number)]
        assert f"Round 1 · Table {number}" in words
        places = [words.rindex(name) for name in names]
        assert places == sorted(places)


def test_a_list_has_a_row_for_each_planned_hand_of_a_table_of_its_size() -> None:
    of = seated(hands={"4": 24, "3": 18})
    lists = Printed(of.phone.get(f"{tournament_paper(of)}sheet.pdf?what=lists").content)
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


# The seating plan


def seat_of(of: ClubTournament, name: str) -> tuple[int, int]:
    seat = of.tournament.evening.rounds.get().seats.get(player=of.player(name))
    assert seat.table is not None
    assert seat.place is not None
    return seat.table, seat.place + 1


def test_the_seating_plan_says_by_name_and_by_table_where_everybody_sits() -> None:
    of = seated()
    by_name, by_table = (" ".join(sheet) for sheet in printed(of, what="seating").pages)
    for number, name in enumerate(SEVEN, 1):
        table, seat = seat_of(of, name)
        assert f"{name} {number} {table} {seat}" in by_name
        assert f"{seat} {name} {number}" in by_table.partition(f"Table {table} ")[2]
    places = [by_name.index(name) for name in sorted(SEVEN)]
    assert places == sorted(places)


def test_those_who_sit_out_are_on_the_seating_plan_without_a_seat() -> None:
    of = seated(SEVEN[:5])
    out = of.tournament.entries.get(player__round_seats__table=None)
    by_name, by_table = (" ".join(sheet) for sheet in printed(of, what="seating").pages)
    assert f"{out.name} {out.number} – –" in by_name
    assert by_table.count("Sitting out") == 1
    assert "Sitting out" not in words_of(printed(seated(SEVEN[:4], club="Others"), what="seating"))


@pytest.mark.thorough
def test_a_seating_plan_for_400_names_has_them_all_on_several_pages_within_the_margins() -> None:
    members = tuple(f"Maximiliane-Theodora von Hohenstein {number:03}" for number in range(400))
    of = seated(members)
    plan = printed(of, what="seating")
    assert 8 <= len(plan.pages) <= 40
    assert all(plan.letters.count(f"Hohenstein{number:03}") == 2 for number in range(400))
    assert plan.outside() == []
    preview = page(of, what="seating")
    assert len(preview.images) == 6
    assert "This preview shows only the first pages. The file contains all of them." in preview.words


# Cards


def test_each_entry_has_a_start_card_with_number_team_and_room_for_each_round() -> None:
    of = seated(rounds=3)
    of.tournament.entries.filter(number=2).update(team="Asse")
    words = words_of(printed(of, what="start-cards"))
    table, seat = seat_of(of, SEVEN[1])
    assert f"2 {SEVEN[1]} Asse Round Table Seat Points 1 {table} {seat} 2 3" in words
    assert words.count("Round Table Seat Points") == len(SEVEN)


def test_start_cards_are_the_first_choice_before_a_round_is_published_and_show_no_draft() -> None:
    of = ClubTournament(members=SEVEN)
    tournament_rounds.draft_next(of.tournament)
    assert page(of).fields["what"] == "start-cards"
    assert "Round Table Seat Points 1 2" in words_of(printed(of))


def test_without_entries_there_are_no_start_cards() -> None:
    of = ClubTournament(members=SEVEN)
    of.tournament.entries.all().delete()
    assert "Nobody has entered yet." in page(of, what="start-cards").words


def test_each_seat_of_a_round_has_a_place_card_that_is_read_from_both_sides() -> None:
    of = seated()
    cards = printed(of, what="place-cards")
    table, seat = seat_of(of, SEVEN[0])
    assert words_of(cards).count(f"Round 1 · Table {table} · Seat {seat} · No. 1") == 2
    assert cards.letters.count(SEVEN[1].replace(" ", "")) == 2


# Seats with names

TAROT_SEATS = ("North", "East", "South", "West")


def test_tarot_tables_of_four_have_the_points_of_the_compass_on_every_paper() -> None:
    of = ClubTournament(members=TWELVE[:9], game="tarot", rules="fft", options={}, terms={"rounds": 2, "seed": 7})
    rounds.publish(tournament_rounds.draft_next(of.tournament))
    seats = of.tournament.evening.rounds.get().seats
    plan, cards, lists, start = (
        words_of(printed(of, what=what)) for what in ("seating", "place-cards", "lists", "start-cards")
    )
    for seat in seats.filter(table=1):
        name, word = seat.player.name, TAROT_SEATS[seat.place or 0]
        number = of.tournament.entries.get(player=seat.player).number
        assert (f"{name} {number} 1 {word}" in plan, f"{word} {name} {number}" in plan) == (True, True)
        assert f"Table 1 · Seat {word} · No. {number}" in cards
        assert f"{word} · {number} {name}" in lists
        assert f"{number} {name} Round Table Seat Points 1 1 {word} 2" in start
    fifth = of.tournament.entries.get(player=seats.get(table=2, place=4).player)
    assert f"{fifth.name} {fifth.number} 2 5" in plan


# The result and the prizes


def confirm(of: ClubTournament) -> None:
    """Confirm a list for every seat of the last round: the lower the start number, the more points."""
    round_ = of.tournament.evening.rounds.last()
    assert round_
    numbers = {entry.player_id: entry.number for entry in of.entries}
    results: dict[int, list[dict[str, int]]] = {}
    for seat in round_.seats.exclude(table=None).order_by("table", "place"):
        points = 1000 - 100 * numbers[seat.player_id]
        results.setdefault(seat.table or 0, []).append({"points": points, "won": 5, "lost": 2})
    for table, at_table in results.items():
        TableList.objects.create(
            round=round_, table=table, results=at_table, confirmed_by="Desk", confirmed_at=timezone.now()
        )


SPECIAL = {"percent": [50, 30, 20], "special": [{"for": "best", "amount": "5.00", "category": "women"}]}


def test_the_result_has_rounds_games_loss_money_prizes_and_room_to_sign() -> None:
    of = seated(SEVEN[:4], prizes=SPECIAL)
    of.tournament.entries.filter(number__in=(2, 3)).update(category="women")
    confirm(of)
    paper = printed(of, what="result")
    assert paper.has("Pl. No. Name R1 Total Won Lost Loss money Prize")
    # 900 + 50 × (5 − 2) + 30 × 6, and two lost games at 0.50; the pool is 4 × 10.00 + 4 × 1.00
    assert paper.has(f"1. 1 {SEVEN[0]} +1230 +1230 5 2 €1.00 €22.00")
    assert paper.has(f"2. 2 {SEVEN[1]} +1130 +1130 5 2 €1.00 €18.20")
    assert paper.has(f"Special prizes Prize Name Sum Best place (women) {SEVEN[1]} €5.00")
    assert paper.has("Not final yet; current totals.")
    assert paper.has("Signature of the desk")


def test_loss_money_and_prizes_are_left_out_of_the_result_if_wished() -> None:
    of = seated(SEVEN[:4], prizes=SPECIAL)
    of.tournament.entries.filter(number__in=(2, 3)).update(category="women", team="Asse")
    confirm(of)
    assert page(of, what="result").fields["money"] == "yes"
    paper = printed(of, what="result", money="no")
    assert paper.has("Pl. No. Name Team R1 Total Won Lost")
    assert paper.has(f"2. 2 {SEVEN[1]} Asse +1130 +1130 5 2")
    assert [words for words in ("Prize", "Special prizes", "€") if paper.has(words)] == []
    without = ClubTournament("Others", SEVEN[:4], terms={"rounds": 1, "seed": 7})
    assert "money" not in page(without, what="result").fields


def test_entries_are_printed_by_start_number_with_what_they_have() -> None:
    of = ClubTournament(members=SEVEN)
    of.tournament.entries.filter(number=2).update(team="Asse", category="women")
    assert printed(of, what="start-list").has(
        f"No. Name Team Category 1 {SEVEN[0]} 2 {SEVEN[1]} Asse women 3 {SEVEN[2]}"
    )
    assert "Nobody has entered yet." in page(ClubTournament("Others", SEVEN[:0]), what="start-list").words


def test_the_result_says_who_has_withdrawn() -> None:
    of = seated(SEVEN[:4])
    of.tournament.entries.filter(number=1).update(withdrawn_after=1)
    confirm(of)
    assert printed(of, what="result").has(f"4. 1 {SEVEN[0]} (withdrawn)")


def test_teams_are_ranked_on_the_result() -> None:
    of = seated(SEVEN[:4])
    of.tournament.entries.filter(number__in=(3, 4)).update(team="Asse")
    confirm(of)
    paper = printed(of, what="result")
    assert paper.has("Teams Pl. Name R1 Total 1. Asse +1960 +1960")
    assert not paper.has("Tandems")


def test_match_points_of_teams_are_on_the_result_before_the_players() -> None:
    of = seated(SEVEN[:4], match_points=[2, 0])
    for team, numbers in (("Buben", (1, 2)), ("Asse", (3, 4))):
        of.tournament.entries.filter(number__in=numbers).update(team=team)
    confirm(of)
    paper = printed(of, what="result")
    teams = "Pl. Name R1 Total Match points 1. Buben +2360 · 2:0 +2360 2:0 2. Asse +1960 · 0:2 +1960 0:2"
    assert paper.has(f"Teams {teams} Pl. No. Name")
    assert paper.has("Match points by place in each round: 2, 0. Equal ones: the total.")


def test_the_winners_sign_for_their_prizes() -> None:
    of = seated(SEVEN[:4])
    assert "Nobody has won a prize yet." in page(ClubTournament("Others", SEVEN[:0]), what="prizes").words
    confirm(of)
    paper = printed(of, what="prizes")
    assert paper.has(f"1. 1 {SEVEN[0]} €22.00 2. 2 {SEVEN[1]} €13.20")
    assert not paper.has(SEVEN[3])
    assert paper.has("Sum €44.00")


def test_only_the_desk_can_print_a_sealed_result() -> None:
    of = seated(SEVEN[:4])
    confirm(of)
    Evening.objects.update(is_sealed=True)
    member = browser(name=of.watching_phone())
    for what in ("result", "prizes"):
        assert page(of, what=what).status == 200
        assert print_page(member, tournament_paper(of), what=what).status == 422
        assert member.get(f"{tournament_paper(of)}sheet.pdf?what={what}").status_code == 302
    Evening.objects.update(is_sealed=False)
    assert print_page(member, tournament_paper(of), what="result").status == 200


def test_an_inconsistent_result_is_not_printed() -> None:
    of = seated(SEVEN[:4])
    confirm(of)
    TableList.objects.update(results=[{"points": 1, "won": 50, "lost": 0}] * 4)
    assert page(of, what="result").status == 422


@pytest.mark.parametrize("what", ["lists", "seating", "start-cards", "place-cards", "start-list", "result", "prizes"])
def test_nothing_is_printed_in_the_margins(what: str) -> None:
    of = seated()
    confirm(of)
    assert printed(of, what=what, paper="a5").outside() == []
