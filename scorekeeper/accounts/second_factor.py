"""Two-factor authentication: set up, ask for, use and turn off second factors. One transaction per write.

The middleware asks for the second factor before any page of the panel; each write is noted in the audit log.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from base64 import b32encode
from hashlib import sha256

import pyotp
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from scorekeeper.accounts.models import SecondFactor
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import AuditEntry, Organiser

ISSUER = "Scorekeeper"
SESSION_KEY = "second_factor"
DRIFT = 1
"""Steps of 30 seconds by which a phone's clock may be off, either way."""
RECOVERY_CODES = 10
RECOVERY_BYTES = 10
"""80 random bits: too many to guess, so a fast hash is enough."""
CODE = re.compile(r"[0-9]{6}")


class WrongCodeError(Exception):
    """The code is wrong or was used before."""


class AlreadyOnError(Exception):
    """The account already has a second factor."""


# Reading


def find(user: AbstractBaseUser | AnonymousUser) -> SecondFactor | None:
    """Return the second factor of an account, or None."""
    return SecondFactor.objects.filter(user=user.pk).first() if user.pk else None


def user_of(request: HttpRequest) -> AbstractBaseUser | AnonymousUser:
    """Return the user who is fully signed in; an anonymous user while a code is awaited."""
    user = get_user(request)
    return AnonymousUser() if awaits_code(request, user) else user


def awaited(request: HttpRequest) -> User | None:
    """Return the user who has given the password but no code yet, or None."""
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active and awaits_code(request, user) else None


def awaits_code(request: HttpRequest, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Return whether this account has a second factor that was not used in this session."""
    factor = find(user)
    return factor is not None and request.session.get(SESSION_KEY) != str(factor.pk)


# Setting up


def new_secret() -> str:
    """Return a secret for setting up an app."""
    return pyotp.random_base32(32)


def uri(user: User, secret: str) -> str:
    """Return the content of the QR code for the app."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=ISSUER)


def turn_on(user: User, secret: str, code: str) -> tuple[SecondFactor, list[str]]:
    """Set up the second factor; return it with its recovery codes. Raises `WrongCodeError`, `AlreadyOnError`."""
    step = _step_of(secret, code)
    try:
        with transaction.atomic():
            factor = SecondFactor.objects.create(user=user, secret=secret, last_step=step)
            return factor, renew_recovery_codes(factor)
    except IntegrityError:
        raise AlreadyOnError from None


def renew_recovery_codes(factor: SecondFactor) -> list[str]:
    """Return new recovery codes, of which only hashes are stored; the old ones become void."""
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    factor.recovery_hashes = [_hash(code) for code in codes]
    factor.save(update_fields=["recovery_hashes"])
    return codes


def turn_off(user: User) -> bool:
    """Make the password sufficient again; return whether there was a second factor."""
    return bool(SecondFactor.objects.filter(user=user).delete()[0])


# Using


def use_code(user: User, code: str) -> SecondFactor:
    """Accept a code of the app, once; raises `WrongCodeError`."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user).first()
        if factor is None:
            raise WrongCodeError
        step = _step_of(factor.secret, code)
        if step <= factor.last_step:
            raise WrongCodeError
        factor.last_step = step
        factor.save(update_fields=["last_step"])
    return factor


def use_recovery_code(user: User, code: str) -> SecondFactor:
    """Accept a recovery code, once; raises `WrongCodeError`.

    Only hashes are compared, so how long that takes reveals nothing about the codes.
    """
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(user=user).first()
        if factor is None or _hash(code) not in factor.recovery_hashes:
            raise WrongCodeError
        factor.recovery_hashes.remove(_hash(code))
        factor.save(update_fields=["recovery_hashes"])
    return factor


def _step_of(secret: str, code: str) -> int:
    """Return the time step of a code; comparisons take constant time."""
    if not CODE.fullmatch(code):
        raise WrongCodeError
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=time.time(), valid_window=DRIFT)
    except pyotp.OTPVerificationError:
        raise WrongCodeError from None


def _random_code() -> str:
    """Return a recovery code in groups of four: `abcd-efgh-ijkl-mnop`."""
    letters = b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode().lower()
    return "-".join(re.findall("....", letters))


def _hash(code: str) -> str:
    """Return the stored form of a recovery code, ignoring spaces, hyphens and case."""
    return sha256(re.sub(r"[\s-]", "", code).lower().encode()).hexdigest()


class TwoFactorMiddleware(AuthenticationMiddleware):
    """Django's middleware, except that nobody is signed in while a code is awaited.

    Every page uses `request.user`, so none can forget the second factor. The database is queried only if a page does.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: user_of(request))  # type: ignore[assignment]
        del request.auser  # Django's async version would ignore the code


COMMAND_LINE = "manage.py"


def note(user: User, action: AuditAction, *, by: User | None) -> None:
    """Log what was done to this account and by whom; `by` is None on the command line."""
    message = audit_message(action)
    if by is not None:
        LogEntry.objects.log_actions(by.pk, [user], CHANGE, change_message=message, single_object=True)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            club_id=organiser.club_id,
            who=by.get_username() if by else COMMAND_LINE,
            action=CHANGE,
            model="clubs.organiser",
            key=str(organiser.pk),
            name=user.get_username(),
            message=json.dumps(message),
        )
        for organiser in Organiser.objects.filter(user=user)
    )
