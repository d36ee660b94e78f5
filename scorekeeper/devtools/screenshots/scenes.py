"""The scenes: every page and state that is photographed, with its path, its viewer and the action to perform first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse

from games import registry
from scorekeeper.devtools.screenshots.sample_data import FEW, HANDS, LONG, MANY, SampleData
from scorekeeper.play.models import Session

Who = Literal["nobody", "kitchen", "watcher", "club_phone", "member_phone", "new_club", "organiser"]

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


Taps = tuple[tuple[str, str], ...]

IMPOSSIBLE: dict[str, Taps] = {
    "solo_whist": (("call", "proposal"), ("caller", "0"), ("partner", "0"), ("tricks", "8")),
    "tarot": (
        *(("call", "garde"), ("taker", "0"), ("partner", "0"), ("bouts", "2")),
        *(("points-tens", "4"), ("points-units", "9")),
    ),
}
"""Impossible hands, in which a player is their own partner. The other games refuse an empty form."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A page in one of its states; `taps` are chips of the form, by field and value, to choose before the action."""

    name: str
    path: str
    status: int = 200
    """The HTTP status that the page must answer with; another one would photograph an error page."""
    who: Who = "kitchen"
    taps: Taps = ()
    action: SceneAction = "nothing"


def scenes(data: SampleData) -> list[Scene]:
    return [
        *_of_beginning(data),
        *_of_games(),
        *_of_tables(data),
        *_of_session(data),
        *_of_paper(data),
        *_of_club(data),
        *_of_panel(data),
    ]


def _of_beginning(data: SampleData) -> Iterator[Scene]:
    tarot = data.session("tarot-4")
    yield Scene(name="home-first", path=reverse("home"), who="nobody")
    yield Scene(name="home", path=reverse("home"))
    yield Scene(name="home-of-club", path=reverse("home"), who="club_phone")
    yield Scene(name="ready", path=reverse("ready"), who="nobody")
    yield Scene(name="new-first", path=reverse("new"), who="nobody")
    yield Scene(name="new-refused", path=reverse("new"), who="nobody", action="submit")
    yield Scene(name="new", path=reverse("new"))
    yield Scene(name="new-of-club", path=reverse("new"), who="club_phone")
    yield Scene(name="people", path=reverse("home_people"))
    marion = tarot.seats.get(place=0).player
    yield Scene(name="person", path=reverse("home_person", args=[marion.uid]))
    yield Scene(name="import", path=reverse("import"))
    yield Scene(name="import-refused", path=reverse("import"), action="submit")
    yield Scene(name="join", path=reverse("join", args=[tarot.scorer_token]), who="nobody")
    yield Scene(name="board", path=reverse("board"))
    yield Scene(name="board-on-the-wall", path=reverse("linked_board", args=[data.board]), who="nobody")
    yield Scene(name="stranger-at-a-table", path=reverse("session", args=[tarot.public_id]), status=404, who="nobody")
    yield Scene(name="guide", path=reverse("guide"), who="nobody")
    yield Scene(name="guide-organiser", path=reverse("guide_organiser"), who="nobody")
    yield Scene(name="nowhere", path="/nowhere/", status=404, who="nobody")


def _of_games() -> Iterator[Scene]:
    yield Scene(name="games", path=reverse("games"))
    for game in registry.all_games():
        yield Scene(name=f"rules-{game.slug}", path=reverse("rules", args=[game.slug]))
        yield Scene(name=f"new-{game.slug}", path=f"{reverse('new')}?game={game.slug}")


