"""Dates for use in a sentence, and the date of an evening.

In French the first of a month is an ordinal, and Django's date formats have no letter for that.

The date of an evening changes at six in the morning: what begins at half past midnight is still yesterday's. Everything
that asks on which day something was played asks here; other dates are those of the calendar.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language


def long_day(day: date) -> str:
    """Return a date with its month in words: 1 November 2026, in French 1er novembre 2026."""
    words = date_format(day, "DATE_FORMAT")
    return words.replace("1 ", "1er ", 1) if day.day == 1 and (get_language() or "").startswith("fr") else words


def long_moment(moment: datetime) -> str:
    """Return the date as in `long_day`, and the local time."""
    local = timezone.localtime(moment)
    return f"{long_day(local)}, {date_format(local, 'H:i')}"


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
