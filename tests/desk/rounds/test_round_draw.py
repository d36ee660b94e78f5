"""The draw of an ordinary evening starts a round, with planned hands, and the next one on the same terms."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.desk import attendance
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Session
from scorekeeper.play.pages.shared import OURS
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import make_tournament
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db


def url(name: str, of: ClubEvening) -> str:
    return reverse(name, args=[of.evening.public_id])


def come(of: ClubEvening, number: int) -> None:
    for name in TWELVE[:number]:
        attendance.check_in(of.evening, name=name)


def draw(of: ClubEvening, **data: Any) -> Any:
    """Draw everybody who is free."""
    free = [one.player_id for one in of.evening.presences.all()]
    posted = {"free": free, "game": "tarot:fft", "action": "draw", **data}
    return of.phone.post(url("evening_draw", of), posted)


def start(of: ClubEvening, shown: Any, **changes: str) -> Any:
    chosen = {f"game-{table.number}": table.drawn.game for table in shown.context["tables"]}
    return of.phone.post(url("evening_draw", of), {**Form(shown, "").fields, **chosen, **changes, "action": "start"})


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


@pytest.mark.parametrize("token", ["", "x" * 1000, "a\0b", "é"], ids=["none", "too long", "with NUL", "not ASCII"])
def test_tables_start_with_a_new_token_if_theirs_is_malformed(token: str) -> None:
    of = ClubEvening()
    come(of, 4)
    assert start(of, draw(of), **{"token-0": token}).status_code == 302
    assert OURS.fullmatch(Session.objects.get().creation_token)


def test_planned_hands_are_kept_only_for_table_sizes_of_the_game() -> None:
    of = ClubEvening()
    come(of, 4)
    shown = draw(of, game="boston:decimal", hands_3="9", hands_4="24")
    start(of, shown)
    assert Round.objects.get().hands == {"4": 24}


def test_tables_that_play_different_games_are_not_a_round() -> None:
    of = ClubEvening()
    come(of, 8)
    start(of, draw(of), **{"game-1": "boston:decimal"})
    assert (Round.objects.count(), Session.objects.count()) == (0, 2)


def test_tables_of_a_tournament_that_are_drawn_here_are_not_a_round() -> None:
    of = ClubEvening()
    come(of, 4)
    make_tournament(of.evening)
    start(of, draw(of))
    assert (Round.objects.count(), Session.objects.count()) == (0, 1)


def test_a_double_tap_starts_one_round() -> None:
    of = ClubEvening()
    come(of, 8)
    shown = draw(of)
    for _tap in range(2):
        assert start(of, shown)["Location"] == url("evening_links", of)
    assert (Round.objects.count(), Session.objects.count()) == (1, 2)


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
    shown = of.phone.post(url("evening_draw", of), {"action": "again"})
    assert [len(table.people) for table in shown.context["tables"]] == [5, 4]
    start(of, shown)
    columns = ("number", "game", "rules", "hands", "stake")
    first, second = Round.objects.values(*columns)
    assert second == {**first, "number": 2}
    assert set(Session.objects.filter(round__number=2).values_list("table_number", flat=True)) == {1, 2}


def test_again_before_any_round_draws_the_usual_game() -> None:
    of = ClubEvening()
    come(of, 8)
    shown = of.phone.post(url("evening_draw", of), {"action": "again"})
    assert (shown.status_code, len(shown.context["tables"])) == (200, 2)
