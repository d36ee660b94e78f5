"""What tournaments said of their results, sealed or final, the evening says since, and back; fees are payments."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scorekeeper.desk.models import EntryPayment
from scorekeeper.evenings.models import Evening
from tests.desk.club_tournament import ClubTournament

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = [("tournaments", "0001_tables")], [("tournaments", "0002_sealed_and_final")]


def migrated(to: list[tuple[str, str]]) -> Any:
    """Migrate tournaments to a state, and return its models."""
    MigrationExecutor(connection).migrate(to)
    return MigrationExecutor(connection).loader.project_state(to).apps


def test_a_sealed_and_a_final_result_stay_so() -> None:
    final_at = timezone.now()
    sealed = ClubTournament("Sealed", ("Anne",), is_sealed=True).evening
    final = ClubTournament("Final", ("Bruno",), final_at=final_at).evening
    ordinary = ClubTournament("Ordinary", ("Chloé",)).evening
    try:
        rows = migrated(BEFORE).get_model("tournaments", "Tournament").objects
        assert {row.evening_id: (row.is_sealed, row.final_at) for row in rows.all()} == {
            sealed.pk: (True, None),
            final.pk: (False, final_at),
            ordinary.pk: (False, None),
        }
        Evening.objects.update(is_sealed=False, final_at=None)
    finally:
        migrated(AFTER)
    assert list(Evening.objects.order_by("pk").values_list("is_sealed", "final_at")) == [
        (True, None),
        (False, final_at),
        (False, None),
    ]


def test_a_fee_that_was_ticked_is_a_payment() -> None:
    club = ClubTournament("Paid", ("Anne", "Bruno"))
    paid_at = timezone.now()
    try:
        entries = migrated(BEFORE).get_model("tournaments", "TournamentEntry").objects
        entries.filter(name="Anne").update(fee_paid_at=paid_at)
    finally:
        migrated(AFTER)
    rows = EntryPayment.objects.values_list("entry__name", "what", "cents", "ticked_at", "ticked_by")
    assert list(rows) == [("Anne", EntryPayment.What.FEE, 1000, paid_at, "")]
    assert club.entries[1].payments.count() == 0
