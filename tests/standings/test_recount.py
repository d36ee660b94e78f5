"""`manage.py recount` makes the results of sessions that were closed without them."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.operations.management.commands import prepare
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.standings import results
from scorekeeper.standings.models import CallStats, Result
from tests.play.expected_results import evening, no_results, said
from tests.play.tables import GARDE, Scribe

pytestmark = pytest.mark.django_db


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
    assert recounted() == ("Created results for 1 closed sessions.\n", "")
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
    CallStats.objects.all().delete()
    Result.objects.update(hands=99)
    assert recounted() == ("", "")
    assert recounted("--all")[0] == "Created results for 1 closed sessions.\n"
    assert said(scribe.session) == written


def test_recounting_that_was_broken_off_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(results, "BATCH", 1)
    one, other = closed_before_there_were_results(), closed_before_there_were_results()
    assert next(results.recount()).last == one.session.pk
    assert (one.session.results.count(), other.session.results.count()) == (5, 0)
    assert recounted()[0] == "Created results for 1 closed sessions.\n"
    assert other.session.results.count() == 5
    told, _complained = recounted("--all", "--after", str(one.session.pk), "--verbosity=2")
    assert told.splitlines() == [
        f"Counted 1 sessions; to resume from here: --after {other.session.pk}",
        "Created results for 1 closed sessions.",
    ]


def test_recounting_moves_no_total_that_was_settled():
    """The rules may have been corrected since; the settlement stays as it was."""
    scribe = closed_before_there_were_results()
    paid = [(1, 0, 190), (2, 0, 100), (4, 0, 10), (4, 3, 5)]
    transfers = [{"debtor": debtor, "creditor": creditor, "amount": amount} for debtor, creditor, amount in paid]
    scribe.session.settlements.update(totals=[300, -190, -100, 5, -15], transfers=transfers)
    recounted()
    assert [row[1] for row in said(scribe.session)["results"]] == [300, -190, -100, 5, -15]


def test_recounting_names_the_session_that_the_rules_no_longer_take_and_counts_the_others():
    refused, counted = closed_before_there_were_results(), closed_before_there_were_results()
    refused.session.hands.filter(number=1).update(outcome={**GARDE, "points": 92})
    ledgers.forget()
    told, complained = recounted()
    assert told == "Created results for 1 closed sessions.\n"
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

    def meanwhile(*arguments: Any) -> results.ResultRows:
        made = rows(*arguments)
        Session.objects.filter(pk=scribe.session.pk).update(closed_at=None)
        return made

    monkeypatch.setattr(results, "rows", meanwhile)
    assert recounted() == ("", "")
    assert no_results()


@pytest.mark.parametrize(("arguments", "counts"), [([], True), (["--no-migrate"], False)])
def test_what_is_prepared_before_a_start_has_its_results(
    arguments: list[str], counts: bool, monkeypatch: pytest.MonkeyPatch
):
    """Another host migrates the database and recounts."""
    called: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: called.append(name))
    call_command("prepare", *arguments)
    assert ("recount" in called) is ("migrate" in called) is counts
    assert not counts or called.index("migrate") < called.index("recount")


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