def _of_tables(data: SampleData) -> Iterator[Scene]:
    """Yield the table of every session, then each game's table in its other states."""
    for name, started_session in data.started.items():
        who: Who = "club_phone" if name.startswith("club-") else "kitchen"
        yield Scene(name=f"table-{name}", path=reverse("session", args=[started_session.session.public_id]), who=who)
    for game in registry.all_games():
        session = data.session(f"{game.slug}-begun")
        path = reverse("session", args=[session.public_id])
        yield Scene(name=f"table-{game.slug}-filled", path=path, action="fill")
        yield Scene(name=f"table-{game.slug}-refused", path=path, taps=IMPOSSIBLE.get(game.slug, ()), action="save")
        yield Scene(name=f"table-{game.slug}-unfolded", path=path, action="unfold")
        yield Scene(name=f"table-{game.slug}-why", path=path, action="why")
        yield Scene(name=f"table-{game.slug}-recorded", path=path, action="record")
        yield Scene(name=f"amend-{game.slug}", path=reverse("amend", args=[session.public_id, FEW]))
        yield Scene(name=f"scores-{game.slug}", path=reverse("scores", args=[session.public_id]))


def _of_session(data: SampleData) -> Iterator[Scene]:
    """Yield the pages of a session that are the same in all games."""
    session = data.session("tarot-5")
    path = reverse("session", args=[session.public_id])
    yield Scene(name="table-menu", path=path, action="menu")
    yield Scene(name="table-conflict", path=path, action="conflict")
    yield Scene(name="table-offline", path=path, action="offline")
    yield Scene(name="table-watched", path=path, who="watcher")
    yield Scene(name="scores", path=reverse("scores", args=[session.public_id]))
    for name in ("chart", "journal", "share", "close", "change_players", "correction", "type", "session_tariff"):
        yield Scene(name=name, path=reverse(name, args=[session.public_id]))
    yield Scene(name="session-details", path=reverse("session_details", args=[session.public_id]))
    yield Scene(name="session-sheet", path=reverse("session_sheet", args=[session.public_id]))
    yield Scene(name="delete", path=reverse("delete", args=[session.public_id]))
    yield Scene(name="deleted", path=reverse("session", args=[data.session("deleted").public_id]))
    yield Scene(name="type-refused", path=reverse("type", args=[session.public_id]), action="type")
    yield Scene(name="written-totals", path=reverse("written_totals", args=[session.public_id, HANDS]))
    for name, query in (("solo_whist-closed", "rules=foster"), ("tarot-5", "rules=classic"), ("skat-60", "")):
        place = reverse("what_if", args=[data.session(name).public_id])
        yield Scene(name=f"what-if-{name}", path=f"{place}?{query}")
    changed = data.session("changed-closed")
    yield Scene(name="what-if-changed", path=f"{reverse('what_if', args=[changed.public_id])}?rules=classic")
    for name in ("hand", "amend", "void"):
        yield Scene(name=f"{name}-of-five", path=reverse(name, args=[session.public_id, HANDS - 2]))
    for name in ("chart", "journal", "ledger"):
        long = data.session("tarot-60" if name != "journal" else "skat-long")
        yield Scene(name=f"{name}-long", path=reverse(name, args=[long.public_id]))
    yield Scene(name="hand-of-sixty", path=reverse("hand", args=[data.session("tarot-60").public_id, MANY]))
    yield Scene(name="scores-for-money", path=reverse("scores", args=[data.session("rich").public_id]))
    yield Scene(name="close-for-money", path=reverse("close", args=[data.session("rich").public_id]))
    yield Scene(name="table-turned", path=path, action="turn")  # last, because all pages of the session stay turned


def _of_paper(data: SampleData) -> Iterator[Scene]:
    paper = reverse("print")
    yield Scene(name="paper", path=paper)
    for game in registry.all_games():
        yield Scene(name=f"paper-{game.slug}", path=f"{paper}?game={game.slug}&player-0={LONG[0]}&player-1={LONG[1]}")
    yield Scene(name="paper-card", path=f"{paper}?game=skat&rules=isko&what=card")
    yield Scene(name="paper-of-changed-session", path=_paper_of(data.session("changed-closed")))
    yield Scene(name="paper-of-session", path=f"{_paper_of(data.session('boston-closed'))}?appendix=on")


def _paper_of(session: Session) -> str:
    return reverse("print_session", args=[session.public_id])


