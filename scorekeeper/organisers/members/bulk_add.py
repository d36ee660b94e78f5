"""The form that adds many members at once, one name a line."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import LinesField, checked_name
from scorekeeper.clubs.names import display_name, folded, typed_name
from scorekeeper.clubs.organisers import hide_single_choice

MOST = 300


class ManyForm(forms.Form):
    """Names of new members. Lines that can't be added stay in the field, with errors; `names` has the others."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none())
    names_typed = LinesField(
        label=_("Names, one per line"),
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        hide_single_choice(field)
        self.names: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club, typed = cleaned.get("club"), cleaned.get("names_typed", "")
        if club is None or not typed:
            return cleaned
        lines = [line for line in typed.splitlines() if line.strip()]
        if len(lines) > MOST:
            self.add_error("names_typed", _("Too many names at once."))
            return cleaned
        services.lock(club)
        members = club.players.filter(guest=False, retired_at=None, merged_into=None)
        names = {folded(display_name(player)): player.name for player in members}
        refused = {line: fault for line in lines if (fault := self._fault(line, names))}
        if refused:
            self.data = {**self.data, "club": club.pk, "names_typed": "\n".join(refused)}
            self.add_error("names_typed", [f"{line[:LONGEST_NAME]}: {fault}" for line, fault in refused.items()])
        return cleaned

    def _fault(self, line: str, names: dict[str, str]) -> str:
        """Return what is wrong with a line, if anything; otherwise add its name to `names`."""
        name = typed_name(line)
        if len(name) > LONGEST_NAME:
            return gettext("A name can have at most %(longest)d characters.") % {"longest": LONGEST_NAME}
        try:
            name = checked_name(name)
        except ValidationError as error:
            return " ".join(error.messages)
        if listed := names.get(folded(name)):
            return gettext("%(name)s is already listed.") % {"name": listed}
        names[folded(name)] = name
        self.names.append(name)
        return ""
