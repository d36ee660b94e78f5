"""The people of the home table: who leads over the last evenings, and everybody this browser has played with.

These are the players of sessions without a club that the browser has access to, whether it started them or joined by a
link. Nobody else sees them under this browser.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.standings import Standing, Terms, standings
from scorekeeper.web.dates import evening_date

LAST_EVENINGS = 5


@dataclass(frozen=True, kw_only=True)
class LatelyPlayed:
    """The standings of one game over its last evenings: how many, and since when."""

    game: str
    evenings: int
    since: date
    ranked: list[Standing]


def terms_of(device: str) -> Terms:
    """Return the terms on which all sessions of the home table count that a browser has access to."""
    return Terms(club=None, device=device, sort="name")


def everybody(device: str) -> list[Standing]:
    """Return everybody who sat at one of these tables, by name."""
    return standings(terms_of(device)).ranked


def lately_played(device: str) -> Iterator[LatelyPlayed]:
    """Yield the standings of each game over its last evenings, the game that was played last first."""
    terms, columns = terms_of(device), ("session", "session__game", "session__started_at")
    days: dict[str, list[date]] = {}
    sessions = terms.results().order_by("-session__started_at").values_list(*columns).distinct()
    for _session, game, started_at in sessions:
        of_game, day = days.setdefault(game, []), evening_date(started_at)
        if day not in of_game and len(of_game) < LAST_EVENINGS:
            of_game.append(day)
    for game, evenings in days.items():
        since = evenings[-1]
        of_these = replace(terms, game=game, season=Season(starts=since), sort="total")
        yield LatelyPlayed(game=game, evenings=len(evenings), since=since, ranked=standings(of_these).ranked)


def person(device: str, uid: str) -> Player | None:
    """Return somebody who sat at one of these tables, or None."""
    seen = Session.objects.open_to(device).not_deleted()
    return Player.objects.filter(club=None, uid=uid, seats__stretch__session__in=seen).first()
