"""The forms of an evening: its terms, a guest, times of arrival and departure, a stake."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.name_fields import TOO_LONG, NameField, validate_visible
from scorekeeper.play.form_fields import CURRENCIES, MoneyField, StakeField
from scorekeeper.play.models import TOKEN_LENGTH
from scorekeeper.play.totals import CENT

MOST_HANDS = 1000
"""The most planned hands of a round."""


class EveningForm(forms.Form):
    """The date of an evening and the terms of its settlement."""

    use_required_attribute = False
    day = forms.DateField(
        validators=[in_our_time],
        label=_("Date"),
        error_messages={"required": _("Enter a date.")},
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "input"}),
    )
    name = NameField(
        required=False,
        label=_("Name (optional)"),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )
    kitty = MoneyField(
        required=False,
        label=_("Into the kitty"),
        help_text=_("What everyone present pays into the club’s kitty. Leave empty for nothing."),
    )
    rounding = MoneyField(
        required=False, label=_("Rounded to"), help_text=_("The smallest coin used to settle the evening.")
    )
    currency = forms.CharField(
        required=False,
        max_length=8,
        validators=[validate_visible],
        error_messages=TOO_LONG,
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )
    token = forms.CharField(required=False, max_length=TOKEN_LENGTH, widget=forms.HiddenInput)
    currencies = CURRENCIES

    def terms(self) -> dict[str, Any]:
        """Return the arguments of `attendance.begin` and `attendance.change`; the form must be valid."""
        cleaned = self.cleaned_data
        return {
            "day": cleaned["day"],
            "name": cleaned["name"],
            "kitty": cleaned["kitty"],
            "rounding": cleaned["rounding"] or CENT,
            "currency": cleaned["currency"].strip() or CURRENCIES[0],
        }


class GuestForm(forms.Form):
    """The name of a guest."""

    use_required_attribute = False
    name = NameField(
        label=_("A guest"),
        error_messages={"required": _("Enter a name.")},
        widget=forms.TextInput(
            attrs={"class": "input", "list": "guests", "autocomplete": "off", "autocapitalize": "words"}
        ),
    )


class TimesForm(forms.Form):
    """When someone came and left."""

    use_required_attribute = False
    came = forms.TimeField(
        label=_("Arrived at"),
        error_messages={"required": _("Enter a time.")},
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )
    left = forms.TimeField(
        required=False,
        label=_("Left at"),
        help_text=_("Leave empty while they are still here."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "input"}),
    )


class PlannedHandsForm(forms.Form):
    """The planned hands of a round by the size of the table, named `hands_4`; empty for a size without a limit."""

    use_required_attribute = False

    def __init__(self, sizes: Iterable[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for size in sizes:
            self.fields[f"hands_{size}"] = forms.IntegerField(
                required=False,
                min_value=1,
                max_value=MOST_HANDS,
                label=_("At a table of %(size)s") % {"size": size},
                widget=forms.TextInput(
                    attrs={"inputmode": "numeric", "autocomplete": "off", "class": "input input--number"}
                ),
            )

    def planned(self) -> dict[str, int]:
        """Return the planned hands as a round stores them; the form must be valid."""
        return {name.removeprefix("hands_"): hands for name, hands in self.cleaned_data.items() if hands}


class StakeForm(forms.Form):
    """The stake of drawn tables whose house rules name none."""

    use_required_attribute = False
    stake = StakeField(required=False, label=_("Stake per point"))
