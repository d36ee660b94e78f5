"""A game in which the lowest total wins: who leads, the result, and who pays whom."""

from decimal import Decimal
from typing import Any

import pytest

from games.scoring.settlement import by_difference
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.pages.charts import drawing
from scorekeeper.play.totals import SessionTotals
from tests.lowest_wins import let_the_lowest_win
from tests.play.browsers import browser, url, words_of
from tests.play.expected_results import result_rows
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Scorer:
    """A table at which Anne has 198 and the three others −66 each, which is better."""
    let_the_lowest_win(monkeypatch)
    scorer = Scorer(stake=Decimal("0.01"))
    scorer.record(GARDE)
    return scorer


def test_the_lowest_totals_lead(scorer: Scorer) -> None:
    standings = browser(scorer).get(url("session", scorer.session)).context["standings"]
    assert [total.name for total in standings if total.leads] == ["Bruno", "Chloé", "David"]


def test_the_chart_marks_the_lowest_totals(scorer: Scorer) -> None:
    drawn = drawing(session_ledger(scorer.session))
    assert drawn is not None
    assert [track.lines[0] for track in drawn.wide.tracks if track.leads] == ["Bruno", "Chloé", "David"]


def test_the_result_ranks_the_lowest_first_and_says_so(scorer: Scorer) -> None:
    scorer.close()
    response = browser(scorer).get(url("session", scorer.session))
    summary: Any = response.context["summary"]
    assert [(player.place, player.name) for player in summary.ranking][-1] == (4, "Anne")
    assert "Bruno, Chloé and David share first place" in words_of(response)
    assert "The lowest total wins." in words_of(response)


def test_by_difference_the_lowest_total_is_paid() -> None:
    assert by_difference((3, 10, 8, 5), lowest_wins=True) == (14, -14, -6, 6)


def test_the_highest_total_pays_the_stake(scorer: Scorer) -> None:
    """The totals sum to zero, so Anne pays 4 × 198 and each of the others gets 4 × 66."""
    come_to = SessionTotals.from_settlement(scorer.close())
    assert come_to.payments
    assert [(payment.debtor, payment.creditor, payment.money) for payment in come_to.payments] == [
        (0, 1, Decimal("2.64")),
        (0, 2, Decimal("2.64")),
        (0, 3, Decimal("2.64")),
    ]


def test_a_result_is_the_difference_and_the_hand_with_most_is_the_worst(scorer: Scorer) -> None:
    """Total, tournament points, hands, number and amount of the best hand, and of the worst."""
    scorer.close()
    found = result_rows(scorer.session)
    assert found["results"][:2] == [(0, -792, None, 1, None, 0, 1, 198), (1, 264, None, 1, 1, -66, None, 0)]
    assert found["call_stats"] == [(0, "garde", 1, 0, -792)]
