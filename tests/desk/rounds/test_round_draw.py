"""The draw of an ordinary evening starts a round, with planned hands, and the next one on the same terms."""

from __future__ import annotations

import re
from itertools import chain, combinations
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import HouseRules
from scorekeeper.desk import attendance, table_start, terms
from scorekeeper.desk.pages.terms import usual_plan
from scorekeeper.desk.urls import draws_seats
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import make_tournament
from tests.desk.evening_pages import act, seats
from tests.play.browsers import words_of
from tests.printing.print_pages import printed

pytestmark = pytest.mark.django_db


def url(name: str, of: ClubEvening) -> str:
    return reverse(name, args=[of.evening.public_id])


def come(of: ClubEvening, number: int) -> None:
    for name in TWELVE[:number]:
        attendance.check_in(of.evening, name=name)


def draw(of: ClubEvening, **data: Any) -> Any:
    """Draw everybody who is free."""
    free = [presence.player_id for presence in of.evening.presences.all()]
    posted = {"free": free, "game": "tarot:fft", "action": "draw", **data}
    return of.phone.post(url("evening_draw", of), posted, follow=True)


def start(of: ClubEvening, shown: Any, **changes: str) -> Any:
    return act(of, shown, "start", **changes)


def close_all() -> None:
    Session.objects.update(closed_at=timezone.now())


def test_tables_that_play_the_same_are_a_round_with_its_planned_hands() -> None:
    of = ClubEvening()
    come(of, 9)
    start(of, draw(of, hands_4="24", hands_5="20", stake="0.05"))
    (round_,) = Round.objects.all()
    assert (round_.number, round_.game, round_.rules, round_.hands) == (1, "tarot", "fft", {"4": 24, "5": 20})
    assert (str(round_.stake), round_.published_at is not None) == ("0.0500", True)
    assert sorted(Session.objects.values_list("round", "table_number")) == [(round_.pk, 1), (round_.pk, 2)]
    assert round_.seats.count() == 9


def test_planned_hands_are_kept_only_for_table_sizes_of_the_game() -> None:
    of = ClubEvening()
    come(of, 4)
    shown = draw(of, game="boston:decimal", hands_3="9", hands_4="24")
    start(of, shown)
    assert Round.objects.get().hands == {"4": 24}


def test_tables_that_play_different_games_are_one_round() -> None:
    of = ClubEvening()
    come(of, 9)
    start(of, draw(of), game_2="skat:isko")
    (round_,) = Round.objects.all()
    assert (round_.game, round_.games) == ("tarot", {"2": "skat:isko"})
    sessions = Session.objects.order_by("table_number").values_list("round", "table_number", "game")
    assert list(sessions) == [(round_.pk, 1, "tarot"), (round_.pk, 2, "skat")]
    assert "French Tarot: Federation (FFT) · Skat:" in words_of(of.phone.get(url("evening", of)))


def test_the_games_of_tables_stay_as_chosen_while_seats_are_swapped() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of)
    one, other = (table.of.players[0].key for table in shown.context["tables"])
    shown = of.phone.get(act(of, shown, "swap", swap=[one, other], game_2="boston:decimal")["Location"])
    assert [table.game for table in shown.context["tables"]] == ["tarot:fft", "boston:decimal"]
    shown = of.phone.get(act(of, shown, "swap", swap=[one, other], game_2="tarot:fft")["Location"])
    assert [table.game for table in shown.context["tables"]] == ["tarot:fft"] * 2


def test_house_rules_and_the_stake_apply_to_each_table_by_its_game() -> None:
    of = ClubEvening()
    HouseRules.objects.create(
        club=of.club, game="skat", rules="isko", options={"payment": "each"}, stake="0.10", currency="CHF"
    )
    come(of, 8)
    start(of, draw(of, game="skat:isko", stake="0.05"), game_2="tarot:fft")
    skat, tarot = Session.objects.order_by("table_number")
    assert (str(skat.stake), skat.currency, skat.stretch.options["payment"]) == ("0.1000", "CHF", "each")
    assert (str(tarot.stake), tarot.currency) == ("0.0500", "€")


def test_the_rounds_of_a_tournament_are_not_drawn_here() -> None:
    of = ClubEvening()
    come(of, 4)
    make_tournament(of.evening)
    page = url("evening_draw", of)
    posted = {
        "free": [presence.player_id for presence in of.evening.presences.all()],
        "game": "tarot:fft",
        "action": "draw",
    }
    for answer in (of.phone.get(page), of.phone.post(page, posted)):
        assert answer["Location"] == url("tournament_rounds", of)
    assert not Round.objects.exists()


