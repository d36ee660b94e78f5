"""Form fields that several forms share: money, totals and the options of a rule set."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.scoring.text import MINUS
from games.scoring.types import Option, OptionValue
from scorekeeper.play.formatting import figure_of_money, in_words, without_star
from scorekeeper.play.session_draft import NO, TARIFF, YES

CURRENCIES = ("€", "$", "£", "CHF")
MOST_MONEY = 1000


class MoneyField(forms.Field):
    """A positive amount of money in whole cents, with a decimal point or comma."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input"})
    smallest = Decimal("0.01")
    most = MOST_MONEY
    out_of_range = _("Enter more than 0 and at most %(most)s.")
    too_fine = _("Use at most two decimal places.")

    def prepare_value(self, value: Any) -> Any:
        """Format a known amount in the reader's notation; leave typed text as it is."""
        return figure_of_money(value) if isinstance(value, Decimal) else value

    def to_python(self, value: Any) -> Decimal | None:
        text = str(value or "").replace(",", ".").replace(" ", "")
        if not text:
            return None
        try:
            money = Decimal(text)
        except InvalidOperation:
            raise ValidationError(_("“%(given)s” is not an amount of money."), params={"given": value}) from None
        if not money.is_finite() or not 0 < money <= self.most:
            raise ValidationError(self.out_of_range, params={"most": self.most})
        if money != money.quantize(self.smallest):
            raise ValidationError(self.too_fine)
        return money


class StakeField(MoneyField):
    """Money for each point, down to a hundredth of a cent."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input input--stake"})
    smallest = Decimal("0.0001")
    out_of_range = _("A stake must be more than 0 and at most %(most)s.")
    too_fine = _("A stake can have at most four decimal places.")


class TotalField(forms.IntegerField):
    """A whole number, with a hyphen or a true minus sign, and spaces ignored."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        return super().to_python(str(value or "").replace(MINUS, "-").replace(" ", ""))


def option_field(option: Option) -> forms.Field:
    label, help_text = in_words(option.label), without_star(in_words(option.help))
    if option.low is not None:
        widget = forms.NumberInput(attrs={"class": "input input--number", "inputmode": "numeric"})
        return forms.IntegerField(
            label=label,
            help_text=help_text,
            initial=option.default,
            min_value=option.low,
            max_value=option.high,
            widget=widget,
        )
    choices: list[tuple[str, Any]] = [(value, in_words(words)) for value, words in option.choices]
    default = option.default
    if not choices:
        choices = [(NO, _("No")), (YES, _("Yes"))]
        default = YES if option.default else NO
    field = forms.ChoiceField(
        label=label,
        help_text=help_text,
        initial=default,
        choices=choices,
        required=default != "",
        widget=forms.RadioSelect,
    )
    if option.name == TARIFF:
        field.error_messages["invalid_choice"] = NOT_OFFERED
    return field


def option_in_words(option: Option, value: str) -> str:
    """Return a chosen option in a few words; empty for a number or a switch with its default value.

    A choice is always named, and so is a switch that is on.
    """
    if option.choices:
        return _chosen_in_words(option, value)
    words = {"option": in_words(option.label), "value": value}
    if option.low is not None:
        return "" if value == str(option.default) else gettext("%(option)s: %(value)s") % words
    if value == YES:
        return in_words(option.label)
    return gettext("%(option)s: no") % words if option.default else ""


def _chosen_in_words(option: Option, value: str) -> str:
    words = in_words(dict(option.choices).get(value))
    if option.name != TARIFF or not words:
        return words
    as_printed = value == option.default
    return "" if as_printed else gettext("%(option)s: %(value)s") % {"option": in_words(option.label), "value": words}


NOT_OFFERED = _("This tariff is no longer offered. Choose another.")


def option_value(option: Option, cleaned: Any) -> OptionValue:
    if option.choices:
        return str(cleaned)
    return int(cleaned) if option.low is not None else cleaned == YES
