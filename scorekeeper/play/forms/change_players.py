"""The part of the form for changing players that is about seats and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from games.scoring.types import Option, OptionValue, RuleSet, Table
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.new_session.session_draft import typed


class SeatsAndRulesForm(forms.Form):
    """The seats of those who sit at the table, counted from 1, and the options of their rules, for the next hands.

    A page that was sent without one of the fields leaves it as it is.
    """

    def __init__(self, table: Table, rule_set: RuleSet, data: Mapping[str, str] | None = None) -> None:
        self.table, self.rule_set = table, rule_set
        now = {f"seat-{place}": str(place + 1) for place in range(len(table.players))}
        now |= {f"option-{name}": typed(value) for name, value in table.options.items()}
        sent = None if data is None else {name: data.get(name, value) for name, value in now.items()}
        super().__init__(sent, initial=now, label_suffix="")
        for place, name in enumerate(table.players):
            self.fields[f"seat-{place}"] = forms.IntegerField(
                label=name,
                min_value=1,
                max_value=len(table.players),
                error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("Which seat?")),
                widget=forms.NumberInput(attrs={"class": "input input--number", "inputmode": "numeric"}),
            )
        for option in rule_set.options:
            self.fields[f"option-{option.name}"] = option_field(option)

    def seats(self) -> Iterator[BoundField]:
        """Return the fields of the seats, in the order of the seats."""
        for place in range(len(self.table.players)):
            yield self[f"seat-{place}"]

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        """Return the fields of the options, each with its option."""
        for option in self.rule_set.options:
            yield option, self[f"option-{option.name}"]

    @property
    def order(self) -> tuple[int, ...]:
        """The new places; the form must be valid."""
        return tuple(self.cleaned_data[f"seat-{place}"] - 1 for place in range(len(self.table.players)))

    @property
    def new_options(self) -> dict[str, OptionValue]:
        """The values of the options; the form must be valid."""
        return {
            option.name: option_value(option, self.cleaned_data[f"option-{option.name}"])
            for option in self.rule_set.options
        }

    def is_changed(self) -> bool:
        """Return whether the fold of these fields has anything to show: a change or an error."""
        return self.is_bound and (bool(self.errors) or self.has_changed())
