"""Score sheets without boxes for the camera, of tables that are in no database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import registry
from games.game import Game
from games.scoring.replay import Ledger
from games.scoring.types import Table
from scorekeeper.printing.score_sheets import PrintedSheet, ordinary_sheet
from scorekeeper.printing.typesetting import PageSetup, Sheet

SUBTITLE, FACTS = "Red Lion Card Club", (("Date", "21 November 2026"), ("Table", ""))


def blank(game: Game, table: Table, names: Sequence[str], page_setup: PageSetup) -> Sheet:
    sheet = PrintedSheet(game=game, table=table, names=names, subtitle=SUBTITLE, facts=FACTS)
    return ordinary_sheet(sheet, page_setup)


def filled(ledger: Ledger, page_setup: PageSetup, **sums: Any) -> Sheet:
    """Return the sheet of a session; `sums` are what it has below and beside its hands."""
    game, table = registry.get(ledger.rules.slug), ledger.table
    sheet = PrintedSheet(
        game=game, table=table, names=table.players, subtitle=SUBTITLE, facts=FACTS, ledger=ledger, **sums
    )
    return ordinary_sheet(sheet, page_setup)
