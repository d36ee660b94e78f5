"""The games to choose from, in the order in which they are offered to a reader; every page with a choice asks here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.http import HttpRequest

from games import registry
from games.game import Game
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import folded
from scorekeeper.play.formatting import in_words
from scorekeeper.play.models import Session
from scorekeeper.web import cookies
from scorekeeper.web.locales import locales

AT_ONCE = 3
"""How many games are shown at once: on a phone, they take one line."""


@dataclass(frozen=True)
class GamePicker:
    """The games to choose from: the `first` ones are shown at once, the `others` are one tap away.

    The `chosen` one is always among the first, as the last of them if its place in the order is later.
    """

    first: Sequence[Game]
    others: Sequence[Game]
    chosen: str = ""


def game_picker(
    request: HttpRequest, chosen: str = "", *, among: Collection[str] | None = None, clubs: Iterable[Club] = ()
) -> GamePicker:
    """Return the games to choose from, all or those `among` some slugs; one of them can be `chosen` already."""
    games = [game for game in games_in_order(request, clubs) if among is None or game.slug in among]
    later = [game for game in games[AT_ONCE:] if game.slug == chosen]
    first = [*games[: AT_ONCE - len(later)], *later]
    return GamePicker(first=first, others=[game for game in games if game not in first], chosen=chosen)


def games_in_order(request: HttpRequest, clubs: Iterable[Club] = ()) -> list[Game]:
    """Return every game, those played last first; then those of the reader's locales, and the others by name.

    Played are those of this browser and, in the panel, of the organiser's `clubs`.
    """
    recorded = Session.objects.recorded_by(cookies.device_id(request)) | Session.objects.filter(club__in=clubs)
    by_game = recorded.values("game").annotate(latest=Max("started_at")).order_by("-latest")
    played = [game for row in by_game if (game := registry.find(row["game"]))]
    at_home = [game for locale in locales(request) for game in registry.at_home(locale)]
    by_name = sorted(registry.all_games(), key=lambda game: folded(in_words(game.name)))
    return list({game.slug: game for game in (*played, *at_home, *by_name)}.values())
