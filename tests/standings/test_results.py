"""The results of a closed session for each seat: written on closing, deleted on reopening."""

from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games.game import Game
from games.scoring.documents import SessionDocument, StretchDocument
from games.scoring.settlement import by_difference
from games.scoring.types import CORRECTION, Correction
from scorekeeper.play import recording, results
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Result
from scorekeeper.play.recording.start import import_document
from scorekeeper.play.recording.write import Write
from tests.games.registry_cases import every_game
from tests.games.strategies import Session as Played
from tests.games.strategies import sessions
from tests.play.browsers import browser, words_of
from tests.play.expected_results import TEN_TO_DAVID, evening, no_results, result_rows
from tests.play.tables import GARDE, Scorer, device, token
from tests.property_tests import examples

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

# An evening worked by hand


def test_a_result_has_total_hands_and_the_best_and_worst_hand():
    scorer = evening()
    scorer.close()
    assert result_rows(scorer.session)["results"] == [
        (0, 313, None, 4, 1, 198, 7, -25),
        (1, -196, None, 3, None, 0, 2, -105),
        (2, -106, None, 5, 2, 35, 1, -66),
        (3, 4, None, 5, 7, 75, 1, -66),
        (4, -15, None, 3, 2, 35, 5, -50),
    ]


def test_call_stats_count_made_and_failed_calls_and_their_amounts():
    scorer = evening()
    scorer.close()
    assert result_rows(scorer.session)["call_stats"] == [
        (0, "garde", 2, 0, 348),
        (1, "prise", 0, 1, -105),
        (3, "prise", 1, 0, 75),
    ]


def test_pair_stats_have_the_gains_with_and_against_each_player():
    scorer = evening()
    scorer.close()
    assert result_rows(scorer.session)["pair_stats"] == [
        (0, 1, 1, -25, 1, 198),
        (0, 2, 1, -25, 2, 348),
        (0, 3, 0, 0, 3, 323),
        (0, 4, 0, 0, 1, 150),
        (1, 0, 1, -25, 1, -66),
        (1, 2, 2, -91, 1, -105),
        (1, 3, 1, -66, 2, -130),
        (1, 4, 0, 0, 1, -105),
        (2, 0, 1, -25, 2, -116),
        (2, 1, 2, -91, 1, 35),
        (2, 3, 3, -81, 1, -25),
        (2, 4, 2, -15, 0, 0),
        (3, 0, 0, 0, 3, -41),
        (3, 1, 1, -66, 2, 110),
        (3, 2, 3, -81, 1, 75),
        (3, 4, 2, -15, 0, 0),
        (4, 0, 0, 0, 1, -50),
        (4, 1, 0, 0, 1, 35),
        (4, 2, 2, -15, 0, 0),
        (4, 3, 2, -15, 0, 0),
    ]


def test_in_skat_each_player_gets_their_list_points():
    """Four, paid hand by hand: David deals and sits out, Anne loses 54; Anne deals and sits out, Chloé wins 46."""
    scorer = Scorer(game="skat", rules="isko", options={"payment": "each"}, first_dealer=3)
    lost = {"call": "suit", "declarer": 0, "suit": "diamonds", "bid": 18, "matadors": 2, "card_points": 50}
    scorer.record(lost)
    scorer.record({"call": "null", "declarer": 2, "bid": 23, "made": True, "ouvert": True})
    scorer.close()
    assert result_rows(scorer.session)["results"] == [
        (0, -162 - 46, -54 - 50, 1, None, 0, 1, -162),
        (1, 54 - 46, 30, 2, 1, 54, 2, -46),
        (2, 54 + 138, 30 + 46 + 50, 2, 2, 138, None, 0),
        (3, 54 - 46, 30, 1, None, 0, 2, -46),
    ]
    assert result_rows(scorer.session)["call_stats"] == [(0, "suit", 0, 1, -162), (2, "null", 1, 0, 138)]


