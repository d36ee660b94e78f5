"""What the press is handed for evenings: all their tables in one file, or their results."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.types import Table
from scorekeeper.clubs.models import Evening
from scorekeeper.paper import headings, notices, score_sheets
from scorekeeper.paper.forms import BLANK, RESULT, Wanted
from scorekeeper.paper.headings import Back
from scorekeeper.paper.orders import MOST_SHEETS, Batch, CannotPrint, Printable, named, of_sessions, of_sheets
from scorekeeper.play import drawn, evening_queries, settling
from scorekeeper.play.drawing_board import Laid
from scorekeeper.play.models import Session
from scorekeeper.play.starting import checked_table
from scorekeeper.play.words import name_of_evening


def of_evenings(evenings: Sequence[Evening], wanted: Wanted, back: Back) -> Printable:
    """The sheets of all tables, of those to write on the ones that are open; or the results, for the board."""
    if len(evenings) > MOST_SHEETS:
        raise CannotPrint(_("These are too many evenings for one file."))
    if wanted.what == RESULT:
        return _results(evenings, wanted)
    found = Session.objects.filter(evening__in=evenings).select_related("club", "evening")
    if wanted.what == BLANK:
        found = found.filter(closed_at=None)
    sessions = list(found.order_by("evening__date", "evening_id", "started_at", "pk")[: MOST_SHEETS + 1])
    return of_sessions(Batch.of(sessions), wanted, back, title=_title(evenings, wanted))


def _title(evenings: Sequence[Evening], wanted: Wanted) -> str:
    first = evenings[0]
    with translation.override(wanted.language):
        return f"{first.club.name} · {name_of_evening(first)}"


def _results(evenings: Sequence[Evening], wanted: Wanted) -> Printable:
    sheets = []
    for evening in evenings:
        at = evening_queries.at(evening)
        frozen = settling.standing(evening)
        if frozen:
            settled = settling.of_frozen(frozen)
        else:
            settled = settling.foreseen(evening, settling.tables_of(evening, settling.sessions_of(evening)))
        if not at.standings and not settled.kitty:
            continue
        with translation.override(wanted.language):
            sheets.append(notices.of_evening(evening, at, settled, wanted.look))
    if not sheets:
        raise CannotPrint(_("There is no table yet."))
    name = named(evenings[0].club.name, evenings[0].date, RESULT)
    return of_sheets(sheets, title=_title(evenings, wanted), language=wanted.language, name=name)


# Before anybody plays


def drawn_tables(evening: Evening, given: Sequence[str]) -> list[tuple[Game, Table]]:
    """Tables that were drawn and are not started, each as `written`; 404 for what cannot be one of this club."""
    if not given:
        return []
    games = drawn.playable(evening)
    laid = [Laid.read(text) for text in given[:MOST_SHEETS]]
    keys = {key for one in laid for key in one.players}
    people = {player.pk: player for player in evening.club.players.filter(pk__in=keys)}
    if keys != set(people) or not all(one.game in games for one in laid):
        raise Http404
    tables = []
    for one in laid:
        playable, names = games[one.game], drawn.names_at_table([people[key] for key in one.players])
        try:
            table = checked_table(
                game=playable.rules.slug,
                rules=playable.slug,
                options=playable.options,
                tariff=playable.tariff,
                players=names,
                first_dealer=playable.rules.usual_first_dealer(len(names)),
            )
        except RuleError:
            raise Http404 from None
        tables.append((registry.get(playable.rules.slug), table))
    return tables


def of_drawn(evening: Evening, tables: Sequence[tuple[Game, Table]], wanted: Wanted, qr: str) -> Printable:
    """Blank sheets for tables that were drawn and are not started; they lead back to the evening."""
    with translation.override(wanted.language):
        sheets = []
        for number, (game, table) in enumerate(tables, 1):
            rule_set = game.rules.rule_set(table)
            heading = headings.of_blank(table, rule_set, club=evening.club, evening=evening, number=number, qr=qr)
            sheets.append(score_sheets.blank(game, table, table.players, heading, wanted.look))
    name = named(evening.club.name, evening.date, BLANK)
    return of_sheets(sheets, title=_title([evening], wanted), language=wanted.language, name=name)
