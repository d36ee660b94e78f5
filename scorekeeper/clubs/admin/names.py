"""Names as the panel's forms take them."""

from typing import Any

from django.contrib.auth.forms import UsernameField
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


class UserNameField(UsernameField):
    """A new user name, with its letters as signing in will have them; never that of whoever types it."""

    def widget_attrs(self, widget: Any) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "autocomplete": "off", "spellcheck": "false"}
