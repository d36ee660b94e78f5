"""The home table: sessions that one phone records without a club."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Session
from tests.play.browsers import browser
from tests.play.tables import GARDE, Scorer, device, start


class Home:
    """A phone on which sessions of the home table are recorded."""

    def __init__(self) -> None:
        self.device = device()
        self.phone = browser(name=self.device)

    def played(self, *points: int, days_ago: int = 0, at: datetime | None = None, **changes: Any) -> Session:
        """Play a session of one garde by Anne for each of the points, and close it."""
        scorer = Scorer(start(device=self.device, **changes))
        Session.objects.filter(pk=scorer.session.pk).update(started_at=at or timezone.now() - timedelta(days=days_ago))
        for taken in points:
            scorer.record({**GARDE, "points": taken})
        scorer.close()
        return scorer.session

    def page(self, name: str = "") -> Any:
        if not name:
            return self.phone.get(reverse("home_people"))
        uid = Player.objects.get(name=name, club=None).uid
        return self.phone.get(reverse("home_person", args=[uid]))