def test_a_double_tap_drafts_and_starts_one_round() -> None:
    of = ClubEvening()
    come(of, 8)
    shown, again = draw(of), draw(of)
    assert seats(shown) == seats(again)
    for _tap in range(2):
        assert start(of, shown)["Location"] == url("evening_links", of)
    assert (Round.objects.count(), Session.objects.count()) == (1, 2)


def test_who_plays_can_be_changed_in_place_of_the_draft() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of, hands_4="24", stake="0.05")
    assert of.phone.get(url("evening_draw", of))["Location"].endswith("/rounds/1/")
    form = of.phone.get(url("evening_draw", of), {"change": "1"})
    request = form.context["draw_request"]
    assert (len(request.chosen), request.game, request.stake["stake"].value()) == (9, "tarot:fft", "0.05")
    assert request.hands["hands_4"].value() == "24"
    posted = {"free": list(request.chosen)[:8], "game": "boston:decimal", "action": "draw", "seen": request.seen}
    changed = of.phone.post(url("evening_draw", of), posted, follow=True)
    assert [len(table) for table in seats(changed)] == [4, 4]
    assert Round.objects.get().game == "boston"
    late = act(of, shown, "start")
    assert (late.status_code, Session.objects.count()) == (409, 0)
    assert "Someone else has changed this in the meantime." in words_of(late)


def test_drawing_again_keeps_who_plays_and_the_sizes_of_the_tables() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of)
    before = seats(shown)
    drawn = [seats(of.phone.get(act(of, shown, "draw")["Location"]))]
    (address,) = re.findall(r'formaction="(.*?)"', shown.content.decode())
    assert draws_seats(address)
    for _draw in range(4):
        shown = of.phone.get(url_of_draft(of))
        drawn.append(seats(of.phone.get(act(of, shown, "draw")["Location"])))
    assert all([len(table) for table in tables] == [5, 4] for tables in drawn)
    assert all(sorted(chain(*tables)) == sorted(chain(*before)) for tables in drawn)
    assert len({str(tables) for tables in drawn}) > 1


@pytest.mark.parametrize(
    ("wish", "sizes"),
    [
        ({"size": "3"}, [3, 3, 3]),
        ({"size": "4"}, [4, 4]),
        ({"size": "5"}, [5, 5]),
        ({"tables": "3"}, [4, 3, 3]),
        ({"tables": "2", "size": "3"}, [3, 3]),
    ],
)
def test_the_wished_tables_are_drawn_again_and_in_the_next_round(wish: dict[str, str], sizes: list[int]) -> None:
    of = ClubEvening()
    come(of, 10)
    shown = draw(of, **wish)
    assert [len(table) for table in seats(shown)] == sizes
    form = of.phone.get(url("evening_draw", of), {"change": "1"}).context["draw_request"]
    assert (form.size, form.number) == (wish.get("size", ""), wish.get("tables", ""))
    start(of, shown)
    close_all()
    again = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    assert [len(table) for table in seats(again)] == sizes


@pytest.mark.parametrize(
    ("wish", "field", "words"),
    [
        ({"size": "6"}, "size", "This game can’t be played at tables of 6."),
        ({"tables": "4"}, "tables", "With 10 people there can be 1 to 3 tables."),
        ({"tables": "0"}, "tables", "With 10 people there can be 1 to 3 tables."),
        ({"tables": "x"}, "tables", "With 10 people there can be 1 to 3 tables."),
        ({"tables": "3", "size": "4"}, "tables", "With 10 people there can be 1 to 2 tables."),
    ],
)
def test_a_wish_that_cannot_be_had_is_refused_at_its_field(wish: dict[str, str], field: str, words: str) -> None:
    of = ClubEvening()
    come(of, 10)
    refused = draw(of, **wish)
    assert (refused.status_code, refused.context["draw_request"].problems) == (422, {field: words})
    assert words in words_of(refused)
    assert not Round.objects.exists()


