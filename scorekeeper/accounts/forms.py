"""The forms of two-factor authentication."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts import known_browsers, second_factor
from scorekeeper.accounts.models import SecondFactor
from scorekeeper.accounts.passwords import Meter, passwords_counted, refusals_counted

WRONG_CODE = _("This code is wrong or has been used before. Wait for the next one.")
WRONG_RECOVERY_CODE = _("This recovery code is wrong or has been used before.")
WRONG_PASSWORD = _("Wrong password.")
TOO_MANY_CODES = _("Too many wrong codes for this account. Try again in %(seconds)s seconds.")


class CodeField(forms.CharField):
    """A code from an authenticator app; spaces are ignored."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "spellcheck": "false"})

    def __init__(self) -> None:
        super().__init__(label=_("Code"), max_length=20, help_text=_("The six digits shown in the app."))

    def clean(self, value: Any) -> str:
        code = re.sub(r"\s", "", super().clean(value))
        if not second_factor.CODE.fullmatch(code):
            raise ValidationError(_("A code has six digits."))
        return code


class SignInCodeForm(forms.Form):
    """The code after the password. Wrong codes are counted for the account.

    As with passwords, a browser in which somebody has signed in to the account before has a meter of its own. Here that
    means a complete sign-in with a code, so that knowing the password doesn't give more browsers for guessing codes.
    """

    code: forms.CharField = CodeField()

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.request, self.user = request, user
        self.factor: SecondFactor | None = None
        self.fields["code"].widget.attrs["autofocus"] = True

    def clean_code(self) -> str:
        with refusals_counted([code_meter(self.request, self.user)]):
            self.use(self.cleaned_data["code"])
        return ""

    def use(self, code: str) -> None:
        try:
            self.factor = second_factor.use_code(self.user, code)
        except second_factor.WrongCodeError:
            raise ValidationError(WRONG_CODE) from None


class RecoveryForm(SignInCodeForm):
    """A recovery code instead of the app's code."""

    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        help_text=_("One of the ten codes you wrote down when you turned this on. Each works once."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def use(self, code: str) -> None:
        try:
            self.factor = second_factor.use_recovery_code(self.user, code)
        except second_factor.WrongCodeError:
            raise ValidationError(WRONG_RECOVERY_CODE) from None


class PasswordForm(forms.Form):
    """The password again, before a second factor is changed. Wrong ones are counted as at sign-in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
        self.request, self.user = request, user

    def clean_password(self) -> str:
        with passwords_counted(self.request, self.user.get_username()):
            if not self.user.check_password(self.cleaned_data["password"]):
                raise ValidationError(WRONG_PASSWORD)
        return ""


class SetUpForm(PasswordForm):
    """The first code, which proves that the app is set up, and the password.

    Without the password, anyone who finds the panel open could set up an app of their own and lock the owner out.
    """

    code = CodeField()


def code_meter(request: HttpRequest, user: User) -> Meter:
    """Return the meter that counts wrong codes."""
    factor = second_factor.find(user)
    browser = known_browsers.meter_of(request, str(factor.pk)) if factor else ""
    return Meter("codes", browser or str(user.pk), "known browsers" if browser else "codes", TOO_MANY_CODES)