def test_partners_meet_in_every_hand_and_only_rubbers_have_amounts():
    """A slam at grand is a whole rubber of Cayenne: 30 from each of the losers.

    David deals, and his side names the trump; after the misdeal, Anne still deals, and her side names nullo and takes
    six.
    """
    scorer = Scorer(game="cayenne", rules="foster", options={"rubbers": 2})
    scorer.record({"trump": "grand", "tricks": 13})
    scorer.record({"call": "misdeal"})
    scorer.record({"trump": "nullo", "tricks": 6})
    scorer.close()
    assert [row[3] for row in result_rows(scorer.session)["results"]] == [2, 2, 2, 2]
    assert result_rows(scorer.session)["call_stats"] == [
        *((0, "nullo", 1, 0, 0), (0, "rubber", 1, 0, 30)),
        *((1, "grand", 0, 1, 0), (1, "rubber", 0, 1, -30)),
        *((2, "nullo", 1, 0, 0), (2, "rubber", 1, 0, 30)),
        *((3, "grand", 0, 1, 0), (3, "rubber", 0, 1, -30)),
    ]
    assert result_rows(scorer.session)["pair_stats"][:3] == [
        (0, 1, 0, 0, 2, 30),
        (0, 2, 2, 30, 0, 0),
        (0, 3, 0, 0, 2, 30),
    ]


def test_in_mort_each_game_counts_for_the_role_played():
    """Anne, as Vivant, wins a triple with 12 tricks in two hands: 6 + 3 + 4 from each adversary.

    Bruno, as Vivant, then takes one trick: the adversaries have 6 points at once and get 13 each from him.
    """
    scorer = Scorer(game="mort", rules="foster", players=("Anne", "Bruno", "Chloé"), first_dealer=0)
    scorer.record({"tricks": 9})
    scorer.record({"tricks": 9})
    scorer.record({"tricks": 1})
    scorer.close()
    assert [row[1] for row in result_rows(scorer.session)["results"]] == [26 + 13, -13 - 26, -13 + 13]
    assert result_rows(scorer.session)["call_stats"] == [
        *((0, "adversary", 1, 0, 13), (0, "vivant", 1, 0, 26)),
        *((1, "adversary", 0, 1, -13), (1, "vivant", 0, 1, -26)),
        (2, "adversary", 1, 1, 0),
    ]


@pytest.mark.parametrize("hands", [[], [{"call": "misdeal"}]], ids=["no hand", "a misdeal"])
def test_an_empty_session_has_no_results(hands: list[dict[str, Any]]):
    scorer = Scorer()
    for raw in hands:
        scorer.record(raw)
    scorer.close()
    assert no_results()


def test_a_session_with_all_hands_voided_has_no_results_until_one_is_restored():
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.void(1)
    scorer.close()
    assert no_results()
    scorer.reopen()
    scorer.unvoid(1)
    scorer.close()
    assert [row[1] for row in result_rows(scorer.session)["results"]] == [198, -66, -66, -66]


def test_a_correction_alone_counts_as_a_result():
    scorer = Scorer()
    scorer.record(TEN_TO_DAVID)
    scorer.close()
    assert [(row[1], row[3]) for row in result_rows(scorer.session)["results"]] == [(-10, 0), (0, 0), (0, 0), (10, 0)]


BILLION = 10**9
"""The most that can be entered at once."""


def huge(count: int) -> list[dict[str, Any]]:
    return [{"call": CORRECTION, "amounts": {"0": BILLION, "1": -BILLION}, "note": "millionaires"}] * count


def test_large_numbers_are_stored_exactly():
    scorer = Scorer()
    for raw in huge(5):
        scorer.record(raw)
    scorer.close()
    assert [row[1] for row in result_rows(scorer.session)["results"]] == [5 * BILLION, -5 * BILLION, 0, 0]


# Closing and reopening


def test_an_open_session_has_no_results():
    scorer = evening()
    assert no_results()
    scorer.close()
    scorer.reopen()
    assert no_results()


def test_reopening_keeps_the_results_of_other_sessions():
    kept, other = evening(), evening()
    kept.close()
    before = result_rows(kept.session)
    other.close()
    other.reopen()
    assert result_rows(kept.session) == before


def test_changes_made_while_reopened_are_in_the_results():
    scorer = evening()
    scorer.close()
    scorer.reopen()
    scorer.void(6)
    scorer.close()
    assert [row[:2] for row in result_rows(scorer.session)["results"]] == [
        (0, 323),
        (1, -196),
        (2, -106),
        (3, -6),
        (4, -15),
    ]


def test_closing_twice_writes_the_results_once():
    scorer = evening()
    now = scorer.now({})
    for _tap in range(2):
        recording.close(Write(scorer.session, **now))
    assert Result.objects.count() == 5


@pytest.mark.parametrize("verb", ["close", "reopen"])
def test_closing_and_reopening_take_no_more_queries_for_a_long_session(verb: str):
    counts = []
    for hands in (1, 30):
        scorer = Scorer()
        for _hand in range(hands):
            scorer.record()
        if verb == "reopen":
            scorer.close()
        with CaptureQueriesContext(connection) as queries:
            getattr(scorer, verb)()
        counts.append(len(queries))
    assert counts[0] == counts[1]


