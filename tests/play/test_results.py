"""What a closed session came to for each seat: written on closing, taken away on reopening, made up for later."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from games.game import Game
from games.scoring.codec import CORRECTION
from games.scoring.documents import SessionDocument
from games.scoring.types import Correction
from scorekeeper.play import ledgers, results, services
from scorekeeper.play.models import Company, Result, Session, Tally
from tests.games.registered import every_game
from tests.games.strategies import Session as Played
from tests.games.strategies import sessions
from tests.hypotheses import examples
from tests.play.tables import FIVE, GARDE, PASSED, Scribe, device, token

pytestmark = pytest.mark.django_db

PRISE_FAILED = {"call": "prise", "taker": 1, "bouts": 1, "points": 41}
"""Bruno is down by 10: he pays 35 to each of the three others."""
JUST_MADE = {"call": "garde", "taker": 0, "bouts": 2, "points": 41}
"""Anne just makes her garde: 50 from each of the three others."""
DEALT_BY_EMIL = {"call": "prise", "taker": 3, "bouts": 3, "points": 36, "dealer": 4}
"""David just makes his prise: 25 from each of the three others, Emil sitting out instead of Chloé."""
TEN_TO_DAVID = {"call": CORRECTION, "amounts": {"0": -10, "3": 10}, "note": "agreed"}


def evening() -> Scribe:
    """Five at Tarot, of whom the dealer sits out: Emil, Anne, Bruno three times, Emil instead of Chloé, Anne."""
    scribe = Scribe(players=FIVE, options={"five_players": "mort"})
    for raw in (GARDE, PRISE_FAILED, PASSED, {"call": "misdeal"}, JUST_MADE, TEN_TO_DAVID, DEALT_BY_EMIL):
        scribe.record(raw)
    scribe.record({**GARDE, "taker": 1})
    scribe.void(8)
    return scribe


def said(session: Session) -> dict[str, Any]:
    """All rows of a session's results, whatever their keys."""
    of_seat, of_result = "seat__place", "result__seat__place"
    columns = ("total", "points", "hands", "best", "best_amount", "worst", "worst_amount")
    together = ("other__place", "together", "together_amount", "against", "against_amount")
    return {
        "results": sorted(Result.objects.filter(session=session).values_list(of_seat, *columns)),
        "tallies": sorted(
            Tally.objects.filter(result__session=session).values_list(of_result, "call", "made", "failed", "amount")
        ),
        "company": sorted(Company.objects.filter(result__session=session).values_list(of_result, *together)),
    }


def no_results() -> bool:
    return not (Result.objects.exists() or Tally.objects.exists() or Company.objects.exists())


# An evening worked by hand


def test_a_result_has_the_total_the_hands_played_and_the_best_and_worst_of_them():
    scribe = evening()
    scribe.close()
    assert said(scribe.session)["results"] == [
        (0, 313, None, 4, 1, 198, 7, -25),
        (1, -196, None, 3, None, 0, 2, -105),
        (2, -106, None, 5, 2, 35, 1, -66),
        (3, 4, None, 5, 7, 75, 1, -66),
        (4, -15, None, 3, 2, 35, 5, -50),
    ]


def test_a_tally_says_how_often_a_call_was_made_and_failed_and_what_came_of_it():
    scribe = evening()
    scribe.close()
    assert said(scribe.session)["tallies"] == [
        (0, "garde", 2, 0, 348),
        (1, "prise", 0, 1, -105),
        (3, "prise", 1, 0, 75),
    ]


