"""Validators for a club's dates, which catch typing errors."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST, LATEST = date(1990, 1, 1), date(2200, 1, 1)
EARLIEST_ENTRY = date(1900, 1, 1)


def in_our_time(moment: date) -> None:
    """Refuse a date or a moment before 1990 or after 1 January 2200."""
    day = moment.date() if isinstance(moment, datetime) else moment
    if day < EARLIEST:
        raise ValidationError(_("This date is too far in the past."))
    if day > LATEST:
        raise ValidationError(_("This date is too far in the future."))


def in_the_past(day: date) -> None:
    """Refuse a date after today."""
    if day > timezone.localdate():
        raise ValidationError(_("This date is in the future."))


def validate_session_date(day: date) -> None:
    """Refuse the day of a session before 1990 or after today."""
    in_the_past(day)
    in_our_time(day)


def since_1900(day: date) -> None:
    """Refuse the date of an entry before 1900; people may have been members long before anything was recorded."""
    if day < EARLIEST_ENTRY:
        raise ValidationError(_("This date is too far in the past."))
