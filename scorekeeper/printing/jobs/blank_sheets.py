"""Blank score sheets, with boxes that the camera reads if they were asked for and the paper has room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.game import Game
from games.scoring.types import Table
from scorekeeper.printing.marked_sheets import sheets
from scorekeeper.printing.sheets import score_sheets
from scorekeeper.printing.sheets.score_sheets import Heading
from scorekeeper.printing.typesetting.pages import PageSetup
from scorekeeper.printing.typesetting.typesetter import Sheet


def blank(
    game: Game,
    table: Table,
    names: Sequence[str],
    heading: Heading,
    page_setup: PageSetup,
    *,
    session: str | None = None,
) -> Sheet:
    """Return a blank sheet with the names that are known; `session` is the public ID of the one it is for."""
    marked = sheets.blank(game, table, names, heading, page_setup, session=session)
    return marked or score_sheets.blank(game, table, names, heading, page_setup)


def of_round(
    game: Game,
    table: Table,
    marks: Sequence[str],
    heading: Heading,
    page_setup: PageSetup,
    *,
    planned: int | None,
) -> Sheet:
    """Return the list of a table in a round, as `score_sheets.of_round` does."""
    marked = sheets.blank(game, table, table.players, heading, page_setup, rows=planned, marks=marks)
    return marked or score_sheets.of_round(game, table, marks, heading, page_setup, planned=planned)


def without_boxes(printed: Iterable[Sheet], page_setup: PageSetup) -> list[str]:
    """Return a sentence for the reader if sheets were to have boxes for the camera and some have none."""
    if not page_setup.camera or all(sheet["kind"] == sheets.MARKED for sheet in printed):
        return []
    return [_("The boxes that the camera reads don’t fit on this paper, so sheets are printed without them.")]
