"""The form that asks for another rule set of the session's game, other options or another tariff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.scoring.documents import read_players
from games.scoring.errors import RuleError
from games.scoring.rules import AnyRules
from games.scoring.types import Option, RuleSet, Table
from scorekeeper.play.form_fields import option_field, option_value
from scorekeeper.play.ledger.formatting import in_words, tariff_name
from scorekeeper.play.ledger.ledgers import SessionLedger
from scorekeeper.play.new_session.session_draft import TARIFF, Draft, typed
from scorekeeper.play.screens.what_if import AS_PLAYED, readable


class WhatIfForm(forms.Form):
    """The choice of rule set, options and tariff.

    The form is always bound: without input it contains what was played, which is a valid choice too.
    """

    use_required_attribute = False
    rules = forms.ChoiceField(label=gettext_lazy("Rules"), widget=forms.RadioSelect)

    def __init__(self, draft: Draft, ledger: SessionLedger, data: Mapping[str, str]) -> None:
        self.draft, self.played, self.shown_options = draft, ledger.table, draft.shown_options
        self.readable = readable(ledger)
        chosen = {f"option-{one.name}": draft.options.get(one.name, typed(one.default)) for one in self.shown_options}
        super().__init__({"rules": data.get("rules", draft.rule_set.slug), **chosen}, label_suffix="")
        self._offer("rules", [(one.slug, in_words(one.name)) for one in self.readable])
        for option in self.shown_options:
            self.fields[f"option-{option.name}"] = option_field(option)
        if f"option-{TARIFF}" in self.fields:
            self._offer(f"option-{TARIFF}", _versions(draft))

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def _rules(self) -> AnyRules:
        return self.draft.game.rules

    def rule_sets(self) -> Iterator[tuple[Any, RuleSet]]:
        """Return each rule set that can read the hands with its radio button."""
        return zip(self["rules"], self.readable, strict=True)

    def options(self) -> Iterator[tuple[Option, BoundField]]:
        for option in self.shown_options:
            yield option, self[f"option-{option.name}"]

    def tables(self, ledger: SessionLedger) -> list[Table] | None:
        """Return the requested table of each stretch; None, with an error at the field, if the rules don't allow it."""
        if not self.is_valid():
            return None
        try:
            return [self._table(stretch.table) for stretch in ledger.stretches]
        except RuleError as error:
            self._refuse(error)
            return None

    def _table(self, played: Table) -> Table:
        rule_set = self.draft.rule_set
        same = played.options if rule_set.slug == played.rules else {}
        chosen = {
            one.name: option_value(one, self.cleaned_data[f"option-{one.name}"])
            for one in self.shown_options
            if one.name != TARIFF
        }
        return self._rules.table(
            read_players(rule_set, list(played.players)),
            rules=rule_set.slug,
            options={**same, **chosen},
            first_dealer=played.first_dealer,
            tariff=self.draft.tariff,
        )

    def _refuse(self, error: RuleError) -> None:
        name = (error.field or "").replace("options.", "option-")
        self.add_error(name if name in self.fields else "rules", in_words(error.message, self.played.players))


def _versions(draft: Draft) -> list[tuple[str, str]]:
    """Return the choices of tariff with their versions, since the tariff as played and as it is now share a name."""
    choices = [("", _("As printed"))]
    for key, one in draft.tariffs.items():
        words = _("%(tariff)s, as played") if key == AS_PLAYED else "%(tariff)s"
        choices.append((key, words % {"tariff": tariff_name(one)}))
    return choices