def _of_tournament(data: SampleData) -> Iterator[Scene]:
    public_id, entry = data.tournament.evening.public_id, data.tournament.entries.first()
    assert entry is not None
    of_desk = ("tournament", "tournament_sign_up", "tournament_terms", "tournament_result", "tournament_cash")
    for name in (*of_desk, "tournament_paper", "tournament_ordinary"):
        yield Scene(name=name.replace("_", "-"), path=reverse(name, args=[public_id]), who="club_phone")
    yield Scene(name="tournament-entry", path=reverse("tournament_entry", args=[public_id, entry.pk]), who="club_phone")
    yield Scene(name="tournament-as-member", path=reverse("tournament", args=[public_id]), who="member_phone")
    yield Scene(
        name="tournament-terms-as-member", path=reverse("tournament_terms", args=[public_id]), who="member_phone"
    )
    new = reverse("tournament_new", args=[data.evening.public_id])
    yield Scene(name="tournament-new", path=new, who="club_phone")
    link = reverse("sign_up", args=[data.tournament.sign_up_token])
    yield Scene(name="sign-up", path=link, who="nobody")
    for name in ("public_result", "public_wall", "public_seats"):
        path = reverse(name, args=[data.tournament.public_token])
        yield Scene(name=name.replace("_", "-"), path=path, who="nobody")
    yield Scene(name="sign-up-refused", path=link, who="nobody", action="submit")
    assert data.listed.evening is not None
    evening = data.listed.evening.public_id
    yield Scene(name="tournament-lists", path=reverse("tournament_lists", args=[evening]), who="club_phone")
    yield Scene(name="tournament-rounds", path=reverse("tournament_rounds", args=[evening]), who="club_phone")
    yield Scene(name="tournament-round", path=reverse("tournament_round", args=[evening, 1]), who="club_phone")
    for table, name in enumerate(("tournament-list", "tournament-list-typed", "tournament-list-empty"), 1):
        yield Scene(name=name, path=reverse("tournament_list", args=[evening, 1, table]), who="club_phone")
    yield Scene(name="table-list", path=reverse("table_list", args=[data.listed.public_id]), who="club_phone")


def _of_club(data: SampleData) -> Iterator[Scene]:
    evening, member, settled = data.evening.public_id, data.member.pk, data.settled.public_id
    for name in ("club", "club_phone", "standings", "championship", "members", "evenings"):
        yield Scene(name=name.replace("_", "-"), path=reverse(name), who="club_phone")
    yield Scene(name="standings-of-skat", path=f"{reverse('standings')}?game=skat&by=points", who="club_phone")
    by_places = f"{reverse('championship')}?best=3&scoring=place_points"
    yield Scene(name="championship-by-places", path=by_places, who="club_phone")
    yield Scene(name="standings-as-member", path=reverse("standings"), who="member_phone")
    for name in ("member", "member_sessions"):
        yield Scene(name=name.replace("_", "-"), path=reverse(name, args=[member]), who="club_phone")
    for name in ("evening", "evening_details", "evening_draw", "evening_seats", "evening_links", "evening_settlement"):
        yield Scene(name=name.replace("_", "-"), path=reverse(name, args=[evening]), who="club_phone")
    yield Scene(name="print-evening", path=reverse("print_evening", args=[evening]), who="club_phone")
    yield Scene(name="evening-as-member", path=reverse("evening", args=[evening]), who="member_phone")
    yield Scene(name="evening-drawn", path=reverse("evening_draw", args=[evening]), who="club_phone", action="draw")
    yield Scene(name="evening-person", path=reverse("evening_person", args=[evening, member]), who="club_phone")
    yield Scene(name="evening-settled", path=reverse("evening", args=[settled]), who="club_phone")
    yield Scene(name="evening-settlement-settled", path=reverse("evening_settlement", args=[settled]), who="club_phone")
    yield from _of_tournament(data)
    yield Scene(name="standings-on-paper", path=reverse("print_standings"), who="club_phone")
    at_whist = data.session("club-solo_whist").public_id
    yield Scene(name="rules-of-club", path=reverse("rules", args=["solo_whist"]), who="club_phone")
    yield Scene(name="session-tariff-of-club", path=reverse("session_tariff", args=[at_whist]), who="club_phone")
    yield Scene(name="hand-by-own-tariff", path=reverse("hand", args=[at_whist, 2]), who="club_phone")
    as_printed = f"{reverse('what_if', args=[at_whist])}?rules=foster&option-tariff="
    yield Scene(name="what-if-as-printed", path=as_printed, who="club_phone")
    for name in ("my_name", "my_password"):
        yield Scene(name=name.replace("_", "-"), path=reverse(name), who="member_phone")
    for name in ("club", "standings", "championship", "members", "evenings", "new"):
        yield Scene(name=f"{name}-empty", path=reverse(name), who="new_club")
    first = data.first_evening.public_id
    for name in ("evening", "evening_draw", "evening_settlement"):
        yield Scene(name=f"{name.replace('_', '-')}-empty", path=reverse(name, args=[first]), who="new_club")
    yield Scene(name="sign-in", path=reverse("sign_in"), who="nobody")
    yield Scene(name="sign-in-refused", path=reverse("sign_in"), who="nobody", action="submit")
    yield Scene(name="join-club", path=reverse("join_club", args=[data.club.phones_token]), who="nobody")
    yield Scene(name="set-password", path=data.password_link, who="nobody")


