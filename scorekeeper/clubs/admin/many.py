"""The form of many members at once: a name a line."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs import services
from scorekeeper.clubs.admin.names import name_of
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import called, folded, tidy

MOST = 300


class ManyForm(forms.Form):
    """Says of every line what is wrong with it; with `leave_out` the doubles are left out and the others added."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none())
    names_typed = forms.CharField(
        label=_("Names, one a line"),
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off"}),
    )
    leave_out = forms.BooleanField(label=_("Leave out who is there already"), required=False)

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        self.names: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club, typed = cleaned.get("club"), cleaned.get("names_typed", "")
        if club is None or not typed:
            return cleaned
        lines = [(number, line) for number, line in enumerate(typed.splitlines(), 1) if line.strip()]
        if len(lines) > MOST:
            self.add_error("names_typed", _("These are too many at once."))
            return cleaned
        services.hold(club)
        members = club.players.filter(guest=False, retired_at=None, merged_into=None)
        known = {folded(called(player)): player.name for player in members}
        faults = []
        for number, line in lines:
            if fault := self._fault(line, known, leave_out=bool(cleaned.get("leave_out"))):
                faults.append(gettext("Line %(number)d: %(fault)s") % {"number": number, "fault": fault})
        if faults:
            self.add_error("names_typed", faults)
        return cleaned

    def _fault(self, line: str, known: dict[str, str], *, leave_out: bool) -> str:
        """What is wrong with a line, if something is; else its name is one of those to be added."""
        name = tidy(line)
        if len(name) > LONGEST_NAME:
            return gettext("A name has at most %(longest)d characters.") % {"longest": LONGEST_NAME}
        try:
            name = name_of(line)
        except ValidationError as error:
            return " ".join(error.messages)
        if there := known.get(folded(name)):
            return "" if leave_out else gettext("%(name)s is there already.") % {"name": there}
        known[folded(name)] = name
        self.names.append(name)
        return ""
