"""What a browser played last, so that the form of a new session can offer it again: game, rules, stake and people."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Case, Max, Value, When

from games import registry
from games.game import Game
from scorekeeper.clubs import queries as clubs
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.names import display_name, folded
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.new_session.session_draft import TARIFF, ClubRules, reading_language, typed

LOOKED_AT = 10
"""How many of the latest sessions are searched for people whose number the rules allow, and for the reader's name."""


def games_in_order(device: str | None) -> list[Game]:
    """Return every game: first those that this browser played, latest first, then those of the reader's language.

    Of these, the ones that nearly everybody there plays come first.
    """
    recorded = Session.objects.recorded_by(device)
    by_game = recorded.values("game").annotate(latest=Max("started_at")).order_by("latest")
    played = [row["game"] for row in by_game]
    language = reading_language()

    def rank(game: Game) -> tuple[int, bool, bool]:
        recency = played.index(game.slug) + 1 if game.slug in played else 0
        return -recency, language not in game.usual_rules, language not in game.languages

    return sorted(registry.all_games(), key=rank)


def game_of(device: str | None) -> str:
    """Return the slug of the game that this browser played last, empty if there is none."""
    newest_first = Session.objects.recorded_by(device).order_by("-started_at", "-pk")
    return newest_first.values_list("game", flat=True).first() or ""


def table_of(device: str | None, game: str, *, club: Club | None, club_rules: ClubRules) -> dict[str, str]:
    """Return the game, rules, options and stake of this browser's latest session of a game; empty if it has none.

    They are the fields of a new session, as its form would post them. If that session was played in the club for one of
    the club's own tariffs that is still offered, so is the new one, with its latest figures.
    """
    session = Session.objects.recorded_by(device).filter(game=game).order_by("-started_at", "-pk").first()
    if session is None:
        return {}
    return {
        "game": game,
        "rules": session.rules,
        "stake": "" if session.stake is None else f"{session.stake.normalize():f}",
        "currency": session.currency,
        **{f"option-{name}": typed(value) for name, value in session.stretch.options.items()},
        **(_tariff(session, club_rules) if club is not None and session.club_id == club.pk else {}),
    }


def _tariff(session: Session, club_rules: ClubRules) -> dict[str, str]:
    """Return the field for the tariff of a session, which is stored by its name; none if it is no longer offered."""
    name = session.tariff["name"] if session.tariff else None
    offered = club_rules.tariffs.get((session.game, session.rules), {})
    return {f"option-{TARIFF}": key for key, tariff in offered.items() if tariff.name == name}


def people_of(device: str | None, club: Club | None, *, game: str, sizes: Collection[int]) -> tuple[str, ...]:
    """Return the people of this browser's latest session in seat order, as many as one of the `sizes`; () for none.

    A session of the same game is preferred to a later one of another game. Only sessions of the club count or, without
    a club, only those of the home table.
    """
    others_last = Case(When(game=game, then=Value(0)), default=Value(1))
    sessions = (
        Session.objects.recorded_by(device).not_empty().filter(club=club).order_by(others_last, "-started_at", "-pk")
    )
    for session in sessions.prefetch_related("stretches__seats__player__merged_into")[:LOOKED_AT]:
        names = tuple(display_name(clubs.now_part_of(seat.player)) for seat in session.seats)
        if len(names) in sizes:
            return names
    return ()


def name_among(device: str | None, names: Sequence[str]) -> str:
    """Return the name under which this browser recorded last, if it is one of these; empty if there is none."""
    labels = Access.objects.filter(device=device, role=Role.SCORER).order_by("-pk").values_list("label", flat=True)
    seated = {folded(name): name for name in names if name}
    return next((seated[key] for key in map(folded, labels[:LOOKED_AT]) if key in seated), "")
