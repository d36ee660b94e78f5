"""Limits on passwords, and what happens when a password changes.

Wrong passwords are counted by IP address and by account, so that many addresses together can't guess one account's
password faster. A stranger can use up the count of an account, so a browser in which somebody signed in to the account
before has a meter of its own. Nobody is locked out for good: every meter drains at a constant rate.

Right passwords are counted by account, since hashing them costs as much. Only someone who knows the password can use up
that count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts import known_browsers, logins
from scorekeeper.web import throttling

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

FROM_HERE = _("Too many wrong passwords from this address. Try again in %(seconds)s seconds.")
FOR_ACCOUNT = _(
    "Too many wrong passwords for this account. Try again in %(seconds)s seconds, or use a browser in which you have "
    "signed in before."
)
TOO_OFTEN = _("This account has signed in too often. Try again in %(seconds)s seconds.")


@dataclass(frozen=True)
class Meter:
    """What counts passwords or codes, and the message when it is full."""

    limit: str
    key: str
    on: str
    words: StrPromise


@contextmanager
def passwords_counted(request: HttpRequest | None, account: str) -> Iterator[None]:
    """Count a `ValidationError` raised inside as a wrong password for this account, and anything else as a right one.

    Raise one after too many of either.
    """
    right = Meter("logins", account, "right passwords", TOO_OFTEN)
    _require_room(right)
    with refusals_counted(_meters(request, account)):
        yield
    _spend(right)


@contextmanager
def refusals_counted(meters: Sequence[Meter]) -> Iterator[None]:
    """Count each `ValidationError` raised inside on these meters; raise one if a meter is full already.

    This doesn't lead to the 429 page, which offers to send the form again and so would contain the password.
    """
    for meter in meters:
        _require_room(meter)
    try:
        yield
    except ValidationError:
        for meter in meters:
            _spend(meter)
        raise


def _require_room(meter: Meter) -> None:
    try:
        throttling.require_room(meter.limit, meter.key, on=meter.on)
    except throttling.RateLimitedError as error:
        raise ValidationError(meter.words, code="too_often", params={"seconds": error.wait}) from None


def _spend(meter: Meter) -> None:
    with suppress(throttling.RateLimitedError):  # another request used up the last one just now
        throttling.spend(meter.limit, meter.key, on=meter.on)


def _meters(request: HttpRequest | None, account: str) -> list[Meter]:
    """Return the meters of this attempt. Accounts are counted as typed, which hides whether an account exists."""
    if request and (browser := known_browsers.meter_of(request, account)):
        return [Meter("logins", browser, "known browsers", FROM_HERE)]
    return [
        Meter("logins", throttling.caller(request) if request else "", "logins", FROM_HERE),
        Meter("accounts", account, "accounts", FOR_ACCOUNT),
    ]


class LimitedSignInForm(AuthenticationForm):
    """Django's sign-in form with limits on passwords."""

    def clean(self) -> dict[str, Any]:
        with passwords_counted(self.request, self.cleaned_data.get("username", "")):
            return super().clean()


class PhoneSignOutValidator:
    """Sign out an account's phones whenever its password changes, wherever that happens.

    It is a password validator because Django notifies validators of every new password.
    """

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Accept any password."""

    def get_help_text(self) -> str:
        return gettext("Phones on which this account is signed in are signed out.")

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if user is not None and user.pk is not None:
            logins.sign_phones_out(user.pk)
