"""The forms of members with a login: signing in, the password, the nickname."""

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

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs.names import tidy
from scorekeeper.clubs.passwords import CountedForm, SignsPhonesOut, counted
from scorekeeper.play.form_fields import shown

if TYPE_CHECKING:
    NewPassword = SetPasswordForm[User]
else:
    NewPassword = SetPasswordForm


class SignInForm(CountedForm):
    """The same is said of a name that no account has and of a wrong password."""

    error_messages = {
        **CountedForm.error_messages,
        "invalid_login": _("This user name and this password do not belong together. Capital letters count."),
    }

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(request, data, label_suffix="")
        as_inputs(self)
        self.fields["username"].label = _("User name")


class SetPassword(NewPassword):
    """A password, typed twice."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        as_inputs(self)
        _without_phones(self)


class ChangePassword(PasswordChangeForm):
    """Another password, where the old one is known: that is counted like signing in.

    A second tap comes when the new password is the old one already: it is taken as `repeated`.
    """

    repeated = False

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(user, data, label_suffix="")
        self.request = request
        as_inputs(self)
        _without_phones(self)

    def clean_old_password(self) -> str:
        with counted(self.request):
            try:
                return super().clean_old_password()
            except forms.ValidationError:
                self.repeated = self.user.check_password(self.data.get("new_password1", ""))
                if not self.repeated:
                    raise
        return ""


class NicknameForm(forms.Form):
    """What tables call somebody; empty: the name."""

    use_required_attribute = False
    nickname = forms.CharField(
        required=False,
        max_length=LONGEST_NAME,
        validators=[shown],
        label=capfirst(_("nickname")),
        help_text=_("What tables and score sheets say. Empty: your name."),
        widget=forms.TextInput(attrs={"class": "input", "autocomplete": "nickname"}),
    )

    def clean_nickname(self) -> str:
        return tidy(self.cleaned_data["nickname"])


def _without_phones(form: forms.Form) -> None:
    """What a password must be; which phones it signs out the page says, as this one is none of them."""
    validators = [one for one in get_default_password_validators() if not isinstance(one, SignsPhonesOut)]
    form.fields["new_password1"].help_text = password_validators_help_text_html(validators)


def as_inputs(form: forms.Form) -> None:
    """Django's fields in the look of ours."""
    for field in form.fields.values():
        field.widget.attrs["class"] = "input"
