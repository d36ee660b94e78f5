"""The date of an evening, which ends at six in the morning, also when the clocks change."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scorekeeper.web.dates import evening_date, start_of_evening

PARIS = ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-06T21:00", date(2026, 3, 6)),
        ("2026-03-07T00:30", date(2026, 3, 6)),
        ("2026-03-07T05:59", date(2026, 3, 6)),
        ("2026-03-07T06:00", date(2026, 3, 7)),
        ("2026-03-29T06:00", date(2026, 3, 29)),  # an hour shorter: clocks went from two to three
        ("2026-10-25T05:59", date(2026, 10, 24)),  # an hour longer
    ],
)
def test_the_date_changes_at_six_on_the_clock(moment: str, day: date) -> None:
    with timezone.override(PARIS):
        aware = datetime.fromisoformat(moment).replace(tzinfo=PARIS)
        assert evening_date(aware) == day
        assert start_of_evening(day) <= aware < start_of_evening(date.fromordinal(day.toordinal() + 1))
