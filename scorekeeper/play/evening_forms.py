"""The forms of an evening: on which terms it is held, who comes, when."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.names import tidy
from scorekeeper.play.form_fields import CURRENCIES, MoneyField, StakeField, shown
from scorekeeper.play.models import TOKEN_LENGTH
from scorekeeper.play.reckoning import CENT


class EveningForm(forms.Form):
    """On which date an evening is held, and on which terms it is settled."""

    use_required_attribute = False
    day = forms.DateField(
        validators=[in_our_time],
        label=_("Date"),
        error_messages={"required": _("Say on which date.")},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "input"}),
    )
    name = forms.CharField(
        required=False,
        max_length=LONGEST_NAME,
        validators=[shown],
        label=_("Name, if it has one"),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    kitty = MoneyField(
        required=False,
        label=_("Into the kitty"),
        help_text=_("What everybody who is there pays into the club’s kitty. Left empty: nothing."),
    )
    rounding = MoneyField(
        required=False, label=_("Rounded to"), help_text=_("The smallest coin in which the evening is settled.")
    )
    currency = forms.CharField(
        required=False,
        max_length=8,
        validators=[shown],
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )
    token = forms.CharField(required=False, max_length=TOKEN_LENGTH, widget=forms.HiddenInput)
    currencies = CURRENCIES

    def terms(self) -> dict[str, Any]:
        """What `evenings.begin` and `evenings.change` take, from a form that is valid."""
        cleaned = self.cleaned_data
        return {
            "day": cleaned["day"],
            "name": cleaned["name"],
            "kitty": cleaned["kitty"],
            "rounding": cleaned["rounding"] or CENT,
            "currency": cleaned["currency"].strip() or CURRENCIES[0],
        }


class GuestForm(forms.Form):
    """Who comes as a guest."""

    use_required_attribute = False
    name = forms.CharField(
        max_length=LONGEST_NAME,
        validators=[shown],
        label=_("A guest"),
        error_messages={"required": _("Say who comes.")},
        widget=forms.TextInput(
            attrs={"class": "input", "list": "guests", "autocomplete": "off", "autocapitalize": "words"}
        ),
    )

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])


class TimesForm(forms.Form):
    """When somebody came and left."""

    use_required_attribute = False
    came = forms.TimeField(
        label=_("Came at"),
        error_messages={"required": _("Say when.")},
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )
    left = forms.TimeField(
        required=False,
        label=_("Left at"),
        help_text=_("Empty while they are there."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )


class StakeForm(forms.Form):
    """The stake of drawn tables for which the house rules name none."""

    use_required_attribute = False
    stake = StakeField(required=False, label=_("Stake for a point"))
