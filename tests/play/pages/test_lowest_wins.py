"""A game in which the lowest total wins: who leads, the result, and who pays whom."""

from typing import Any

import pytest

from games.scoring.rules import Rules
from games.scoring.settlement import by_difference
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.pages.charts import drawing
from tests.play.browsers import browser, url, words_of
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Scorer:
    """A table at which Anne has 198 and the three others −66 each, which is better."""
    monkeypatch.setattr(Rules, "lowest_wins", lambda self, table: True)
    scorer = Scorer()
    scorer.record(GARDE)
    return scorer


def test_the_lowest_totals_lead(scorer: Scorer) -> None:
    standings = browser(scorer).get(url("session", scorer.session)).context["standings"]
    assert [total.name for total in standings if total.leads] == ["Bruno", "Chloé", "David"]


def test_the_chart_marks_the_lowest_totals(scorer: Scorer) -> None:
    drawn = drawing(session_ledger(scorer.session))
    assert drawn is not None
    assert [track.name for track in drawn.wide.tracks if track.leads] == ["Bruno", "Chloé", "David"]


def test_the_result_ranks_the_lowest_first_and_says_so(scorer: Scorer) -> None:
    scorer.close()
    response = browser(scorer).get(url("session", scorer.session))
    summary: Any = response.context["summary"]
    assert [(player.place, player.name) for player in summary.ranking][-1] == (4, "Anne")
    assert "Bruno, Chloé and David share first place" in words_of(response)
    assert "The lowest total wins." in words_of(response)


def test_by_difference_the_lowest_total_is_paid() -> None:
    assert by_difference((3, 10, 8, 5), lowest_wins=True) == (14, -14, -6, 6)
