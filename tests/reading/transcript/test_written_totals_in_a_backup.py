"""A backup carries the totals on a paper list along with the session."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Session
from scorekeeper.reading.models import WrittenTotal
from scorekeeper.reading.transcript import totals
from tests.play.tables import Scorer


@pytest.mark.django_db(transaction=True)
def test_written_totals_are_restored_with_their_session(tmp_path: Path) -> None:
    scorer = Scorer()
    scorer.record()
    totals.write(scorer.session, access=scorer.access, number=1, totals={0: 198, 3: -60})
    file = tmp_path / "evening.backup"
    call_command("backup", to=file, stdout=StringIO())
    call_command("flush", interactive=False, verbosity=0)
    forget_ledgers()
    assert not WrittenTotal.objects.exists()
    call_command("restore", str(file), stdout=StringIO())
    assert totals.written_totals(Session.objects.get(public_id=scorer.session.public_id)) == {1: {0: 198, 3: -60}}
