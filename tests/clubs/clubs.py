"""A club with its people and its phone: what the tests of clubs share."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.models import Session
from tests.play.browsers import browser
from tests.play.tables import Scribe, device, start

MEMBERS = ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl")


class House:
    """A club, its members by name, and one phone that belongs to it."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = MEMBERS) -> None:
        self.club: Club = services.create_club(name)
        for member in members:
            self.member(member)
        self.device = device()
        services.let_phone_in(self.club, self.device)

    def member(self, name: str, nickname: str = "", *, retired: bool = False, **fields: Any) -> Player:
        retired_at = timezone.now() if retired else None
        return Player.objects.create(club=self.club, name=name, nickname=nickname, retired_at=retired_at, **fields)

    @property
    def phone(self) -> Client:
        return browser(name=self.device)

    def start(self, *players: str, **changes: Any) -> Session:
        return start(device=self.device, players=players or MEMBERS, **changes)

    def table(self, *players: str, **changes: Any) -> Scribe:
        return Scribe(self.start(*players, **changes))

    def organiser(self, username: str = "", *, superuser: bool = False) -> User:
        user = User.objects.create_user(username or f"o-{self.club.slug}", password="spades and clubs")
        user.is_superuser = superuser
        user.save()
        services.make_organiser(self.club, user)
        return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
