"""Passwords: how many wrong ones are taken from one address, and what happens when one is changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper import rates


@contextmanager
def counted(request: HttpRequest | None) -> Iterator[None]:
    """Inside, whatever is refused is a wrong password; raises `ValidationError` where too many came from the address.

    Not the page for whoever has to wait: it would carry the password, to be sent again.
    """
    caller = rates.caller(request) if request else ""
    try:
        rates.require_room("logins", caller)
    except rates.TooOften as error:
        words = _("Too many wrong passwords came from here. Try again in %(seconds)s seconds.")
        raise ValidationError(words, code="too_often", params={"seconds": error.wait}) from None
    try:
        yield
    except ValidationError:
        with suppress(rates.TooOften):  # somebody else at the address has used up the last just now
            rates.spend("logins", caller)
        raise


class CountedForm(AuthenticationForm):
    """Django's, where only so many wrong passwords may come from one address."""

    def clean(self) -> dict[str, Any]:
        with counted(self.request):
            return super().clean()


class SignsPhonesOut:
    """Told by Django of every new password, from wherever it comes: the account's phones are signed out by it."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Takes any password."""

    def get_help_text(self) -> str:
        return gettext("Phones on which this account is signed in are signed out.")

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        from scorekeeper.clubs import logins  # this class is named in the settings, before models are

        if user is not None and user.pk is not None:
            logins.sign_phones_out(user.pk)
