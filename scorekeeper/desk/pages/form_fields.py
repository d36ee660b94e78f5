"""What the desk's forms and their fields have in common."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.play.formatting import in_words

MOST_HANDS = 1000
"""The most planned hands of a round."""


class DeskForm(forms.Form):
    """A form that the server checks, not the browser, and that can show the refusal of a service."""

    use_required_attribute = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})

    def refuse(self, error: RuleError) -> None:
        """Show a refusal at its field, or else above the form."""
        self.add_error(error.field if error.field in self.fields else None, in_words(error.message))


def date_field(label: Any) -> forms.DateField:
    """Return a field for the date of an evening."""
    return forms.DateField(
        validators=[in_our_time],
        label=label,
        error_messages={"required": _("Enter a date.")},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "input"}),
    )


def name_field(label: Any, *, required: bool = False, **attributes: str) -> NameField:
    """Return a field for a name that is not the browser's to complete."""
    attributes = {"class": "input", "autocomplete": "off", "autocapitalize": "words", **attributes}
    return NameField(
        required=required,
        label=label,
        error_messages={"required": _("Enter a name.")},
        widget=forms.TextInput(attrs=attributes),
    )


def number_field(label: Any, **options: Any) -> forms.IntegerField:
    """Return a field for a whole number."""
    attributes = {"class": "input input--number", "inputmode": "numeric", "autocomplete": "off"}
    return forms.IntegerField(label=label, widget=forms.TextInput(attrs=attributes), **options)


def hands_field(size: int) -> forms.IntegerField:
    """Return a field for the planned hands at a table of this size; empty for no limit."""
    label = _("At a table of %(size)s") % {"size": size}
    return number_field(label, required=False, min_value=1, max_value=MOST_HANDS)
