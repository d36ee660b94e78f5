"""The form that filters the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.dates import in_our_time
from scorekeeper.organisers.audit_log import EVENING, MOST_PAGES, PANEL, AuditLogFilter
from scorekeeper.play.models import Verb


class AuditLogForm(forms.Form):
    """The filter of the audit log; ignores invalid values."""

    use_required_attribute = False
    q = forms.CharField(required=False, max_length=60, label=_("Person or subject"))
    verb = forms.ChoiceField(required=False, label=_("Action"))
    since = forms.DateField(
        required=False, validators=[in_our_time], label=_("From"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, validators=[in_our_time], label=_("To"), widget=forms.DateInput(attrs={"type": "date"})
    )
    session = forms.IntegerField(required=False, min_value=1, max_value=2**31, widget=forms.HiddenInput)
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, label_suffix="")
        verb = self.fields["verb"]
        assert isinstance(verb, forms.ChoiceField)
        verb.choices = [("", _("Everything")), (PANEL, _("In the panel")), (EVENING, _("At an evening")), *Verb.choices]

    def filters(self) -> AuditLogFilter:
        self.is_valid()
        cleaned = self.cleaned_data
        return AuditLogFilter(
            words=cleaned.get("q") or "",
            verb=cleaned.get("verb") or "",
            session=cleaned.get("session"),
            since=cleaned.get("since"),
            until=cleaned.get("until"),
            page=cleaned.get("page") or 1,
        )

    def address(self, page: int) -> str:
        """Return the query parameters of another page."""
        params = {name: str(value) for name, value in self.cleaned_data.items() if value and name != "page"}
        return "?" + urlencode({**params, "page": page})
