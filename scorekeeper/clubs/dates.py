"""Between which days anything of a club can have been: all others are slips of the finger, or beyond any clock."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST, LATEST = date(1990, 1, 1), date(2200, 1, 1)


def in_our_time(moment: date) -> None:
    """Refuse a day, or a moment, that is none of anybody's club."""
    day = moment.date() if isinstance(moment, datetime) else moment
    if not EARLIEST <= day <= LATEST:
        raise ValidationError(_("No evening was ever held on that date."))


def in_the_past(day: date) -> None:
    """Refuse a day that is still to come; today is none."""
    if day > timezone.localdate():
        raise ValidationError(_("This day is still to come."))