def _of_panel(data: SampleData) -> Iterator[Scene]:
    """Yield the organisers' panel: its lists, and a form of each kind."""
    club, player, session = data.club.pk, data.member.pk, data.session("club-tarot").pk
    pages = {
        "tonight": "",
        "clubs": "clubs/club/",
        "club": f"clubs/club/{club}/change/",
        "club-link": f"clubs/club/{club}/link/",
        "club-export": f"clubs/club/{club}/export/",
        "club-import": "clubs/club/import/",
        "members": "clubs/player/",
        "member": f"clubs/player/{player}/change/",
        "member-new": "clubs/player/add/",
        "member-personal-data": f"clubs/player/personal-data/?pk={player}",
        "members-add-several": "clubs/player/add-several/",
        "duplicates": "clubs/player/duplicates/",
        "login-of-member": f"clubs/player/{player}/login/",
        "evenings": "evenings/evening/",
        "evening": f"evenings/evening/{data.evening.pk}/change/",
        "seasons": "standings/season/",
        "season-new": "standings/season/add/",
        "house-rules": "clubs/houserules/",
        "house-rules-new": "clubs/houserules/add/?game=tarot",
        "tariffs": "clubs/tariff/",
        "tariff": f"clubs/tariff/{data.tariff.pk}/change/",
        "tariff-chosen": "clubs/tariff/add/",
        "tariff-new": "clubs/tariff/add/?game=solo_whist&rules=foster",
        "merges": "clubs/merge/",
        "phones": "clubs/clubdevice/",
        "organisers": "clubs/organiser/",
        "sessions": "play/session/",
        "session": f"play/session/{session}/change/",
        "what-if": f"play/session/{session}/what-if/",
        "session-tariff": f"play/session/{data.session('club-solo_whist').pk}/tariff/",
        "hand": f"play/session/{session}/hands/1/",
        "amend": f"play/session/{session}/hands/1/amend/",
        "journal": "play/session/journal/",
        "tokens": "api/apitoken/",
        "token": f"api/apitoken/{data.token.pk}/change/",
        "token-new": "api/apitoken/add/",
        "token-revoke": f"api/apitoken/{data.token.pk}/revoke/",
        "api": "api/apitoken/about/",
        "spreadsheets": "spreadsheets/",
        "members-import": "spreadsheets/import/",
        "second-factor": "second-factor/",
    }
    index = reverse("admin:index")
    yield Scene(name="panel-sign-in", path=reverse("admin:login"), who="nobody")
    for name, place in pages.items():
        yield Scene(name=f"panel-{name}", path=index + place, who="organiser")
