"""The date of an evening, which changes at six in the morning: what begins at half past midnight is still yesterday's.

Everything that asks on which day something was played asks here; other dates are those of the calendar.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone

NIGHT_ENDS = time(6)


def evening_date(moment: datetime) -> date:
    """Return the date of the evening that a moment belongs to."""
    local = timezone.localtime(moment)
    return local.date() - timedelta(days=local.time() < NIGHT_ENDS)


def this_evening() -> date:
    """Return the date of the evening that it is now."""
    return evening_date(timezone.now())


def start_of_evening(day: date) -> datetime:
    """Return the first moment that belongs to the evening of a date."""
    return timezone.make_aware(datetime.combine(day, NIGHT_ENDS))
