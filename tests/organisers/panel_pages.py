"""Pages of the organisers' panel, as a browser uses them: the actions of a list, and the page of a session."""

from __future__ import annotations

from typing import Any

from django.test import Client

from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import Form, words_of
from tests.play.tables import GARDE

SESSIONS_PAGE = "/admin/play/session/"


def act(client: Client, page: str, action: str, *chosen: Any, **more: str) -> Any:
    """Select rows of a list and run an action on them, whether or not it asks first."""
    form = {"action": action, "_selected_action": [row.pk for row in chosen], "index": "0", "confirmed": "yes", **more}
    return client.post(page, form, follow=True)


class SessionPage:
    """The page of a session in the panel, as the organiser of its club sees it."""

    def __init__(self, name: str = "Coupe-file") -> None:
        self.sample_club = SampleClub(name)
        self.scorer = self.sample_club.table()
        self.scorer.record(GARDE)
        self.client: Client = signed_in(self.sample_club.organiser("marion" if name == "Coupe-file" else name))

    def session(self) -> Session:
        return Session.objects.get(pk=self.scorer.session.pk)

    @property
    def page(self) -> str:
        return f"{SESSIONS_PAGE}{self.scorer.session.pk}/"

    def look(self) -> str:
        return words_of(self.client.get(f"{self.page}change/"))

    def do(self, verb: str, **more: Any) -> str:
        """Press a button of the page as it is now, and the one that it may ask with; return what the page then says."""
        fields = Form(self.client.get(f"{self.page}change/"), "/action/").fields
        form = {**fields, "verb": verb, "confirmed": "yes", **more}
        return words_of(self.client.post(f"{self.page}action/", form, follow=True))

    def verbs(self) -> list[tuple[str, str]]:
        return [(change.verb, change.who) for change in self.session().changes.order_by("revision")]
