"""Dates for use in a sentence.

In French the first of a month is an ordinal, and Django's date formats have no letter for that.
"""

from __future__ import annotations

from datetime import date, datetime

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
