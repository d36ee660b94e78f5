"""One of everything that the app can show, and every address that it answers, from the URL resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.accounts.models import SECRET_LENGTH, SecondFactor
from scorekeeper.clubs.models import Organiser
from scorekeeper.evenings.rounds import rounds
from scorekeeper.evenings.rounds.rounds import RoundPlan, RoundSeats
from scorekeeper.evenings.tables import playable_games
from scorekeeper.organisers.members.admin import merge_url
from scorekeeper.play.models import Role, Session
from scorekeeper.play.recording import services
from scorekeeper.printing.transcript import totals
from scorekeeper.welcome import address
from tests.accounts.member_logins import waiting, with_login
from tests.clubs.clubs import ClubObjects
from tests.e2e.phones import Phone
from tests.evenings.club_evening import ClubEvening
from tests.play.tables import GARDE, Scorer, device
from tests.tournaments.club_tournament import enter, make_tournament

FOUR, THREE = ("Anne", "Bruno", "Chloé", "David"), ("Frida", "Gustav", "Heidi")


class Everything:
    """A club whose phone plays, runs evenings and prints; its organiser, who may do everything; and their objects."""

    def __init__(self) -> None:
        self.club_evening = club_evening = ClubEvening(
            members=(*FOUR, *THREE, "Emil", "Emile", "Spare Person"), kitty=Decimal("0.50")
        )
        club_evening.played("Anne", "Bruno", "Chloé", "David")
        going = club_evening.table("Anne", "Bruno", "Chloé", "David")
        for _hand in range(2):
            going.record(GARDE)
        totals.write(going.session, access=going.access, number=1, totals={0: 198, 1: -66, 2: -66})
        self.tournament = make_tournament(club_evening.evening, is_public=True)
        self.entry, *_others = [enter(self.tournament, club_evening.player(name)) for name in (*FOUR, *THREE)]
        self.no_tournament = club_evening.begin(day=club_evening.evening.date + timedelta(days=7))
        self.listed = self._begin_round()
        club_evening.organiser("marion", superuser=True)
        anne, spare = club_evening.player("Anne"), club_evening.player("Spare Person")
        self.user = with_login(anne, "anne")
        SecondFactor.objects.create(user=self.user, secret="A" * SECRET_LENGTH, last_step=0)
        self.link = waiting(club_evening.player("Bruno"), "bruno").rsplit("/", 3)
        self.club_objects = ClubObjects(club_evening, going.session, spare)
        self.played_at_home = self._played_at_home()
        self.session, self.elsewhere, self.member = going.session, Scorer().session, anne

    def _begin_round(self) -> Session:
        """Begin a round of the tournament, and return the session of its second table, which is closed."""
        evening = self.club_evening.evening
        tables = [[self.club_evening.player(name).pk for name in names] for names in (FOUR, THREE)]
        plan = RoundPlan(game=playable_games.playable(evening)["skat:isko"], seating="draw", seed=7, minutes=90)
        round_ = rounds.publish(rounds.draft(evening, plan, RoundSeats(tables=tables)))
        (session,) = rounds.start_tables(round_, [2], device=self.club_evening.device, label="Desk")
        scorer = Scorer(session)
        scorer.record({"call": "grand", "declarer": 0, "bid": 18, "matadors": 1, "card_points": 20})
        scorer.close()
        return session

    def _played_at_home(self) -> Session:
        scorer = Scorer()
        scorer.record(GARDE)
        scorer.close()
        services.join(scorer.session, device=self.club_evening.device, role=Role.WATCHER)
        return scorer.session

    def arguments(self, name: str) -> dict[str, Any]:
        """The values for every argument of an address; in the panel they depend on the model."""
        model = re.sub(r"^admin:(?:api|auth|clubs|evenings|play|standings)_", "", name).split("_")[0]
        one = self.club_objects.by_model.get(model, self.member)
        one = {
            "organiser": Organiser.objects.first(),
            "user": self.user,
        }.get(model, one)
        token = {
            "join": self.elsewhere.scorer_token,
            "watch": self.elsewhere.watch_token,
            "linked_board": services.share_board(device()).token,
            "sign_up": self.tournament.sign_up_token,
            "public_result": self.tournament.public_token,
            "public_wall": self.tournament.public_token,
            "public_seats": self.tournament.public_token,
            "join_club": self.club_evening.club.phones_token,
            "set_password": self.link[2],
            "welcome": address.new_secret(),
            "first_club": address.new_secret(),
        }
        evening = self.no_tournament if name == "tournament_new" else self.club_evening.evening
        return {
            "slug": self.session.game,
            "public_id": (self.listed if name == "table_list" else self.session).public_id,
            "evening": evening.public_id,
            "entry": self.entry.pk,
            "number": 1,
            "table": 1,
            "turns": 1,
            "uid": self.played_at_home.seats.get(place=0).player.uid,
            "pk": one.pk,
            "object_id": one.pk,
            "id": one.pk,
            "player": self.member.pk,
            "token": token.get(name),
            "uidb64": self.link[1],
            "app_label": "clubs",
            "url": "nowhere/",
            "content_type_id": 1,
        }

    def query_of(self, name: str) -> str:
        """Query strings that some addresses need to show anything."""
        if name == "admin:clubs_player_merge":
            return (
                "?" + merge_url(self.club_evening.player("Emil"), self.club_evening.player("Emile")).partition("?")[2]
            )
        if name == "admin:evenings_evening_print":
            return f"?pk={self.club_evening.evening.pk}"
        wants_row = re.fullmatch(r"admin:.*_(print\w*|personal_data)", name)
        return f"?pk={self.arguments(name)['pk']}" if wants_row else ""

    def addresses(self, *, of_the_panel: bool) -> dict[str, str]:
        """Return every address by name, except printed files; a new kind of argument must be added above."""
        found = {}
        for name, arguments_of in every_name():
            if of_the_panel == name.startswith("admin:") and not name.endswith(("_pdf", "_image")):
                given = self.arguments(name)
                found[name] = reverse(name, kwargs={one: given[one] for one in arguments_of}) + self.query_of(name)
        return found


def every_name() -> Iterator[tuple[str, list[str]]]:
    """The name of every address, and the names of its arguments."""

    def below(patterns: list[URLPattern | URLResolver], space: str, arguments_of: tuple[str, ...]) -> Iterator[Any]:
        for one in patterns:
            more = (*arguments_of, *one.pattern.regex.groupindex)
            if isinstance(one, URLResolver):
                yield from below(one.url_patterns, f"{one.namespace}:" if one.namespace else space, more)
            elif one.name:
                yield f"{space}{one.name}", list(more)

    yield from below(get_resolver().url_patterns, "", ())


OWN = {"my_name", "my_password"}
"""Pages that only a signed-in member sees."""


def pages_of(phone: Phone, addresses: dict[str, str]) -> tuple[dict[str, str], set[str]]:
    """The addresses that show a page, and the names of those that don't; the others are files."""
    pages, nothing = {}, set()
    for name, path in addresses.items():
        response = phone.context.request.get(phone.site + path, max_redirects=0)
        written = response.headers["content-type"].startswith("text/html")
        if response.status == 200 and written and "<html" in response.text():
            pages[name] = path
        elif response.status != 200 or written:
            nothing.add(name)
    return pages, nothing
