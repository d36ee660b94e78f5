"""A club with its people and its phone, for the tests of clubs."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.scoring.tariffs import FigurePlace, Figures
from scorekeeper.accounts import logins
from scorekeeper.api import auth
from scorekeeper.clubs import personal_data, services, tariffs
from scorekeeper.clubs.models import Club, ClubDevice, HouseRules, Player, Tariff
from scorekeeper.desk.models import Tournament, TournamentEntry
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.organisers import merging
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.play.browsers import browser
from tests.play.tables import Scorer, device, start

MEMBERS = ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl")
OURS = "A Club of Ours"
"""The name of a club that others must not see. A word of four letters occurs in tokens by chance."""


class SampleClub:
    """A club with members and one phone."""

    def __init__(self, name: str = "Coupe-file", members: tuple[str, ...] = MEMBERS) -> None:
        self.club: Club = services.create_club(name)
        Player.objects.bulk_create(Player(club=self.club, name=member) for member in members)
        self.device = device()
        services.admit_phone(self.club, self.device)

    def member(self, name: str, nickname: str = "", *, retired: bool = False, **fields: Any) -> Player:
        retired_at = timezone.now() if retired else None
        return Player.objects.create(club=self.club, name=name, nickname=nickname, retired_at=retired_at, **fields)

    @property
    def phone(self) -> Client:
        return browser(name=self.device)

    def start(self, *players: str, **changes: Any) -> Session:
        return start(device=self.device, players=players or MEMBERS, **changes)

    def table(self, *players: str, **changes: Any) -> Scorer:
        return Scorer(self.start(*players, **changes))

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


def own_tariff(club: Club, name: str = "Thursdays", figures: Figures | None = None, *, by: str = "marion") -> Tariff:
    """A tariff of Solo Whist by Foster's rules, with these figures of its own."""
    tariff = Tariff.objects.create(club=club, game="solo_whist", rules="foster", name=name)
    tariffs.set_figures(tariff, figures or {}, by=by)
    return tariff


class ClubObjects:
    """One of everything that a club can have, with the words that would reveal it."""

    def __init__(self, sample_club: SampleClub, session: Session, spare: Player) -> None:
        club, at = sample_club.club, timezone.now()
        self.session = session
        self.guest = sample_club.member("Guest Person", guest=True)
        merged_away = sample_club.member("Gone Person")
        merge = merging.merge(spare, merged_away, by="somebody")
        evening = Evening.objects.create(club=club, date=date(2026, 11, 20), name="Evening of ours")
        Presence.objects.create(evening=evening, player=spare, came_at=at)
        tournament = Tournament.objects.create(evening=evening, game="skat", rules="isko", terms={"rounds": 1})
        self.entry = TournamentEntry.objects.create(tournament=tournament, number=1, player=spare, name=spare.name)
        phone = ClubDevice.objects.get(device=sample_club.device)
        ClubDevice.objects.filter(pk=phone.pk).update(label="Phone of ours")
        season = Season.objects.create(club=club, name="Season of ours", starts=date(2026, 1, 1))
        self.login = f"login-of-{club.slug}"
        logins.give(spare, self.login)
        personal_data.store(spare, {"email": "spare.person@example.org"})
        rules = HouseRules.objects.create(club=club, game="tarot", rules="fft", options={}, currency="Taler")
        token, self.api_secret = auth.issue(club, "Website of ours")
        tariff = own_tariff(club, "Tariff of ours", {FigurePlace("stake", "solo", "each"): 7531})
        self.by_model: dict[str, Any] = {
            "club": club,
            "player": spare,
            "session": session,
            "merge": merge,
            "evening": evening,
            "clubdevice": phone,
            "season": season,
            "houserules": rules,
            "apitoken": token,
            "tariff": tariff,
        }
        people = {"Spare Person", "Guest Person", "Gone Person"}
        named = {self.login, OURS, "Evening of ours", "Phone of ours", "Season of ours", "Taler", "Website of ours"}
        named |= {"Tariff of ours", "spare.person@example.org"}
        links = {club.phones_token, session.public_id, session.scorer_token, session.watch_token, evening.public_id}
        self.secrets = {*MEMBERS, *people, *named, *links}

    def named_in(self, pattern: str) -> dict[str, Any]:
        """Return the values for the parts of an address, by the beginning of the address."""
        public_id = self.session.public_id if pattern.startswith("s/") else self.by_model["evening"].public_id
        return {
            "public_id": public_id,
            "number": 1,
            "table": 1,
            "turns": 1,
            "uid": self.by_model["player"].uid,
            "slug": "tarot",
            "ending": "csv",
            "pk": self.by_model["player"].pk,
            "evening": self.by_model["evening"].public_id,
            "player": self.by_model["player"].pk,
            "entry": self.entry.pk,
            "session": self.session.public_id,
        }