@every_game
@examples(5)
@given(st.data())
def test_results_of_random_sessions_equal_the_settlement_and_survive_reopening(game: Game, data: st.DataObject) -> None:
    played: Played = data.draw(sessions(game.rules))
    document = SessionDocument(version=1, stretches=(StretchDocument(played.rules, played.table, tuple(played.raws)),))
    scorer = Scorer(import_document(device=device(), document=document, token=token()))
    settlement = scorer.close()
    first = result_rows(scorer.session)
    expected, ledger = tuple(settlement.totals), played.ledger
    if game.rules.zero_sum(ledger.table):
        expected = game.rules.settled(ledger.table, ledger.state, expected)
        assert sum(expected) == 0
    elif game.rules.rule_set(ledger.table).lowest_wins:
        expected = by_difference(expected, lowest_wins=True)
    moved = any(any(scored.entry.amounts) for scored in played.ledger.hands)
    dealt = [hand.hand.outcome for hand in played.ledger.hands if not isinstance(hand.hand.outcome, Correction)]
    hands = [outcome for outcome in dealt if getattr(outcome, "call", "") not in game.rules.misdeals]
    assert tuple(row[1] for row in first["results"]) == (expected if hands or moved else ())
    assert all(row[3] <= len(hands) for row in first["results"])
    for seat, row in enumerate(first["results"]):  # in one hand of Spades: the team's bid, a nil, and the game won
        assert (
            sum(made + failed for of, _call, made, failed, _amount in first["call_stats"] if of == seat) <= 3 * row[3]
        )
    met = {(one, other): (together, against) for one, other, together, _, against, _ in first["pair_stats"]}
    assert met == {(other, one): counts for (one, other), counts in met.items()}
    scorer.reopen()
    scorer.close()
    assert result_rows(scorer.session) == first
    Result.objects.filter(session=scorer.session).delete()
    forget_ledgers()
    list(results.recount())
    assert result_rows(scorer.session) == first


# A pool that is left over


def left_in_the_pool() -> Scorer:
    """Boston with a pool of 10 each. Anne makes a little misère: 20 from each, and the pool of 40.

    In the second hand, Bruno fails by one: 20 to each, 40 into the new pool of 40, and a penalty of 2 into it. Of the
    82 left, each gets 20, and the two lowest get one more: Bruno, and Chloé, the earlier of two in a tie.
    """
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True}, stake=Decimal("0.10"))
    scorer.record({"call": "little_misere", "bidder": 0, "made": True})
    penalty = {"by": 1, "to": "pool", "amount": 2}
    scorer.record({"call": "little_misere", "bidder": 1, "made": False, "penalties": [penalty]})
    assert scorer.totals == (90 + 10, -30 - 112, -30 + 10, -30 + 10)
    return scorer


SHARED = [100 + 20, -142 + 21, -20 + 21, -20 + 20]


def test_a_remaining_pool_is_in_the_totals_as_in_the_payments():
    scorer = left_in_the_pool()
    frozen = scorer.close()
    assert frozen.totals == [100, -142, -20, -20]
    paid = {(transfer["debtor"], transfer["creditor"]): transfer["amount"] for transfer in frozen.transfers or ()}
    assert paid == {(1, 0): 120, (1, 2): 1}
    assert [row[1] for row in result_rows(scorer.session)["results"]] == SHARED
    assert sum(SHARED) == 0
    written = result_rows(scorer.session)
    call_command("recount", "--all", stdout=StringIO())
    assert result_rows(scorer.session) == written


def test_the_session_page_and_the_home_page_say_that_the_pool_is_included():
    scorer = left_in_the_pool()
    scorer.close()
    page = words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
    assert "Anne +120 €12.00" in page
    assert "Bruno −121 −€12.10" in page
    assert "These totals include each player’s share of what was left over." in page
    assert "Anne 120 Bruno −121 Chloé 1 David 0" in words_of(browser(scorer).get("/"))


def test_totals_without_payments_are_kept_and_need_not_sum_to_zero():
    scorer = Scorer(game="skat", rules="isko", first_dealer=3, stake=Decimal("0.05"))
    scorer.record({"call": "null", "declarer": 2, "bid": 23, "made": True})
    assert scorer.close().transfers is None
    assert [row[1] for row in result_rows(scorer.session)["results"]] == [0, 0, 23, 0]
    assert "pool" not in words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
