"""The form of an installation's first club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.member_forms import as_inputs, password_rules
from scorekeeper.clubs.name_fields import NameField

if TYPE_CHECKING:
    WithPassword = SetPasswordMixin[User]
else:
    WithPassword = SetPasswordMixin


class FirstClubForm(WithPassword, forms.Form):
    """The club's name, and the account of its first organiser. There are no others whose names could be taken."""

    use_required_attribute = False
    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "organization"}))
    username = UsernameField(
        label=_("Your user name"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("For signing in. You can add other organisers later."),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(label1=_("Password"), label2=_("Password again"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        as_inputs(self)
        self.fields["password1"].help_text = password_rules()
        self.fields["password2"].help_text = ""

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        self.validate_password_for_user(self.organiser())
        return self.cleaned_data

    def organiser(self) -> User:
        """Return the account, still to be saved."""
        user = User(username=self.cleaned_data.get("username", ""))
        user.set_password(self.cleaned_data.get("password1"))
        return user
