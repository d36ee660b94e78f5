"""The forms of members with a login: sign-in, password and nickname."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    password_validators_help_text_html,
)
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.passwords import LimitedSignInForm, PhoneSignOutValidator, passwords_counted
from scorekeeper.clubs.name_fields import NameField

if TYPE_CHECKING:
    NewPassword = SetPasswordForm[User]
else:
    NewPassword = SetPasswordForm


class SignInForm(LimitedSignInForm):
    """User name and password. The error doesn't tell an unknown user name from a wrong password."""

    error_messages = {
        **LimitedSignInForm.error_messages,
        "invalid_login": _("The user name or the password is wrong. Capital letters matter."),
    }

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(request, data, label_suffix="")
        as_inputs(self)
        self.fields["username"].label = _("User name")


class SetPassword(NewPassword):
    """A new password, typed twice."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        as_inputs(self)
        self.fields["new_password1"].help_text = password_rules()


class ChangePassword(PasswordChangeForm):
    """A new password for somebody who knows the old one. Wrong old passwords are counted as at sign-in.

    A second tap arrives when the new password is already set; it is accepted as `repeated`.
    """

    repeated = False

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        self.request = request
        as_inputs(self)
        self.fields["new_password1"].help_text = password_rules()

    def clean_old_password(self) -> str:
        with passwords_counted(self.request, self.user.get_username()):
            try:
                return super().clean_old_password()
            except forms.ValidationError:
                self.repeated = self.user.check_password(self.data.get("new_password1", ""))
                if not self.repeated:
                    raise
        return ""


class NicknameForm(forms.Form):
    """The name used at the table; if empty, the player's name."""

    use_required_attribute = False
    nickname = NameField(
        required=False,
        label=capfirst(_("nickname")),
        help_text=_("Shown at tables and on score sheets. Leave empty to use your name."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "nickname"}),
    )


def password_rules() -> str:
    """Return the rules for a new password as HTML, without the one about phones; a page says that itself."""
    validators = [one for one in get_default_password_validators() if not isinstance(one, PhoneSignOutValidator)]
    return str(password_validators_help_text_html(validators))


def as_inputs(form: forms.Form) -> None:
    """Give Django's fields our CSS class."""
    for field in form.fields.values():
        field.widget.attrs["class"] = "input"
