"""The scenes: every page and state that is photographed, with its path, its viewer and the action to perform first.

The pages come from the URL resolver. Listed here are the states that an address alone does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from django.urls import reverse

from games import registry
from scorekeeper.devtools.everything import home
from scorekeeper.devtools.everything.addresses import OWN, pages
from scorekeeper.devtools.everything.club import Everything
from scorekeeper.devtools.everything.home import FIVE
from scorekeeper.play.models import Session

LONG = ("Maximilian-Alexander", "Anne-Sophie Delacroix", "Wilhelmine", "Jean-Baptiste", "Ruprecht von Hohenzell")
HANDS, MANY, FEW = 13, 60, 3

Who = Literal["nobody", "kitchen", "watcher", "club_phone", "member_phone", "new_club", "organiser", "administrator"]

SceneAction = Literal[
    "nothing",
    "save",
    "submit",
    "fill",
    "record",
    "conflict",
    "offline",
    "unfold",
    "why",
    "draw",
    "type",
    "menu",
    "turn",
]
"""The action performed before the picture is taken; see `scorekeeper.devtools.screenshots.camera`."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A page in one of its states."""

    name: str
    path: str
    status: int = 200
    """The HTTP status that the page must answer with; another one would photograph an error page."""
    who: Who = "club_phone"
    action: SceneAction = "nothing"


Tables = Mapping[str, Session]


def tables(device: str) -> Tables:
    """Create sessions at home: of every game at each size and just begun, and some in other states."""
    found = {}
    for game in registry.all_games():
        sets = list(game.rules.rule_sets.values())
        for size in sorted({size for rule_set in sets for size in rule_set.players}):
            rules = next(rule_set.slug for rule_set in reversed(sets) if size in rule_set.players)
            found[f"{game.slug}-{size}"] = home.played(device, game.slug, rules, FIVE[:size], HANDS)
        found[f"{game.slug}-begun"] = home.played(device, game.slug, rules, FIVE[:size], FEW)
    found["tarot-empty"] = home.played(device, "tarot", "fft", FIVE, 0)
    found["tarot-long"] = home.played(device, "tarot", "fft", LONG, HANDS)
    found["solo_whist-closed"] = home.closed(device, "solo_whist", "british", FIVE[:4], HANDS, stake=home.STAKE)
    found["tarot-many"] = home.played(device, "tarot", "fft", FIVE[:4], MANY)
    found["rich"] = home.played(device, "tarot", "fft", FIVE[:4], 2, stake=Decimal(1))
    amounts = {"0": 34_560, "1": -12_340, "2": -11_110, "3": -11_110}
    home.record(found["rich"], device, {"call": "correction", "amounts": amounts, "note": "Carried over"})
    return found


def scenes(rows: Everything, tables: Tables) -> list[Scene]:
    """Return all scenes, in the order in which they are photographed."""
    return [*_pages(rows), *_game_scenes(tables), *_session_scenes(rows, tables), *_club_scenes(rows), *_refusals(rows)]


def _pages(rows: Everything) -> Iterator[Scene]:
    for name, path in pages(rows, of_the_panel=False).items():
        yield Scene(name=name.replace("_", "-"), path=path, who="member_phone" if name in OWN else "club_phone")
    for name, path in pages(rows, of_the_panel=True).items():
        yield Scene(name=name.replace("admin:", "panel-").replace("_", "-"), path=path, who="administrator")


def _game_scenes(tables: Tables) -> Iterator[Scene]:
    """Yield the rules and forms of each game, its tables, and the form of the next hand in its states."""
    for name, session in tables.items():
        if not name.endswith("-begun"):
            yield Scene(name=f"table-{name}", path=_table(session), who="kitchen")
    for game in registry.all_games():
        path, query = _table(tables[f"{game.slug}-begun"]), f"?game={game.slug}"
        yield Scene(name=f"rules-{game.slug}", path=reverse("rules", args=[game.slug]))
        yield Scene(name=f"new-{game.slug}", path=reverse("new") + query)
        yield Scene(name=f"print-{game.slug}", path=reverse("print") + query)
        yield Scene(name=f"table-{game.slug}-filled", path=path, who="kitchen", action="fill")
        yield Scene(name=f"table-{game.slug}-unfolded", path=path, who="kitchen", action="unfold")
        yield Scene(name=f"table-{game.slug}-why", path=path, who="kitchen", action="why")


