"""Form fields that several forms share: money, totals and the options of a rule set."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.game import Game
from games.scoring.text import MINUS
from games.scoring.types import Option, OptionValue, RuleSet
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import TOO_LONG, validate_visible
from scorekeeper.play.formatting import figure_of_money, in_words, without_star
from scorekeeper.play.session_draft import NO, TARIFF, YES

CURRENCIES = ("€", "$", "£", "CHF")
MOST_MONEY = 1000
MONEY = re.compile(r"-?(?=[.]?[0-9])[0-9]*(?:[.](?P<after>[0-9]*))?")


class MoneyField(forms.Field):
    """A positive amount of money in whole cents, with a decimal point or comma."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input"})
    places = 2
    most = MOST_MONEY
    can_be_zero = False
    out_of_range = _("Enter more than 0 and at most %(most)s.")
    too_fine = _("Use at most two decimal places.")

    def prepare_value(self, value: Any) -> Any:
        """Format a known amount in the reader's notation; leave typed text as it is."""
        return figure_of_money(value) if isinstance(value, Decimal) else value

    def to_python(self, value: Any) -> Decimal | None:
        text = str(value or "").replace(",", ".").replace(" ", "")
        if not text:
            return None
        if not (typed := MONEY.fullmatch(text)):
            raise ValidationError(_("“%(given)s” is not an amount of money."), params={"given": value})
        money = Decimal(text)
        if self.can_be_zero and not money:
            return None
        if not 0 < money <= self.most:
            raise ValidationError(self.out_of_range, params={"most": self.most})
        if len(typed["after"] or "") > self.places:  # zeros as well: “1,000” may mean a thousand
            raise ValidationError(self.too_fine)
        return money


class KittyField(MoneyField):
    """What each pays into the kitty; 0 is nothing, like an empty field."""

    can_be_zero = True


class StakeField(MoneyField):
    """Money for each point, down to a hundredth of a cent."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "input input--stake"})
    places = 4
    out_of_range = _("A stake must be more than 0 and at most %(most)s.")
    too_fine = _("A stake can have at most four decimal places.")


def currency_field(*, required: bool) -> forms.CharField:
    return forms.CharField(
        required=required,
        max_length=8,
        validators=[validate_visible],
        error_messages={**TOO_LONG, "required": _("Enter a currency.")},
        label=_("Currency"),
        widget=forms.TextInput(attrs={"class": "input", "list": "currencies", "autocomplete": "off"}),
    )


class MoneyForm(forms.Form):
    """What is played for, and what each pays into the kitty beside it. The kitty of a club is that of its evenings."""

    use_required_attribute = False
    currencies = CURRENCIES
    stake = StakeField(
        required=False,
        label=_("Stake per point"),
        help_text=_("Per point, such as 0.05. Leave empty to play for points only."),
    )
    currency = currency_field(required=False)
    kitty = KittyField(
        required=False,
        label=_("Into the kitty"),
        help_text=_("What each player pays into the kitty when the session is settled."),
    )

    def fit(self, rules: RuleSet, club: Club | None) -> None:
        """Ask for what is played for under these rules, in a club or, for None, at home.

        The evening of a club adds up only stakes in its own currency, so there it can't be left empty.
        """
        if rules.stake_per_game:
            self.fields["stake"].label = _("Stake per game")
            self.fields["stake"].help_text = _("Per game, such as 0.50. Leave empty to play for points only.")
        if club is not None:
            del self.fields["kitty"]
            self.fields["currency"].required = True

    def clean_kitty(self) -> Decimal | None:
        kitty: Decimal | None = self.cleaned_data["kitty"]
        if kitty and "stake" in self.cleaned_data and not self.cleaned_data["stake"]:
            raise ValidationError(_("Enter a stake, too, or leave this empty: points alone are not paid."))
        return kitty


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


def list_field(game: Game) -> forms.Field:
    return forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("Open end")), *((hands, hands) for hands in game.list_lengths)],
        label=_("Length of the list"),
        help_text=_("After so many hands the table says that the list is over."),
        widget=forms.RadioSelect,
    )


def option_in_words(option: Option, value: str) -> str:
    """Return a chosen option in words; empty for a number, a switch or a tariff with its default value.

    Every other choice is named, and so is a switch that is on.
    """
    if option.choices and value not in dict(option.choices):
        return ""
    chosen = option_value(option, value) if option.low is None else value
    is_usual = str(chosen) == str(option.default)
    named = option.choices and option.name != TARIFF
    return "" if is_usual and not named else in_words(option.in_words(chosen))


NOT_OFFERED = _("This tariff is no longer offered. Choose another.")


def option_value(option: Option, cleaned: Any) -> OptionValue:
    if option.choices:
        return str(cleaned)
    return int(cleaned) if option.low is not None else cleaned == YES