def test_a_draft_says_who_meets_again_and_whose_turn_it_was() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of)
    at_five = [player.name for player in shown.context["tables"][0].of.players]
    assert shown.context["explained"].turns == [
        f"At a table that doesn’t seat four for the first time: {', '.join(at_five)}."
    ]
    start(of, shown)
    close_all()
    again = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    by_table = [{player.name for player in table.of.players} for table in again.context["tables"]]
    (back,) = by_table[0] & set(at_five)  # four sat at the other table, and it is their turn
    first, twice = again.context["explained"].turns
    assert first.startswith("At a table that doesn’t seat four for the first time: ")
    assert twice == f"At a table that doesn’t seat four (1 time before): {back}."
    assert "Why these seats · 12 pairs meet again." in words_of(again)
    assert len(again.context["explained"].meetings) == 12


def test_rounds_on_paper_and_tables_outside_any_round_count_for_the_draw_and_what_is_said_of_it() -> None:
    of = ClubEvening()
    come(of, 8)
    first = draw(of)
    act(of, first, "publish")
    of.played(*TWELVE[:4])
    met = {frozenset(pair) for table in seats(first) for pair in combinations(table, 2)}
    aside = {frozenset(pair) for pair in combinations([of.player(name).pk for name in TWELVE[:4]], 2)}
    again = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    pairs = {frozenset(pair) for table in seats(again) for pair in combinations(table, 2)}
    sentences = again.context["explained"].meetings
    assert len(sentences) == len(pairs & (met | aside))
    assert sum("in round 1." in sentence for sentence in sentences) == len(pairs & met)
    assert sum("have met before." in sentence for sentence in sentences) == len((pairs & aside) - met)


def url_of_draft(of: ClubEvening) -> str:
    return reverse("round", args=[of.evening.public_id, Round.objects.get().number])


def test_a_discarded_draft_leaves_nothing() -> None:
    of = ClubEvening()
    come(of, 8)
    assert act(of, draw(of), "discard")["Location"] == url("evening_draw", of)
    assert not Round.objects.exists()


def test_a_published_draw_is_started_table_by_table() -> None:
    of = ClubEvening()
    come(of, 9)
    act(of, draw(of), "publish", game_2="skat:isko")
    assert not Session.objects.exists()
    shown = of.phone.get(url_of_draft(of))
    assert "Skat:" in words_of(shown)
    assert "Start the tables" in words_of(of.phone.get(url("evening", of)))
    act(of, shown, "start", start=["2"])
    act(of, shown, "start", start=["1"])
    assert "Start the tables" not in words_of(of.phone.get(url("evening", of)))
    assert list(Session.objects.order_by("pk").values_list("table_number", "game")) == [(2, "skat"), (1, "tarot")]


def test_an_evening_with_a_draft_can_become_a_tournament() -> None:
    of = ClubEvening()
    come(of, 8)
    draw(of)
    terms.make(of.evening, usual_plan(table_start.playable(of.evening)["skat:isko"]))
    assert not Round.objects.exists()


@pytest.mark.parametrize("hands", ["0", "x", "1001", "-3"])
def test_impossible_planned_hands_are_refused_before_the_draw(hands: str) -> None:
    of = ClubEvening()
    come(of, 8)
    page = draw(of, hands_4=hands)
    assert page.status_code == 422
    assert f'value="{hands}"' in page.content.decode()


def test_planned_hands_are_remembered_from_the_last_round_of_the_same_game() -> None:
    of = ClubEvening()
    come(of, 8)
    start(of, draw(of, hands_4="24"))
    close_all()
    page = of.phone.get(url("evening_draw", of))
    assert page.context["draw_request"].hands["hands_4"].value() == "24"
    assert "At a table of 4: 24" in words_of(page)


def test_the_next_round_takes_two_taps_and_has_the_same_terms() -> None:
    of = ClubEvening()
    come(of, 9)
    start(of, draw(of, hands_4="24", hands_5="20", stake="0.05"))
    assert b'value="again"' not in of.phone.get(url("evening", of)).content
    close_all()
    assert "Next round with the same terms" in words_of(of.phone.get(url("evening", of)))
    shown = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    assert [len(table) for table in seats(shown)] == [5, 4]
    start(of, shown)
    columns = ("number", "game", "rules", "hands", "stake")
    first, second = Round.objects.values(*columns)
    assert second == {**first, "number": 2}
    assert set(Session.objects.filter(round__number=2).values_list("table_number", flat=True)) == {1, 2}


def test_again_before_any_round_draws_the_usual_game() -> None:
    of = ClubEvening()
    come(of, 8)
    shown = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    assert (shown.status_code, len(shown.context["tables"])) == (200, 2)


