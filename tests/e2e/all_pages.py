"""One of everything that the app can show, and every address that it answers, from the URL resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorekeeper.accounts.models import SECRET_LENGTH, SecondFactor
from scorekeeper.clubs.models import Organiser
from scorekeeper.organisers.pages.members import merge_url
from scorekeeper.play.recording import services
from scorekeeper.printing.transcript import totals
from tests.accounts.member_logins import waiting, with_login
from tests.clubs.clubs import Things
from tests.evenings.club_evening import Night
from tests.files.archive.moved import looked_through
from tests.play.tables import GARDE, Scribe, device


class Everything:
    """A club whose phone plays, runs evenings and prints; its organiser, who may do everything; and their objects."""

    def __init__(self) -> None:
        self.night = night = Night(
            members=("Anne", "Bruno", "Chloé", "David", "Emil", "Emile", "Spare Person"), kitty=Decimal("0.50")
        )
        night.played("Anne", "Bruno", "Chloé", "David")
        going = night.table("Anne", "Bruno", "Chloé", "David")
        for _hand in range(2):
            going.record(GARDE)
        totals.write(going.session, access=going.access, number=1, totals={0: 198, 1: -66, 2: -66})
        self.job = looked_through(night.club, night.organiser("marion", superuser=True)).key
        anne, spare = night.player("Anne"), night.player("Spare Person")
        self.user = with_login(anne, "anne")
        SecondFactor.objects.create(user=self.user, secret="A" * SECRET_LENGTH, last_step=0)
        self.link = waiting(night.player("Bruno"), "bruno").rsplit("/", 3)
        self.things = Things(night, going.session, spare)
        self.session, self.elsewhere, self.member = going.session, Scribe().session, anne

    def arguments(self, name: str) -> dict[str, Any]:
        """The values for every argument of an address; in the panel they depend on the model."""
        model = re.sub(r"^admin:(?:api|auth|clubs|evenings|play|standings)_", "", name).split("_")[0]
        one = self.things.by_model.get(model, self.member)
        one = {
            "organiser": Organiser.objects.first(),
            "user": self.user,
        }.get(model, one)
        token = {
            "join": self.elsewhere.scorer_token,
            "watch": self.elsewhere.watch_token,
            "linked_board": services.share_board(device()).token,
            "join_club": self.night.club.phones_token,
            "set_password": self.link[2],
        }
        return {
            "slug": self.session.game,
            "public_id": self.session.public_id,
            "evening": self.night.evening.public_id,
            "number": 1,
            "pk": one.pk,
            "object_id": one.pk,
            "id": one.pk,
            "player": self.member.pk,
            "token": token.get(name),
            "uidb64": self.link[1],
            "app_label": "clubs",
            "url": "nowhere/",
            "content_type_id": 1,
            "job": self.job,
        }

    def asked(self, name: str) -> str:
        """Query strings that some addresses need to show anything."""
        if name == "admin:clubs_player_merge":
            return "?" + merge_url(self.night.player("Emil"), self.night.player("Emile")).partition("?")[2]
        if name == "admin:evenings_evening_print":
            return f"?pk={self.night.evening.pk}"
        return f"?pk={self.arguments(name)['pk']}" if re.fullmatch(r"admin:.*_print\w*", name) else ""

    def addresses(self, *, of_the_panel: bool) -> dict[str, str]:
        """Return every address by name, except printed files; a new kind of argument must be added above."""
        found = {}
        for name, wanted in every_name():
            if of_the_panel == name.startswith("admin:") and not name.endswith(("_pdf", "_image")):
                given = self.arguments(name)
                found[name] = reverse(name, kwargs={one: given[one] for one in wanted}) + self.asked(name)
        return found


def every_name() -> Iterator[tuple[str, list[str]]]:
    """The name of every address, and the names of its arguments."""

    def below(patterns: list[URLPattern | URLResolver], space: str, wanted: tuple[str, ...]) -> Iterator[Any]:
        for one in patterns:
            more = (*wanted, *one.pattern.regex.groupindex)
            if isinstance(one, URLResolver):
                yield from below(one.url_patterns, f"{one.namespace}:" if one.namespace else space, more)
            elif one.name:
                yield f"{space}{one.name}", list(more)

    yield from below(get_resolver().url_patterns, "", ())
