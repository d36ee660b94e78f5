"""Wrong passwords by account: many addresses get no more attempts than one, and strangers can't lock an owner out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import signing
from django.test import Client

from scorekeeper.accounts.known_browsers import COOKIE
from scorekeeper.web import throttling
from tests.accounts.member_logins import with_login
from tests.clubs.clubs import House
from tests.play.browsers import words_of
from tests.web.test_throttling import Clock

pytestmark = pytest.mark.django_db

RIGHT = "four of clubs"
FROM_HERE = "Too many wrong passwords from this address."
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
def house() -> House:
    """A club with the organiser `marion` and the member `anne`, who have the same password."""
    house = House(members=("Anne",))
    with_login(house.club.players.get(), "anne", RIGHT)
    marion = house.organiser("marion")
    marion.set_password(RIGHT)
    marion.save()
    return house


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


def test_wrong_passwords_for_an_account_are_counted_together_wherever_they_come_from(house: House) -> None:
    spray("marion")
    answer = panel(at(50))
    assert answer.status_code == 200
    assert FOR_ACCOUNT in words_of(answer)
    assert phone(at(51))["Location"] == "/club/me/"  # another account


def test_those_of_the_panel_and_of_phones_are_one_count(house: House) -> None:
    spray("anne")
    assert FOR_ACCOUNT in words_of(phone(at(50)))


def test_a_name_that_no_account_has_is_counted_and_refused_in_the_same_words(house: House) -> None:
    spray("anne")
    spray("nobody", first=20)
    pages = [words_of(phone(at(50 + number), RIGHT, name)) for number, name in enumerate(("anne", "nobody"))]
    assert FOR_ACCOUNT in pages[0]
    assert pages[0] == pages[1]


def test_nobody_is_locked_out_for_good(house: House, clock: Clock) -> None:
    spray("marion")
    assert panel(at(50)).status_code == 200
    clock.now += 3600 / 5
    assert panel(at(50))["Location"] == "/admin/"


@pytest.mark.parametrize(("sign_in", "username"), [(panel, "marion"), (phone, "anne")])
def test_a_browser_that_has_signed_in_before_gets_in_all_the_same(house: House, sign_in: Any, username: str) -> None:
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


def test_wrong_passwords_of_a_known_browser_are_counted_as_well_and_cost_nobody_else(house: House) -> None:
    known = at(1)
    panel(known)
    known.post("/admin/logout/")
    for _guess in range(3):
        assert FROM_HERE not in words_of(panel(known, "wrong"))
    assert FROM_HERE in words_of(panel(known))
    assert panel(at(1))["Location"] == "/admin/"


def test_a_browser_that_is_known_to_one_account_is_a_stranger_to_every_other(house: House) -> None:
    annes = at(1)
    phone(annes)
    spray("marion", first=20)
    assert FOR_ACCOUNT in words_of(panel(annes))


def test_a_cookie_that_is_not_ours_makes_nobody_known(house: House) -> None:
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


def test_the_cookie_names_no_account_and_no_script_reads_it(house: House) -> None:
    client = at(1)
    panel(client)
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert "marion" not in str(signing.loads(cookie.value, salt="scorekeeper.known_browsers"))
