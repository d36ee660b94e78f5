"""Phone numbers as people write them."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST_PHONE_NUMBER = 40
DIGITS = range(3, 16)
"""How many digits a number can have: an extension of the house, up to the longest international number (ITU E.164)."""

_WRITTEN = re.compile(r"\+?[0-9 ()/.\-–]+")


def validate_phone_number(text: str) -> None:
    """Refuse what can't be dialled. Every country's grouping is accepted: nothing but digits and their separators."""
    if not _WRITTEN.fullmatch(text) or sum(char.isdecimal() for char in text) not in DIGITS:
        raise ValidationError(_("This is not a phone number. Write it like +33 1 23 45 67 89."))
