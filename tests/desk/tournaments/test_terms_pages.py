"""Making an evening a tournament, its terms on the page, and when they can be changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scorekeeper.clubs.models import HouseRules
from scorekeeper.desk.audit_notes import AT_DESK, in_words
from scorekeeper.desk.models import Tournament
from scorekeeper.evenings.models import Round
from tests.desk.club_evening import ClubEvening
from tests.desk.club_tournament import PREISSKAT, ClubTournament, pay_fees
from tests.desk.tournaments.new_tournaments import BOSTON, SKAT, TAROT, form_of, make, shown_in, url_of
from tests.play.browsers import browser, words_of

pytestmark = pytest.mark.django_db
SEEGER = {"payment": "sheet", "ramsch": False, "contra": False, "seeger": True}


# Making a tournament


@pytest.mark.parametrize(
    ("game", "terms", "options"),
    [
        pytest.param(
            SKAT,
            {
                "rounds": 2,
                "hands": {"4": 48, "3": 36},
                "seating": ["draw", "rank"],
                "tie_breaks": ["won", "lost"],
                "entry_fee": "10.00",
                "loss_money": [[1, "0.50"], [4, "1.00"]],
            },
            {"seeger": True},
            id="a Preisskat has two Serien, the second by rank, and loss money",
        ),
        pytest.param(
            TAROT,
            {"rounds": 5, "hands": {"3": 4, "4": 4, "5": 4}, "seating": "fewest_meetings"},
            {},
            id="Tarot has five parties of four deals with as few repeated meetings as possible",
        ),
        pytest.param(BOSTON, {"rounds": 1, "seating": "draw"}, {}, id="other games have one round by lot"),
    ],
)
def test_the_form_begins_with_the_usual_terms_of_the_game(
    game: str, terms: dict[str, Any], options: dict[str, Any]
) -> None:
    club = ClubEvening()
    assert make(club, game).status_code == 302
    tournament = Tournament.objects.get(evening=club.evening)
    seed = tournament.terms.pop("seed")
    assert (tournament.terms, f"{tournament.game}:{tournament.rules}") == (terms, game)
    assert tournament.options.items() >= options.items()
    assert 0 <= seed < 1_000_000


@pytest.mark.parametrize(
    ("options", "shown_options"),
    [
        pytest.param({"payment": "sheet"}, {"payment": "sheet", "seeger": "yes"}, id="with what is usual there"),
        pytest.param({"contra": True}, {"contra": "yes", "seeger": "no"}, id="and what excludes it is left out"),
    ],
)
def test_house_rules_come_first(options: dict[str, Any], shown_options: dict[str, str]) -> None:
    club = ClubEvening()
    HouseRules.objects.create(club=club.club, game="skat", rules="isko", options={"seeger": False, **options})
    page = club.phone.get(url_of("tournament_new", club.evening))
    shown = shown_in(page.context["form"])
    assert page.context["chosen"] == SKAT
    assert {name: shown.get(f"option-{name}", "no") for name in shown_options} == shown_options


def test_every_field_of_the_form_is_stored_as_in_the_document() -> None:
    club = ClubEvening()
    changes = {
        "rounds": "3",
        "seating_2": "cyclic",
        "table_size": "4",
        "tables": "6",
        "keep_apart": "on",
        "missed": "average",
        "tie_break_1": "best_round",
        "tie_break_2": "",
        "tie_break_3": "lot",
        "seed": "7",
        "match_points": "3 2  1 0",
        "team_size": "4",
        "entry_fee": "12,5",
        "house_share": "2.50",
        "loss_from_3": "7",
        "loss_price_3": "2",
        "loss_money_to": "pool",
        "prizes_by": "percent",
        "prizes": "50 30  20%",
        "every": "10",
        "special_for_1": "best",
        "special_amount_1": "5",
        "special_category_1": "women",
    }
    assert make(club, **changes).status_code == 302
    assert Tournament.objects.get().terms == {
        "rounds": 3,
        "hands": {"4": 48, "3": 36},
        "seating": ["draw", "cyclic", "cyclic"],
        "seed": 7,
        "table_size": 4,
        "tables": 6,
        "keep_apart": "team",
        "missed": "average",
        "tie_breaks": ["best_round", "lot"],
        "match_points": [3, 2, 1, 0],
        "team_size": 4,
        "entry_fee": "12.50",
        "house_share": "2.50",
        "loss_money": [[1, "0.50"], [4, "1.00"], [7, "2.00"]],
        "loss_money_to": "pool",
        "prizes": {
            "percent": [50, 30, 20],
            "every": 10,
            "special": [{"for": "best", "amount": "5.00", "category": "women"}],
        },
    }


@pytest.mark.parametrize(
    ("game", "shown", "chosen", "stored"),
    [
        ("tarot:fft", ["odd-5", "odd-3", "3", "4", "5"], "odd-3", {"odd_tables": 3}),
        ("tarot:fft", ["odd-5", "odd-3", "3", "4", "5"], "3", {"table_size": 3}),
        ("skat:isko", ["", "3", "4"], "", {}),
        ("skat:isko", ["", "3", "4"], "4", {"table_size": 4}),
    ],
)
def test_the_size_of_the_tables_is_one_choice(game: str, shown: list[str], chosen: str, stored: dict[str, int]) -> None:
    club = ClubEvening()
    form = club.phone.post(url_of("tournament_new", club.evening), {"game": game, "action": "game"}).context["form"]
    assert [value for value, _words in form.fields["table_size"].choices] == shown
    assert make(club, game, table_size=chosen).status_code == 302
    terms = Tournament.objects.get().terms
    assert {name: terms[name] for name in ("odd_tables", "table_size", "tables") if name in terms} == stored
    again = club.phone.get(url_of("tournament_terms", club.evening)).context["form"]
    assert again["table_size"].value() in (chosen, int(chosen) if chosen.isdigit() else None)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"rounds": ""}, "rounds", "required"),
        ({"rounds": "31"}, "rounds", "30"),
        ({"entry_fee": "a lot"}, "entry_fee", "is not an amount of money"),
        ({"house_share": "11"}, "house_share", "can’t be more than the entry fee"),
        ({"loss_from_2": "1"}, "loss_from_2", "begin later"),
        (
            {"loss_from_2": "", "loss_price_2": "", "loss_from_3": "1", "loss_price_3": "1"},
            "loss_from_3",
            "begin later",
        ),
        ({"loss_price_2": ""}, "loss_price_2", "still missing"),
        ({"match_points": "3:0 2:1"}, "match_points", "whole numbers with spaces"),
        ({"match_points": "0 1"}, "match_points", "can’t have more points"),
        ({"team_size": "1"}, "team_size", "2"),
        ({"prizes": "60 60"}, "prizes", "more than 100"),
        ({"prizes": "101"}, "prizes", "between 0 and 100"),
        ({"prizes": "half"}, "prizes", "not a whole percentage"),
        ({"prizes": "100", "every": "10000000000"}, "every", "between 1 and 1000000000"),
        ({"prizes": "10 x", "prizes_by": "amounts"}, "prizes", "is not an amount of money"),
        ({"special_for_2": "best"}, "special_amount_2", "still missing"),
        ({"seating_1": "guess"}, "seating_1", "valid choice"),
        ({"option-contra": "yes"}, "option-seeger", ""),
    ],
    ids=str,
)
def test_an_error_is_shown_at_its_field(changes: dict[str, str], field: str, words: str) -> None:
    page = make(ClubEvening(), **changes)
    errors = page.context["form"].errors
    assert (page.status_code, list(errors)) == (422, [field])
    assert words in errors[field][0]
    assert not Tournament.objects.exists()


def test_another_number_of_rounds_shows_a_line_for_each_and_keeps_what_was_typed() -> None:
    club = ClubEvening()
    data = {**form_of(club), "rounds": "4", "entry_fee": "7", "action": "redraw"}
    form = club.phone.post(url_of("tournament_new", club.evening), data).context["form"]
    assert [field.value() for field in form.seatings()] == ["draw", "rank", None, None]
    assert form["entry_fee"].value() == "7"


def test_a_round_can_be_seated_by_a_plan_that_the_desk_types() -> None:
    club = ClubEvening()
    assert make(club, rounds="2", seating_1="draw", seating_2="fixed").status_code == 302
    assert Tournament.objects.get().terms["seating"] == ["draw", "fixed"]
    club.begin_round()
    Round.objects.update(published_at=timezone.now())
    assert "Plan of the next round" in words_of(club.phone.get(url_of("tournament_rounds", club.evening)))


@pytest.mark.parametrize("rounds", ["0", "-3", "x", "1000000000000", "²"])
def test_an_impossible_number_of_rounds_shows_no_endless_list(rounds: str) -> None:
    club = ClubEvening()
    data = {**form_of(club), "rounds": rounds, "action": "redraw"}
    page = club.phone.post(url_of("tournament_new", club.evening), data)
    assert len(page.context["form"].seatings()) <= 30


def test_the_terms_of_one_game_are_not_saved_for_another() -> None:
    club = ClubEvening()
    page = club.phone.post(
        url_of("tournament_new", club.evening), {**form_of(club, BOSTON), "terms_of": BOSTON, "game": SKAT}
    )
    assert not Tournament.objects.exists()
    assert "usual terms of the game you chose" in words_of(page)
    assert page.context["form"]["hands_4"].value() == 48


def test_a_second_tap_makes_no_second_tournament() -> None:
    club = ClubEvening()
    data = form_of(club)
    for _tap in range(2):
        assert club.phone.post(url_of("tournament_new", club.evening), data).status_code == 302
    assert Tournament.objects.count() == 1


def test_a_phone_that_only_watches_makes_no_tournament_and_reads_the_terms() -> None:
    club = ClubTournament(members=("Anne",))
    watcher = browser(name=club.watching_phone())
    page = watcher.get(url_of("tournament_terms", club.evening))
    assert "from lost game 4 on €1.00 each" in words_of(page)
    assert "form" not in (page.context or {})
    assert watcher.post(url_of("tournament_terms", club.evening), {"rounds": "1"}).status_code == 403
    assert watcher.get(url_of("tournament_new", club.begin())).status_code == 403


# Changing the terms


def change(club: ClubTournament, page: Any = None, **changes: str) -> Any:
    url = url_of("tournament_terms", club.evening)
    page = page or club.phone.get(url)
    return club.phone.post(url, {"game": page.context["chosen"], **shown_in(page.context["form"]), **changes})


def seated(club: ClubTournament, number: int = 1) -> None:
    Round.objects.create(evening=club.evening, number=number, game="skat", rules="isko", seating="draw")


def test_a_prize_is_offered_for_the_best_of_each_category_that_members_and_entries_have() -> None:
    club = ClubTournament(members=("Anne", "Bruno"), options=SEEGER)
    club.club.players.filter(name="Anne").update(category="Damen")
    club.tournament.entries.filter(name="Bruno").update(category="Senioren")
    offered = {"special_for_1": "best", "special_for_2": "best"}
    offered |= {"special_category_1": "Senioren", "special_category_2": "Damen"}
    page = club.phone.get(url_of("tournament_terms", club.evening))
    shown = shown_in(page.context["form"])
    assert {name: value for name, value in shown.items() if name.startswith("special")} == offered
    assert change(club, special_amount_2="20").status_code == 302
    club.tournament.refresh_from_db()
    assert club.tournament.terms["prizes"]["special"] == [{"for": "best", "amount": "20.00", "category": "Damen"}]
    shown = shown_in(club.phone.get(url_of("tournament_terms", club.evening)).context["form"])
    assert [shown[f"special_category_{row}"] for row in (1, 2)] == ["Damen", "Senioren"]


def test_a_prize_for_a_category_that_was_not_offered_needs_its_amount() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    page = change(club, special_for_1="best", special_category_1="Damen")
    assert list(page.context["form"].errors) == ["special_amount_1"]


def test_saving_the_terms_as_they_are_changes_nothing() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    club.club.players.update(category="Damen")
    assert change(club).status_code == 302
    club.tournament.refresh_from_db()
    assert (club.tournament.terms, club.tournament.options) == (PREISSKAT, SEEGER)
    assert not club.club.audit_entries.filter(action=AT_DESK).exists()


def test_a_change_is_noted_in_the_audit_log() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    assert change(club, entry_fee="12").status_code == 302
    (entry,) = club.club.audit_entries.filter(action=AT_DESK)
    assert in_words(entry) == "changed the terms of the tournament: entry fee"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"rounds": "1"}, "rounds", id="fewer rounds than have been seated"),
        pytest.param({"seating_1": "rank"}, "seating_1", id="another seating of a round that has been seated"),
        pytest.param({"seed": "8"}, "seed", id="another seed number for the draw than those that were drawn"),
        pytest.param({"hands_4": "32"}, "hands_3", id="other hands than at the tables"),
        pytest.param({"option-seeger": "no"}, "game", id="other options than at the tables"),
    ],
)
def test_terms_that_contradict_seated_rounds_are_refused(changes: dict[str, str], field: str) -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    seated(club)
    seated(club, 2)
    page = change(club, **changes)
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])
    assert "has already been seated" in page.context["form"].errors[field][0]


def test_terms_of_future_rounds_can_be_changed_between_the_rounds() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    seated(club)
    changes = {"rounds": "3", "seating_2": "fewest_meetings", "prizes": "100", "missed": "average"}
    assert change(club, **changes).status_code == 302
    club.tournament.refresh_from_db()
    assert club.tournament.terms["seating"] == ["draw", "fewest_meetings", "fewest_meetings"]


def test_the_fee_stays_while_somebody_has_paid_it() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    pay_fees(club.tournament)
    assert "Anne has already paid this fee" in change(club, entry_fee="5").context["form"].errors["entry_fee"][0]


def test_there_cannot_be_fewer_rounds_than_somebody_has_played() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    club.tournament.entries.update(withdrawn_after=2)
    assert "Anne withdrew only after round 2" in change(club, rounds="1").context["form"].errors["rounds"][0]


def test_a_final_result_keeps_its_terms() -> None:
    club = ClubTournament(members=("Anne",), options=SEEGER)
    page = club.phone.get(url_of("tournament_terms", club.evening))
    club.tournament.evening.final_at = timezone.now()
    club.tournament.evening.save()
    assert "final" in change(club, page, entry_fee="5").context["form"].non_field_errors()[0]
