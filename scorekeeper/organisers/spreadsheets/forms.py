"""The upload form for a file of members."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.files.spreadsheets.export_filter import club_field
from scorekeeper.files.spreadsheets.reader import MOST_BYTES


class SpreadsheetForm(forms.Form):
    """A file and the club it is for. A file that is too large is refused unread."""

    file = forms.FileField(
        label=_("File (CSV or XLSX)"),
        allow_empty_file=True,  # `reading` reports an empty file in our own words
        error_messages={"required": _("Choose a file."), "missing": _("Choose a file.")},
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,.tsv,.txt"}),
        help_text=_("At most 1 MB and 5,000 rows."),
    )
    field_order = ("club", "file")

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", "auto_id": "in-%s", **kwargs})
        self.fields["club"] = club_field(user)
        self.order_fields(self.field_order)
        self.clubs = list(clubs_of(user)[:2])

    def clean_club(self) -> Any:
        return self.cleaned_data["club"] or next(iter(self.clubs), None)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is larger than 1 MB, enough for thousands of members. Split it."))
        return file
