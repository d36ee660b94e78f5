"""The forms of a list: its totals typed from paper, and a reason for a dispute or a correction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import Code, RuleError
from games.scoring.numbers import MOST
from games.scoring.text import number_words
from scorekeeper.clubs.name_fields import TOO_LONG
from scorekeeper.play.form_fields import TotalField
from scorekeeper.play.formatting import in_words
from scorekeeper.tournaments.lists.table_sheet import Results
from scorekeeper.tournaments.words import COLUMN_WORDS

CHECK = "check"
LONGEST_REASON = 500


class ListForm(forms.Form):
    """Points of every player and, where the game counts them, games won and lost, with the check line of the paper."""

    use_required_attribute = False

    def __init__(
        self,
        names: Sequence[str],
        *,
        counts_games: bool,
        results: Results | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, label_suffix="")
        self.names = names
        self.doubtful = ("points", 0)
        self.columns = ("points", "won", "lost") if counts_games else ("points",)
        labels = {"points": _("Points"), **COLUMN_WORDS}
        for place in range(len(names)):
            for column in self.columns:
                written = results[place][column] if results else None
                lowest = -MOST if column == "points" else 0
                self.fields[f"{column}-{place}"] = _figure(labels[column], initial=written, min_value=lowest)
        if counts_games:
            self.fields[CHECK] = _figure(
                _("Check line on the paper"),
                required=False,
                min_value=-MOST,
                help_text=_("The sum of the last column. Leave it empty if nobody has added it up."),
            )

    @property
    def rows(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The players with their fields."""
        return [(name, [self[f"{column}-{place}"] for column in self.columns]) for place, name in enumerate(self.names)]

    def results(self) -> list[dict[str, int]]:
        """Return what was typed, in seat order; the form must be valid."""
        return [
            {column: self.cleaned_data[f"{column}-{place}"] for column in self.columns}
            for place in range(len(self.names))
        ]

    def check_sum(self, total: int) -> bool:
        """Return whether the check line of the paper is this total, or was not typed; else add an error there."""
        typed = self.cleaned_data.get(CHECK)
        if typed is None or typed == total:
            return True
        words = gettext("The figures above add up to %(total)s. Compare them with the paper, or leave this empty.")
        self.add_error(CHECK, words % {"total": number_words(total)})
        return False

    def refuse(self, error: RuleError) -> None:
        """Show a refusal at its field, that of a sum at the figure that is most `doubtful`, or else above the form."""
        self.add_error(self._field_of(error), in_words(error.message, self.names))

    def _field_of(self, error: RuleError) -> str | None:
        field = error.field or ""
        if (field, error.code) == ("results", Code.TOTAL):
            return "{}-{}".format(*self.doubtful)
        for place, name in enumerate(self.names):
            column = field.removeprefix(f"results.{name}.")
            if column in self.columns:
                return f"{column}-{place}"
        return None


def _figure(label: Any, *, min_value: int, required: bool = True, **options: Any) -> TotalField:
    return TotalField(
        label=label,
        required=required,
        min_value=min_value,
        max_value=MOST,
        error_messages={"invalid": _("This must be a whole number."), "required": _("This is still missing.")},
        widget=forms.TextInput(attrs={"class": "input input--number", "autocomplete": "off"}),
        **options,
    )


def results_text(results: Results | None) -> str:
    """Return results as a hidden field says which ones were seen."""
    return json.dumps(results)


def results_in(text: str) -> list[Any]:
    """Return the results that a hidden field says were seen; none if it was tampered with."""
    try:
        seen = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return seen if isinstance(seen, list) else []


class ReasonForm(forms.Form):
    """Why a list is disputed, or opened again."""

    use_required_attribute = False
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        error_messages=TOO_LONG,
        required=False,
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "off"}),
    )

    def __init__(self, label: Any, data: Mapping[str, Any] | None = None, *, id_prefix: str = "") -> None:
        super().__init__(data, label_suffix="", auto_id=f"{id_prefix}%s")
        self.fields["reason"].label = label

    def refuse(self, error: RuleError) -> None:
        self.add_error("reason", in_words(error.message))
