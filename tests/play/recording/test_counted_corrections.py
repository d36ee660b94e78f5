"""Corrections in a game that is played to a score: they can end it and, recorded after the end, reopen it."""

from typing import Any

import pytest

from games.scoring.errors import Code, RuleError
from scorekeeper.play.errors import LaterHandError
from tests.play.tables import Scorer, another, fresh, install_toy
from tests.scoring.toy import TO_TEN

pytestmark = pytest.mark.django_db

SIX = {"winner": 0, "stake": 3}


def correction(first: int) -> dict[str, Any]:
    return {"call": "correction", "amounts": {"0": first, "1": -first}, "note": "counted again"}


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Scorer:
    install_toy(monkeypatch, TO_TEN)
    return Scorer(game="toy", rules="plain", players=("Ida", "Jo", "Kim"))


def is_over(scorer: Scorer) -> bool:
    ledger = fresh(scorer.session)
    return ledger.rules.over(ledger.table, ledger.state)


def refuses_a_hand(scorer: Scorer) -> bool:
    try:
        scorer.record(SIX)
    except RuleError as error:
        return error.code == Code.OVER
    return False


def test_a_correction_ends_the_game_and_undo_takes_that_back(scorer: Scorer) -> None:
    scorer.record(SIX)
    scorer.record(correction(4))
    assert is_over(scorer)
    assert refuses_a_hand(scorer)
    scorer.undo()
    assert not refuses_a_hand(scorer)


def test_a_correction_after_the_end_reopens_the_game(scorer: Scorer) -> None:
    scorer.record(SIX)
    scorer.record(SIX)
    assert is_over(scorer)
    scorer.record(correction(-3))
    assert not refuses_a_hand(scorer)
    assert scorer.totals == (15, -6, -9)


def test_an_amended_correction_ends_the_game_or_not(scorer: Scorer) -> None:
    scorer.record(SIX)
    scorer.record(correction(1))
    scorer.amend(2, correction(4))
    assert is_over(scorer)
    scorer.amend(2, correction(3))
    assert not is_over(scorer)


def test_a_correction_that_let_later_hands_be_played_stays_as_it_is(scorer: Scorer) -> None:
    for raw in (SIX, SIX, correction(-3), SIX):
        scorer.record(raw)
    for verb in (lambda: scorer.amend(3, correction(-2)), lambda: scorer.void(3)):
        with pytest.raises(LaterHandError) as refused:
            verb()
        assert refused.value.code == Code.OVER
    assert scorer.totals == (15, -6, -9)


def test_other_phones_see_that_the_game_has_ended(scorer: Scorer) -> None:
    other = another(scorer, "Jo")
    scorer.record(SIX)
    scorer.record(correction(4))
    assert is_over(other)
    other.session.refresh_from_db()
    assert refuses_a_hand(other)
