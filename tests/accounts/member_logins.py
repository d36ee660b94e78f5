"""Members with a login: helpers for the tests of the panel's side and of the members' side."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import Player
from scorekeeper.organisers.members.logins import password_link
from tests.play.browsers import browser
from tests.play.tables import device

PASSWORD = "four of clubs"
OTHER = "seven of hearts"


def login_page(player: Player) -> str:
    return f"/admin/clubs/player/{player.pk}/login/"


def link_on(page: Any) -> str:
    """Return the address that a page shows for setting a password, or nothing if it shows none."""
    found = re.search(r'href="http://[^/"]+(/club/set-password/[^"]+)"', page.content.decode())
    return found[1] if found else ""


def with_login(player: Player, username: str = "anne", password: str = PASSWORD) -> User:
    """Return the account of a member who has set a password."""
    logins.give(player, username)
    user = User.objects.get(username=username)
    user.set_password(password)
    user.save()
    return user


def waiting(player: Player, username: str = "anne") -> str:
    """Return the link of a login that was just given."""
    logins.give(player, username)
    return password_link(User.objects.get(username=username))


def sign_in(client: Client, username: str = "anne", password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/club/sign-in/", {"username": username, "password": password, **more})


def phone_of(username: str = "anne", password: str = PASSWORD) -> Client:
    """Return a new browser in which somebody has signed in."""
    client = browser(name=device())
    assert sign_in(client, username, password)["Location"] == "/club/me/"
    return client


def own_page(client: Client) -> str:
    """Return where a phone's own page redirects: to its member's page, or to the sign-in page."""
    return str(client.get("/club/me/")["Location"])


def page_of(player: Player) -> str:
    return f"/club/members/{player.pk}/"
