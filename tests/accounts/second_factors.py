"""Organisers with a second factor: helpers for the tests of two-factor authentication."""

from __future__ import annotations

from typing import Any

import pyotp
from django.contrib.auth.models import User
from django.test import Client

from scorekeeper.accounts import second_factor
from tests.clocks import Clock

PASSWORD = "spades and clubs"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
STEP = 30
NOW = 1_800_000_000.0
"""An arbitrary time, at the beginning of a step."""


class FakeClock(Clock):
    """A clock for codes that the test controls."""

    now = NOW

    def code(self, steps: int = 0, secret: str = SECRET) -> str:
        """Return the code that the app shows this many steps from now."""
        return pyotp.TOTP(secret).at(self.now + steps * STEP)

    def next_code(self) -> str:
        """Return a code that was not used yet."""
        self.now += STEP
        return self.code()


def with_factor(user: User, fake_clock: FakeClock) -> list[str]:
    """Turn on the second factor of an account and return its recovery codes. The next code is a new one."""
    _factor, codes = second_factor.turn_on(user, SECRET, fake_clock.code())
    fake_clock.now += STEP
    return codes


def give_password(client: Client, username: str = "marion", address: str = "/admin/") -> Any:
    return client.post("/admin/login/", {"username": username, "password": PASSWORD, "next": address})


def give_code(client: Client, code: str) -> Any:
    return client.post("/admin/login/code/", {"code": code})


def give_recovery_code(client: Client, code: str) -> Any:
    return client.post("/admin/login/code/?recovery", {"code": code})


def signed_in_with_code(fake_clock: FakeClock, username: str = "marion") -> Client:
    client = Client()
    give_password(client, username)
    assert give_code(client, fake_clock.next_code())["Location"] == "/admin/"
    return client