# Others, meanwhile


def test_nobody_of_another_club_and_nobody_who_is_not_there_gets_a_seat() -> None:
    of, other = ClubEvening("One"), ClubEvening("Other")
    come(of, 9)
    shown = draw(of)
    seated = seats(shown)[0][0]
    for player in (other.player(TWELVE[0]).pk, of.player(TWELVE[11]).pk):
        assert act(of, shown, "did_not_come", swap=[seated], instead=player).status_code == 409
        act(of, shown, "did_not_come", swap=[seats(shown)[1][0]], instead="")
    for player in (99999, -5):
        assert act(of, shown, "did_not_come", swap=[seated], instead=player).status_code in (404, 409)
    assert not RoundSeat.objects.exclude(
        player__in=[presence.player_id for presence in of.evening.presences.all()]
    ).exists()


def test_who_is_named_twice_is_drawn_once() -> None:
    of = ClubEvening()
    come(of, 4)
    key = of.evening.presences.first().player_id  # type: ignore[union-attr]
    shown = draw(of, free=[*[presence.player_id for presence in of.evening.presences.all()], key, key])
    assert [len(table) for table in seats(shown)] == [4]


def test_who_has_left_is_named_and_stops_the_start_until_the_seats_are_drawn_again() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of)
    gone = shown.context["tables"][0].of.players[0]
    attendance.leave(of.evening, player=gone.key)
    refused = act(of, shown, "start")
    assert (refused.status_code, Session.objects.count()) == (422, 0)
    assert f"{gone.name} has left. Choose who gets the seat" in words_of(refused)
    assert f"{gone.name} isn’t free any more." in words_of(refused)
    again = of.phone.get(act(of, refused, "draw")["Location"])
    assert [len(table) for table in seats(again)] == [4, 4]
    assert gone.key not in chain(*seats(again))
    assert act(of, again, "start").status_code == 302


def test_the_games_of_tables_are_printed_and_kept_as_chosen() -> None:
    of = ClubEvening()
    come(of, 9)
    shown = draw(of, hands_4="9")
    printing = act(of, shown, "print", game_2="skat:isko")["Location"]
    sheets = printed(of.phone, printing.partition("?")[0], round="1")
    assert sheets.has("Round 1")
    assert sheets.has("ISkO")
    shown = of.phone.get(url_of_draft(of))
    form = of.phone.get(act(of, shown, "change")["Location"])
    assert form.context["draw_request"].game == "tarot:fft"
    start(of, shown)
    assert {game for _number, game in Session.objects.values_list("table_number", "game")} == {"tarot", "skat"}
    close_all()
    again = of.phone.post(url("evening_draw", of), {"action": "again"}, follow=True)
    assert [table.game for table in again.context["tables"]] == ["tarot:fft", "skat:isko"]


def test_a_tap_on_a_draft_that_is_gone_says_so() -> None:
    of = ClubEvening()
    come(of, 8)
    shown = draw(of)
    act(of, shown, "discard")
    for action in ("start", "swap", "publish", "discard", "draw"):
        answer = act(of, shown, action)
        assert (answer.status_code, Round.objects.count()) == (409, 0)
        assert "Someone else has discarded this draft in the meantime." in words_of(answer)


def test_another_draw_in_place_of_a_draft_that_was_published_is_refused() -> None:
    of = ClubEvening()
    come(of, 8)
    shown = draw(of)
    form = of.phone.get(url("evening_draw", of), {"change": "1"}).context["draw_request"]
    act(of, shown, "publish")
    late = draw(of, seen=form.seen)
    assert (late.status_code, Round.objects.count()) == (409, 1)
    assert "Someone else has changed this in the meantime. Draw again." in words_of(late)
    assert "Round 1 is published, and none of its tables has started yet." in words_of(late)


def test_a_table_that_is_not_in_the_round_starts_nothing() -> None:
    of = ClubEvening()
    come(of, 8)
    assert act(of, draw(of), "start", start=["99"]).status_code == 404
    assert Round.objects.get().published_at is None


def test_after_the_start_the_sheets_are_those_of_the_evening() -> None:
    of = ClubEvening()
    come(of, 8)
    start(of, draw(of))
    paper = reverse("print_evening", args=[of.evening.public_id])
    assert f'href="{paper}"' in of.phone.get(reverse("round", args=[of.evening.public_id, 1])).content.decode()
