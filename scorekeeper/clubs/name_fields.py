"""Form fields and validators for names."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from games.scoring.text import can_be_a_name
from scorekeeper.clubs.names import tidy

TOO_LONG: dict[str, Any] = {"max_length": _("This is longer than %(limit_value)s characters.")}
"""What a field says of a text that is too long, as its `error_messages`."""


def checked_name(text: str) -> str:
    """Return the name as it is stored; raise `ValidationError` if it can't be shown on a score sheet."""
    text = tidy(text)
    if not can_be_a_name(text):
        raise ValidationError(_("This contains a character that can’t be stored or shown."))
    return text


class UserNameField(UsernameField):
    """A user name for somebody else's new account, normalised as at sign-in and without autocomplete."""

    def widget_attrs(self, widget: Any) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "autocomplete": "off", "spellcheck": "false"}


def validate_visible(text: str) -> None:
    """Refuse text that is invisible, can't be stored, or changes the direction of text beside it.

    Django's text fields already refuse the null character, with a sentence of their own.
    """
    if "\0" not in text and not can_be_a_name(text):
        raise ValidationError(_("This contains a character that can’t be stored or shown."))


class LinesField(forms.CharField):
    """Lines that are checked one by one, so that a null character in one of them doesn't refuse the others."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.validators = [
            validator for validator in self.validators if not isinstance(validator, ProhibitNullCharactersValidator)
        ]


class NameField(forms.CharField):
    """A name, tidied for storage, which can make it longer or shorter than what was typed."""

    default_error_messages = TOO_LONG

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, validators=[validate_visible], **options)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")