def _session_scenes(rows: Everything, tables: Tables) -> Iterator[Scene]:
    """Yield the states of a session that are the same in all games."""
    begun, five, many = tables["boston-begun"], tables["tarot-5"], tables["tarot-many"]
    yield Scene(name="table-boston-refused", path=_table(begun), who="kitchen", action="save")
    yield Scene(name="table-boston-recorded", path=_table(begun), who="kitchen", action="record")
    yield Scene(name="table-menu", path=_table(five), who="kitchen", action="menu")
    yield Scene(name="table-conflict", path=_table(five), who="kitchen", action="conflict")
    yield Scene(name="table-offline", path=_table(five), who="kitchen", action="offline")
    yield Scene(name="table-watched", path=_table(rows.at_home), who="watcher")
    yield Scene(name="table-deleted", path=_table(rows.deleted), who="kitchen")
    yield Scene(name="table-changed", path=_table(rows.changed), who="kitchen")
    yield Scene(name="type-refused", path=reverse("type", args=[five.public_id]), who="kitchen", action="type")
    yield Scene(name="close-for-money", path=reverse("close", args=[tables["rich"].public_id]), who="kitchen")
    for name in ("chart", "journal"):
        yield Scene(name=f"{name}-long", path=reverse(name, args=[many.public_id]), who="kitchen")
    own = rows.by_own_tariff.public_id
    yield Scene(name="what-if-as-printed", path=f"{reverse('what_if', args=[own])}?rules=foster&option-own_tariff=")
    yield Scene(name="hand-by-own-tariff", path=reverse("hand", args=[own, 2]))
    yield Scene(name="print-card", path=f"{reverse('print')}?game=skat&rules=isko&what=card")
    yield Scene(name="table-turned", path=_table(five), who="kitchen", action="turn")  # last: its pages stay turned


def _club_scenes(rows: Everything) -> Iterator[Scene]:
    """Yield pages of the club as others see them, with query parameters, and with nothing on them yet."""
    evening, settled, played = rows.evening.public_id, rows.settled.public_id, rows.tournament.evening.public_id
    yield Scene(name="home-first", path=reverse("home"), who="nobody")
    yield Scene(name="new-first", path=reverse("new"), who="nobody")
    yield Scene(name="home-of-kitchen", path=reverse("home"), who="kitchen")
    by_places = f"{reverse('championship')}?best=3&scoring=place_points"
    yield Scene(name="championship-by-places", path=by_places)
    yield Scene(name="standings-of-skat", path=f"{reverse('standings')}?game=skat&by=points")
    yield Scene(name="evening-as-member", path=reverse("evening", args=[evening]), who="member_phone")
    yield Scene(name="evening-drawn", path=reverse("evening_draw", args=[evening]), action="draw")
    yield Scene(name="evening-cash-settled", path=reverse("evening_cash", args=[settled]))
    yield Scene(name="tournament-as-member", path=reverse("tournament", args=[played]), who="member_phone")
    for table, name in ((2, "disputed"), (3, "empty")):
        yield Scene(name=f"tournament-list-{name}", path=reverse("tournament_list", args=[played, 1, table]))
    for name in ("club", "standings", "members", "evenings"):
        yield Scene(name=f"{name}-empty", path=reverse(name), who="new_club")
    yield Scene(name="evening-empty", path=reverse("evening", args=[rows.first_evening.public_id]), who="new_club")
    panel = reverse("admin:index")
    yield Scene(name="panel-tonight", path=panel, who="organiser")
    yield Scene(name="panel-sign-in", path=reverse("admin:login"), who="nobody")
    yield Scene(name="panel-house-rules-new", path=f"{panel}clubs/houserules/add/?game=tarot", who="organiser")


def _refusals(rows: Everything) -> Iterator[Scene]:
    """Yield forms that were refused, and a page that is not there."""
    for name in ("new", "import", "sign_in"):
        yield Scene(name=f"{name.replace('_', '-')}-refused", path=reverse(name), who="nobody", action="submit")
    link = reverse("sign_up", args=[rows.tournament.sign_up_token])
    yield Scene(name="sign-up-refused", path=link, who="nobody", action="submit")
    yield Scene(name="nowhere", path="/nowhere/", who="nobody", status=404)


def _table(session: Session) -> str:
    return reverse("session", args=[session.public_id])
