"""Names as the panel's forms take them."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.scoring.text import can_be_a_name
from scorekeeper.clubs.names import tidy


def name_of(text: str) -> str:
    """A name that can be seen on a score sheet."""
    text = tidy(text)
    if not can_be_a_name(text):
        raise ValidationError(_("There is a character in this that cannot be kept or seen."))
    return text
