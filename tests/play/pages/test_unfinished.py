"""A rubber, tournée or round that is not finished: said before the session is closed, and with its result."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.play.formatting import Notation
from scorekeeper.play.ledger import session_ledger
from scorekeeper.printing import session_sheets
from scorekeeper.printing.forms import FILLED, PrintChoices
from scorekeeper.printing.result_picture import result_picture
from scorekeeper.printing.typesetting import PageSetup
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.browsers import browser, words_of
from tests.play.stretches import at, change_players
from tests.play.tables import FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db

UNFINISHED = "is not finished and doesn’t count."
# (9 − 6) × 2 for the odd tricks; four of the five honours, 4 × 2.
SIX_TO_EIGHT = {"cayenne": "hearts", "trump": "clubs", "tricks": 9, "honours": 1}
GRAND = {"trump": "grand", "tricks": 13}
MORE_THAN_SIX = {"tricks": 10}


def played(game: str, *hands: dict[str, Any], rules: str = "foster", **options: int) -> Scorer:
    scorer = Scorer(game=game, rules=rules, players=FOUR, first_dealer=0, options=options)
    for hand in hands:
        scorer.record(hand)
    return scorer


def page(scorer: Scorer, name: str = "session") -> str:
    return words_of(browser(scorer).get(reverse(name, args=[scorer.session.public_id])))


def summary(game: str, *hands: dict[str, Any], **table: Any) -> str:
    """Return the text of the page of a session that was closed after these hands."""
    scorer = played(game, *hands, **table)
    scorer.close()
    return page(scorer)


def test_an_unfinished_rubber_of_cayenne() -> None:
    words = summary("cayenne", SIX_TO_EIGHT)
    assert f"The last rubber {UNFINISHED} Anne and Chloé 6 No game yet Bruno and David 8 No game yet" in words


def test_a_finished_rubber_of_cayenne() -> None:
    # (13 − 6) × 8 = 56: five games, of which the first four are the rubber.
    assert UNFINISHED not in summary("cayenne", GRAND)


def test_rubbers_that_were_planned_and_not_played() -> None:
    words = summary("cayenne", GRAND, rubbers=2)
    assert UNFINISHED not in words
    assert "Rubbers played: 1 of 2." in words


def test_an_unfinished_game_of_mort() -> None:
    words = summary("mort", MORE_THAN_SIX)
    assert f"The last game {UNFINISHED} The tournée is not finished. Games played: 0 of 4." in words
    assert "Anne and Mort 4" in words


def test_a_finished_game_of_mort() -> None:
    words = summary("mort", MORE_THAN_SIX, MORE_THAN_SIX)
    assert UNFINISHED not in words
    assert "The tournée is not finished. Games played: 1 of 4." in words


def test_a_finished_tournee_of_mort() -> None:
    assert "not finished" not in summary("mort", *[MORE_THAN_SIX] * 8)


@pytest.mark.parametrize(("target", "says"), [(100, True), (25, False)])
def test_a_game_of_hearts(target: int, says: bool) -> None:
    points = {"0": 0, "1": 25, "2": 1, "3": 0}
    words = summary("hearts", {"call": "hand", "points": points}, rules="standard", target=target)
    assert ("The game is not finished." in words) == says


@pytest.mark.parametrize("name", ["close", "change_players"])
def test_it_is_said_before_the_session_is_closed_or_continues_with_other_players(name: str) -> None:
    words = page(played("cayenne", SIX_TO_EIGHT), name)
    assert f"The last rubber {UNFINISHED}" in words


def test_the_state_of_the_rubber_is_shown_before_the_session_is_closed() -> None:
    words = page(played("whist", {"tricks": 10, "honours": 2}, rules="short", rubbers=1), "close")
    assert f"The last rubber {UNFINISHED} Anne and Chloé 4 No game yet Bruno and David 0 No game yet" in words


def test_a_change_of_players_leaves_a_rubber_unfinished() -> None:
    """The result says so, as do its picture and the sheet of those who played it."""
    scorer = change_players(played("cayenne", SIX_TO_EIGHT), (0,), ("Emil",))
    scorer.record(GRAND)
    said = f"The last rubber {UNFINISHED}"
    assert said in page(scorer, "close")
    settlement = scorer.close()
    assert page(scorer).count(said) == 1
    ledger = session_ledger(scorer.session)
    drawn: Any = result_picture(scorer.session, ledger, settlement, Notation()).sheets[0]
    of_whom = "Anne\u00a0+ Chloé – Bruno\u00a0+ David"
    assert drawn["foot"] == f"2 hands · {of_whom}: {said}"
    session = at(scorer.session, scorer.access.device).session
    choices = PrintChoices(what=FILLED, page_setup=PageSetup(), language="en")
    first, second = session_sheets.sessions_print_order([session], choices, "").sheets
    assert UNFINISHED in str(first["explained"])
    assert UNFINISHED not in str(second["explained"])


def test_an_unfinished_round() -> None:
    club_evening = ClubEvening()
    of_round = club_evening.begin_round({"4": 3})
    scorer = Scorer(club_evening.start_in_round(of_round, *TWELVE[:4]))
    scorer.record(GARDE)
    said = "The round is not finished. Hands played: 1 of 3."
    assert said in page(scorer, "close")
    scorer.close()
    assert said in page(scorer)
    scorer.reopen()
    scorer.record(GARDE)
    scorer.record(GARDE)
    scorer.close()
    assert "not finished" not in page(scorer)


def test_a_game_in_which_every_hand_counts() -> None:
    assert UNFINISHED not in summary("tarot", GARDE, rules="fft")
