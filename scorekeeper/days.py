"""Days as a sentence has them: the first of a French month is an ordinal, for which Django's formats have no letter."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language


def long_day(day: date) -> str:
    """A day with its month written out: 1 November 2026, in French 1er novembre 2026."""
    words = date_format(day, "DATE_FORMAT")
    return words.replace("1 ", "1er ", 1) if day.day == 1 and (get_language() or "").startswith("fr") else words


def long_moment(moment: datetime) -> str:
    """Its day as above, and the time by the clock on the wall."""
    here = timezone.localtime(moment)
    return f"{long_day(here)}, {date_format(here, 'H:i')}"