def test_company_says_what_a_seat_gained_with_and_against_each_other():
    scribe = evening()
    scribe.close()
    assert said(scribe.session)["company"] == [
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


def test_a_session_without_a_hand_has_results_of_nothing():
    scribe = Scribe()
    scribe.close()
    assert said(scribe.session) == {
        "results": [(place, 0, None, 0, None, 0, None, 0) for place in range(4)],
        "tallies": [],
        "company": [],
    }


BILLION = 10**9
"""The most that can be entered at once."""


def huge(count: int) -> list[dict[str, Any]]:
    return [{"call": CORRECTION, "amounts": {"0": BILLION, "1": -BILLION}, "note": "millionaires"}] * count


def test_large_numbers_are_kept_as_they_are():
    scribe = Scribe()
    for raw in huge(5):
        scribe.record(raw)
    scribe.close()
    assert [row[1] for row in said(scribe.session)["results"]] == [5 * BILLION, -5 * BILLION, 0, 0]


def test_a_pool_that_was_doubled_for_ever_can_be_closed_and_is_not_counted():
    """1,000 from each of four, doubled by 63 failures: far more than a database can add up."""
    scribe = Scribe(game="boston", rules="decimal", options={"pool": True, "ante": 1000})
    for _hand in range(63):
        scribe.record({"call": "tricks", "bidder": 0, "bid": 5, "tricks": 4})
    settlement = scribe.close()
    assert settlement.totals[0] < -(2**63)
    assert no_results()
    told, complained = recounted()
    assert told == ""
    assert complained.split()[:2] == ["Session", scribe.session.public_id]
    scribe.reopen()


# Closing and reopening


def test_an_open_session_has_none():
    scribe = evening()
    assert no_results()
    scribe.close()
    scribe.reopen()
    assert no_results()


def test_reopening_leaves_those_of_other_sessions():
    kept, other = evening(), evening()
    kept.close()
    before = said(kept.session)
    other.close()
    other.reopen()
    assert said(kept.session) == before


def test_what_was_changed_meanwhile_is_in_the_results():
    scribe = evening()
    scribe.close()
    scribe.reopen()
    scribe.void(6)
    scribe.close()
    assert [row[:2] for row in said(scribe.session)["results"]] == [(0, 323), (1, -196), (2, -106), (3, -6), (4, -15)]


def test_a_close_that_is_sent_twice_writes_them_once():
    scribe = evening()
    now = scribe.now({})
    for _tap in range(2):
        services.close(scribe.session, **now)
    assert Result.objects.count() == 5


@pytest.mark.parametrize("verb", ["close", "reopen"])
def test_closing_and_reopening_take_no_more_statements_for_a_long_session(verb: str):
    counts = []
    for hands in (1, 30):
        scribe = Scribe()
        for _hand in range(hands):
            scribe.record()
        if verb == "reopen":
            scribe.close()
        with CaptureQueriesContext(connection) as queries:
            getattr(scribe, verb)()
        counts.append(len(queries))
    assert counts[0] == counts[1]


@every_game
@examples(15)
@given(st.data())
def test_whatever_was_played_results_are_what_was_settled_and_come_back_the_same(
    game: Game, data: st.DataObject
) -> None:
    played: Played = data.draw(sessions(game.rules))
    document = SessionDocument(played.rules, played.table, tuple(played.raws))
    scribe = Scribe(services.import_document(device=device(), document=document, token=token()))
    settlement = scribe.close()
    first = said(scribe.session)
    assert [row[1] for row in first["results"]] == settlement.totals
    dealt = [hand.hand.outcome for hand in played.ledger.hands if not isinstance(hand.hand.outcome, Correction)]
    hands = [outcome for outcome in dealt if getattr(outcome, "call", "") not in game.rules.misdeals]
    assert all(row[3] <= len(hands) for row in first["results"])
    assert sum(made + failed for _seat, _call, made, failed, _amount in first["tallies"]) <= 2 * len(hands)
    met = {(one, other): (together, against) for one, other, together, _, against, _ in first["company"]}
    assert met == {(other, one): counts for (one, other), counts in met.items()}
    scribe.reopen()
    scribe.close()
    assert said(scribe.session) == first
    Result.objects.filter(session=scribe.session).delete()
    ledgers.forget()
    list(results.recount())
    assert said(scribe.session) == first


# Made up for later


def recounted(*arguments: str) -> tuple[str, str]:
    told, complained = StringIO(), StringIO()
    call_command("recount", *arguments, stdout=told, stderr=complained)
    return told.getvalue(), complained.getvalue()


def closed_before_there_were_results() -> Scribe:
    scribe = evening()
    scribe.close()
    Result.objects.filter(session=scribe.session).delete()
    return scribe


def test_recounting_makes_what_closing_would_have_written():
    scribe = evening()
    scribe.close()
    written = said(scribe.session)
    Result.objects.all().delete()
    assert recounted() == ("Results made for 1 closed sessions.\n", "")
    assert said(scribe.session) == written


def test_recounting_is_quiet_and_quick_where_nothing_is_missing():
    evening().close()
    evening()  # still open
    with CaptureQueriesContext(connection) as queries:
        assert recounted() == ("", "")
    assert len(queries) == 1


def test_recounting_leaves_open_sessions_alone():
    evening()
    assert recounted("--all") == ("", "")
    assert no_results()


def test_recounting_all_mends_what_was_there():
    scribe = evening()
    scribe.close()
    written = said(scribe.session)
    Tally.objects.all().delete()
    Result.objects.update(hands=99)
    assert recounted() == ("", "")
    assert recounted("--all")[0] == "Results made for 1 closed sessions.\n"
    assert said(scribe.session) == written


def test_recounting_that_was_broken_off_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(results, "BATCH", 1)
    one, other = closed_before_there_were_results(), closed_before_there_were_results()
    assert next(results.recount()).last == one.session.pk
    assert (one.session.results.count(), other.session.results.count()) == (5, 0)
    assert recounted()[0] == "Results made for 1 closed sessions.\n"
    assert other.session.results.count() == 5
    told, _complained = recounted("--all", "--after", str(one.session.pk), "--verbosity=2")
    assert told.splitlines() == [
        f"Counted 1 sessions; to go on from here: --after {other.session.pk}",
        "Results made for 1 closed sessions.",
    ]


def test_recounting_moves_no_total_that_was_settled():
    """The rules may have been mended since; what was settled stands."""
    scribe = closed_before_there_were_results()
    scribe.session.settlements.update(totals=[300, -190, -100, 5, -15])
    recounted()
    assert [row[1] for row in said(scribe.session)["results"]] == [300, -190, -100, 5, -15]


def test_recounting_names_the_session_that_the_rules_no_longer_take_and_counts_the_others():
    refused, counted = closed_before_there_were_results(), closed_before_there_were_results()
    refused.session.hands.filter(number=1).update(outcome={**GARDE, "points": 92})
    ledgers.forget()
    told, complained = recounted()
    assert told == "Results made for 1 closed sessions.\n"
    assert complained.split()[:2] == ["Session", refused.session.public_id]
    assert (refused.session.results.count(), counted.session.results.count()) == (0, 5)


def test_recounting_passes_over_a_game_that_is_gone():
    gone = closed_before_there_were_results()
    Session.objects.filter(pk=gone.session.pk).update(game="whist")
    ledgers.forget()
    assert gone.session.public_id in recounted()[1]


def test_a_session_that_is_reopened_while_it_is_recounted_stays_without(monkeypatch: pytest.MonkeyPatch):
    scribe = closed_before_there_were_results()
    rows = results.rows

    def meanwhile(*arguments: Any) -> results.Rows:
        made = rows(*arguments)
        Session.objects.filter(pk=scribe.session.pk).update(closed_at=None)
        return made

    monkeypatch.setattr(results, "rows", meanwhile)
    assert recounted() == ("", "")
    assert no_results()
