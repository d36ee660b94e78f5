"""The forms of entries: one by name, several as lines, and an entry to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from scorekeeper.clubs.name_fields import TOO_LONG, LinesField, NameField
from scorekeeper.play.formatting import in_words
from scorekeeper.tournaments.desk.register import HIGHEST_NUMBER, MOST_ENTRIES, EntryDetails
from scorekeeper.tournaments.forms.lists import LONGEST_REASON

LONGEST_LINES = 100_000


def _name(label: Any, *, required: bool = False, **attributes: str) -> NameField:
    attributes = {"class": "input", "autocomplete": "off", "autocapitalize": "words", **attributes}
    return NameField(
        required=required,
        label=label,
        error_messages={"required": _("Enter a name.")},
        widget=forms.TextInput(attrs=attributes),
    )


class EntryForm(forms.Form):
    """Somebody who enters: name, team and category."""

    use_required_attribute = False
    name = _name(_("Name"), required=True, list="people")
    team = _name(_("Team"), list="teams")
    category = _name(_("Category"), list="categories")

    def details(self) -> EntryDetails:
        """Return what the form says; it must be valid."""
        return EntryDetails(**{name: self.cleaned_data[name] for name in ("name", "team", "category")})

    def refuse(self, error: RuleError) -> None:
        """Show a refusal at its field, or else above the form."""
        name = error.field if error.field in self.fields else None
        self.add_error(name, in_words(error.message))


class StoredEntryForm(EntryForm):
    """An entry to change, with its start number and tandem."""

    number = forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        widget=forms.TextInput(attrs={"class": "input input--number", "inputmode": "numeric", "autocomplete": "off"}),
    )
    tandem = _name(_("Tandem"), list="tandems")
    field_order = ("number", "name", "team", "tandem", "category")

    def details(self) -> EntryDetails:
        return EntryDetails(**{name: self.cleaned_data[name] for name in ("name", "team", "category", "tandem")})


class PenaltyForm(forms.Form):
    """Points that are taken off an entry, in which round, and why."""

    use_required_attribute = False
    round = forms.TypedChoiceField(label=_("Round"), coerce=int, widget=forms.Select(attrs={"class": "input"}))
    points = forms.IntegerField(
        label=_("Points to take off"),
        widget=forms.TextInput(attrs={"class": "input input--number", "inputmode": "numeric", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
        error_messages={**TOO_LONG, "required": _("Give a reason for the penalty.")},
    )

    def __init__(self, rounds: Sequence[int], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, label_suffix="", auto_id="penalty-%s", initial={"round": rounds[-1] if rounds else None})
        choices = self.fields["round"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [(number, str(number)) for number in rounds]

    def refuse(self, error: RuleError) -> None:
        """Show a refusal at its field, or else above the form."""
        self.add_error(error.field if error.field in self.fields else None, in_words(error.message))


class SignUpForm(EntryForm):
    """Somebody who signs up by the link. Nothing is suggested: the names of the club are nobody's business here."""

    name = _name(_("First and last name"), required=True, autocomplete="name")
    team = _name(_("Team, if you play for one"))
    category = _name(_("Category, if any"), list="categories")
    token = forms.CharField(required=False, widget=forms.HiddenInput)


class PlacesForm(forms.Form):
    """How many places the sign-up link fills."""

    use_required_attribute = False
    places = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_ENTRIES,
        widget=forms.TextInput(attrs={"class": "input input--number", "inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("With as many entries and sign-ups, nobody else can sign up through the link."),
    )


class LinesForm(forms.Form):
    """Several entries, a line for each."""

    use_required_attribute = False
    remarks: Sequence[str] = ()
    """What is to be said of the file that the lines were read from."""
    lines = LinesField(
        label=_("One line each: name; team; category; member number"),
        max_length=LONGEST_LINES,
        widget=forms.Textarea(attrs={"class": "input", "rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={**TOO_LONG, "required": _("Enter a name.")},
        help_text=_(
            "Separated by semicolons or tabs. Only the name is required, a start number can come first, and "
            "“Meier, Anne” is read as Anne Meier."
        ),
    )
