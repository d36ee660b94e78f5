"""The form that starts a session from a photographed sheet: who played, and on which day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from games.scoring.types import Table
from scorekeeper.clubs.dates import validate_session_date
from scorekeeper.clubs.name_fields import NameField
from scorekeeper.clubs.names import folded
from scorekeeper.play.formatting import in_words
from scorekeeper.play.recording.start import checked_table
from scorekeeper.printing.marked_sheets.code import SheetCode


class SheetStartForm(forms.Form):
    """A field for each name on the sheet, and one for the day."""

    use_required_attribute = False
    played_on = forms.DateField(
        required=False,
        validators=[validate_session_date],
        label=_("Played on"),
        help_text=_("Leave empty for today."),
        widget=forms.DateInput(attrs={"type": "date", "class": "input"}),
    )

    def __init__(self, code: SheetCode, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.code = code
        for place, name in enumerate(code.names):
            self.fields[f"player-{place}"] = NameField(
                label=gettext("Player %(number)s") % {"number": place + 1},
                initial=name,
                error_messages={"required": _("Enter the name of this player.")},
                widget=forms.TextInput(
                    attrs={"class": "input", "autocomplete": "off", "spellcheck": "false", "list": "known-players"}
                ),
            )
        self.order_fields([f"player-{place}" for place in range(len(code.names))])

    @property
    def players(self) -> Sequence[forms.BoundField]:
        """The fields of the names, in seat order."""
        return [self[f"player-{place}"] for place in range(len(self.code.names))]

    def clean(self) -> dict[str, Any]:
        """Refuse a name that an earlier player has, at its field."""
        earlier: set[str] = set()
        for field in self.players:
            name = folded(self.cleaned_data.get(field.name, ""))
            if name and name in earlier:
                self.add_error(field.name, gettext("Two players cannot have the same name."))
            earlier.add(name)
        return self.cleaned_data

    def table(self) -> Table:
        """Return the table of the sheet with these names; the form must be valid. Raise `RuleError`."""
        _game, table = self.code.game_at_table()
        return checked_table(
            game=self.code.game,
            rules=table.rules,
            options=table.options,
            tariff=table.tariff,
            players=[self.cleaned_data[field.name] for field in self.players],
            first_dealer=table.first_dealer,
        )

    def refuse(self, error: RuleError) -> None:
        """Show why the rules or the evening don't allow these players."""
        self.add_error(None, in_words(error.message))
