"""`manage.py recount` makes the results of sessions that were closed without them."""

from importlib import import_module
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.operations.management.commands import prepare
from scorekeeper.play import results
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import CallStats, Result, Session
from tests.play.expected_results import evening, no_results, result_rows
from tests.play.tables import GARDE, Scorer, start

pytestmark = pytest.mark.django_db


def recounted(*arguments: str) -> tuple[str, str]:
    output, errors = StringIO(), StringIO()
    call_command("recount", *arguments, stdout=output, stderr=errors)
    return output.getvalue(), errors.getvalue()


def closed_before_there_were_results() -> Scorer:
    scorer = evening()
    scorer.close()
    Result.objects.filter(session=scorer.session).delete()
    return scorer


def test_recounting_creates_the_results_that_closing_would():
    scorer = evening()
    scorer.close()
    written = result_rows(scorer.session)
    Result.objects.all().delete()
    assert recounted() == ("Created results for 1 closed sessions.\n", "")
    assert result_rows(scorer.session) == written


def test_recounting_is_quiet_and_fast_if_nothing_is_missing():
    evening().close()
    evening()  # still open
    with CaptureQueriesContext(connection) as queries:
        assert recounted() == ("", "")
    assert len(queries) == 1


def test_recounting_skips_open_sessions():
    evening()
    assert recounted("--all") == ("", "")
    assert no_results()


def test_recounting_all_corrects_existing_results():
    scorer = evening()
    scorer.close()
    written = result_rows(scorer.session)
    CallStats.objects.all().delete()
    Result.objects.update(hands=99)
    assert recounted() == ("", "")
    assert recounted("--all")[0] == "Created results for 1 closed sessions.\n"
    assert result_rows(scorer.session) == written


def test_an_interrupted_recount_resumes_where_it_left_off(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(results, "BATCH", 1)
    one, other = closed_before_there_were_results(), closed_before_there_were_results()
    assert next(results.recount()).last == one.session.pk
    assert (one.session.results.count(), other.session.results.count()) == (5, 0)
    assert recounted()[0] == "Created results for 1 closed sessions.\n"
    assert other.session.results.count() == 5
    output, _errors = recounted("--all", "--after", str(one.session.pk), "--verbosity=2")
    assert output.splitlines() == [
        f"Counted 1 sessions; to resume from here: --after {other.session.pk}",
        "Created results for 1 closed sessions.",
    ]


def test_recounting_changes_no_settled_total():
    """The rules may have been corrected since; the settlement stays as it was."""
    scorer = closed_before_there_were_results()
    paid = [(1, 0, 190), (2, 0, 100), (4, 0, 10), (4, 3, 5)]
    transfers = [{"debtor": debtor, "creditor": creditor, "amount": amount} for debtor, creditor, amount in paid]
    totals = [300, -190, -100, 5, -15]
    scorer.session.settlements.update(totals=totals, gains=totals, transfers=transfers)
    recounted()
    assert [row[1] for row in result_rows(scorer.session)["results"]] == [300, -190, -100, 5, -15]


def test_recounting_names_sessions_that_cannot_be_scored_and_counts_the_others():
    refused, counted = closed_before_there_were_results(), closed_before_there_were_results()
    refused.session.hands.filter(number=1).update(outcome={**GARDE, "points": 92})
    forget_ledgers()
    output, errors = recounted()
    assert output == "Created results for 1 closed sessions.\n"
    assert errors.split()[:2] == ["Session", refused.session.public_id]
    assert (refused.session.results.count(), counted.session.results.count()) == (0, 5)


def test_recounting_skips_uninstalled_games():
    uninstalled = closed_before_there_were_results()
    Session.objects.filter(pk=uninstalled.session.pk).update(game="whist")
    forget_ledgers()
    assert uninstalled.session.public_id in recounted()[1]


def test_a_session_reopened_during_the_recount_gets_no_results(monkeypatch: pytest.MonkeyPatch):
    scorer = closed_before_there_were_results()
    rows = results.rows

    def meanwhile(*arguments: Any) -> results.ResultRows:
        made = rows(*arguments)
        Session.objects.filter(pk=scorer.session.pk).update(closed_at=None)
        return made

    monkeypatch.setattr(results, "rows", meanwhile)
    assert recounted() == ("", "")
    assert no_results()


@pytest.mark.parametrize(("arguments", "counts"), [([], True), (["--no-migrate"], False)])
def test_preparing_a_start_creates_missing_results(arguments: list[str], counts: bool, monkeypatch: pytest.MonkeyPatch):
    """Another host migrates the database and recounts."""
    called: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: called.append(name))
    monkeypatch.setattr(prepare, "upgrade", lambda **_options: called.append("migrate"))
    call_command("prepare", *arguments)
    assert ("recount" in called) is ("migrate" in called) is counts
    assert not counts or called.index("migrate") < called.index("recount")


def test_a_session_with_an_enormous_pool_can_be_closed_and_is_not_counted():
    """1,000 from each of four, doubled by 63 failures: far more than a database can add up."""
    scorer = Scorer(game="boston", rules="decimal", options={"pool": True, "ante": 1000})
    for _hand in range(63):
        scorer.record({"call": "tricks", "bidder": 0, "bid": 5, "tricks": 4})
    settlement = scorer.close()
    assert settlement.totals[0] < -(2**63)
    assert no_results()
    assert not settlement.payments.exists()
    output, errors = recounted()
    assert output == ""
    assert errors.split()[:2] == ["Session", scorer.session.public_id]
    scorer.reopen()


def test_an_upgrade_makes_results_anew_whose_tournament_points_have_changed():
    """A grand with four, 144, made by Anna, and 10 points taken from Ben: 144 + 50 and −10. The totals stay."""
    skat = {"game": "skat", "rules": "isko", "players": ("Anna", "Ben", "Clara"), "options": {"payment": "sheet"}}
    scorer, other = Scorer(start(**skat)), Scorer(start(**skat))
    for table in (scorer, other):
        table.record({"call": "grand", "declarer": 0, "bid": 48, "matadors": 4, "card_points": 95})
    scorer.record({"call": "correction", "amounts": {"1": -10}, "note": "late"})
    scorer.close()
    other.close()
    Result.objects.update(points=0)  # as an earlier version left them
    migration = import_module("scorekeeper.standings.migrations.0002_championship_and_points")
    migration.empty_points(apps, SimpleNamespace(connection=connection))
    assert recounted() == ("Created results for 1 closed sessions.\n", "")
    points = Result.objects.order_by("seat__place").values_list("points", flat=True)
    assert list(points.filter(session=scorer.session)) == [194, -10, 0]
    assert list(points.filter(session=other.session)) == [0, 0, 0]  # left as they were
