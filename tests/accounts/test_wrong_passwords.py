"""Passwords by account: many addresses get no more attempts than one, and strangers can't lock an owner out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import signing
from django.test import Client

from scorekeeper.accounts.known_browsers import COOKIE
from scorekeeper.web import throttling
from tests.accounts.member_logins import with_login
from tests.clocks import Clock
from tests.clubs.clubs import SampleClub
from tests.play.browsers import words_of

pytestmark = pytest.mark.django_db

RIGHT = "four of clubs"
FROM_HERE = "Too many wrong passwords from this address."
TOO_OFTEN = "This account has signed in too often."
FOR_ACCOUNT = "Too many wrong passwords for this account."


@pytest.fixture(autouse=True)
def clock(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Five wrong passwords an hour for an account, three in ten minutes from an address; with a clock of our own."""
    throttling.forget()
    settings.LIMITS = {**settings.LIMITS, "logins": (3, 600), "accounts": (5, 3600)}
    clock = Clock()
    monkeypatch.setattr("scorekeeper.web.throttling.time.monotonic", clock)
    yield clock
    throttling.forget()


@pytest.fixture
def sample_club() -> SampleClub:
    """A club with the organiser `marion` and the member `anne`, who have the same password."""
    sample_club = SampleClub(members=("Anne",))
    with_login(sample_club.club.players.get(), "anne", RIGHT)
    marion = sample_club.organiser("marion")
    marion.set_password(RIGHT)
    marion.save()
    return sample_club


def at(number: int) -> Client:
    """Return a new browser with its own address."""
    return Client(REMOTE_ADDR=f"192.0.2.{number}")


def panel(client: Client, password: str = RIGHT, username: str = "marion") -> Any:
    return client.post("/admin/login/", {"username": username, "password": password, "next": "/admin/"})


def phone(client: Client, password: str = RIGHT, username: str = "anne") -> Any:
    return client.post("/club/sign-in/", {"username": username, "password": password})


def spray(username: str, *, first: int = 1) -> None:
    """Five strangers, each at an address of their own, try one password each."""
    for number in range(first, first + 5):
        panel(at(number), "wrong", username)


def test_wrong_passwords_are_counted_per_account_from_all_addresses(sample_club: SampleClub) -> None:
    spray("marion")
    response = panel(at(50))
    assert response.status_code == 200
    assert FOR_ACCOUNT in words_of(response)
    assert phone(at(51))["Location"] == "/club/me/"  # another account


def test_the_panel_and_phones_share_one_count(sample_club: SampleClub) -> None:
    spray("anne")
    assert FOR_ACCOUNT in words_of(phone(at(50)))


def test_an_unknown_name_is_counted_and_refused_in_the_same_words(sample_club: SampleClub) -> None:
    spray("anne")
    spray("nobody", first=20)
    pages = [words_of(phone(at(50 + number), RIGHT, name)) for number, name in enumerate(("anne", "nobody"))]
    assert FOR_ACCOUNT in pages[0]
    assert pages[0] == pages[1]


def test_nobody_is_locked_out_permanently(sample_club: SampleClub, clock: Clock) -> None:
    spray("marion")
    assert panel(at(50)).status_code == 200
    clock.now += 3600 / 5
    assert panel(at(50))["Location"] == "/admin/"


@pytest.mark.parametrize(("sign_in", "username"), [(panel, "marion"), (phone, "anne")])
def test_a_known_browser_can_still_sign_in(sample_club: SampleClub, sign_in: Any, username: str) -> None:
    known = at(1)
    assert sign_in(known).status_code == 302
    for path in ("/admin/logout/", "/club/sign-out/"):
        known.post(path)
    for _guess in range(3):  # at the same address, until that is full
        assert FROM_HERE not in words_of(sign_in(at(1), "wrong"))
    assert FROM_HERE in words_of(sign_in(at(1)))
    spray(username, first=20)
    assert FOR_ACCOUNT in words_of(sign_in(at(50)))
    assert sign_in(known).status_code == 302


def test_wrong_passwords_in_a_known_browser_have_a_count_of_their_own(sample_club: SampleClub) -> None:
    known = at(1)
    panel(known)
    known.post("/admin/logout/")
    for _guess in range(3):
        assert FROM_HERE not in words_of(panel(known, "wrong"))
    assert FROM_HERE in words_of(panel(known))
    assert panel(at(1))["Location"] == "/admin/"


@pytest.mark.parametrize(("sign_in", "username"), [(panel, "marion"), (phone, "anne")])
def test_right_passwords_are_counted_by_account(
    sample_club: SampleClub, sign_in: Any, username: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = at(1)
    assert [sign_in(known).status_code for _time in range(3)] == [302] * 3
    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.encode", None)  # nothing is hashed any more
    for client in (known, at(2)):
        assert TOO_OFTEN in words_of(sign_in(client))
    monkeypatch.undo()


def test_the_account_of_somebody_else_at_the_address_is_not_counted(sample_club: SampleClub) -> None:
    assert [phone(at(1)).status_code for _time in range(3)] == [302] * 3
    assert panel(at(1))["Location"] == "/admin/"


def test_a_browser_known_to_one_account_is_unknown_to_others(sample_club: SampleClub) -> None:
    annes = at(1)
    phone(annes)
    spray("marion", first=20)
    assert FOR_ACCOUNT in words_of(panel(annes))


def test_a_forged_cookie_does_not_make_a_browser_known(sample_club: SampleClub) -> None:
    known = at(1)
    panel(known)
    forger = at(2)
    name, accounts = signing.loads(known.cookies[COOKIE].value, salt="scorekeeper.known_browsers")
    spray("marion", first=20)
    for forged in (
        signing.dumps([name, accounts], salt="another"),
        signing.dumps([name, accounts], salt="scorekeeper.known_browsers", key="another"),
        "x",
    ):
        forger.cookies[COOKIE] = forged
        assert FOR_ACCOUNT in words_of(panel(forger))


def test_the_cookie_names_no_account_and_no_script_reads_it(sample_club: SampleClub) -> None:
    client = at(1)
    panel(client)
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert "marion" not in str(signing.loads(cookie.value, salt="scorekeeper.known_browsers"))
