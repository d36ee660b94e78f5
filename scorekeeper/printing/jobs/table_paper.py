"""Printing of blank sheets and rule cards for tables that may not exist yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils import translation

from games.game import Game
from games.scoring.types import Table
from scorekeeper.play.formatting import in_words
from scorekeeper.printing.forms import CARD, PrintChoices
from scorekeeper.printing.jobs import printable as blank_sheets
from scorekeeper.printing.jobs.printable import Printable, named, of_sheets
from scorekeeper.printing.sheets import headings, score_sheets


def of_table(
    game: Game, table: Table, names: Sequence[str], choices: PrintChoices, **heading_arguments: Any
) -> Printable:
    """Return a blank sheet or the rule card for a table; `heading_arguments` are those of `headings.of_blank`."""
    rule_set = game.rules.rule_set(table)
    with translation.override(choices.language):
        title = f"{in_words(game.name)} · {in_words(rule_set.name)}"
        if choices.what == CARD:
            sheet = score_sheets.card(game, table, choices.page_setup)
        else:
            heading = headings.of_blank(table, rule_set, **heading_arguments)
            sheet = blank_sheets.blank(game, table, names, heading, choices.page_setup)
    name = named(game.slug, rule_set.slug, choices.what)
    printable = of_sheets([sheet], title=title, language=choices.language, name=name)
    return replace(printable, missing=blank_sheets.without_boxes([sheet], choices.page_setup))
