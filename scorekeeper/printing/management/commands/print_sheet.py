"""`scorekeeper print-sheet GAME --output FILE`: print a blank score sheet that the camera reads.

With `--layout`, also write where every box is and what it means. Doesn't use the database.
"""

import json
import re
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from games import registry
from games.game import Game
from games.scoring.errors import RuleError
from games.scoring.types import Option, OptionValue, Table
from scorekeeper.play.recording.start import checked_table
from scorekeeper.printing import typesetting
from scorekeeper.printing.forms import BLANK, PrintChoices
from scorekeeper.printing.marked_sheets import layout
from scorekeeper.printing.marked_sheets.code import MOST_HANDS
from scorekeeper.printing.session_sheets import table_print_order
from scorekeeper.printing.typesetting import PageSetup

SWITCHED: Mapping[str, bool] = {"yes": True, "no": False, "true": True, "false": False}


class Command(BaseCommand):
    help = "Print a blank score sheet that the camera reads, without the web."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("game", choices=registry.slugs(), metavar="GAME", help=", ".join(registry.slugs()))
        add("--rules", metavar="RULES", help="the rule set; by default the game's usual one")
        add("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules; repeatable")
        add("--players", nargs="+", default=[], metavar="NAME", help="the names in seat order, or only their number")
        add("--first-dealer", metavar="NAME", help="who deals first: a name, or the number of the seat from 1")
        add("--rows", type=int, metavar="NUMBER", help="the number of hands that the sheet has room for")
        add("--paper", choices=list(layout.PAPERS), default="a4")
        add("--language", choices=[code for code, _name in settings.LANGUAGES], default=settings.LANGUAGE_CODE)
        add("--address", default="", metavar="URL", help="the address of the server, for the QR code")
        add("--output", type=Path, required=True, metavar="FILE", help="the PDF to write")
        add("--layout", type=Path, metavar="FILE", help="write as JSON where every box is, and what it means")

    def handle(self, *args: Any, game: str, rows: int | None, **options: Any) -> None:
        played = registry.get(game)
        names, table = _table(played, options)
        if rows is not None and not 1 <= rows <= MOST_HANDS:
            raise CommandError(f"--rows must be between 1 and {MOST_HANDS}.")
        page_setup = PageSetup(options["paper"], camera=True)
        choices = PrintChoices(what=BLANK, page_setup=page_setup, language=options["language"])
        rows = rows or layout.usual_rows(played, table)
        try:
            where = layout.sheet_layout(played, table, paper=page_setup.paper, rows=rows)
        except layout.BoxesDontFitError as error:
            raise CommandError(f"{error}.") from error
        order = table_print_order(played, table, names, choices, base=options["address"].rstrip("/"), planned=rows)
        _write(options["output"], typesetting.pdf(order))
        if options["layout"]:
            with translation.override(choices.language):
                document = layout.layout_document(played, table, where)
            _write(options["layout"], json.dumps(document, ensure_ascii=False, indent=1).encode())


def _table(game: Game, options: Mapping[str, Any]) -> tuple[list[str], Table]:
    """Return the names to print, in seat order and empty if not given, and the table."""
    rules = options["rules"] or game.rules.default_rules
    if rules not in game.rules.rule_sets:
        raise CommandError(f"--rules must be one of {', '.join(game.rules.rule_sets)}.")
    rule_set = game.rules.rule_sets[rules]
    names = _names(options["players"] or [str(min(rule_set.players, key=lambda size: abs(size - 4)))])
    try:
        table = checked_table(
            game=game.slug,
            rules=rules,
            options=dict(_chosen(rule_set.options, text) for text in options["option"]),
            players=[name or str(place) for place, name in enumerate(names, start=1)],
            first_dealer=_first_dealer(game, names, options["first_dealer"]),
        )
    except RuleError as error:
        raise CommandError(f"{error.field or game.slug}: {error.message}") from error
    return names, table


def _names(players: Sequence[str]) -> list[str]:
    """Return the names, or as many empty ones as were asked for.

    >>> _names(["3"]), _names(["Anne", "Ben"])
    (['', '', ''], ['Anne', 'Ben'])
    """
    if len(players) == 1 and players[0].isascii() and players[0].isdigit():
        return [""] * min(int(players[0]), 99)
    return list(players)


def _first_dealer(game: Game, names: Sequence[str], given: str | None) -> int:
    """Return the seat of the first dealer, counted from 0."""
    if given is None:
        return game.rules.usual_first_dealer(len(names)) if names else 0
    if given in names:
        return names.index(given)
    if given.isascii() and given.isdigit():
        return int(given) - 1
    raise CommandError(f"--first-dealer: there is no {given} at this table.")


def _chosen(options: Sequence[Option], text: str) -> tuple[str, OptionValue]:
    """Return the name and the value of an option, which the rules check."""
    name, _equals, value = text.partition("=")
    option = next((option for option in options if option.name == name), None)
    if option is None or option.choices:
        return name, value
    if option.low is None:
        return name, SWITCHED.get(value, value)
    return name, int(value) if re.fullmatch("-?[0-9]{1,9}", value) else value


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
