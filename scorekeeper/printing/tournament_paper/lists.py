"""The lists of a round: a score sheet for each table, with names, numbers and planned hands filled in."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from games import registry
from games.scoring.errors import RuleError
from scorekeeper.desk import rounds
from scorekeeper.desk.round_seats import SeatedPlayer, SeatedRound, SeatedTable
from scorekeeper.desk.table_start import Playable
from scorekeeper.play.formatting import in_words
from scorekeeper.play.recording.start import checked_table
from scorekeeper.printing.jobs import blank_sheets
from scorekeeper.printing.sheets import headings
from scorekeeper.printing.sheets.headings import Back
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet


def of_round(
    seated: SeatedRound, numbers: Mapping[int, int], page_setup: PageSetup, back: Back
) -> tuple[list[Sheet], list[str]]:
    """Return the lists of all tables, and sentences on tables that the rules don't allow.

    `numbers` are the start numbers by the player's key; the QR code leads to the page of the round.
    """
    game = rounds.game_of(seated.round)
    sheets, missing = [], []
    for table in seated.tables:
        try:
            sheets.append(_list(seated, table, game, numbers, page_setup, back))
        except RuleError as error:
            missing.append(_("Table %(number)s: %(why)s") % {"number": table.number, "why": in_words(error.message)})
    return sheets, missing


def _list(
    seated: SeatedRound,
    table: SeatedTable,
    played: Playable,
    numbers: Mapping[int, int],
    page_setup: PageSetup,
    back: Back,
) -> Sheet:
    names = [player.name for player in table.players]
    path = reverse("tournament_round", args=[seated.round.evening.public_id, seated.round.number])
    made = checked_table(
        game=played.rules.slug,
        rules=played.slug,
        options=played.options,
        tariff=played.tariff,
        players=names,
        first_dealer=played.rules.usual_first_dealer(len(names)),
    )
    game = registry.get(played.rules.slug)
    return blank_sheets.of_round(
        game,
        made,
        [_mark(player, numbers.get(player.key), has_name=made.size in game.seat_names) for player in table.players],
        headings.of_round(seated.round, table.number, made, played.rules.rule_set(made), back, path),
        page_setup,
        planned=seated.round.hands.get(str(made.size)),
    )


def _mark(player: SeatedPlayer, number: int | None, *, has_name: bool) -> str:
    """Return what precedes a name where the player signs: the name of the seat, if it has one, and the number."""
    parts = [player.seat if has_name else None, None if number is None else str(number)]
    return " · ".join(part for part in parts if part)
