"""Printing of evenings: all tables in one file, or the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.types import Table
from scorekeeper.desk import evening_overview, settlement, table_start
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.pages import seat_draw
from scorekeeper.desk.pages.seat_draw import DrawnTableRow
from scorekeeper.desk.stored_result import result_of
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.evening_tables import TABLES_IN_ORDER
from scorekeeper.play.formatting import in_words
from scorekeeper.play.models import Session
from scorekeeper.play.recording.start import checked_table
from scorekeeper.printing.forms import BLANK, RESULT, SIGNING_LIST, PrintChoices
from scorekeeper.printing.jobs import printable as blank_sheets
from scorekeeper.printing.jobs.printable import CannotPrintError, Printable, named, of_sheets
from scorekeeper.printing.jobs.session_sheets import MOST_SHEETS, Batch, of_sessions
from scorekeeper.printing.notices import evening_result, signing_list, tournament_result
from scorekeeper.printing.sheets import headings
from scorekeeper.printing.sheets.headings import Back
from scorekeeper.printing.typesetting import Sheet, on_paper


def of_evenings(evenings: Sequence[Evening], choices: PrintChoices, back: Back) -> Printable:
    """Return the results of evenings, or the sheets of all tables; blank sheets only for the open ones.

    Raise `CannotPrintError` if there is nothing to print or too much.
    """
    if len(evenings) > MOST_SHEETS:
        raise CannotPrintError(_("Too many evenings for one file."))
    if choices.what == RESULT:
        return _results(evenings, choices)
    rows = Session.objects.listed().filter(evening__in=evenings).select_related("club", "evening", "round")
    if choices.what == BLANK:
        rows = rows.filter(closed_at=None)
    in_order = rows.order_by("evening__date", "evening_id", *TABLES_IN_ORDER)
    sessions = list(in_order[: MOST_SHEETS + 1])
    return of_sessions(Batch.of(sessions), choices, back, title=_title(evenings, choices))


def _title(evenings: Sequence[Evening], choices: PrintChoices) -> str:
    first = evenings[0]
    with translation.override(choices.language):
        return f"{first.club.name} · {first.title()}"


def _results(evenings: Sequence[Evening], choices: PrintChoices) -> Printable:
    """Return the results of evenings; of a tournament its ranking, and what is paid if its tables play for money."""
    sheets: list[Sheet] = []
    for evening in evenings:
        at = evening_overview.at(evening)
        tournament = Tournament.objects.filter(evening=evening).first()
        if tournament is not None:
            tournament.evening = evening
            sheets += _ranking(tournament, choices)
            if not at.is_for_money:
                continue
        frozen = settlement.standing(evening)
        if frozen:
            settled = settlement.of_frozen(frozen)
        else:
            settled = settlement.preview_settlement(
                evening,
                settlement.tables_of(evening, settlement.sessions_of(evening)),
                through_box=settlement.was_through_box(evening),
            )
        if not at.standings and not settled.kitty:
            continue
        with translation.override(choices.language):
            sheets.append(evening_result.of_evening(evening, at, settled, choices.page_setup))
    if not sheets:
        raise CannotPrintError(_("There are no tables yet."))
    name = named(evenings[0].club.name, evenings[0].date, RESULT)
    return of_sheets(sheets, title=_title(evenings, choices), language=choices.language, name=name)


def _ranking(tournament: Tournament, choices: PrintChoices) -> list[Sheet]:
    """Return the result of a tournament; nothing if nobody has entered."""
    evening = tournament.evening
    try:
        day = result_of(tournament).day
    except RuleError as error:
        raise CannotPrintError(in_words(error.message)) from None
    if not day.lines:
        return []
    with translation.override(choices.language):
        title = f"{on_paper(evening.club.name)} · {evening.title(name_format=on_paper)}"
        return [tournament_result.result(day, evening.currency, title, choices.page_setup)]


def of_signing_list(evening: Evening, frozen: EveningSettlement, choices: PrintChoices) -> Printable:
    """Return the list to sign of an evening that is settled through the cash box."""
    with translation.override(choices.language):
        sheet = signing_list.of_evening(evening, settlement.of_frozen(frozen), choices.page_setup)
    name = named(evening.club.name, evening.date, SIGNING_LIST)
    return of_sheets([sheet], title=_title([evening], choices), language=choices.language, name=name)


# Drawn tables, before play


def drawn_tables(evening: Evening, texts: Sequence[str]) -> list[tuple[Game, Table]]:
    """Parse drawn tables that are not started, from the text form of `DrawnTableRow`; 404 if not of this club."""
    if not texts:
        return []
    games = table_start.playable(evening)
    drawn = [DrawnTableRow.read(text) for text in texts[:MOST_SHEETS]]
    keys = {key for one in drawn for key in one.players}
    people = {player.pk: player for player in evening.club.players.filter(pk__in=keys)}
    if keys != set(people) or not all(one.game in games for one in drawn):
        raise Http404
    tables = []
    for one in drawn:
        playable, names = games[one.game], table_start.names_at_table([people[key] for key in one.players])
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


def of_drawn(evening: Evening, tables: Sequence[tuple[Game, Table]], choices: PrintChoices, back: Back) -> Printable:
    """Return blank sheets for drawn tables that are not started; their QR code leads to the evening."""
    with translation.override(choices.language):
        sheets = []
        games = [f"{game.slug}:{table.rules}" for game, table in tables]
        for number, (game, table) in enumerate(tables, seat_draw.first_number(evening, games)):
            rule_set = game.rules.rule_set(table)
            heading = headings.of_blank(
                table,
                rule_set,
                club=evening.club,
                evening=evening,
                number=number,
                qr=back.qr(reverse("evening", args=[evening.public_id])),
                base=back.base,
            )
            sheets.append(blank_sheets.blank(game, table, table.players, heading, choices.page_setup))
    name = named(evening.club.name, evening.date, BLANK)
    printable = of_sheets(sheets, title=_title([evening], choices), language=choices.language, name=name)
    return replace(printable, missing=blank_sheets.without_boxes(sheets, choices.page_setup))
