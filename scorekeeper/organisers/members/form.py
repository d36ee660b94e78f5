"""The form of a member's record: names, number and category, and the personal data beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.admin.widgets import AdminDateWidget, AdminEmailInputWidget, AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import personal_data, queries, services
from scorekeeper.clubs.models import Club, PersonalData, Player
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.clubs.names import turned_round

if TYPE_CHECKING:
    PlayerModelForm = forms.ModelForm[Player]
else:
    PlayerModelForm = forms.ModelForm


class SuggestionInput(AdminTextInputWidget):
    """A text field that offers what was entered before."""

    def __init__(self, suggestions: Sequence[str]) -> None:
        super().__init__()
        self.suggestions = suggestions

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        listed = f"{name}-suggestions"
        field = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join("", '<option value="{}"></option>', ((one,) for one in self.suggestions))
        return format_html('{}<datalist id="{}">{}</datalist>', field, listed, options)


def _personal(name: str, widget: forms.Widget) -> Any:
    """Return the form field for a column of personal data; `MemberForm` runs the column's own checks."""
    column: Any = PersonalData._meta.get_field(name)
    return column.formfield(widget=widget)


class MemberForm(PlayerModelForm):
    """Refuses a second member with the same display name or number, and stores personal data in its own row."""

    federation_number = _personal("federation_number", AdminTextInputWidget(attrs={"autocomplete": "off"}))
    email = _personal("email", AdminEmailInputWidget(attrs={"autocomplete": "off"}))
    phone_number = _personal("phone_number", AdminTextInputWidget(attrs={"autocomplete": "off", "type": "tel"}))
    entered_on = _personal("entered_on", AdminDateWidget())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = personal_data.personal_data_of(self.instance)
        for name in personal_data.FIELDS:
            self.initial.setdefault(name, getattr(stored, name))

    def clean_name(self) -> str:
        return checked_name(turned_round(self.cleaned_data["name"]))

    def clean_nickname(self) -> str:
        return _tidied(self.cleaned_data["nickname"])

    def clean_member_number(self) -> str:
        return _tidied(self.cleaned_data["member_number"])

    def clean_category(self) -> str:
        return _tidied(self.cleaned_data["category"])

    def clean_federation_number(self) -> str:
        return _tidied(self.cleaned_data["federation_number"])

    def clean_phone_number(self) -> str:
        return _tidied(self.cleaned_data["phone_number"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club = cleaned.get("club") or self.instance.club
        self._check_personal_data(cleaned)
        if club is None:
            return cleaned
        services.lock(club)
        self._require_own_name(club, cleaned)
        self._require_own_number(club, cleaned.get("member_number"))
        return cleaned

    def _check_personal_data(self, cleaned: dict[str, Any]) -> None:
        valid = {name: cleaned[name] for name in personal_data.FIELDS if name in cleaned}
        try:
            PersonalData(**valid).clean_fields(exclude={"player", *personal_data.FIELDS} - {*valid})
        except ValidationError as error:
            self.add_error(None, error)  # each at its field

    def _require_own_name(self, club: Club, cleaned: dict[str, Any]) -> None:
        if not cleaned.get("name") or cleaned.get("guest", self.instance.guest):
            return
        if queries.is_called(club, cleaned.get("nickname") or cleaned["name"], but=self.instance.pk):
            place = "nickname" if cleaned.get("nickname") else "name"
            self.add_error(place, _("Another member has the same name. Add a nickname to tell you apart."))

    def _require_own_number(self, club: Club, number: str | None) -> None:
        others = club.players.filter(merged_into=None).exclude(pk=self.instance.pk)
        if number and (other := others.filter(member_number=number).first()):
            words = gettext("Member number %(number)s belongs to %(name)s.")
            self.add_error("member_number", words % {"number": number, "name": other})

    def store_personal_data(self) -> None:
        """Store what the form says; call it when the player is saved."""
        values = {name: self.cleaned_data[name] for name in personal_data.FIELDS if name in self.cleaned_data}
        personal_data.store(self.instance, values)


def _tidied(text: str) -> str:
    return checked_name(text) if text else ""
