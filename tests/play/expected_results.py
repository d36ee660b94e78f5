"""An evening whose results were worked out by hand, and the stored rows of results."""

from typing import Any

from games.scoring.types import CORRECTION
from scorekeeper.play.models import CallStats, PlayerPairStats, Result, Session
from tests.play.tables import FIVE, GARDE, PASSED, Scorer

PRISE_FAILED = {"call": "prise", "taker": 1, "bouts": 1, "points": 41}
"""Bruno is down by 10: he pays 35 to each of the three others."""
JUST_MADE = {"call": "garde", "taker": 0, "bouts": 2, "points": 41}
"""Anne just makes her garde: 50 from each of the three others."""
DEALT_BY_EMIL = {"call": "prise", "taker": 3, "bouts": 3, "points": 36, "dealer": 4}
"""David just makes his prise: 25 from each of the three others, Emil sitting out instead of Chloé."""
TEN_TO_DAVID = {"call": CORRECTION, "amounts": {"0": -10, "3": 10}, "note": "agreed"}


def evening() -> Scorer:
    """A session of Tarot with five players, in which the dealer sits out: Emil, Anne, three times Bruno, Emil, Anne."""
    scorer = Scorer(players=FIVE, options={"five_players": "mort"})
    for raw in (GARDE, PRISE_FAILED, PASSED, {"call": "misdeal"}, JUST_MADE, TEN_TO_DAVID, DEALT_BY_EMIL):
        scorer.record(raw)
    scorer.record({**GARDE, "taker": 1})
    scorer.void(8)
    return scorer


def result_rows(session: Session) -> dict[str, Any]:
    """Return all rows of a session's results, without their keys."""
    of_seat, of_result = "seat__place", "result__seat__place"
    columns = ("total", "points", "hands", "best", "best_amount", "worst", "worst_amount")
    together = ("other__place", "together", "together_amount", "against", "against_amount")
    return {
        "results": sorted(Result.objects.filter(session=session).values_list(of_seat, *columns)),
        "call_stats": sorted(
            CallStats.objects.filter(result__session=session).values_list(of_result, "call", "made", "failed", "amount")
        ),
        "pair_stats": sorted(PlayerPairStats.objects.filter(result__session=session).values_list(of_result, *together)),
    }


def no_results() -> bool:
    return not (Result.objects.exists() or CallStats.objects.exists() or PlayerPairStats.objects.exists())
