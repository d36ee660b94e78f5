"""The evening that `manage.py demo` records is plausible."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorekeeper.play import queries
from scorekeeper.play.models import Session
from tests.play.tables import fresh

pytestmark = pytest.mark.django_db


def demo() -> tuple[Session, Session, str]:
    """Return the settled session, the one in progress, and the output."""
    out = StringIO()
    call_command("demo", stdout=out)
    settled, tonight = Session.objects.order_by("-pk")[:2][::-1]
    return settled, tonight, out.getvalue()


def test_the_demo_evening_happens_in_the_evening() -> None:
    _settled, tonight, _output = demo()
    ledger = fresh(tonight)
    assert len(ledger.counting) == 25
    assert ledger.table.size == 5
    assert ledger.refusal is None
    assert sum(ledger.totals) == 0
    raws = [hand.raw for hand in ledger.counting]
    assert {raw["call"] for raw in raws} == {
        "prise", "garde", "garde_sans", "garde_contre", "passed", "petit_sec", "misdeal", "correction",
    }  # fmt: skip
    assert {raw.get("petit_au_bout") for raw in raws} == {None, "attack", "defence"}
    assert any("poignees" in raw for raw in raws)
    assert any("note" in raw and raw["call"] != "correction" for raw in raws)
    assert {change.verb for change in queries.journal(tonight)} == {"start", "record", "amend", "void"}
    assert len({change.who for change in queries.journal(tonight)}) == 2


def test_the_session_of_a_week_ago_is_settled() -> None:
    settled, tonight, _output = demo()
    assert settled.closed_at is not None
    assert tonight.closed_at is None
    assert settled.started_at < settled.closed_at < tonight.started_at < timezone.now()
    settlement = queries.settlement(settled)
    assert settlement is not None
    assert tuple(settlement.totals) == fresh(settled).totals
    assert settlement.settled_at == settled.closed_at


def test_time_passes_between_demo_hands() -> None:
    _settled, tonight, _output = demo()
    at = [change.at for change in reversed(queries.journal(tonight))]
    assert at == sorted(set(at))
    assert tonight.started_at <= at[0]
    assert at[-1] <= timezone.now()


def test_the_links_to_the_tables_are_printed() -> None:
    settled, tonight, output = demo()
    assert f"/join/{tonight.scorer_token}/" in output
    assert f"/watch/{tonight.watch_token}/" in output
    assert f"/join/{settled.scorer_token}/" in output


def test_every_run_creates_another_evening() -> None:
    assert demo()[1] != demo()[1]
    assert Session.objects.count() == 4
